/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_OUTPUT_EVENT_SORT_H
#define GAUDIT_AUDITORS_OUTPUT_EVENT_SORT_H

#include "temporary_file.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Sorts any number of events, all of one size, in the same memory: a batch of them at a time is
 * sorted and written to a temporary file as a run, and the runs are merged, SORT_RUNS at a time,
 * until there is one. A batch that continues the last run makes it longer: events that come nearly
 * in order, such as those of several workers, are never merged.
 */

enum { SORT_BATCH_LEAST = 1024, SORT_RUNS = 255 };

/* What each event begins with. */
struct event_key {
    uint64_t number, start;
};

struct event_sort {
    const char *beside; /* what the name of a temporary file begins with */
    bool by_start;      /* in order of their start; else of their numbers */
    bool has_twice;     /* a number that occurs twice; not looked for in order of the start */
    uint64_t twice;
    size_t item; /* bytes of an event */
    unsigned char *batch;
    size_t size, used;      /* of it, in events */
    struct descriptor file; /* the runs, one after another */
    uint64_t *ends;         /* of each run, in events */
    size_t runs, capacity;
    struct event_key last; /* in the last run */
};

/* Begins, with @p batch events of @p item bytes in memory, SORT_BATCH_LEAST or more. All return 0
 * or an errno; gau_event_sort_clear() is due in any case. */
int gau_event_sort_begin(struct event_sort *sort, const char *beside, size_t item, size_t batch,
                         bool by_start);

int gau_event_sort_add(struct event_sort *sort, const void *event);

/* Ends the sorting; gau_event_sort_read() is possible from then on. */
int gau_event_sort_end(struct event_sort *sort);

/* Returns how many events there are. */
uint64_t gau_event_sort_count(const struct event_sort *sort);

/* The events from @p first on, at most SORT_BATCH_LEAST: *count of them, 0 at the
 * end. They are valid until the next call. */
int gau_event_sort_read(struct event_sort *sort, uint64_t first, const void **events,
                        size_t *count);

void gau_event_sort_clear(struct event_sort *sort);

#endif
