/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison.h"
#include "relative_ratio.h"

#include <math.h>
#include <stdlib.h>

/* The rows of interleaved runs, as they are made relative to one another. */
struct related {
    struct gau_comparison *comparison;
    struct gau_comparison_row **rows; /* those that are in every run */
    struct gau_relative_ratio *ratios;
    struct gau_relative_runs runs;
    double *numbers; /* logarithms of both sides, and times */
};

static bool is_in_every_run(const struct gau_matrix *matrix, const struct gau_matrix_row *row)
{
    return !row->sparse && row->count[0] == matrix->n_runs[0] && row->count[1] == matrix->n_runs[1];
}

static bool make_room(struct related *related)
{
    const struct gau_matrix *const matrix = related->comparison->matrix;

    related->rows = calloc(matrix->n + 1, sizeof(struct gau_comparison_row *));
    related->ratios = calloc(matrix->n + 1, sizeof *related->ratios);
    related->numbers = calloc((gau_matrix_runs(matrix) + 1) * matrix->n + 1, sizeof(double));
    return related->rows && related->ratios && related->numbers;
}

static void choose_rows(struct related *related)
{
    struct gau_comparison *const comparison = related->comparison;

    for (size_t i = 0; i < comparison->matrix->n; i++)
        if (is_in_every_run(comparison->matrix, comparison->rows[i].row))
            related->rows[related->runs.rows++] = &comparison->rows[i];
}

static void fill_runs(struct related *related)
{
    const struct gau_matrix *const matrix = related->comparison->matrix;
    struct gau_relative_runs *const runs = &related->runs;
    double *at = related->numbers;

    for (int side = 0; side < 2; side++) {
        runs->n[side] = matrix->n_runs[side];
        runs->logs[side] = at;
        for (size_t run = 0; run < runs->n[side]; run++)
            for (size_t i = 0; i < runs->rows; i++)
                *at++ = log(related->rows[i]->row->values[side][run]);
    }
    runs->times = at;
    for (size_t i = 0; i < runs->rows; i++)
        *at++ = related->rows[i]->seconds[GAU_BASELINE];
}

static void set_common(struct related *related, const struct gau_relative_ratio *common)
{
    struct gau_comparison *const comparison = related->comparison;
    const struct gau_estimate estimate = {.log_ratio = common->log_ratio,
                                          .variance = common->variance,
                                          .degrees_of_freedom = {common->degrees_of_freedom}};

    comparison->is_adjusted = true;
    comparison->common = gau_estimate_interval(&estimate, 1 - GAU_LEVEL);
}

static bool relate_rows(struct related *related)
{
    struct gau_relative_ratio common;

    if (!make_room(related))
        return false;
    choose_rows(related);
    if (related->runs.rows < GAU_RELATIVE_ROWS_MIN)
        return true;
    fill_runs(related);
    if (!gau_relative_ratios(related->ratios, &common, &related->runs))
        return false;
    for (size_t i = 0; i < related->runs.rows; i++) {
        related->rows[i]->has_own_ratio = related->ratios[i].is_raw;
        gau_estimate_relate(&related->rows[i]->estimate, &related->ratios[i], &related->runs);
    }
    set_common(related, &common);
    return true;
}

bool gau_comparison_relate_rows(struct gau_comparison *comparison, bool pairs)
{
    struct related related = {.comparison = comparison, .runs.pairs = pairs};
    const bool done = relate_rows(&related);

    free(related.rows);
    free(related.ratios);
    free(related.numbers);
    return done;
}
