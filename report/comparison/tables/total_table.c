/* SPDX-License-Identifier: Apache-2.0 */

#include "tables.h"

#include "documents/column_macros.h"
#include "documents/document.h"
#include "table/number_format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS(COLUMN)                                                \
    COLUMN(WHAT, LABEL("Whole run"), [WHAT].shortened = true)          \
    COLUMN(KEY, DATA("path", GAU_COLUMN_TEXT))                         \
    COLUMN(VALUE_BASE, DISPLAY("Baseline"))                            \
    COLUMN(VALUE_CAND, DISPLAY("Candidate"))                           \
    COLUMN(BASE, DATA("baseline", GAU_COLUMN_REAL))                    \
    COLUMN(CAND, DATA("candidate", GAU_COLUMN_REAL))                   \
    COLUMN(RATIO, RATIO("Ratio", "ratio"))                             \
    COLUMN(LOW, RATIO("95 % from", "ratio_low"), [LOW].rank = 1)       \
    COLUMN(HIGH, RATIO("to", "ratio_high"), [HIGH].with_before = true) \
    COLUMN(P, DATA("p_corrected", GAU_COLUMN_REAL))                    \
    COLUMN(VERDICT, {.name = "Verdict", .key = "verdict"})

enum { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

static const struct quantity {
    const char *name, *key, *unit;
    const char *fields[2]; /* of run.json, added */
    bool per_event;        /* if there are events */
} quantities[] = {
    {"wall time", "wall_s", "s", {"wall_s", NULL}, false},
    {"event loop", "loop_s", "s", {"loop_s", NULL}, true},
    {"CPU of the process", "cpu_s", "s", {"user_s", "system_s"}, true},
    {"peak memory", "peak_rss_bytes", "bytes", {"peak_rss_bytes", NULL}, false},
};

enum { N_QUANTITIES = sizeof quantities / sizeof *quantities };

/* Returns NAN if the document does not have the fields. */
static double value_of(const struct gau_timer_result *run, const struct quantity *quantity)
{
    double sum = 0;

    for (int i = 0; i < 2 && quantity->fields[i]; i++) {
        const json_t *const field =
            run->run ? json_object_get(run->run, quantity->fields[i]) : NULL;

        sum += json_is_number(field) ? json_number_value(field) : (double)NAN;
    }
    return sum;
}

static void fill_row(struct gau_matrix *matrix, size_t i)
{
    struct gau_matrix_row *const row = &matrix->rows[i];

    *row = (struct gau_matrix_row){.root = "", .path = quantities[i].key};
    gau_matrix_place(matrix, row, i);
    for (size_t run = 0; run < gau_matrix_runs(matrix); run++)
        row->values[GAU_BASELINE][run] = value_of(matrix->runs[run], &quantities[i]) /
                                         (quantities[i].per_event ? matrix->run_events[run] : 1);
    gau_matrix_finish(matrix, row);
}

/* Totals are compared as rows are, but are too few to know the slowdown of a run. */
static bool compare_totals(struct gau_comparison *out, struct gau_matrix *matrix,
                           const struct gau_sides *sides, gau_error *error)
{
    const struct gau_comparison_limits limits = {.max_ratio = GAU_MAX_RATIO,
                                                 .min_s = (double)NAN,
                                                 .false_positive_rate = GAU_FALSE_POSITIVE_RATE,
                                                 .allow_new = true,
                                                 .runs = sides->runs};

    if (!gau_matrix_begin(matrix, &sides->sets[0], &sides->sets[1], error) ||
        !gau_matrix_make_room(matrix, N_QUANTITIES))
        return gau_matrix_no_memory(matrix, error);
    for (; matrix->n < N_QUANTITIES; matrix->n++)
        fill_row(matrix, matrix->n);
    gau_matrix_sum(matrix);
    return gau_comparison_make(out, matrix, &limits) || gau_matrix_no_memory(matrix, error);
}

/* --- the table ----------------------------------------------------------------------------- */

static void add_row(struct gau_table *table, const struct gau_comparison *comparison, size_t i)
{
    const struct gau_comparison_row *const row = &comparison->rows[i];
    char text[64], name[64];

    snprintf(name, sizeof name, "%s%s", quantities[i].name,
             quantities[i].per_event && comparison->matrix->per_event ? " per event" : "");
    gau_table_row(table, 0);
    gau_table_set_text(table, WHAT, name);
    gau_table_set_text(table, KEY, quantities[i].key);
    for (int side = 0; side < 2; side++) {
        const double value = row->seconds[side] / comparison->matrix->events;

        gau_table_set_text(table, side ? VALUE_CAND : VALUE_BASE,
                           isnan(value)
                               ? "-"
                               : gau_quantity_text(text, sizeof text, value, quantities[i].unit));
        gau_table_set_real(table, side ? CAND : BASE, value);
    }
    gau_table_set_real(table, RATIO, row->adjusted.value);
    gau_table_set_real(table, LOW, row->adjusted.low);
    gau_table_set_real(table, HIGH, row->adjusted.high);
    gau_table_set_real(table, P, row->p);
    gau_verdict_set(table, VERDICT, row);
}

struct gau_table *gau_totals_add(struct gau_page *page, const struct gau_sides *sides)
{
    struct gau_matrix matrix = {.cpu = false};
    struct gau_comparison comparison = {0};
    struct gau_table *table = NULL;
    bool known = false;

    if (compare_totals(&comparison, &matrix, sides, page->error)) {
        for (size_t i = 0; i < N_QUANTITIES; i++)
            known |= matrix.rows[i].count[0] + matrix.rows[i].count[1] > 0;
        if (known || !gau_table_format_is_display(page->options->format))
            table = gau_page_add(page, "total", columns, N_COLUMNS);
        for (size_t i = 0; table && i < N_QUANTITIES; i++)
            if (matrix.rows[i].count[0] + matrix.rows[i].count[1] > 0)
                add_row(table, &comparison, i);
        if (table)
            gau_table_limit(table, 0);
    }
    gau_comparison_clear(&comparison);
    gau_matrix_clear(&matrix);
    return table;
}
