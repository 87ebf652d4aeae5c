/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

#include "documents/document.h"

#include <inttypes.h>
#include <stdlib.h>

/*
 * Rows of groups. In display formats, numbers and bars are in front of the names, and the children
 * of a group are indented:
 *
 *     1.234 s +- 0.011   52.3 %     1234  ##########  Hlt Velo
 *     0.759 s +- 0.009   31.0 %      759  ------        fit_track
 *                                                         <- Velo_execute
 *                                                         <- main
 *
 * With any keys, most callers have the same samples as their callee, and then no numbers.
 */

struct tree {
    struct gau_hotspots_table *table;
    const struct gau_hotspots_grouping *grouping;
    const struct gau_hotspots_grouping
        *all;            /* what the subject's time is a part of; NULL: no subject */
    uint64_t longest_ns; /* fills a bar */
};

static bool is_read(const struct tree *tree)
{
    return gau_hotspots_table_is_read(tree->table);
}

/* --- names --------------------------------------------------------------------------------- */

/* Returns whether a function is shown as a caller of the one above it, with an arrow. */
static bool is_caller(const struct tree *tree, const struct gau_hotspots_iterator *visit)
{
    const struct gau_hotspots_query *const query = tree->table->query;
    const uint32_t level = visit->group.level;

    if (query->direction == GAU_HOTSPOTS_CALLERS_OF)
        return true;
    return query->direction == GAU_HOTSPOTS_BY_KEYS &&
           query->keys.items[level] == GAU_HOTSPOTS_CALLSTACK && !query->top_down &&
           (gau_hotspots_keys_have_function(&query->keys, level) ||
            gau_hotspots_iterator_is_call(visit, visit->depth));
}

static const char *arrow_of(const struct tree *tree, const struct gau_hotspots_iterator *visit)
{
    if (!is_read(tree))
        return "";
    if (is_caller(tree, visit))
        return gau_hotspots_table_sign(tree->table, "\u2190 ", "<- ");
    if (tree->table->query->top_down && gau_hotspots_iterator_is_same(visit, visit->depth))
        return gau_hotspots_table_sign(tree->table, "\u2192 ", "-> ");
    return "";
}

static unsigned indentation(const struct tree *tree, const struct gau_hotspots_iterator *visit)
{
    const unsigned depth = is_read(tree) ? gau_hotspots_iterator_indent(visit) : visit->depth - 1;

    return depth + (tree->all != NULL); /* below the subject */
}

/* --- cells --------------------------------------------------------------------------------- */

static void put_bar(const struct tree *tree, uint64_t weight_ns)
{
    gau_hotspots_table_real(tree->table, GAU_HOTSPOTS_BAR,
                            tree->longest_ns ? (double)weight_ns / (double)tree->longest_ns : 0);
}

/* Returns the group of a row's function: that of the key, else of the call stack. NULL: it has
 * none, as [others]. */
static const struct gau_hotspots_group *function_of(const struct tree *tree,
                                                    const struct gau_hotspots_group *group)
{
    const struct gau_hotspots_query *const query = tree->table->query;
    const bool by_function = gau_hotspots_keys_have_function(&query->keys, query->keys.count);

    for (; group->level != GAU_HOTSPOTS_ROOT; group = &tree->grouping->groups[group->parent]) {
        const enum gau_hotspots_key key = query->keys.items[group->level];

        if (key == GAU_HOTSPOTS_FUNCTION || (key == GAU_HOTSPOTS_CALLSTACK && !by_function))
            return (group->others && !(is_read(tree) && group->all_count == 1)) ||
                           query->direction == GAU_HOTSPOTS_BY_CALLS ||
                           group->value == GAU_HOTSPOTS_NO_CALLER
                       ? NULL
                       : group;
    }
    return NULL;
}

/* Sets the keys of the groups that a group is below. */
static void put_keys(const struct tree *tree, const struct gau_hotspots_group *group)
{
    char room[GAU_HOTSPOTS_TEXT_SIZE];
    uint32_t level = group->level; /* levels are set from the innermost on */

    while (level > 0) {
        group = &tree->grouping->groups[group->parent];
        if (group->level == level)
            continue;
        level = group->level;
        gau_hotspots_table_text(tree->table,
                                GAU_HOTSPOTS_FIRST_KEY + tree->table->query->keys.items[level],
                                gau_hotspots_group_text(tree->table->result, tree->table->query,
                                                        group, room, sizeof room));
    }
}

static void put_texts(const struct tree *tree, const struct gau_hotspots_group *group,
                      const char *name)
{
    struct gau_hotspots_table *const table = tree->table;
    const struct gau_hotspots_preset *const preset = table->view->preset;
    const struct gau_hotspots_group *const function = function_of(tree, group);

    gau_hotspots_table_text(table, GAU_HOTSPOTS_NAME, name);
    if (tree->all)
        gau_hotspots_table_text(table, GAU_HOTSPOTS_SUBJECT,
                                gau_hotspots_function_name(table->result, table->query->subject));
    if (function)
        gau_hotspots_table_function(table, (uint32_t)function->value);
    if (preset->fill && !group->others)
        preset->fill(table, tree->grouping, group);
    if (!preset->by_any_keys || is_read(tree))
        return;
    gau_hotspots_table_text(table, GAU_HOTSPOTS_FIRST_KEY + table->query->keys.items[group->level],
                            name);
    put_keys(tree, group);
}

static void put_times(const struct tree *tree, const struct gau_hotspots_measure *total,
                      const struct gau_hotspots_measure *self)
{
    const uint64_t whole_ns = tree->grouping->groups[0].total.weight_ns;

    gau_hotspots_table_measure(tree->table, GAU_HOTSPOTS_TOTAL, total, whole_ns);
    gau_hotspots_table_measure(tree->table, GAU_HOTSPOTS_SELF, self, whole_ns);
    gau_hotspots_table_real(tree->table, GAU_HOTSPOTS_NOTHING, 0);
    if (tree->all)
        gau_hotspots_table_measure(tree->table, GAU_HOTSPOTS_OF_ALL, total,
                                   tree->all->groups[0].total.weight_ns);
}

/* --- rows ---------------------------------------------------------------------------------- */

static void put_group(const struct tree *tree, const struct gau_hotspots_iterator *visit)
{
    const struct gau_hotspots_group *const group = &visit->group;
    const struct gau_hotspots_table *const table = tree->table;
    char room[GAU_HOTSPOTS_TEXT_SIZE], name[GAU_HOTSPOTS_TEXT_SIZE + 8];

    snprintf(name, sizeof name, "%s%s", arrow_of(tree, visit),
             gau_hotspots_short_name(table, group, room, sizeof room));
    gau_hotspots_table_row(tree->table, indentation(tree, visit));
    put_texts(tree, group, name);
    if (is_read(tree) && table->view->preset->by_any_keys && is_caller(tree, visit) &&
        gau_hotspots_iterator_is_same(visit, visit->depth))
        return;
    put_times(tree, &group->total, &group->own);
    put_bar(tree, group->total.weight_ns);
}

static void put_rows(const struct tree *tree)
{
    const uint32_t levels = tree->table->view->preset->levels;
    struct gau_hotspots_iterator visit = {.grouping = tree->grouping};

    while (gau_hotspots_iterator_next(&visit)) {
        put_group(tree, &visit);
        if (visit.depth == levels)
            gau_hotspots_iterator_skip(&visit);
    }
}

/* Puts the row above the callers of a function. */
static void put_subject(const struct tree *tree)
{
    const struct gau_hotspots_group *const root = &tree->grouping->groups[0];
    struct gau_hotspots_table *const table = tree->table;
    const char *const name = gau_hotspots_function_name(table->result, table->query->subject);

    gau_hotspots_table_row(table, 0);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_SUBJECT, name);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_NAME, is_read(tree) ? name : "");
    gau_hotspots_table_function(table, table->query->subject);
    put_times(tree, &root->total, &root->total);
}

/* --- innermost groups ---------------------------------------------------------------------- */

struct row {
    const struct gau_hotspots_group *group;
    double measure;
    size_t number;
};

/* Sorts all rows from the largest down; equal ones stay in the order of the tree. */
static int in_order(const void *a, const void *b)
{
    const struct row *const left = a, *const right = b;

    if (left->measure != right->measure)
        return left->measure < right->measure ? 1 : -1;
    return (left->number > right->number) - (left->number < right->number);
}

static size_t list_rows(const struct tree *tree, struct row *rows)
{
    struct gau_hotspots_iterator visit = {.grouping = tree->grouping};
    size_t count = 0;

    while (gau_hotspots_iterator_next(&visit)) {
        if (visit.group.own.samples == 0)
            continue;
        rows[count] =
            (struct row){.group = &tree->grouping->groups[visit.path[visit.depth].group],
                         .measure =
                             gau_hotspots_sort_value(&visit.group, tree->table->query->sort, true),
                         .number = count};
        count++;
    }
    qsort(rows, count, sizeof *rows, in_order);
    return count;
}

/* Writes the functions of one group of a call stack. */
static void put_functions(const struct tree *tree, const struct gau_hotspots_group *group,
                          FILE *out)
{
    const struct gau_hotspots_table *const table = tree->table;
    char room[GAU_HOTSPOTS_TEXT_SIZE];

    fputs(gau_hotspots_group_text(table->result, table->query, group, room, sizeof room), out);
    for (uint32_t i = 0; i < group->tail_count; i++) {
        fputs(" <- ", out);
        fputs(gau_hotspots_function_name(table->result, tree->grouping->tails[group->tail + i]),
              out);
    }
}

/* Writes a group with those of its call stack above it: "f <- g <- main". */
static void put_name(const struct tree *tree, const struct gau_hotspots_group *group, FILE *out)
{
    const struct gau_hotspots_group *path[GAU_HOTSPOTS_FRAMES_MAX];
    const uint32_t level = group->level;
    size_t count = 0;

    for (; group->level == level && count < GAU_HOTSPOTS_FRAMES_MAX;
         group = &tree->grouping->groups[group->parent])
        path[count++] = group;
    for (size_t i = count; i-- > 0;) {
        fputs(i + 1 < count ? " <- " : "", out);
        put_functions(tree, path[i], out);
    }
    fputc('\0', out);
}

static void put_row(const struct tree *tree, const struct gau_hotspots_group *group,
                    const char *name)
{
    gau_hotspots_table_row(tree->table, 0);
    put_texts(tree, group, name);
    put_times(tree, &group->own, &group->own);
}

static void write_innermost(const struct tree *tree)
{
    struct row *const rows = calloc(tree->grouping->group_count, sizeof *rows);
    const size_t count = rows ? list_rows(tree, rows) : 0;
    char *name = NULL;
    size_t size = 0;
    FILE *const stream =
        open_memstream(&name, &size); /* shared, as a new one is filled with zeros */
    bool done = rows && stream;

    for (size_t i = 0; done && i < count; i++) {
        rewind(stream);
        put_name(tree, rows[i].group, stream);
        done = fflush(stream) == 0;
        if (done)
            put_row(tree, rows[i].group, name);
    }
    if (!done)
        gau_fail_memory(tree->table->error, "view of '%.*s'",
                        GAU_QUOTE(tree->table->result->folder));
    if (stream)
        fclose(stream);
    free(name);
    free(rows);
}

/* --- all ----------------------------------------------------------------------------------- */

/* CSV by any keys has only the innermost groups, sorted over all; call stacks have all callers. */
static bool is_flat(const struct gau_hotspots_table *table)
{
    return table->view->preset->by_any_keys && gau_table_format_is_csv(table->format);
}

void gau_hotspots_tree_write(struct gau_hotspots_table *table,
                             const struct gau_hotspots_grouping *grouping,
                             const struct gau_hotspots_grouping *all)
{
    struct tree tree = {.table = table, .grouping = grouping, .all = all};
    const struct gau_hotspots_group *const root = &grouping->groups[0];

    for (uint32_t i = 0; i < root->count; i++) {
        const struct gau_hotspots_group *const group = gau_hotspots_child(grouping, root, i);

        if (group->total.weight_ns > tree.longest_ns)
            tree.longest_ns = group->total.weight_ns;
    }
    if (all)
        put_subject(&tree);
    if (is_flat(table))
        write_innermost(&tree);
    else
        put_rows(&tree);
    if (table->view->preset->finish)
        table->view->preset->finish(table, grouping);
}
