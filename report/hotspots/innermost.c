/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

#include "report/views/document.h"

#include <stdlib.h>

struct row {
    const struct gau_hot_group *group;
    double measure;
    size_t number;
};

/* Falling over all rows; those that are equal stay in the order of the tree. */
static int in_order(const void *a, const void *b)
{
    const struct row *const left = a, *const right = b;

    if (left->measure != right->measure)
        return left->measure < right->measure ? 1 : -1;
    return (left->number > right->number) - (left->number < right->number);
}

static size_t take_rows(const struct gau_hot_tree *tree, struct row *rows)
{
    struct gau_hot_visit visit = {.grouping = tree->grouping};
    size_t count = 0;

    while (gau_hot_visit_next(&visit)) {
        if (visit.group.own_samples == 0)
            continue;
        rows[count] = (struct row){.group = &tree->grouping->groups[visit.path[visit.depth].group],
                                   .measure = gau_hot_sort_value(&visit.group,
                                                                 tree->sheet->query->sort, true),
                                   .number = count};
        count++;
    }
    qsort(rows, count, sizeof *rows, in_order);
    return count;
}

/* The functions of one group of a call stack. */
static void put_functions(const struct gau_hot_tree *tree, const struct gau_hot_group *group,
                          FILE *out)
{
    const struct gau_hot_sheet *const sheet = tree->sheet;
    char room[GAU_HOT_TEXT_SIZE];

    fputs(gau_hot_group_text(sheet->result, sheet->query, group, room, sizeof room), out);
    for (uint32_t i = 0; i < group->tail_count; i++)
        fprintf(out, " <- %s",
                gau_hot_function_name(sheet->result, tree->grouping->tails[group->tail + i]));
}

/* A group, with those of its call stack above it: "f <- g <- main". */
static void put_name(const struct gau_hot_tree *tree, const struct gau_hot_group *group, FILE *out)
{
    const struct gau_hot_group *path[GAU_HOT_FRAMES_MAX];
    const uint32_t level = group->level;
    size_t count = 0;

    for (; group->level == level && count < GAU_HOT_FRAMES_MAX;
         group = &tree->grouping->groups[group->parent])
        path[count++] = group;
    for (size_t i = count; i-- > 0;) {
        fputs(i + 1 < count ? " <- " : "", out);
        put_functions(tree, path[i], out);
    }
    fputc('\0', out);
}

static void put_row(const struct gau_hot_tree *tree, const struct gau_hot_group *group,
                    const char *name)
{
    const struct gau_hot_measure self = gau_hot_self_of(tree->grouping, group);

    gau_hot_sheet_row(tree->sheet, 0);
    gau_hot_tree_put(tree, group, name);
    gau_hot_tree_measure(tree, &self, &self);
}

void gau_hot_tree_write_innermost(struct gau_hot_tree *tree)
{
    struct row *const rows = calloc(tree->grouping->group_count, sizeof *rows);
    const size_t count = rows ? take_rows(tree, rows) : 0;
    char *name = NULL;
    size_t size = 0;
    FILE *const stream = open_memstream(&name, &size); /* one for all: it is filled with zeros */
    bool done = rows && stream;

    for (size_t i = 0; done && i < count; i++) {
        rewind(stream);
        put_name(tree, rows[i].group, stream);
        done = fflush(stream) == 0;
        if (done)
            put_row(tree, rows[i].group, name);
    }
    if (!done)
        gau_view_fail(tree->sheet->error, GAU_VIEW_FAILED, "no memory for the view of '%.*s'",
                      GAU_VIEW_QUOTE(tree->sheet->result->folder));
    if (stream)
        fclose(stream);
    free(name);
    free(rows);
}
