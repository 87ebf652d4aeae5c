/* SPDX-License-Identifier: Apache-2.0 */
#include "rows_work.h"

#include <stdlib.h>
#include <string.h>

/* A row, with what qsort() has no other way to know. */
struct entry {
    const struct gau_hot_rows *rows;
    uint32_t row;
};

static int by_number(uint64_t x, uint64_t y)
{
    return (x > y) - (x < y);
}

/* The longest time first; of the same time, in the order of what they are. */
static int in_order(const void *left, const void *right)
{
    const struct entry *const x = left, *const y = right;
    const struct gau_hot_row *const a = &x->rows->items[x->row], *const b = &y->rows->items[y->row];
    int order = by_number(b->weight_ns, a->weight_ns);

    if (order == 0)
        order = by_number(a->a, b->a);
    return order ? order : by_number(a->b, b->b);
}

static void place(struct gau_hot_rows *rows, struct entry *entries)
{
    uint32_t first = 0;

    for (uint32_t i = 1; i < rows->count; i++)
        rows->items[rows->items[i].parent].count += !rows->items[i].is_own;
    for (uint32_t i = 0; i < rows->count; i++) {
        rows->items[i].first = first;
        first += rows->items[i].count;
        rows->items[i].count = 0;
    }
    for (uint32_t i = 1; i < rows->count; i++) {
        struct gau_hot_row *const parent = &rows->items[rows->items[i].parent];

        if (rows->items[i].is_own)
            continue;
        entries[parent->first + parent->count++] = (struct entry){.rows = rows, .row = i};
    }
}

/* The first row beyond the limit takes the samples of those behind it. */
static void merge(struct gau_hot_rows *rows, struct gau_hot_row *parent, size_t limit)
{
    const uint32_t keep = (uint32_t)limit;
    const uint32_t into = rows->order[parent->first + keep];

    if (parent->count <= limit)
        return;
    for (uint32_t i = keep; i < parent->count; i++)
        rows->items[rows->order[parent->first + i]].merged = into;
    rows->items[into].merged = 0;
    rows->items[into].others = true;
    rows->items[into].count = 0;
    parent->count = keep + 1;
}

/* What a merged row has of its own becomes that of the row it is merged with. */
static void inherit_own(struct gau_hot_rows *rows, uint32_t own)
{
    const uint32_t into = rows->items[rows->items[own].parent].merged;

    if (into == 0)
        return;
    if (rows->items[into].own == 0)
        rows->items[into].own = own;
    else
        rows->items[own].merged = rows->items[into].own;
    rows->items[rows->items[into].own].others = true;
}

/* Rows below one that was merged are merged with it; they stand behind it. */
static void inherit(struct gau_hot_rows *rows)
{
    for (uint32_t i = 1; i < rows->count; i++) {
        const uint32_t parent = rows->items[i].parent;

        if (rows->items[i].is_own)
            inherit_own(rows, i);
        else if (rows->items[parent].merged)
            rows->items[i].merged = rows->items[parent].merged;
        else if (rows->items[parent].others)
            rows->items[i].merged = parent;
    }
}

static void shorten(struct gau_hot_rows *rows, uint32_t *list)
{
    struct gau_hot_rows_work *const work = rows->work;
    uint32_t count = 0;

    work->list_number++;
    for (uint32_t n = 1; n <= list[0]; n++) {
        const uint32_t merged = rows->items[list[n]].merged;
        const uint32_t row = merged ? merged : list[n];

        if (work->seen[row] == work->list_number)
            continue;
        work->seen[row] = work->list_number;
        list[++count] = row;
    }
    list[0] = count;
}

/* Sums of merged rows may overlap: they are added up again. */
static void add_up_again(struct gau_hot_rows *rows)
{
    const struct gau_profile *const profile = rows->result->profile;
    const struct gau_hot_rows_work *const work = rows->work;

    for (uint32_t stack = 0; stack < profile->stack_count; stack++)
        if (work->lists[stack])
            shorten(rows, work->pool + work->lists[stack]);
    for (uint32_t i = 0; i < rows->count; i++)
        if (rows->items[i].others)
            rows->items[i].samples = rows->items[i].weight_ns = 0;
    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const uint32_t *const list = work->pool + work->taken[i];

        if (work->taken[i] == GAU_HOT_ROWS_NONE || work->taken[i] == GAU_HOT_ROWS_NO_TIME)
            continue;
        for (uint32_t n = 1; n <= list[0]; n++) {
            if (!rows->items[list[n]].others)
                continue;
            rows->items[list[n]].samples++;
            rows->items[list[n]].weight_ns += profile->samples[i].weight_ns;
        }
    }
}

bool gau_hot_rows_arrange(struct gau_hot_rows *rows, size_t limit)
{
    struct entry *const entries = calloc(rows->count, sizeof *entries);

    rows->order = calloc(rows->count, sizeof *rows->order);
    if (!entries || !rows->order) {
        free(entries);
        return false;
    }
    place(rows, entries);
    for (uint32_t i = 0; i < rows->count; i++)
        if (rows->items[i].count > 1)
            qsort(entries + rows->items[i].first, rows->items[i].count, sizeof *entries, in_order);
    for (uint32_t i = 0; i < rows->count; i++)
        rows->order[i] = entries[i].row;
    free(entries);
    for (uint32_t i = 0; limit && i < rows->count; i++)
        merge(rows, &rows->items[i], limit);
    if (limit) {
        inherit(rows);
        add_up_again(rows);
    }
    return true;
}
