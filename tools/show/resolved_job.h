/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_SHOW_RESOLVED_JOB_H
#define GAUDIT_TOOLS_SHOW_RESOLVED_JOB_H

#include <gaudit/options.h>
#include <gaudit/registry.h>

#include <stdio.h>

/* The resolved job in two forms. */

/* An algorithm in the sequence tree. */
struct gau_show_use {
    const gau_node *node; /* the first place, which defines it */
    size_t count;         /* of its places */
};

struct gau_show {
    FILE *out;
    const gau_node *root;
    gau_registry *registry;
    bool annotate; /* print the origin of every value, also of defaults */
    void *uses;    /* a tree of tsearch(), by name */
};

/* Finds algorithms with several places; to be cleared, also after a failure. */
gau_status gau_show_init(struct gau_show *show, FILE *out, gau_options *options,
                         gau_registry *registry, gau_error *err);
void gau_show_clear(struct gau_show *show);

/* Returns the algorithm that a node of the job names. */
const struct gau_show_use *gau_show_use(const struct gau_show *show, const gau_node *node);

/* Returns the class of that algorithm; NULL if it is not known. */
const gau_class *gau_show_class(const struct gau_show *show, const gau_node *node);

/* Returns the mode as job files have it. */
const char *gau_show_mode(gau_sequence_mode mode);

/* Returns the setting of a node; NULL if it was not set. */
const gau_setting *gau_show_setting(const gau_node *node, const char *name);

/* Returns the output of a function of <gaudit/property.h>, malloc'ed; NULL if out of memory. */
char *gau_show_text(const gau_property *property,
                    size_t (*write)(const gau_property *, char *, size_t));

/* Writes indented text with types, of properties that differ from their default. */
void gau_show_tree(const struct gau_show *show);

/* Writes job options in one file, which give the same job when read. */
void gau_show_xml(const struct gau_show *show);

#endif
