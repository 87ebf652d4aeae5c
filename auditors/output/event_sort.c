/* SPDX-License-Identifier: Apache-2.0 */
#include "event_sort.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of the item with that index. */
static unsigned char *item_at(const struct event_sort *sort, unsigned char *items, size_t i)
{
    return items + i * sort->item;
}

static int write_events(const struct event_sort *sort, const struct descriptor *file,
                        const unsigned char *events, size_t count, uint64_t at)
{
    return gau_temporary_file_write(file, events, count * sort->item, at * sort->item);
}

static int read_events(const struct event_sort *sort, unsigned char *events, size_t count,
                       uint64_t at)
{
    return gau_temporary_file_read(&sort->file, events, count * sort->item, at * sort->item);
}

/* --- order --------------------------------------------------------------------------------- */

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_numbers(const void *one, const void *other)
{
    const struct event_key *const a = one, *const b = other;
    const int order = compare(a->number, b->number);

    return order ? order : compare(a->start, b->start);
}

static int compare_starts(const void *one, const void *other)
{
    const struct event_key *const a = one, *const b = other;
    const int order = compare(a->start, b->start);

    return order ? order : compare(a->number, b->number);
}

static bool is_before(const struct event_sort *sort, const void *a, const void *b)
{
    return (sort->by_start ? compare_starts : compare_numbers)(a, b) < 0;
}

static void sort_batch(struct event_sort *sort)
{
    size_t i = 1;

    while (i < sort->used &&
           !is_before(sort, item_at(sort, sort->batch, i), item_at(sort, sort->batch, i - 1)))
        i++;
    if (i < sort->used)
        qsort(sort->batch, sort->used, sort->item,
              sort->by_start ? compare_starts : compare_numbers);
}

/* --- runs ---------------------------------------------------------------------------------- */

/* The last of a batch stay, so that events of several workers, which are nearly in order, are one
 * run. */
static size_t kept(const struct event_sort *sort)
{
    return sort->size / 4;
}

static int begin_run(struct event_sort *sort)
{
    uint64_t *grown;

    if (sort->runs == sort->capacity) {
        sort->capacity = sort->capacity ? 2 * sort->capacity : 16;
        grown = realloc(sort->ends, sort->capacity * sizeof *grown);
        if (!grown)
            return ENOMEM;
        sort->ends = grown;
    }
    sort->ends[sort->runs] = gau_event_sort_count(sort);
    sort->runs++;
    return 0;
}

/* Appends to the last run of @p sort, whose file need not be that of @p file. */
static int append(struct event_sort *sort, const struct descriptor *file, unsigned char *events,
                  size_t count, uint64_t *end, bool is_first)
{
    int error;

    for (size_t i = 0; i < count && !sort->by_start && !sort->has_twice; i++) {
        const struct event_key *const key = (const void *)item_at(sort, events, i);
        const struct event_key *const before =
            i > 0 ? (const void *)item_at(sort, events, i - 1) : &sort->last;

        sort->has_twice = (i > 0 || !is_first) && before->number == key->number;
        sort->twice = key->number;
    }
    error = write_events(sort, file, events, count, *end);
    if (count > 0)
        memcpy(&sort->last, item_at(sort, events, count - 1), sizeof sort->last);
    *end += count;
    return error;
}

/* Sorts the batch, and writes the first @p count of it. */
static int write_batch(struct event_sort *sort, size_t count)
{
    bool is_new;
    int error = 0;

    if (count == 0)
        return 0;
    sort_batch(sort);
    is_new = sort->runs == 0 || is_before(sort, sort->batch, &sort->last);
    if (is_new)
        error = begin_run(sort);
    if (!error)
        error = append(sort, &sort->file, sort->batch, count, &sort->ends[sort->runs - 1], is_new);
    sort->used -= count;
    memmove(sort->batch, item_at(sort, sort->batch, count), sort->used * sort->item);
    return error;
}

/* --- merging ------------------------------------------------------------------------------- */

/* A run that is merged; its next events are in a part of the batch. */
struct source {
    unsigned char *events;
    size_t at, count;
    uint64_t next, end; /* in the file */
};

struct merge {
    struct event_sort *sort;
    struct descriptor file; /* the runs after this pass */
    uint64_t end;           /* of them */
    size_t part;            /* events of a source, and of the output, in memory */
    unsigned char *output;
    size_t used;
    bool is_first; /* nothing of this run is in the file */
    struct source sources[SORT_RUNS];
    uint32_t heap[SORT_RUNS]; /* sources, that with the first event at the top */
    uint32_t n;
};

static int fill_source(struct merge *merge, struct source *source)
{
    const uint64_t left = source->end - source->next;

    source->at = 0;
    source->count = left < merge->part ? (size_t)left : merge->part;
    source->next += source->count;
    return read_events(merge->sort, source->events, source->count, source->next - source->count);
}

static bool is_above(const struct merge *merge, uint32_t a, uint32_t b)
{
    const struct source *const one = &merge->sources[merge->heap[a]];
    const struct source *const other = &merge->sources[merge->heap[b]];

    return is_before(merge->sort, item_at(merge->sort, one->events, one->at),
                     item_at(merge->sort, other->events, other->at));
}

static void sift_down(struct merge *merge, uint32_t i)
{
    for (uint32_t child; (child = 2 * i + 1) < merge->n; i = child) {
        uint32_t moved;

        if (child + 1 < merge->n && is_above(merge, child + 1, child))
            child++;
        if (!is_above(merge, child, i))
            return;
        moved = merge->heap[i];
        merge->heap[i] = merge->heap[child];
        merge->heap[child] = moved;
    }
}

static int flush_output(struct merge *merge)
{
    const int error =
        append(merge->sort, &merge->file, merge->output, merge->used, &merge->end, merge->is_first);

    merge->is_first = false;
    merge->used = 0;
    return error;
}

/* Moves the first event to the output. */
static int take_first(struct merge *merge)
{
    struct source *const source = &merge->sources[merge->heap[0]];
    int error = 0;

    memcpy(item_at(merge->sort, merge->output, merge->used++),
           item_at(merge->sort, source->events, source->at++), merge->sort->item);
    if (merge->used == merge->part)
        error = flush_output(merge);
    if (!error && source->at == source->count)
        error = fill_source(merge, source);
    if (source->count == 0)
        merge->heap[0] = merge->heap[--merge->n];
    sift_down(merge, 0);
    return error;
}

/* Merges @p n runs from @p first on into one. */
static int merge_runs(struct merge *merge, size_t first, uint32_t n)
{
    const struct event_sort *const sort = merge->sort;
    int error = 0;

    merge->n = n;
    merge->is_first = true;
    for (uint32_t i = 0; i < n && !error; i++) {
        merge->heap[i] = i;
        merge->sources[i] = (struct source){
            .events = item_at(sort, sort->batch, i * merge->part),
            .next = first + i > 0 ? sort->ends[first + i - 1] : 0,
            .end = sort->ends[first + i],
        };
        error = fill_source(merge, &merge->sources[i]);
    }
    for (uint32_t i = n / 2; i > 0 && !error; i--)
        sift_down(merge, i - 1);
    while (merge->n > 0 && !error)
        error = take_first(merge);
    return error ? error : flush_output(merge);
}

/* Merges all runs into at most 1 / SORT_RUNS as many. */
static int merge_once(struct merge *merge)
{
    struct event_sort *const sort = merge->sort;
    size_t runs = 0;
    int error = gau_temporary_file_make(&merge->file, sort->beside);

    merge->end = 0;
    merge->part = sort->size / ((sort->runs < SORT_RUNS ? sort->runs : SORT_RUNS) + 1);
    merge->output = item_at(sort, sort->batch, sort->size - merge->part);
    for (size_t first = 0; first < sort->runs && !error; first += SORT_RUNS) {
        const size_t left = sort->runs - first;

        error = merge_runs(merge, first, left < SORT_RUNS ? (uint32_t)left : SORT_RUNS);
        /* Its place in the list was read before. */
        sort->ends[runs++] = merge->end;
    }
    sort->runs = runs;
    gau_private_fd_close(&sort->file);
    sort->file = merge->file;
    return error;
}

/* --- the whole ----------------------------------------------------------------------------- */

int gau_event_sort_begin(struct event_sort *sort, const char *beside, size_t item, size_t batch,
                         bool by_start)
{
    *sort = (struct event_sort){.beside = beside,
                                .item = item,
                                .size = batch,
                                .by_start = by_start,
                                .file = DESCRIPTOR_NONE};
    sort->batch = malloc(batch * item);
    return sort->batch ? gau_temporary_file_make(&sort->file, beside) : ENOMEM;
}

int gau_event_sort_add(struct event_sort *sort, const void *event)
{
    memcpy(item_at(sort, sort->batch, sort->used++), event, sort->item);
    return sort->used == sort->size ? write_batch(sort, sort->size - kept(sort)) : 0;
}

int gau_event_sort_end(struct event_sort *sort)
{
    struct merge *merge;
    int error = write_batch(sort, sort->used);

    if (error || sort->runs <= 1)
        return error;
    merge = calloc(1, sizeof *merge);
    if (!merge)
        return ENOMEM;
    merge->sort = sort;
    while (sort->runs > 1 && !error)
        error = merge_once(merge);
    free(merge);
    return error;
}

uint64_t gau_event_sort_count(const struct event_sort *sort)
{
    return sort->runs > 0 ? sort->ends[sort->runs - 1] : 0;
}

int gau_event_sort_read(struct event_sort *sort, uint64_t first, const void **events, size_t *count)
{
    const uint64_t left = gau_event_sort_count(sort) - first;

    *events = sort->batch;
    *count = left < SORT_BATCH_LEAST ? (size_t)left : SORT_BATCH_LEAST;
    return read_events(sort, sort->batch, *count, first);
}

void gau_event_sort_clear(struct event_sort *sort)
{
    gau_private_fd_close(&sort->file);
    free(sort->batch);
    free(sort->ends);
}
