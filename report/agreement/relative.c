/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include <math.h>
#include <string.h>

/*
 * The columns of the paper on profiling with Intel VTune at CHEP 2012: the shares of the largest
 * algorithms, relative to the top one, by timer and by samples.
 */

enum { ROWS = 5 };

int gau_agreement_decimals(double error)
{
    return error >= 0.01 || error <= 0 ? 1 : error >= 0.001 ? 2 : 3;
}

enum column {
    EVENTS,
    TIMER,
    SAMPLED,
    ERROR,
    DIFFERENCE,
    Z,
    SAMPLES,
    SHARE_TIMER,
    SHARE_SAMPLED,
    SHARE_ERROR,
    BRANCH,
    N_COLUMNS
};

static const struct gau_column all_columns[N_COLUMNS] = {
    [EVENTS] = {.name = "Events", .key = "events", .type = GAU_COLUMN_INTEGER},
    [TIMER] = GAU_AGREEMENT_NUMBER("Timer", "timer_relative_percent", 1),
    [SAMPLED] = GAU_AGREEMENT_NUMBER("Sampled", "sampled_relative_percent", 1),
    [ERROR] = GAU_AGREEMENT_NUMBER("Error", "relative_error_percent", 1),
    [DIFFERENCE] = GAU_AGREEMENT_NUMBER("Diff.", "relative_difference_percent", 1),
    [Z] = GAU_AGREEMENT_NUMBER("z", "z", 1),
    [SAMPLES] = {.name = "Samples", .key = "samples", .type = GAU_COLUMN_INTEGER, .optional = true},
    [SHARE_TIMER] = GAU_AGREEMENT_DATA("timer_percent", NULL, GAU_COLUMN_REAL),
    [SHARE_SAMPLED] = GAU_AGREEMENT_DATA("sampled_percent", NULL, GAU_COLUMN_REAL),
    [SHARE_ERROR] = GAU_AGREEMENT_DATA("error_percent", NULL, GAU_COLUMN_REAL),
    [BRANCH] = {.name = "Branch", .key = "branch"},
};

static void set_row(struct gau_table *table, const struct gau_agreement_row *row)
{
    const double difference = row->relative_sampled - row->relative_timer;
    const bool has_z = isfinite(row->z) && row->relative_error > 0;

    gau_table_set_real(table, TIMER, 100 * row->relative_timer);
    gau_table_set_real(table, SAMPLED, 100 * row->relative_sampled);
    gau_table_set_real(table, ERROR, 100 * row->relative_error);
    gau_table_set_real(table, DIFFERENCE, 100 * difference);
    gau_table_set_real(table, Z, has_z ? difference / row->relative_error : (double)NAN);
    gau_table_set_integer(table, SAMPLES, (int64_t)row->samples);
    gau_table_set_real(table, SHARE_TIMER, 100 * row->timer);
    gau_table_set_real(table, SHARE_SAMPLED, 100 * row->sampled);
    gau_table_set_real(table, SHARE_ERROR, 100 * row->error);
}

static void fill(struct gau_table *table, const struct gau_agreement_series *series)
{
    const size_t all = series->reference->n;
    const size_t rows = series->rows > 0 && series->rows < all ? series->rows : all;

    for (size_t i = 0; i < series->n; i++)
        for (size_t r = 0; r < rows; r++) {
            const char *const path = series->reference->rows[r].path;
            const struct gau_agreement_row *const row =
                gau_agreement_row(&series->agreements[i], path);

            gau_table_row(table, 0);
            gau_table_set_integer(table, EVENTS, (int64_t)series->runs[i].events);
            gau_table_set_text(table, BRANCH, path);
            if (row)
                set_row(table, row);
        }
}

struct gau_table *gau_agreement_add_relative(struct gau_page *page, const char *name,
                                             const struct gau_agreement_series *series)
{
    struct gau_column columns[N_COLUMNS];
    struct gau_table *table;

    memcpy(columns, all_columns, sizeof columns);
    for (int column = TIMER; column <= DIFFERENCE; column++)
        columns[column].decimals = gau_agreement_decimals(series->reference->worst_relative_error);
    if (series->runs[0].events == 0)
        columns[EVENTS].shown = GAU_SHOWN_TO_PROGRAMS;
    table = gau_page_add(page, name, columns, N_COLUMNS);
    if (!table)
        return NULL;
    gau_table_fit(table, page->options->width);
    fill(table, series);
    if (series->rows == 0 && page->options->limit == 0 &&
        gau_table_format_is_for_people(page->options->format))
        gau_table_limit(table, ROWS);
    gau_table_title(table, "Self time of branches in %% of the largest one");
    return table;
}
