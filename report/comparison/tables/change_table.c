/* SPDX-License-Identifier: Apache-2.0 */
#include "tables.h"

#include "explain_changes.h"

#include "documents/column_macros.h"
#include "documents/document.h"
#include "documents/page.h"
#include "report/hotspots/group_keys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLES_LEAST = 5,   /* of both sides, for a row in display formats */
    NAME_PREFERRED = 20, /* with that both sides and the ratio fit 80 columns */
    RESULTS_MOST = 8,    /* results of a history with a column of their own */
    RESULT_RANK = 10     /* of these the oldest are hidden first, before all other columns */
};

struct rows {
    const struct gau_comparison *comparison;
    const struct gau_comparison_request *request;
    const struct gau_view_options *options;
    const struct gau_comparison_row **sorted;
    size_t n;       /* of these */
    double *values; /* room for one of each run */
};

static const char *const kinds[] = {"branch", "task", "function"};

const char *gau_rows_name(enum gau_matrix_rows kind)
{
    static const char *const names[] = {"branches", "tasks", "functions"};

    return names[kind];
}

static bool is_display(const struct rows *rows)
{
    return gau_table_format_is_display(rows->options->format);
}

static bool is_history(const struct rows *rows)
{
    return rows->request->kind == GAU_HISTORY && is_display(rows);
}

/* --- columns ------------------------------------------------------------------------------- */

#define PERCENT(name_, key_)                                                                  \
    {                                                                                         \
        .name = name_, .key = key_, .unit = "percent", .type = GAU_COLUMN_REAL, .decimals = 1 \
    }

/* RESULT_1 and those after it are results of a history, which are named later. */
#define COLUMNS(COLUMN)                                                                            \
    COLUMN(KIND, DATA("kind", GAU_COLUMN_TEXT))                                                    \
    COLUMN(QUANTITY, DATA("quantity", GAU_COLUMN_TEXT))                                            \
    COLUMN(PER, DATA("per", GAU_COLUMN_TEXT))                                                      \
    COLUMN(ROOT, DATA("root", GAU_COLUMN_TEXT))                                                    \
    COLUMN(PATH, DATA("path", GAU_COLUMN_TEXT))                                                    \
    COLUMN(MODULE, DATA("module", GAU_COLUMN_TEXT))                                                \
    COLUMN(LABEL, LABEL("Branch"), [LABEL].shortened = true, [LABEL].preferred = NAME_PREFERRED)   \
    COLUMN(TASK, LABEL("Task"), [TASK].shortened = true, [TASK].rank = 2)                          \
    COLUMN(BASE, SECONDS("Baseline", "baseline_s"), [BASE].rank = 1)                               \
    COLUMN(CAND, SECONDS("Candidate", "candidate_s"), [CAND].with_before = true)                   \
    COLUMN(RESULT_1, TIME(""))                                                                     \
    COLUMN(RESULT_2, TIME(""))                                                                     \
    COLUMN(RESULT_3, TIME(""))                                                                     \
    COLUMN(RESULT_4, TIME(""))                                                                     \
    COLUMN(RESULT_5, TIME(""))                                                                     \
    COLUMN(RESULT_6, TIME(""))                                                                     \
    COLUMN(RESULT_7, TIME(""))                                                                     \
    COLUMN(RESULT_8, TIME(""))                                                                     \
    COLUMN(SHARE_BASE, PERCENT("Baseline", "baseline_percent"), [SHARE_BASE].rank = 5)             \
    COLUMN(SHARE_CAND, PERCENT("Candidate", "candidate_percent"), [SHARE_CAND].with_before = true) \
    COLUMN(TIME_RATIO, RATIO("Time ratio", "time_ratio"), [TIME_RATIO].rank = 4)                   \
    COLUMN(TIME_LOW, DATA("time_ratio_low", GAU_COLUMN_REAL))                                      \
    COLUMN(TIME_HIGH, DATA("time_ratio_high", GAU_COLUMN_REAL))                                    \
    COLUMN(RATIO, RATIO("Ratio", "ratio"))                                                         \
    COLUMN(LOW, RATIO("95 % from", "ratio_low"), [LOW].rank = 2)                                   \
    COLUMN(HIGH, RATIO("to", "ratio_high"), [HIGH].with_before = true)                             \
    COLUMN(INTERVAL_FROM, DATA("interval_source", GAU_COLUMN_TEXT))                                \
    COLUMN(P, DATA("p_corrected", GAU_COLUMN_REAL))                                                \
    COLUMN(SPREAD, DATA("baseline_spread", GAU_COLUMN_REAL))                                       \
    COLUMN(SAMPLES_BASE, DATA("baseline_samples", GAU_COLUMN_INTEGER))                             \
    COLUMN(SAMPLES_CAND, DATA("candidate_samples", GAU_COLUMN_INTEGER))                            \
    COLUMN(LIMIT, RATIO("Limit", "limit"), [LIMIT].rank = 3)                                       \
    COLUMN(VERDICT, {.name = "Verdict", .key = "verdict"})                                         \
    COLUMN(FAILED, {.name = "Gate", .key = "gate"})                                                \
    COLUMN(TREND, LABEL("Trend"))

enum { COLUMNS(GAU_COLUMN_ID) N_COLUMNS, RESULT = RESULT_1 };

_Static_assert(SHARE_BASE == RESULT + RESULTS_MOST, "each result has its column");

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

/* --- cells --------------------------------------------------------------------------------- */

static void set_names(struct gau_table *table, const struct rows *rows,
                      const struct gau_matrix_row *row)
{
    const struct gau_matrix *const matrix = rows->comparison->matrix;

    gau_table_set_text(table, KIND, kinds[matrix->kind]);
    gau_table_set_text(table, QUANTITY,
                       matrix->kind != GAU_ROWS_BRANCHES ? "sampled"
                       : matrix->cpu                     ? "cpu"
                                                         : "wall");
    gau_table_set_text(table, PER, matrix->per_event ? "event" : "run");
    gau_table_set_text(table, ROOT, row->root);
    gau_table_set_text(table, PATH, row->path);
    gau_table_set_text(table, MODULE, row->module);
    gau_table_set_text(table, LABEL, row->label);
    gau_table_set_text(table, TASK, row->root);
}

/* A number that is not known is "-" in a sum, too. */
static void set_real(struct gau_table *table, const struct rows *rows, size_t column, double value)
{
    if (isfinite(value))
        gau_table_set_real(table, column, value);
    else if (is_display(rows))
        gau_table_set_text(table, column, "-");
}

/* Sets the times of single results, and as that of the baselines their mean. */
static void set_results(struct gau_table *table, const struct rows *rows,
                        const struct gau_comparison_row *row)
{
    const size_t runs = gau_matrix_runs(rows->comparison->matrix);
    char trend[GAU_SPARKLINE_SIZE];
    double sum = 0, n = 0;

    for (size_t i = 0; i < runs; i++) {
        rows->values[i] = gau_row_value(rows->comparison, row, i);
        if (i + 1 < runs && rows->values[i] > 0) {
            sum += log(rows->values[i]);
            n++;
        }
    }
    for (size_t back = 1; back <= runs && back <= RESULTS_MOST; back++)
        set_real(table, rows, RESULT + RESULTS_MOST - back, rows->values[runs - back]);
    if (!row->row->sparse)
        set_real(table, rows, BASE, n > 0 ? exp(sum / n) : (double)NAN);
    gau_table_set_text(table, TREND,
                       gau_sparkline_text(trend, rows->values, runs, rows->options->unicode));
}

static void set_cells(struct gau_table *table, const struct rows *rows,
                      const struct gau_comparison_row *row)
{
    const struct gau_matrix *const matrix = rows->comparison->matrix;

    set_names(table, rows, row->row);
    for (int side = 0; side < 2; side++) {
        const double whole = gau_matrix_whole(matrix, row->row, (enum gau_side)side);

        set_real(table, rows, BASE + (size_t)side, row->seconds[side] / matrix->events);
        set_real(table, rows, SHARE_BASE + (size_t)side,
                 100 * row->seconds[side] / (matrix->events * whole));
        gau_table_set_integer(table, SAMPLES_BASE + (size_t)side, (int64_t)row->row->samples[side]);
    }
    set_real(table, rows, TIME_RATIO, row->ratio);
    if (rows->comparison->limits.runs <= GAU_RUNS_INTERLEAVED) {
        set_real(table, rows, TIME_LOW, row->absolute.low);
        set_real(table, rows, TIME_HIGH, row->absolute.high);
    }
    set_real(table, rows, RATIO, row->adjusted.value);
    set_real(table, rows, LOW, row->adjusted.low);
    set_real(table, rows, HIGH, row->adjusted.high);
    if (!isnan(row->adjusted.low))
        gau_table_set_text(table, INTERVAL_FROM, row->sampling ? "samples" : "runs");
    set_real(table, rows, P, row->p);
    set_real(table, rows, SPREAD, row->estimate.spread);
    set_real(table, rows, LIMIT, row->limit);
    gau_verdict_set(table, VERDICT, row);
    gau_gate_set(table, FAILED, row);
    if (is_history(rows))
        set_results(table, rows, row);
}

/* --- the table ----------------------------------------------------------------------------- */

/* Rows that are too short, or have too few samples, are in data formats only, unless they
 * failed. */
static bool is_shown(const struct rows *rows, const struct gau_comparison_row *row)
{
    const uint64_t *const samples = row->row->samples;
    const bool is_short = gau_row_longest(row) < rows->comparison->limits.min_s ||
                          (rows->comparison->matrix->kind != GAU_ROWS_BRANCHES &&
                           samples[GAU_BASELINE] + samples[GAU_CANDIDATE] < SAMPLES_LEAST);

    return !is_short || row->failed || !is_display(rows) || rows->options->all;
}

static void fill_rows(struct gau_table *table, const struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++)
        if (is_shown(rows, rows->sorted[i])) {
            gau_table_row(table, 0);
            set_cells(table, rows, rows->sorted[i]);
        }
    if (is_display(rows))
        gau_table_total(table);
    else
        gau_table_row(table, 0);
    set_cells(table, rows, &rows->comparison->total);
}

static bool has_tasks(const struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++)
        if (rows->sorted[i]->row->root[0] &&
            strcmp(rows->sorted[i]->row->root, gau_hotspots_outside) != 0)
            return true;
    return false;
}

/* Hides what would be empty, or the same in all rows. */
static void hide_columns(struct gau_column *shown, const struct rows *rows)
{
    static const char *const names[] = {"Branch", "Task", "Function"};
    const struct gau_matrix *const matrix = rows->comparison->matrix;
    const enum gau_matrix_rows kind = matrix->kind;

    shown[LABEL].name = matrix->group ? matrix->group : names[kind];
    if (kind != GAU_ROWS_FUNCTIONS || !has_tasks(rows))
        shown[TASK].shown = GAU_IN_DATA_FORMATS;
    if (rows->request->kind != GAU_GATE)
        shown[LIMIT].shown = shown[FAILED].shown = GAU_IN_DATA_FORMATS;
    if (rows->comparison->is_adjusted)
        shown[RATIO].name = "Relative";
    if (!rows->comparison->is_adjusted || is_history(rows))
        shown[TIME_RATIO].shown = GAU_IN_DATA_FORMATS;
    if (is_history(rows))
        shown[CAND].shown = shown[SHARE_BASE].shown = shown[SHARE_CAND].shown = GAU_IN_DATA_FORMATS;
    else
        shown[TREND].shown = GAU_IN_DATA_FORMATS;
}

/* Columns of results are named by their numbers. Tables that are no history do not show them. */
static void name_results(struct gau_column *shown, const struct rows *rows, char (*names)[24])
{
    const size_t runs = gau_matrix_runs(rows->comparison->matrix);

    for (size_t back = 1; back <= RESULTS_MOST; back++) {
        struct gau_column *const column = &shown[RESULT + RESULTS_MOST - back];

        snprintf(names[back - 1], sizeof names[0], "%zu", runs - back + 1);
        *column = (struct gau_column)TIME(names[back - 1]);
        column->rank = back > 1 ? RESULT_RANK + (unsigned)back : 0;
        if (is_display(rows) && (!is_history(rows) || back > runs))
            column->shown = GAU_IN_DATA_FORMATS;
    }
}

/* Writes "Self CPU time per event by branch: 5 baselines, 5 candidates, runs in pairs". */
static void put_title(struct gau_table *table, const struct gau_comparison *comparison,
                      const char *group)
{
    static const char *const made[] = {"in pairs", "interleaved", "separate",
                                       "on different processors"};
    const struct gau_matrix *const matrix = comparison->matrix;

    gau_table_title(table, "%s per %s by %s: %zu baseline%s, %zu candidate%s, runs %s%s",
                    matrix->kind != GAU_ROWS_BRANCHES ? "Sampled CPU time"
                    : matrix->cpu                     ? "Self CPU time"
                                                      : "Self wall time",
                    matrix->per_event ? "event" : "run", group ? group : kinds[matrix->kind],
                    matrix->n_runs[0], matrix->n_runs[0] == 1 ? "" : "s", matrix->n_runs[1],
                    matrix->n_runs[1] == 1 ? "" : "s", made[comparison->limits.runs],
                    comparison->is_adjusted ? "; ratios to what most rows share" : "");
}

static struct gau_table *add_table(struct gau_page *page, const struct rows *rows)
{
    const struct gau_comparison *const comparison = rows->comparison;
    struct gau_column adjusted[N_COLUMNS];
    char names[RESULTS_MOST][24], hint[512];
    struct gau_table *table;
    size_t hidden = 0;

    memcpy(adjusted, columns, sizeof adjusted);
    name_results(adjusted, rows, names);
    if (is_display(rows))
        hide_columns(adjusted, rows);
    gau_columns_set_whole(adjusted, N_COLUMNS,
                          gau_row_longest(&comparison->total) / comparison->matrix->events);
    table = gau_page_add(page, gau_rows_name(comparison->matrix->kind), adjusted, N_COLUMNS);
    if (!table)
        return NULL;
    fill_rows(table, rows);
    put_title(table, comparison, rows->options->group_by);
    for (size_t i = 0; i < rows->n; i++)
        hidden += !is_shown(rows, rows->sorted[i]);
    if (comparison->matrix->is_relative)
        gau_table_detail(table, NULL, "100 %%: '%.*s' with all that is below it",
                         GAU_QUOTE(rows->options->relative_to));
    gau_sentences_of_rows(comparison, table, hidden, rows->request->kind);
    if (rows->n == 0 && rows->request->filters.n > 0) {
        gau_rows_filter_hint(hint, sizeof hint, comparison, &rows->request->filters);
        gau_table_footer(table, "%s", hint);
    }
    return table;
}

struct gau_table *gau_rows_add(struct gau_page *page, const struct gau_comparison *comparison,
                               const struct gau_comparison_request *request)
{
    struct rows rows = {.comparison = comparison,
                        .request = request,
                        .options = page->options,
                        .sorted = calloc(comparison->n + 1, sizeof *rows.sorted),
                        .values =
                            calloc(gau_matrix_runs(comparison->matrix) + 1, sizeof *rows.values)};
    struct gau_table *table = NULL;

    if (rows.sorted && rows.values) {
        rows.n = gau_rows_select(rows.sorted, comparison, page->options->sort, &request->filters);
        table = add_table(page, &rows);
    } else {
        gau_fail_memory(page->error, "table of rows");
    }
    free(rows.sorted);
    free(rows.values);
    return table;
}
