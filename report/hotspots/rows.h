/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_ROWS_H
#define GAUDIT_REPORT_HOTSPOTS_ROWS_H

/**
 * @file rows.h
 * Samples in rows that overlap: those of a function with all that it calls, of a call from one
 * module into another. A sample is in as many rows as its call stack says, in each once; that of a
 * group (grouping.h) is in one, and in those above it. Errors are those of errors.h.
 */

#include "filter.h"

#include "report/symbols/texts.h"

struct gau_hot_row {
    uint32_t parent;       /* the row that this one is below; that of the root, 0, is 0 */
    uint32_t depth;        /* 0: the root */
    uint32_t first, count; /* rows below it, in gau_hot_rows.order */
    uint64_t a, b;         /* what it is; rows with the same parent, a and b are one */
    uint32_t merged;       /* what the limit left out: the row that has its samples; 0: it is one */
    bool others;           /* it has such samples */
    bool is_own;           /* it is what another row has of its own, and in no order */
    uint32_t own;          /* what this row has of its own: gau_hot_rows_put_own(). 0: nothing */
    uint64_t samples, weight_ns;
    double error_ns;
    double share_error_ns; /* its part of the root's weight has this error over that weight */
};

struct gau_hot_rows;

/**
 * Puts a call stack into rows with gau_hot_rows_put(). False: samples of it do not count; else they
 * are in the root, too. It is asked once for each stack.
 */
typedef bool gau_hot_rows_of(struct gau_hot_rows *rows, uint32_t stack, const void *user);

struct gau_hot_rows {
    struct gau_hot_row *items;
    uint32_t count;
    uint32_t *order; /* rows below one stand side by side, the longest time first */
    struct gau_hot_result *result;
    struct gau_hot_rows_work *work;
};

/** What rows are made of. */
struct gau_hot_rows_wish {
    const struct gau_hot_filter *filter;
    gau_hot_rows_of *rows_of;
    const void *user;
    size_t limit; /* rows below each one, and one for the others; 0: all */
};

/** False: no memory; see @p error. Free them with the next in any case. */
bool gau_hot_rows_make(struct gau_hot_rows *rows, struct gau_hot_result *result,
                       const struct gau_hot_rows_wish *wish, struct gau_view_error *error);
void gau_hot_rows_clear(struct gau_hot_rows *rows);

/** The row of that kind below @p parent; the stack is in it. 0: no memory, which is remembered. */
uint32_t gau_hot_rows_put(struct gau_hot_rows *rows, uint32_t parent, uint64_t a, uint64_t b);

/** A row for what row @p number has of its own; the stack is in it. It stays one when rows are
 * merged. */
void gau_hot_rows_put_own(struct gau_hot_rows *rows, uint32_t number);

/** What a row has of its own; a row of nothing if there is nothing. */
const struct gau_hot_row *gau_hot_rows_own(const struct gau_hot_rows *rows,
                                           const struct gau_hot_row *row);

/** Row number @p i below a row. */
static inline const struct gau_hot_row *gau_hot_rows_below(const struct gau_hot_rows *rows,
                                                           const struct gau_hot_row *row,
                                                           uint32_t i)
{
    return &rows->items[rows->order[row->first + i]];
}

#endif
