/* SPDX-License-Identifier: Apache-2.0 */
#include "tables.h"

#include "documents/column_macros.h"
#include "documents/document.h"
#include "report/statistics/statistics.h"

#include <math.h>
#include <string.h>

/* A row per result, with the sum of its rows; and, for programs, a row per result and row. */

#define COLUMNS(COLUMN)                                                   \
    COLUMN(NUMBER, COUNT("", "number"))                                   \
    COLUMN(START, {.name = "Start time", .key = "start_time", .rank = 1}) \
    COLUMN(VERSION, {.name = "gaudit", .key = "gaudit", .rank = 5})       \
    COLUMN(HOST, {.name = "Machine", .key = "host", .rank = 3})           \
    COLUMN(ROOT, DATA("root", GAU_COLUMN_TEXT))                           \
    COLUMN(PATH, DATA("path", GAU_COLUMN_TEXT))                           \
    COLUMN(MODULE, DATA("module", GAU_COLUMN_TEXT))                       \
    COLUMN(WORKERS, COUNT("Workers", "workers"), [WORKERS].rank = 4)      \
    COLUMN(EVENTS, COUNT("Events", "events"), [EVENTS].rank = 2)          \
    COLUMN(TIME, SECONDS("Time", "time_s"))                               \
    COLUMN(SLOWDOWN, RATIO("Slowdown", "slowdown"))                       \
    COLUMN(ADJUSTED, DATA("adjusted_s", GAU_COLUMN_REAL))                 \
    COLUMN(FOLDER, {.name = "Result", .key = "result"})

enum { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

struct history {
    const struct gau_sides *sides;
    const struct gau_comparison *comparison;
    bool every_row; /* else the sum alone */
};

static void add_row(struct gau_table *table, const struct history *h, size_t i,
                    const struct gau_comparison_row *row)
{
    const struct gau_timer_result *const run = h->sides->matrix.runs[i];
    const json_t *const version = json_object_get(json_object_get(run->run, "versions"), "gaudit");
    const json_t *const workers = json_object_get(run->run, "workers");

    gau_table_row(table, 0);
    gau_table_set_integer(table, NUMBER, (int64_t)i + 1);
    gau_table_set_text(table, START, gau_timer_result_text(run, "start_time"));
    gau_table_set_text(table, VERSION, json_string_value(version));
    gau_table_set_text(table, HOST, gau_timer_result_text(run, "host"));
    gau_table_set_text(table, ROOT, row->row->root);
    gau_table_set_text(table, PATH, row->row->path);
    gau_table_set_text(table, MODULE, row->row->module);
    if (json_is_integer(workers))
        gau_table_set_integer(table, WORKERS, json_integer_value(workers));
    if (h->sides->matrix.per_event)
        gau_table_set_integer(table, EVENTS, (int64_t)run->events);
    gau_table_set_real(table, TIME, row->row->values[GAU_BASELINE][i]);
    if (fabs(h->comparison->slowdowns[i] - 1) > 0) /* 1 means that it is not known */
        gau_table_set_real(table, SLOWDOWN, h->comparison->slowdowns[i]);
    gau_table_set_real(table, ADJUSTED, gau_row_value(h->comparison, row, i));
    gau_table_set_text(table, FOLDER, gau_result_shown(run->folder));
}

static void fill_rows(struct gau_table *table, const struct history *h)
{
    const struct gau_comparison *const comparison = h->comparison;

    for (size_t i = 0; i < gau_matrix_runs(comparison->matrix); i++) {
        for (size_t k = 0; h->every_row && k < comparison->n; k++)
            if (gau_row_longest(&comparison->rows[k]) > 0)
                add_row(table, h, i, &comparison->rows[k]);
        add_row(table, h, i, &comparison->total);
    }
}

/* Warns of what makes results hard to compare. */
static void warn_of_sides(struct gau_table *table, const struct gau_sides *sides)
{
    static const char *const keys[] = {"host", "cpu_model", "options", "clock"};
    static const char *const names[] = {"machine", "CPU model", "options", "clock"};

    for (size_t key = 0; key < sizeof keys / sizeof *keys; key++)
        for (size_t i = 1; i < gau_matrix_runs(&sides->matrix); i++)
            if (strcmp(gau_timer_result_text(sides->matrix.runs[i], keys[key]),
                       gau_timer_result_text(sides->matrix.runs[i - 1], keys[key])) != 0) {
                gau_table_footer(table, "warning: from result %zu to %zu the %s changed", i, i + 1,
                                 names[key]);
                break;
            }
}

struct gau_table *gau_history_add(struct gau_page *page, const struct gau_sides *sides,
                                  const struct gau_comparison *comparison, bool every_row)
{
    const struct history history = {sides, comparison, every_row};
    struct gau_table *table;

    table = gau_page_add(page, every_row ? "history" : "results", columns, N_COLUMNS);
    if (table)
        fill_rows(table, &history);
    if (!table || every_row)
        return table;
    gau_table_limit(table, 0);
    gau_table_title(table, "%zu results", gau_matrix_runs(&sides->matrix));
    gau_table_detail(table, "slowdown: the median over the rows",
                     "time: of all rows, per %s; slowdown: the median over the rows of their times "
                     "relative to the usual ones",
                     sides->matrix.per_event ? "event" : "run");
    warn_of_sides(table, sides);
    return table;
}

/* --- trend --------------------------------------------------------------------------------- */

enum { LEVELS = 7 };

/* The signs are in the order from low to high. */
static const char *const bars[LEVELS] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                         "\u2585", "\u2586", "\u2587"};
static const char *const letters[LEVELS] = {"_", "_", ".", "-", "-", "'", "^"};

static bool is_there(double value)
{
    return value > 0 && isfinite(value);
}

/* Returns NAN if there is no value. */
static double median_of(const double *values, size_t n)
{
    double known[GAU_SPARKLINE_MOST];
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        if (is_there(values[i]))
            known[count++] = values[i];
    return gau_quantile(known, count, 0.5);
}

static int level_of(double value, double middle, double reach)
{
    const double place = (log(value / middle) / reach + 1) / 2; /* 0 to 1 */

    return (int)fmin(fmax(floor(place * LEVELS), 0), LEVELS - 1);
}

char *gau_sparkline_text(char text[GAU_SPARKLINE_SIZE], const double *values, size_t n,
                         bool unicode)
{
    const size_t shown = n < GAU_SPARKLINE_MOST ? n : GAU_SPARKLINE_MOST;
    const double *const first = values + n - shown;
    const double middle = median_of(first, shown);
    double reach = log(1.1);
    char *end = text;

    for (size_t i = 0; i < shown; i++)
        if (is_there(first[i]))
            reach = fmax(reach, fabs(log(first[i] / middle)));
    for (size_t i = 0; i < shown; i++)
        end = stpcpy(end, !is_there(first[i]) ? " "
                          : unicode           ? bars[level_of(first[i], middle, reach)]
                                              : letters[level_of(first[i], middle, reach)]);
    *end = '\0';
    return text;
}
