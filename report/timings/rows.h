/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMINGS_ROWS_H
#define GAUDIT_REPORT_TIMINGS_ROWS_H

#include "timings.h"

#include "report/views/fields.h"

/* A row of one of the two tables of a document. */
struct gau_timing_source {
    struct gau_fields fields;
    const char *path, *root, *name;
    bool is_root;
    size_t rank; /* in the order of the tables and their trees */
};

/* Reads the rows of a timer's document. False: see the error of @p fields. */
bool gau_timing_rows_read(struct gau_timings *out, const struct gau_fields *fields);

/* The order of gau_timings.by_path: by path, then branches before roots, then by root. */
int gau_timing_compare(const struct gau_timing *row, const struct gau_timing_source *other);

#endif
