/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_CSV_CSV_INPUT_H
#define GAUDIT_ALGORITHMS_CSV_CSV_INPUT_H

#include "csv.h"

/* Where a row of a batch is, and where it was in the file. */
struct gau_csv_kept_row {
    size_t begin, length; /* in the batch's text */
    uint64_t line, number;
};

/*
 * What a worker has of a table: rows of some events, which it takes under the lock of the input,
 * and, of the event that it works on, the columns. Only that worker uses it.
 */
struct gau_csv_batch {
    struct gau_csv_bad_rows bad_rows; /* found by decoding */
    uint64_t rows_read;               /* in events that were read */
    struct gau_csv_kept_row *rows;
    size_t n_rows, capacity;
    char *text; /* of all of them, one behind the other, each with a line's end */
    size_t length, room;
    const char *uncopied; /* in the reader: what belongs behind the copied bytes; NULL: nothing */
    size_t copied;
    size_t *ends; /* of each event, in rows */
    size_t n_ends, ends_capacity;
    size_t next, begin, end; /* the event that is read next; rows of the one being decoded */
    double *values;          /* columns, one behind the other, also those of string ids */
    size_t values_capacity;
};

struct gau_csv_input {
    gau_strings files, text;
    char *key;
    int64_t merge, repeat;
    int on_bad_row;

    struct gau_csv_table *tables;
    struct gau_csv_batch *batches; /* one per worker and table */
    size_t n_tables, n_batches;
    locale_t c;
    int64_t pass;         /* from 0 */
    uint64_t pass_events; /* in this pass */
    uint64_t events;      /* in all passes */
    uint64_t estimate;    /* of all there will be; 0: none yet; atomic */
    bool ended;
    gau_status ahead;      /* failure behind the rows of an event, ... */
    gau_error ahead_error; /* ... which the next event reports */
};

/* The steps of its life; see csv_input.c for what it does. */
gau_status gau_csv_input_initialize(void *self, gau_context *ctx);
gau_status gau_csv_input_start(void *self, gau_context *ctx);
void gau_csv_input_release(void *self);
gau_status gau_csv_input_take(void *self, uint64_t *n, gau_context *ctx);

/* Those of a worker, one per table. */
static inline struct gau_csv_batch *gau_csv_batches_of(const struct gau_csv_input *csv,
                                                       const gau_context *ctx)
{
    return &csv->batches[ctx->worker * csv->n_tables];
}

#endif
