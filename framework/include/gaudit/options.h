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

/**
 * How a sequence decides, a row for each mode: ROW(name, text in job files, rule, eager). Rule ANY:
 * one acceptance accepts the sequence; ALL: one rejection rejects it. Eager: members behind the one
 * that decides are not called.
 */
#define GAU_SEQUENCE_MODES(ROW) \
    ROW(AND, "And", ALL, true)  \
    ROW(OR, "Or", ANY, true)    \
    ROW(ALL, "All", ALL, false) \
    ROW(ANY, "Any", ANY, false)

#define GAU_SEQUENCE_MODE_(name, text, rule, eager) GAU_MODE_##name,
typedef enum gau_sequence_mode { GAU_SEQUENCE_MODES(GAU_SEQUENCE_MODE_) } gau_sequence_mode;
#undef GAU_SEQUENCE_MODE_

/** Where something was written: "job.xml", 7; or "command line", 0. Borrowed from the options. */
typedef struct gau_source_location {
    const char *file;
    int line;
} gau_source_location;

typedef struct gau_setting {
    const char *name, *value;
    const char *raw; /**< the value before constants were put in; NULL if it had none */
    gau_source_location location;
} gau_setting;

/** Borrowed from the gau_options that it was reached through. */
typedef struct gau_node {
    gau_node_kind kind;
    gau_source_location location;
    const char *type; /**< class name; NULL if none was written */
    const char *name; /**< instance name; the class name if none was written; NULL for a job */
    bool named;       /**< a name was written */
    gau_sequence_mode mode;       /**< of a sequence */
    bool invert, ignore_decision; /**< of a sequence */
    bool negated;                 /**< inside <not> */
    const gau_setting *settings;
    size_t n_settings;
    const struct gau_node *const *children;
    size_t n_children;
    uint32_t max_branches; /**< of a job; 0 if none was written */
    uint8_t level; /**< of a sequence or algorithm, as of a section; 0 if none was written */
} gau_node;

/**
 * Reads an XML file with all it includes; see doc/reference/options.md. The text is untrusted
 * input. The caller frees @p out.
 */
GAU_API GAU_MUST_CHECK gau_status gau_options_read_xml(gau_options **out, const char *path,
                                                       gau_error *err);

/**
 * The same, but errors of single lines are kept with the options: gau_app_new() reports them
 * together with its own, all at once.
 */
GAU_API GAU_MUST_CHECK gau_status gau_options_open_xml(gau_options **out, const char *path,
                                                       gau_error *err);

/** Fails if what was read has errors: up to 20 lines, in the order of the file. */
GAU_API GAU_MUST_CHECK gau_status gau_options_check(const gau_options *options, gau_error *err);

/** Starts an empty job, to be filled with gau_options_add() and gau_options_set(). NULL: out of
 * memory.
 */
GAU_API gau_options *gau_options_new(const char *file);

/** Adds a child to @p parent. Texts are copied. NULL: out of memory. */
GAU_API gau_node *gau_options_add(gau_options *options, gau_node *parent, gau_node_kind kind,
                                  const char *type, const char *name, gau_source_location location);
GAU_API bool gau_options_set(gau_options *options, gau_node *node, const char *name,
                             const char *value, gau_source_location location);

/**
 * Applies "NAME.PROPERTY=VALUE" (-s). A later one wins. NAME must exist in the job. A failure is
 * kept with the options, too: gau_options_check() and gau_app_new() report it with all others.
 */
GAU_API GAU_MUST_CHECK gau_status gau_options_override(gau_options *options, const char *text,
                                                       gau_error *err);

/** Adds the auditor "TYPE[/NAME][:PROPERTY=VALUE;...]" (-a). Failures as above. */
GAU_API GAU_MUST_CHECK gau_status gau_options_add_auditor(gau_options *options, const char *text,
                                                          gau_error *err);

GAU_API gau_node *gau_options_root(gau_options *options);
GAU_API void gau_options_free(gau_options *options);

GAU_END_DECLS

#endif
