/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_OPTIONS_H
#define GAUDIT_OPTIONS_H

/**
 * @file options.h
 * Job options as a tree, whatever they were written in.
 *
 * Readers build the tree, the application consumes it; neither knows the other. Every node and
 * every setting remembers where it was written, so that a wrong value is reported with the file
 * and line of the user, not of the framework. Constants and includes are resolved by the reader:
 * the tree holds final values.
 */

#include <gaudit/error.h>

GAU_BEGIN_DECLS

typedef struct gau_options gau_options;

typedef enum gau_node_kind {
    GAU_NODE_JOB,
    GAU_NODE_MODULE, /**< name: its path */
    GAU_NODE_INPUT,
    GAU_NODE_AUDITOR,
    GAU_NODE_SEQUENCE,
    GAU_NODE_ALGORITHM,
} gau_node_kind;

typedef enum gau_mode { GAU_MODE_AND, GAU_MODE_OR, GAU_MODE_ALL, GAU_MODE_ANY } gau_mode;

/** Where something was written: "job.xml", 7; or "command line", 0. Borrowed from the options. */
typedef struct gau_place {
    const char *file;
    int line;
} gau_place;

typedef struct gau_setting {
    const char *name, *value;
    const char *raw; /**< the value before constants were put in; NULL if it had none */
    gau_place place;
} gau_setting;

/** Borrowed from the gau_options that it was reached through. */
typedef struct gau_node {
    gau_node_kind kind;
    gau_place place;
    const char *type; /**< class name; NULL if none was written */
    const char *name; /**< instance name; the class name if none was written; NULL for a job */
    bool named;       /**< a name was written */
    gau_mode mode;    /**< of a sequence */
    bool invert, ignore_decision; /**< of a sequence */
    bool negated;                 /**< stands inside <not> */
    const gau_setting *settings;
    size_t n_settings;
    const struct gau_node *const *children;
    size_t n_children;
    uint32_t max_branches; /**< of a job; 0 if none was written */
} gau_node;

/**
 * Reads an XML file with all it includes; see doc/reference/options.md. The text may be hostile.
 * The caller frees @p out.
 */
GAU_API GAU_MUST_CHECK gau_status gau_options_read_xml(gau_options **out, const char *path,
                                                       gau_error *err);

/**
 * The same, but what is wrong in single spots is kept with the options: gau_app_new() tells it
 * together with what it finds itself, so that all is told in one go.
 */
GAU_API GAU_MUST_CHECK gau_status gau_options_open_xml(gau_options **out, const char *path,
                                                       gau_error *err);

/** Whether something was wrong in what was read: up to 20 lines, in the order of the file. */
GAU_API GAU_MUST_CHECK gau_status gau_options_check(const gau_options *options, gau_error *err);

/** Starts an empty job, to be filled with gau_options_add() and gau_options_set(). NULL: no memory.
 */
GAU_API gau_options *gau_options_new(const char *file);

/** Adds a child to @p parent. Texts are copied. NULL: no memory. */
GAU_API gau_node *gau_options_add(gau_options *options, gau_node *parent, gau_node_kind kind,
                                  const char *type, const char *name, gau_place place);
GAU_API bool gau_options_set(gau_options *options, gau_node *node, const char *name,
                             const char *value, gau_place place);

/**
 * Applies "NAME.PROPERTY=VALUE" (-s). A later one wins. NAME must exist in the job. A failure is
 * kept with the options, too: gau_options_check() and gau_app_new() tell it with all else.
 */
GAU_API GAU_MUST_CHECK gau_status gau_options_override(gau_options *options, const char *text,
                                                       gau_error *err);

/** Adds the auditor "TYPE[/NAME][:PROPERTY=VALUE;...]" (-a). Failures as above. */
GAU_API GAU_MUST_CHECK gau_status gau_options_audit(gau_options *options, const char *text,
                                                    gau_error *err);

GAU_API gau_node *gau_options_root(gau_options *options);
GAU_API void gau_options_free(gau_options *options);

GAU_END_DECLS

#endif
