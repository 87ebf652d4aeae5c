/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_CSV_CSV_INPUT_H
#define GAUDIT_ALGORITHMS_CSV_CSV_INPUT_H

#include "csv.h"

/* The rows of the event that is being read; the private objects that carry them to decode(), and
 * what is decoded. */
struct gau_csv_batch {
    struct gau_csv_row *rows;
    size_t n_rows, capacity;
    char *text; /* of all of them, one behind the other */
    size_t length, room;
    gau_key rows_key, text_key, values_key;
};

struct gau_csv_input {
    gau_strings files, text;
    char *key;
    int64_t merge, repeat;
    int on_bad_row;

    struct gau_csv_table *tables;
    struct gau_csv_batch *batches; /* one per table */
    size_t n_tables;
    struct gau_csv_bad_rows *bad_rows; /* one per worker and table, where decode() counts */
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

#endif
