/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_BRANCH_TREE_H
#define GAUDIT_DOCUMENTS_BRANCH_TREE_H

#include "column_macros.h"
#include "document_fields.h"

#include "table/heap.h"

/*
 * The rows of a table of branches as trees: by "branch", "parent", "name" and "path". Siblings are
 * in the order of their numbers.
 */

#define GAU_NO_NODE SIZE_MAX

struct gau_tree_node {
    int64_t branch, parent_branch; /* numbers; -1: a root */
    const char *name, *path;       /* borrowed from the document, or in the tree's texts */
    const char *type;              /* as these; NULL: not known */
    size_t parent, root;           /* nodes; GAU_NO_NODE: none. The root of a root is itself */
    size_t first_child, next_sibling;
    unsigned depth;
    bool shown; /* set by gau_tree_show() */
};

/* Node i is row i of the table. */
struct gau_tree {
    const char *table;  /* its name, borrowed */
    const json_t *rows; /* NULL: they were added one by one */
    struct gau_tree_node *nodes;
    size_t *order; /* nodes, depth first */
    struct gau_tree_number {
        int64_t branch;
        size_t node;
    } * numbers; /* by rising branch */
    size_t n;
    uint32_t nodes_size, numbers_size; /* of rows that are added one by one */
    struct gau_bump_allocator texts;   /* of them */
};

/* Reads the tree of a table, which there must be; fails for numbers used twice, unknown parents and
 * cycles. */
bool gau_tree_read(struct gau_tree *out, const struct gau_document_fields *fields,
                   const char *table);

/* Reads the tree of a table whose rows come one after the other: adds a row, which is not needed
 * afterwards; and, after the last one, makes the tree. False: see their error. The tree is to be
 * cleared in any case. */
bool gau_tree_add_row(struct gau_tree *tree, const struct gau_document_fields *row);
bool gau_tree_link_rows(struct gau_tree *tree, const struct gau_document_fields *fields);

struct gau_document_fields gau_tree_row(const struct gau_tree *tree,
                                        const struct gau_document_fields *fields, size_t node);
void gau_tree_clear(struct gau_tree *tree);

/* Returns the node of a branch; GAU_NO_NODE if there is none. */
size_t gau_tree_find(const struct gau_tree *tree, int64_t branch);

/* Shows the nodes on which, or below which, something happened; NULL: all nodes. */
void gau_tree_show(struct gau_tree *tree, bool (*happened)(const void *data, size_t node),
                   const void *data);

/* Returns the root of the event loop; else the first root; GAU_NO_NODE for an empty tree. */
size_t gau_tree_main_root(const struct gau_tree *tree);

/* --- rows ---------------------------------------------------------------------------------- */

/* The first columns of a table of branches say which one it is. */
#define GAU_BRANCH_COLUMNS(COLUMN)                                       \
    COLUMN(GAU_BRANCH_COLUMN_BRANCH, DATA("branch", GAU_COLUMN_INTEGER)) \
    COLUMN(GAU_BRANCH_COLUMN_PARENT, DATA("parent", GAU_COLUMN_INTEGER)) \
    COLUMN(GAU_BRANCH_COLUMN_DEPTH, DATA("depth", GAU_COLUMN_INTEGER))   \
    COLUMN(GAU_BRANCH_COLUMN_LABEL, {.name = "Branch",                   \
                                     .key = "",                          \
                                     .shown = GAU_IN_DISPLAY_FORMATS,    \
                                     .tree = true,                       \
                                     .shortened = true,                  \
                                     .preferred = 28})                   \
    COLUMN(GAU_BRANCH_COLUMN_NAME, DATA("name", GAU_COLUMN_TEXT))        \
    COLUMN(GAU_BRANCH_COLUMN_PATH, DATA("path", GAU_COLUMN_TEXT))

enum { GAU_BRANCH_COLUMNS(GAU_COLUMN_ID) GAU_BRANCH_N_COLUMNS };

/* How to fill the other columns of a table of branches. */
struct gau_tree_rows {
    double (*value)(const void *data, size_t node, const char *sort); /* to sort by */
    void (*fill)(struct gau_table *table, size_t node, const void *data);
    const void *data;
};

/*
 * Adds the rows of the nodes that are shown: in the order of the tree for a sort key of NULL,
 * "tree"; by path for "name"; else falling by value. Rows in another order than the tree's show
 * paths. False: out of memory, see @p error.
 */
bool gau_tree_add_rows(struct gau_table *table, const struct gau_tree *tree, const char *sort,
                       const struct gau_tree_rows *rows, gau_error *error);

#endif
