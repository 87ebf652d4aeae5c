/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HTML_PAGE_ROWS_H
#define GAUDIT_REPORT_HTML_PAGE_ROWS_H

/**
 * @file page_rows.h
 * The columns of samples of a page. A row is a sample, or in a long run all samples of one thread,
 * task and place in a bin of the time.
 */

#include "documents/json_bytes.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct gau_page_rows {
    struct gau_page_row {
        uint64_t time_us, weight_ns;
        uint32_t thread, task, place;
        uint32_t count; /* of its samples */
        uint32_t runs;  /* of these: parts that follow each other in the thread */
    } * items;          /* in the order of threads, and of time in each */
    uint32_t count;
    uint64_t
        bin_us; /* the width of bins, whose beginnings are multiples of it; 0: there are none */
};

/**
 * Joins rows in the narrowest bins, of 1, 2, 5, 10, ... ms, with which there are at most @p most;
 * if there are none, in one bin of all the time. With no more rows nothing changes. The rows of a
 * bin are in the order of their first samples. False: out of memory.
 */
bool gau_page_rows_join(struct gau_page_rows *rows, uint32_t most);

/** Writes the fields "columns" and "bin_us"; @p has_values: the values of columns, else their
 * number. */
void gau_page_rows_write(const struct gau_page_rows *rows, bool has_values, FILE *out);

/** Appends the columns one after another, see gau_page_samples_put_columns(). */
void gau_page_rows_put(const struct gau_page_rows *rows, struct gau_json_bytes *bytes);

void gau_page_rows_clear(struct gau_page_rows *rows);

#endif
