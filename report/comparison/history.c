/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include "rows.h"
#include "sides.h"
#include "trend.h"

#include "report/views/columns.h"
#include "report/views/document.h"
#include "report/views/output.h"
#include "report/views/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Results one after the other: their matrix by result, and the last compared with all before it.
 */

enum { ROWS_FOR_PEOPLE = 30, RESULTS_MOST = 8 }; /* results with a column of their own */

struct history {
    struct gau_timings_set set; /* of all results */
    struct gau_sides sides;     /* all but the last, and the last; they are borrowed from the set */
    struct gau_comparison comparison;
    struct gau_page page;
    const struct gau_comparison_row **sorted; /* the longest first */
    double *room;                             /* for a value of each result */
    size_t rows;
};

static const struct gau_matrix *matrix_of(const struct history *h)
{
    return &h->sides.matrix;
}

/* Of a result, without what the machine did to all rows of it, if that is taken out. */
static double value_of(const struct history *h, const struct gau_comparison_row *row, size_t run)
{
    const bool adjusted = h->comparison.is_adjusted && !row->row->is_total;

    return row->row->values[GAU_BASELINE][run] / (adjusted ? h->comparison.slowdowns[run] : 1);
}

/* --- the results --------------------------------------------------------------------------- */

enum { NUMBER, START, VERSION, HOST, WORKERS, EVENTS, TIME, SLOWDOWN, FOLDER, N_RESULT };

static const struct gau_column result_columns[N_RESULT] = {
    [NUMBER] = COUNT("", "number"),
    [START] = {.name = "Start", .key = "start"},
    [VERSION] = {.name = "gaudit", .key = "gaudit"},
    [HOST] = {.name = "Machine", .key = "host"},
    [WORKERS] = COUNT("Workers", "workers"),
    [EVENTS] = COUNT("Events", "events"),
    [TIME] = SECONDS("Time", "time_s"),
    [SLOWDOWN] = RATIO("Slowdown", "slowdown"),
    [FOLDER] = {.name = "Result", .key = "result"},
};

static void set_result(struct gau_table *table, const struct history *h, size_t i)
{
    const struct gau_timings *const run = &h->set.runs[i];
    const json_t *const version = json_object_get(json_object_get(run->run, "versions"), "gaudit");

    gau_table_set_integer(table, NUMBER, (int64_t)i + 1);
    gau_table_set_text(table, START, gau_timings_text(run, "start"));
    gau_table_set_text(table, VERSION, json_string_value(version));
    gau_table_set_text(table, HOST, gau_timings_text(run, "host"));
}

static void fill_results(struct gau_table *table, const struct history *h)
{
    for (size_t i = 0; i < h->set.n; i++) {
        const struct gau_timings *const run = &h->set.runs[i];
        const json_t *const workers = json_object_get(run->run, "workers");

        gau_table_row(table, 0);
        set_result(table, h, i);
        if (json_is_integer(workers))
            gau_table_set_integer(table, WORKERS, json_integer_value(workers));
        gau_table_set_integer(table, EVENTS, (int64_t)run->events);
        gau_table_set_real(table, TIME, value_of(h, &h->comparison.total, i));
        gau_table_set_real(table, SLOWDOWN, h->comparison.slowdowns[i]);
        gau_table_set_text(table, FOLDER, run->folder);
    }
}

/* What makes results hard to compare. */
static void warn(struct gau_table *table, const struct history *h, const char *key,
                 const char *what)
{
    const struct gau_timings *const runs = h->set.runs;

    for (size_t i = 1; i < h->set.n; i++)
        if (strcmp(gau_timings_text(&runs[i], key), gau_timings_text(&runs[i - 1], key)) != 0) {
            gau_table_footer(table, "warning: from result %zu to %zu %s changed", i, i + 1, what);
            return;
        }
}

static void add_results(struct history *h)
{
    static const size_t optional[] = {VERSION, WORKERS, HOST, EVENTS, START};
    struct gau_column columns[N_RESULT];
    struct gau_table *table;

    memcpy(columns, result_columns, sizeof columns);
    gau_columns_leave_out(columns, optional, sizeof optional / sizeof *optional);
    table = gau_page_add(&h->page, "results", columns, N_RESULT);
    if (!table)
        return;
    gau_table_fit(table, h->page.options->width);
    fill_results(table, h);
    gau_table_limit(table, 0);
    gau_table_title(table, "%zu results", h->set.n);
    gau_table_footer(table,
                     "time: of all rows, per %s; slowdown: the median over the rows of how "
                     "much longer than usual they took in that result",
                     matrix_of(h)->per_event ? "event" : "run");
    for (size_t i = 0; i < h->sides.notes.n; i++)
        gau_table_footer(table, "%s", h->sides.notes.texts[i]);
    warn(table, h, "host", "the machine");
    warn(table, h, "processor", "the processor");
    warn(table, h, "options", "the options");
    warn(table, h, "clock", "the clock");
}

/* --- for programs: a row per result and row ------------------------------------------------ */

enum { L_ROOT = HOST + 1, L_PATH, L_MODULE, L_TIME, L_SLOWDOWN, L_ADJUSTED, L_FOLDER, N_LONG };

static const struct gau_column long_columns[N_LONG] = {
    [NUMBER] = DATA("number", GAU_COLUMN_INTEGER),
    [START] = DATA("start", GAU_COLUMN_TEXT),
    [VERSION] = DATA("gaudit", GAU_COLUMN_TEXT),
    [HOST] = DATA("host", GAU_COLUMN_TEXT),
    [L_ROOT] = DATA("root", GAU_COLUMN_TEXT),
    [L_PATH] = DATA("path", GAU_COLUMN_TEXT),
    [L_MODULE] = DATA("module", GAU_COLUMN_TEXT),
    [L_TIME] = DATA("time_s", GAU_COLUMN_REAL),
    [L_SLOWDOWN] = DATA("slowdown", GAU_COLUMN_REAL),
    [L_ADJUSTED] = DATA("adjusted_s", GAU_COLUMN_REAL),
    [L_FOLDER] = DATA("result", GAU_COLUMN_TEXT),
};

static void add_long(struct history *h)
{
    struct gau_table *const table = gau_page_add(&h->page, "history", long_columns, N_LONG);

    for (size_t i = 0; table && i < h->set.n; i++)
        for (size_t k = 0; k < h->rows; k++) {
            const struct gau_comparison_row *const row = h->sorted[k];

            gau_table_row(table, 0);
            set_result(table, h, i);
            gau_table_set_text(table, L_ROOT, row->row->root);
            gau_table_set_text(table, L_PATH, row->row->path);
            gau_table_set_text(table, L_MODULE, row->row->module);
            gau_table_set_real(table, L_TIME, row->row->values[GAU_BASELINE][i]);
            gau_table_set_real(table, L_SLOWDOWN, h->comparison.slowdowns[i]);
            gau_table_set_real(table, L_ADJUSTED, value_of(h, row, i));
            gau_table_set_text(table, L_FOLDER, h->set.runs[i].folder);
        }
}

/* --- for people: a row per branch ---------------------------------------------------------- */

enum { BEFORE = 1, FIRST, RATIO = FIRST + RESULTS_MOST, LOW, HIGH, VERDICT, TREND, N_COLUMNS };

static void set_cells(struct gau_table *table, const struct history *h,
                      const struct gau_comparison_row *row)
{
    const size_t runs = h->set.n, shown = runs < RESULTS_MOST ? runs : RESULTS_MOST;
    const struct gau_matrix *const matrix = matrix_of(h);
    char trend[GAU_TREND_SIZE];

    for (size_t i = 0; i < runs; i++)
        h->room[i] = value_of(h, row, i);
    gau_table_set_text(table, 0, gau_row_name(matrix, row->row, h->page.options));
    gau_table_set_real(table, BEFORE, row->seconds[GAU_BASELINE] / matrix->events);
    for (size_t k = 0; k < shown; k++)
        gau_table_set_real(table, FIRST + k, h->room[runs - shown + k]);
    gau_table_set_real(table, RATIO, row->adjusted.value);
    gau_table_set_real(table, LOW, row->adjusted.low);
    gau_table_set_real(table, HIGH, row->adjusted.high);
    gau_table_set_text(table, VERDICT, gau_verdict_text(row->verdict));
    gau_table_set_text(table, TREND,
                       gau_trend_text(trend, h->room, runs, h->page.options->unicode));
}

static void fill(struct gau_table *table, const struct history *h)
{
    for (size_t i = 0; i < h->rows; i++) {
        gau_table_row(table, 0);
        set_cells(table, h, h->sorted[i]);
    }
    gau_table_total(table);
    set_cells(table, h, &h->comparison.total);
}

/* Columns of results are called by their numbers. */
static void make_columns(struct gau_column *columns, char (*names)[24], size_t runs)
{
    const size_t shown = runs < RESULTS_MOST ? runs : RESULTS_MOST;
    static const struct gau_column rest[N_COLUMNS] = {
        [0] = LABEL("Row"),           [BEFORE] = TIME("before"),
        [RATIO] = RATIO("Ratio", ""), [LOW] = RATIO("95 % from", ""),
        [HIGH] = RATIO("to", ""),     [VERDICT] = LABEL("Verdict"),
        [TREND] = LABEL("Trend"),
    };

    memcpy(columns, rest, sizeof rest);
    for (size_t k = 0; k < RESULTS_MOST; k++) {
        snprintf(names[k], sizeof names[k], "%zu", runs - shown + k + 1);
        columns[FIRST + k] = (struct gau_column)TIME(names[k]);
        columns[FIRST + k].shown = k < shown ? GAU_SHOWN_TO_PEOPLE : GAU_SHOWN_TO_PROGRAMS;
    }
}

static void add_wide(struct history *h)
{
    static const size_t optional[] = {FIRST,     FIRST + 1, FIRST + 2, FIRST + 3,
                                      FIRST + 4, FIRST + 5, FIRST + 6};
    struct gau_column columns[N_COLUMNS];
    char names[RESULTS_MOST][24], quantity[64];
    struct gau_table *table;

    make_columns(columns, names, h->set.n);
    gau_columns_leave_out(columns, optional,
                          h->set.n < RESULTS_MOST ? h->set.n - 1 : RESULTS_MOST - 1);
    gau_columns_set_step(columns, N_COLUMNS,
                         h->comparison.total.seconds[GAU_BASELINE] / matrix_of(h)->events);
    columns[0].shortened = true;
    table = gau_page_add(&h->page, "history", columns, N_COLUMNS);
    if (!table)
        return;
    gau_table_fit(table, h->page.options->width);
    fill(table, h);
    gau_table_title(table, "%s%s", gau_rows_quantity(quantity, sizeof quantity, matrix_of(h)),
                    h->comparison.is_adjusted ? ", without the slowdown of the results" : "");
    gau_table_footer(table, "before: mean of all results but the last; ratio: of the last to them");
    if (h->set.n <= GAU_BASELINES_MIN)
        gau_table_footer(table, "from four results on there are intervals and verdicts");
}

/* --- all ----------------------------------------------------------------------------------- */

static int by_time(const void *left, const void *right)
{
    const struct gau_comparison_row *const a = *(const struct gau_comparison_row *const *)left;
    const struct gau_comparison_row *const b = *(const struct gau_comparison_row *const *)right;
    const double x = fmax(a->seconds[0], a->seconds[1]), y = fmax(b->seconds[0], b->seconds[1]);

    return x > y ? -1 : x < y ? 1 : (a > b) - (a < b);
}

/* What no result has is no row. */
static bool sort_rows(struct history *h)
{
    const size_t n = matrix_of(h)->n;

    h->sorted = calloc(n + 1, sizeof *h->sorted);
    h->room = calloc(h->set.n + 1, sizeof *h->room);
    for (size_t i = 0; h->sorted && i < n; i++)
        if (matrix_of(h)->rows[i].count[0] + matrix_of(h)->rows[i].count[1] > 0)
            h->sorted[h->rows++] = &h->comparison.rows[i];
    if (h->sorted)
        qsort(h->sorted, h->rows, sizeof(const struct gau_comparison_row *), by_time);
    return h->sorted && h->room;
}

static bool read_results(struct history *h, const struct gau_comparison_paths *paths, bool by_start,
                         struct gau_view_error *error)
{
    size_t last;

    if (gau_timings_set_read(&h->set, paths->items, paths->n, error) != GAU_VIEW_OK)
        return false;
    if (gau_timings_set_drop_repeated(&h->set, &last) > 0)
        gau_notes_add(&h->sides.notes, "warning: '%.*s' was given more than once: it is one result",
                      GAU_VIEW_QUOTE(h->set.runs[last - 1].folder));
    if (h->set.n < 2) {
        gau_view_fail(error, GAU_VIEW_USAGE, "a history takes two results; there is one: '%.*s'",
                      GAU_VIEW_QUOTE(h->set.runs[0].folder));
        return false;
    }
    if (by_start && !gau_origin_sort(&h->set)) {
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory to sort %zu results", h->set.n);
        return false;
    }
    h->sides.sets[0] = (struct gau_timings_set){h->set.runs, h->set.n - 1};
    h->sides.sets[1] = (struct gau_timings_set){h->set.runs + h->set.n - 1, 1};
    return gau_sides_join(&h->sides, error);
}

static void write(struct history *h, const char *output, struct gau_view_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    add_results(h);
    if (gau_table_format_is_for_people(h->page.options->format))
        add_wide(h);
    else
        add_long(h);
    if (gau_rows_add(&h->page, &h->comparison, false))
        h->page.items[h->page.count - 1].on_request = true;
    if (out)
        gau_page_write(&h->page, out);
    if (!out || fclose(out) != 0 || !text)
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the report");
    if (error->status == GAU_VIEW_OK)
        gau_output_put(text, size, output, error);
    free(text);
}

static void clear(struct history *h)
{
    gau_page_clear(&h->page);
    gau_comparison_clear(&h->comparison);
    h->sides.sets[0] = h->sides.sets[1] = (struct gau_timings_set){0};
    gau_sides_clear(&h->sides);
    gau_timings_set_clear(&h->set);
    free(h->sorted);
    free(h->room);
}

enum gau_view_status gau_history_report(const struct gau_comparison_paths *paths, bool by_start,
                                        const char *output, const struct gau_view_options *options,
                                        struct gau_view_error *error)
{
    const bool people = gau_table_format_is_for_people(options->format);
    struct gau_view_options view = *options;
    struct history h = {.page = {.document = "history", .options = &view, .error = error}};

    view.limit = options->limit || !people ? options->limit : ROWS_FOR_PEOPLE;
    view.table = options->table || people ? options->table : "history";
    if (read_results(&h, paths, by_start, error)) {
        const struct gau_comparison_limits limits = {
            .max_ratio = 1.05, .min_s = (double)NAN, .false_alarms = 0.001, .runs = h.sides.runs};

        if (gau_comparison_make(&h.comparison, matrix_of(&h), &limits) && sort_rows(&h))
            write(&h, output, error);
        else
            gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the history");
    }
    clear(&h);
    return error->status;
}
