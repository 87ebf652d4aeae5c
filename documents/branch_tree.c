/* SPDX-License-Identifier: Apache-2.0 */
#include "branch_tree.h"

#include "document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------------- */

static int by_branch(const void *a, const void *b)
{
    const struct gau_tree_number *const left = a, *const right = b;

    return (left->branch > right->branch) - (left->branch < right->branch);
}

size_t gau_tree_find(const struct gau_tree *tree, int64_t branch)
{
    const struct gau_tree_number wanted = {.branch = branch};
    const struct gau_tree_number *const found =
        tree->n ? bsearch(&wanted, tree->numbers, tree->n, sizeof wanted, by_branch) : NULL;

    return found ? found->node : GAU_NO_NODE;
}

struct gau_document_fields gau_tree_row(const struct gau_tree *tree,
                                        const struct gau_document_fields *fields, size_t node)
{
    return gau_document_fields_row(fields, tree->table, tree->rows, node);
}

static struct gau_tree_node read_node(const struct gau_document_fields *row, size_t node)
{
    const struct gau_tree_node read = {
        .branch = gau_document_fields_count(row, "branch"),
        .parent_branch = gau_document_fields_number_or_none(row, "parent"),
        .name = gau_document_fields_text(row, "name"),
        .path = gau_document_fields_text(row, "path"),
        .type = json_string_value(json_object_get(row->object, "type")),
        .parent = GAU_NO_NODE,
        .root = node,
        .first_child = GAU_NO_NODE,
        .next_sibling = GAU_NO_NODE,
    };

    if (!gau_document_fields_have(row, "parent"))
        gau_fail_first(row->error, GAU_ERR_IO, "%s.json: %s[%zu].parent is missing", row->document,
                       row->table, node);
    return read;
}

static void read_nodes(struct gau_tree *tree, const struct gau_document_fields *fields)
{
    for (size_t i = 0; i < tree->n && fields->error->status == GAU_OK; i++) {
        const struct gau_document_fields row = gau_tree_row(tree, fields, i);

        tree->nodes[i] = read_node(&row, i);
        tree->numbers[i] = (struct gau_tree_number){.branch = tree->nodes[i].branch, .node = i};
    }
}

/* Goes from the highest number down, so that the first child is the lowest. */
static bool link_nodes(struct gau_tree *tree, const struct gau_document_fields *fields)
{
    const struct gau_tree_number *const numbers = tree->numbers;

    for (size_t i = tree->n; i-- > 0;) {
        struct gau_tree_node *const node = &tree->nodes[numbers[i].node];
        size_t parent;

        if (i > 0 && numbers[i - 1].branch == node->branch) {
            gau_fail_first(fields->error, GAU_ERR_IO,
                           "%s.json: %s: two rows have the branch %" PRId64, fields->document,
                           tree->table, node->branch);
            return false;
        }
        if (node->parent_branch < 0)
            continue;
        parent = gau_tree_find(tree, node->parent_branch);
        if (parent == GAU_NO_NODE) {
            gau_fail_first(fields->error, GAU_ERR_IO,
                           "%s.json: %s[%zu].parent: there is no branch %" PRId64, fields->document,
                           tree->table, numbers[i].node, node->parent_branch);
            return false;
        }
        node->parent = parent;
        node->next_sibling = tree->nodes[parent].first_child;
        tree->nodes[parent].first_child = numbers[i].node;
    }
    return true;
}

/* Walks depth first without recursion, since foreign documents may be deep. */
static size_t next_node(const struct gau_tree *tree, size_t node)
{
    if (tree->nodes[node].first_child != GAU_NO_NODE)
        return tree->nodes[node].first_child;
    while (node != GAU_NO_NODE && tree->nodes[node].next_sibling == GAU_NO_NODE)
        node = tree->nodes[node].parent;
    return node == GAU_NO_NODE ? node : tree->nodes[node].next_sibling;
}

static size_t order_below(struct gau_tree *tree, size_t root, size_t n)
{
    for (size_t node = root; node != GAU_NO_NODE; node = next_node(tree, node)) {
        const size_t parent = tree->nodes[node].parent;

        tree->order[n++] = node;
        tree->nodes[node].root = root;
        if (parent != GAU_NO_NODE)
            tree->nodes[node].depth = tree->nodes[parent].depth + 1;
    }
    return n;
}

/* Rows that are not below a root form a cycle. */
static bool order_nodes(struct gau_tree *tree, const struct gau_document_fields *fields)
{
    size_t n = 0;

    for (size_t i = 0; i < tree->n; i++)
        if (tree->nodes[tree->numbers[i].node].parent == GAU_NO_NODE)
            n = order_below(tree, tree->numbers[i].node, n);
    if (n == tree->n)
        return true;
    gau_fail_first(fields->error, GAU_ERR_IO,
                   "%s.json: %s: %zu of %zu rows have no root: their parents form a cycle",
                   fields->document, tree->table, tree->n - n, tree->n);
    return false;
}

/* Replaces a text by @p known, if that is equal, or by a copy. False: out of memory. */
static bool keep_text(struct gau_bump_allocator *texts, const char **text, const char *known)
{
    const size_t size = *text ? strlen(*text) + 1 : 0;
    const bool is_known = *text && known && strcmp(*text, known) == 0;
    char *const copy = size && !is_known ? gau_bump_allocator_take(texts, size) : NULL;

    if (copy)
        memcpy(copy, *text, size);
    *text = is_known ? known : copy;
    return size == 0 || *text;
}

/* A name is nearly always the end of its path, and many types are that of the node before. */
static bool keep_texts(struct gau_tree *tree, struct gau_tree_node *node)
{
    const size_t path = strlen(node->path), name = strlen(node->name);

    return keep_text(&tree->texts, &node->path, NULL) &&
           keep_text(&tree->texts, &node->name, name <= path ? node->path + path - name : NULL) &&
           keep_text(&tree->texts, &node->type, tree->n ? tree->nodes[tree->n - 1].type : NULL);
}

bool gau_tree_add_row(struct gau_tree *tree, const struct gau_document_fields *row)
{
    struct gau_tree_node node = read_node(row, tree->n);
    const uint32_t n = (uint32_t)tree->n;

    if (tree->n >= UINT32_MAX || !keep_texts(tree, &node) ||
        !gau_array_grow(&tree->nodes, n, &tree->nodes_size, sizeof *tree->nodes) ||
        !gau_array_grow(&tree->numbers, n, &tree->numbers_size, sizeof *tree->numbers)) {
        gau_fail_memory(row->error, "%zu branches", tree->n + 1);
        return false;
    }
    tree->nodes[n] = node;
    tree->numbers[n] = (struct gau_tree_number){.branch = node.branch, .node = n};
    tree->n++;
    return row->error->status == GAU_OK;
}

static bool make_tree(struct gau_tree *tree, const struct gau_document_fields *fields)
{
    qsort(tree->numbers, tree->n, sizeof *tree->numbers, by_branch);
    return fields->error->status == GAU_OK && link_nodes(tree, fields) && order_nodes(tree, fields);
}

bool gau_tree_link_rows(struct gau_tree *tree, const struct gau_document_fields *fields)
{
    tree->order = calloc(tree->n + 1, sizeof *tree->order);
    if (tree->order)
        return tree->n == 0 || make_tree(tree, fields);
    gau_fail_memory(fields->error, "%zu branches", tree->n);
    return false;
}

bool gau_tree_read(struct gau_tree *out, const struct gau_document_fields *fields,
                   const char *table)
{
    const json_t *const rows = gau_document_fields_table(fields, table, true);
    struct gau_tree tree = {.table = table, .rows = rows, .n = json_array_size(rows)};
    bool done = false;

    tree.nodes = calloc(tree.n + 1, sizeof *tree.nodes);
    tree.order = calloc(tree.n + 1, sizeof *tree.order);
    tree.numbers = calloc(tree.n + 1, sizeof *tree.numbers);
    if (!tree.numbers || !tree.nodes || !tree.order) {
        gau_fail_memory(fields->error, "%zu branches", tree.n);
    } else {
        read_nodes(&tree, fields);
        done = make_tree(&tree, fields);
    }
    if (!done)
        gau_tree_clear(&tree);
    *out = tree;
    return done;
}

void gau_tree_clear(struct gau_tree *tree)
{
    free(tree->nodes);
    free(tree->order);
    free(tree->numbers);
    gau_bump_allocator_clear(&tree->texts);
    *tree = (struct gau_tree){0};
}

/* --- questions ----------------------------------------------------------------------------- */

void gau_tree_show(struct gau_tree *tree, bool (*happened)(const void *data, size_t node),
                   const void *data)
{
    for (size_t i = tree->n; i-- > 0;) {
        struct gau_tree_node *const node = &tree->nodes[tree->order[i]];

        node->shown |= !happened || happened(data, tree->order[i]);
        if (node->shown && node->parent != GAU_NO_NODE)
            tree->nodes[node->parent].shown = true;
    }
}

size_t gau_tree_main_root(const struct gau_tree *tree)
{
    for (size_t i = 0; i < tree->n; i++)
        if (tree->nodes[i].parent == GAU_NO_NODE && strcmp(tree->nodes[i].name, "Event") == 0)
            return i;
    return tree->n > 0 ? tree->order[0] : GAU_NO_NODE;
}

/* --- rows ---------------------------------------------------------------------------------- */

struct ranked {
    double value;     /* the largest first */
    const char *path; /* of equal values; or NULL */
    size_t node, rank;
};

static int by_value(const void *a, const void *b)
{
    const struct ranked *const left = a, *const right = b;
    int order = (left->value < right->value) - (left->value > right->value);

    if (order == 0 && left->path)
        order = strcmp(left->path, right->path);
    return order ? order : (left->rank > right->rank) - (left->rank < right->rank);
}

/* Returns the nodes in the order of their rows, to be freed; NULL if out of memory. */
static struct ranked *sort_branches(const struct gau_tree *tree, const char *sort,
                                    const struct gau_tree_rows *rows)
{
    const bool named = sort && strcmp(sort, "name") == 0;
    struct ranked *const ranks = calloc(tree->n + 1, sizeof *ranks);

    for (size_t i = 0; ranks && i < tree->n; i++) {
        const size_t node = tree->order[i];

        ranks[i] = (struct ranked){.node = node, .rank = i};
        if (named)
            ranks[i].path = tree->nodes[node].path;
        else if (sort && strcmp(sort, "tree") != 0)
            ranks[i].value = rows->value(rows->data, node, sort);
        if (isnan(ranks[i].value))
            ranks[i].value = -1; /* it comes last */
    }
    if (ranks)
        qsort(ranks, tree->n, sizeof *ranks, by_value);
    return ranks;
}

static void set_branch(struct gau_table *table, const struct gau_tree_node *node, bool as_tree)
{
    gau_table_row(table, as_tree ? node->depth : 0);
    gau_table_set_integer(table, GAU_BRANCH_COLUMN_BRANCH, node->branch);
    if (node->parent_branch >= 0)
        gau_table_set_integer(table, GAU_BRANCH_COLUMN_PARENT, node->parent_branch);
    gau_table_set_integer(table, GAU_BRANCH_COLUMN_DEPTH, node->depth);
    gau_table_set_text(table, GAU_BRANCH_COLUMN_LABEL, as_tree ? node->name : node->path);
    gau_table_set_text(table, GAU_BRANCH_COLUMN_NAME, node->name);
    gau_table_set_text(table, GAU_BRANCH_COLUMN_PATH, node->path);
}

bool gau_tree_add_rows(struct gau_table *table, const struct gau_tree *tree, const char *sort,
                       const struct gau_tree_rows *rows, gau_error *error)
{
    struct ranked *const ranks = sort_branches(tree, sort, rows);

    for (size_t i = 0; ranks && i < tree->n; i++) {
        const struct gau_tree_node *const node = &tree->nodes[ranks[i].node];

        if (!node->shown)
            continue;
        set_branch(table, node, !sort || strcmp(sort, "tree") == 0);
        rows->fill(table, ranks[i].node, rows->data);
    }
    if (!ranks)
        gau_fail_memory(error, "%zu branches", tree->n);
    free(ranks);
    return ranks != NULL;
}
