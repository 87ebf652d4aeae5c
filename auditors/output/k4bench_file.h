/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_OUTPUT_K4BENCH_FILE_H
#define GAUDIT_AUDITORS_OUTPUT_K4BENCH_FILE_H

#include "event_output.h"
#include "event_sort.h"
#include "trace/trace_reader.h"

#include <stdio.h>

/*
 * Files of k4Bench (https://github.com/key4hep/k4Bench), schema 1: an array for each quantity, in
 * the order of events. The events are sorted into a temporary file, of which each array is a pass,
 * so that any number of them takes the same memory. Numbers of events count from 0 there.
 */

/* The events of a file; it is the user of the visitor. A format may have more behind it. */
struct k4bench_events {
    const struct event_output *output;
    struct event_sort sort;
    double tick_s;
    uint64_t read; /* events, with those that are left out */
    int error;     /* of the visitor: an errno */
};

struct k4bench_format {
    size_t item; /* bytes of an event in the sorting; it begins with struct event_key */
    /* Called before events are read, which happens twice if numbers occur twice; returns 0 or an
     * errno. NULL: nothing to be done. */
    int (*begin)(struct k4bench_events *events);
    const struct gau_trace_visitor *visitor; /* adds events to the sorting */
    /* What is between the schema and the first array, each key preceded by a comma. */
    void (*write_head)(FILE *out, const struct k4bench_events *events, const gau_context *ctx);
    const char *const *keys; /* of the arrays: the numbers of events first */
    size_t n_keys;
    /* The element of array @p key; returns 0 or an errno. */
    int (*write_value)(FILE *out, struct k4bench_events *events, size_t key, const void *item);
};

/* Writes k4Bench's file of @p output, if it has one. What goes wrong is a warning. */
void gau_k4bench_write(struct event_output *output, const struct k4bench_format *format,
                       struct k4bench_events *events, const gau_context *ctx);

#endif
