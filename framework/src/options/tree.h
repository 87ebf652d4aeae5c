/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_OPTIONS_TREE_H
#define GAUDIT_SRC_OPTIONS_TREE_H

#include "faults.h"

#include "table/heap.h"

/*
 * Operations of readers on the tree, beyond the public calls. All texts and nodes live
 * in blocks that are freed with the options.
 */

/* The location of everything given on a command line. */
#define GAU_COMMAND_LINE ((gau_source_location){"command line", 0})

struct gau_options {
    struct gau_bump_allocator heap;
    const char *file; /* the name used last */
    gau_node *root;
    struct gau_faults faults;    /* what was wrong while the options were read */
    bool incomplete;             /* nodes were left out for it */
    const gau_node *failed_node; /* the child of the root that could not be configured */
};

/* A copy that ends with a zero; NULL: out of memory. */
const char *gau_options_text(gau_options *options, const char *text, size_t length);

gau_status gau_options_no_memory(gau_error *err);

/* As gau_options_add() and gau_options_set(), with texts that already belong to the options. */
gau_node *gau_options_attach(gau_options *options, gau_node *parent, gau_node_kind kind,
                             const char *type, const char *name, gau_source_location location);
bool gau_options_put(gau_options *options, gau_node *node, const gau_setting *setting);

/* Removes a child of the root. */
void gau_options_remove(gau_options *options, const gau_node *child);

/* gau_options_add_auditor() for a text at @p location, without "-a" in messages. A wrong one leaves
 * the options as they were. */
gau_status gau_options_audit_at(gau_options *options, const char *text,
                                gau_source_location location, gau_error *err);

/* The setting called name of a node; NULL: none. */
const gau_setting *gau_options_setting(const gau_node *node, const char *name);

#endif
