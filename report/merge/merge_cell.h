/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_MERGE_CELL_H
#define GAUDIT_REPORT_MERGE_MERGE_CELL_H

#include "merge_bins.h"
#include "merge_rules.h"

#include "table/exact_sum.h"

/* What one field of the merged document, or of one of its rows, has so far. Zeroed memory has
 * nothing. */
struct gau_merge_cell {
    uint32_t n;      /* rows that had a value */
    bool seen;       /* some row had the key */
    bool real;       /* some value was no whole number */
    bool has_first;  /* a sum of one real number so far, in `number` */
    bool differs;    /* of values that must be the same */
    int64_t integer; /* sum, least or largest of whole numbers */
    double number;   /* least or largest; of GAU_MERGE_AT, that of the other field */
    json_t *value;
    char *source;              /* of GAU_MERGE_AT: the result that the value is from */
    struct gau_exact_sum *sum; /* NULL: of no numbers */
    struct gau_merge_bins bins;
};

/* Where a value is from. */
struct gau_merge_origin {
    const char *document; /* its name */
    const char *source;   /* the result */
    const json_t *root;   /* all of the document */
    double tick_s;        /* of its histograms */
    bool is_sum;          /* of the rows of all results: they are from none */
};

/* Adds the value that a row has. False: it does not fit the rule, or memory is out; see @p error.
 */
bool gau_merge_cell_add(struct gau_merge_cell *cell, const struct gau_merge_field *field,
                        const json_t *row, const struct gau_merge_origin *origin, gau_error *error);

/* The value of a sum, min, or max; 0: it has none. */
double gau_merge_cell_number(const struct gau_merge_cell *cell);

void gau_merge_cell_clear(struct gau_merge_cell *cell);

/* --- a row --------------------------------------------------------------------------------- */

/* Cells of the fields of a table, in their order. */
struct gau_merge_row {
    struct gau_merge_cell *cells;
    uint32_t n_cells;
    uint32_t n;      /* rows that were merged */
    int64_t order;   /* the least number of such a row, or of such a branch */
    uint32_t parent; /* of a branch: number of its row plus 1; 0: none */
    bool is_sum;     /* of all results, in a table that has a row for each */
    char *key;
};

struct gau_merge_row_fields {
    const struct gau_merge_row *row;
    const struct gau_merge_field *fields;
    uint32_t n;
};

/* Puts the merged fields into an object, in the order of their numbers @p shown. @p document: the
 * fields of the document that the row is in. False: out of memory. */
bool gau_merge_row_put(json_t *object, const struct gau_merge_row_fields *of,
                       const struct gau_merge_row_fields *document, const uint32_t *shown);

#endif
