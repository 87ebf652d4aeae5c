/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_SHOW_SHOW_H
#define GAUDIT_TOOLS_SHOW_SHOW_H

#include <gaudit/options.h>
#include <gaudit/registry.h>

#include <stdio.h>

/*
 * The resolved job in two forms.
 */

/* A place of an algorithm in the sequence tree. */
struct gau_show_use {
    const gau_node *node;
    size_t order; /* of all places, as the tree is written */
};

struct gau_show {
    FILE *out;
    const gau_node *root;
    gau_registry *registry;
    bool annotate;             /* say where every value came from, also of defaults */
    struct gau_show_use *uses; /* by name, then by order */
    size_t n_uses;
};

/* Looks through the job for algorithms with several places; to be cleared, also after a failure. */
gau_status gau_show_init(struct gau_show *show, FILE *out, gau_options *options,
                         gau_registry *registry, gau_error *err);
void gau_show_clear(struct gau_show *show);

/* All places of the algorithm that a node names, in order; the first one defines it. */
const struct gau_show_use *gau_show_uses(const struct gau_show *show, const gau_node *node,
                                         size_t *n);

/* Its class; NULL if it is not known. */
const gau_class *gau_show_class(const struct gau_show *show, const gau_node *node);

/* "And", "Or", "All", "Any" */
const char *gau_show_mode(gau_mode mode);

/* The setting of a node, NULL if it was not written. */
const gau_setting *gau_show_setting(const gau_node *node, const char *name);

/* For people: indented, with types; properties that do not have their default value. */
void gau_show_tree(const struct gau_show *show);

/* Job options in one file, which read again give the same job. */
void gau_show_xml(const struct gau_show *show);

#endif
