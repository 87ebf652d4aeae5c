/* SPDX-License-Identifier: Apache-2.0 */
#include "rows_work.h"

#include "report/views/document.h"

#include <stdlib.h>

/* --- rows ---------------------------------------------------------------------------------- */

static uint32_t find(const struct gau_hot_rows *rows, uint64_t key, uint32_t parent, uint64_t a,
                     uint64_t b)
{
    uint32_t step = 0;
    uint32_t known;

    while ((known = gau_map_next(&rows->work->map, key, &step))) {
        const struct gau_hot_row *const row = &rows->items[known];

        if (row->parent == parent && row->a == a && row->b == b)
            return known;
    }
    return 0;
}

static uint32_t add(struct gau_hot_rows *rows, uint64_t key, const struct gau_hot_row *row)
{
    struct gau_hot_rows_work *const work = rows->work;

    if (!gau_grow(&rows->items, rows->count, &work->row_size, sizeof *rows->items) ||
        !gau_grow(&work->seen, work->seen_count, &work->seen_size, sizeof *work->seen) ||
        (rows->count > 0 && !row->is_own && !gau_map_add(&work->map, key, rows->count))) {
        work->failed = true;
        return 0;
    }
    work->seen[work->seen_count++] = 0;
    rows->items[rows->count] = *row;
    return rows->count++;
}

/* In the list that is being made, unless it is there. */
static void append(struct gau_hot_rows *rows, uint32_t row)
{
    struct gau_hot_rows_work *const work = rows->work;

    if (work->seen[row] == work->list_number)
        return;
    if (!gau_grow(&work->pool, work->pool_count, &work->pool_size, sizeof *work->pool)) {
        work->failed = true;
        return;
    }
    work->seen[row] = work->list_number;
    work->pool[work->pool_count++] = row;
}

uint32_t gau_hot_rows_put(struct gau_hot_rows *rows, uint32_t parent, uint64_t a, uint64_t b)
{
    const uint64_t key = gau_mix(gau_mix(parent, a), b);
    const struct gau_hot_row row = {
        .parent = parent, .depth = rows->items[parent].depth + 1, .a = a, .b = b};
    uint32_t number = find(rows, key, parent, a, b);

    if (number == 0)
        number = add(rows, key, &row);
    if (number > 0)
        append(rows, number);
    return number;
}

void gau_hot_rows_put_own(struct gau_hot_rows *rows, uint32_t number)
{
    const struct gau_hot_row row = {.parent = number, .is_own = true};
    uint32_t own = rows->items[number].own;

    if (own == 0)
        own = add(rows, 0, &row);
    if (own == 0)
        return;
    rows->items[number].own = own;
    append(rows, own);
}

const struct gau_hot_row *gau_hot_rows_own(const struct gau_hot_rows *rows,
                                           const struct gau_hot_row *row)
{
    static const struct gau_hot_row nothing;

    return row->own ? &rows->items[row->own] : &nothing;
}

/* --- lists --------------------------------------------------------------------------------- */

/* What does not count has an empty list. */
static void make_list(struct gau_hot_rows *rows, const struct gau_hot_rows_wish *wish,
                      uint32_t stack)
{
    struct gau_hot_rows_work *const work = rows->work;
    const uint32_t begin = work->pool_count;

    if (!gau_grow(&work->pool, work->pool_count, &work->pool_size, sizeof *work->pool)) {
        work->failed = true;
        return;
    }
    work->pool_count++;
    work->list_number++;
    append(rows, 0);
    if (!wish->rows_of(rows, stack, wish->user))
        work->pool_count = begin + 1;
    work->pool[begin] = work->pool_count - begin - 1;
    work->lists[stack] = begin;
}

/* Samples one after the other are often of one place: it is asked for when it changes. */
struct passing {
    struct gau_hot_place place;
    bool known, passes;
};

static bool passes(struct passing *last, const struct gau_hot_rows *rows,
                   const struct gau_hot_filter *filter, const struct gau_profile_sample *sample)
{
    const struct gau_hot_place place = {.stack = sample->stack,
                                        .task = sample->task,
                                        .thread = sample->thread};

    if (filter->count == 0)
        return true;
    if (!last->known || last->place.stack != place.stack || last->place.task != place.task ||
        last->place.thread != place.thread)
        *last = (struct passing){.place = place,
                                 .known = true,
                                 .passes = gau_hot_filter_passes(filter, rows->result, &place)};
    return last->passes;
}

static void take_samples(struct gau_hot_rows *rows, const struct gau_hot_rows_wish *wish)
{
    const struct gau_profile *const profile = rows->result->profile;
    struct gau_hot_rows_work *const work = rows->work;
    struct passing last = {0};

    for (uint32_t i = 0; i < profile->sample_count && !work->failed; i++) {
        const struct gau_profile_sample *const sample = &profile->samples[i];

        work->taken[i] = GAU_HOT_ROWS_NO_TIME;
        if (!gau_hot_filter_in_time(wish->filter, sample->time_ns))
            continue;
        work->taken[i] = GAU_HOT_ROWS_NONE;
        if (!passes(&last, rows, wish->filter, sample))
            continue;
        if (!work->lists[sample->stack])
            make_list(rows, wish, sample->stack);
        if (!work->failed && work->pool[work->lists[sample->stack]] > 0)
            work->taken[i] = work->lists[sample->stack];
    }
}

static void add_up(struct gau_hot_rows *rows)
{
    const struct gau_profile *const profile = rows->result->profile;
    const struct gau_hot_rows_work *const work = rows->work;

    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const uint32_t *list;

        if (work->taken[i] == GAU_HOT_ROWS_NONE || work->taken[i] == GAU_HOT_ROWS_NO_TIME)
            continue;
        list = work->pool + work->taken[i];
        for (uint32_t n = 1; n <= list[0]; n++) {
            rows->items[list[n]].samples++;
            rows->items[list[n]].weight_ns += profile->samples[i].weight_ns;
        }
    }
}

/* --- all of it ----------------------------------------------------------------------------- */

static bool make(struct gau_hot_rows *rows, const struct gau_hot_rows_wish *wish)
{
    const struct gau_profile *const profile = rows->result->profile;
    const struct gau_hot_row root = {0};
    struct gau_hot_rows_work *const work = rows->work;

    work->lists = calloc(profile->stack_count + (size_t)1, sizeof *work->lists);
    work->taken = calloc(profile->sample_count + (size_t)1, sizeof *work->taken);
    if (!work->lists || !work->taken ||
        !gau_grow(&work->pool, 0, &work->pool_size, sizeof *work->pool))
        return false;
    work->pool[work->pool_count++] = 0;
    add(rows, 0, &root);
    if (!work->failed)
        take_samples(rows, wish);
    if (work->failed)
        return false;
    add_up(rows);
    return gau_hot_rows_arrange(rows, wish->limit) && gau_hot_rows_errors(rows);
}

static void free_work(struct gau_hot_rows_work *work)
{
    if (!work)
        return;
    gau_map_clear(&work->map);
    free(work->pool);
    free(work->lists);
    free(work->taken);
    free(work->seen);
    free(work);
}

bool gau_hot_rows_make(struct gau_hot_rows *rows, struct gau_hot_result *result,
                       const struct gau_hot_rows_wish *wish, struct gau_view_error *error)
{
    bool done;

    *rows = (struct gau_hot_rows){.result = result};
    rows->work = calloc(1, sizeof *rows->work);
    done = rows->work && make(rows, wish);
    free_work(rows->work);
    rows->work = NULL;
    if (!done)
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the rows of %u samples",
                      result->profile->sample_count);
    return done;
}

void gau_hot_rows_clear(struct gau_hot_rows *rows)
{
    free(rows->items);
    free(rows->order);
    *rows = (struct gau_hot_rows){0};
}
