/* SPDX-License-Identifier: Apache-2.0 */
#include "rows.h"

#include "sentences.h"

#include "report/views/columns.h"
#include "report/views/document.h"
#include "report/views/page.h"
#include "table/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_LEAST = 5 }; /* of both sides, for people to be told anything */

struct rows {
    const struct gau_comparison *comparison;
    const struct gau_view_options *options;
    const struct gau_comparison_row **sorted;
};

const char *gau_rows_name(enum gau_matrix_rows kind)
{
    static const char *const names[] = {"branches", "tasks", "functions"};

    return names[kind];
}

char *gau_rows_quantity(char *text, size_t size, const struct gau_matrix *matrix)
{
    static const char *const kinds[] = {"branch", "task", "function"};
    const char *const clock = matrix->kind != GAU_ROWS_BRANCHES ? "Sampled CPU time"
                              : matrix->cpu                     ? "Self CPU time"
                                                                : "Self wall time";

    snprintf(text, size, "%s per %s by %s", clock, matrix->per_event ? "event" : "run",
             kinds[matrix->kind]);
    return text;
}

const char *gau_verdict_text(enum gau_verdict verdict)
{
    static const char *const texts[] = {
        [GAU_SIGNIFICANT] = "significant",
        [GAU_NOT_SIGNIFICANT] = "not significant",
        [GAU_INCONCLUSIVE] = "inconclusive",
        [GAU_SMALL] = "small",
        [GAU_NEW] = "new",
        [GAU_GONE] = "gone",
        [GAU_NOT_JUDGED] = "not judged",
    };

    return texts[verdict];
}

/* --- columns ------------------------------------------------------------------------------- */

enum {
    KIND,
    QUANTITY,
    PER,
    ROOT,
    PATH,
    MODULE,
    LABEL,
    TASK,
    BASE,
    CAND,
    SHARE_BASE,
    SHARE_CAND,
    TIME_RATIO,
    RATIO,
    LOW,
    HIGH,
    INTERVAL_FROM,
    P,
    SPREAD,
    SAMPLES_BASE,
    SAMPLES_CAND,
    LIMIT,
    VERDICT,
    FAILED,
    N_COLUMNS
};

#define PERCENT(name_, key_)                                                                  \
    {                                                                                         \
        .name = name_, .key = key_, .unit = "percent", .type = GAU_COLUMN_REAL, .decimals = 1 \
    }

static const struct gau_column columns[N_COLUMNS] = {
    [KIND] = DATA("kind", GAU_COLUMN_TEXT),
    [QUANTITY] = DATA("quantity", GAU_COLUMN_TEXT),
    [PER] = DATA("per", GAU_COLUMN_TEXT),
    [ROOT] = DATA("root", GAU_COLUMN_TEXT),
    [PATH] = DATA("path", GAU_COLUMN_TEXT),
    [MODULE] = DATA("module", GAU_COLUMN_TEXT),
    [LABEL] = LABEL("Branch"),
    [TASK] = LABEL("Task"),
    [BASE] = SECONDS("Baseline", "baseline_s"),
    [CAND] = SECONDS("Candidate", "candidate_s"),
    [SHARE_BASE] = PERCENT("Share", "baseline_percent"),
    [SHARE_CAND] = PERCENT("now", "candidate_percent"),
    [TIME_RATIO] = DATA("time_ratio", GAU_COLUMN_REAL),
    [RATIO] = RATIO("Ratio", "ratio"),
    [LOW] = RATIO("95 % from", "ratio_low"),
    [HIGH] = RATIO("to", "ratio_high"),
    [INTERVAL_FROM] = DATA("interval_from", GAU_COLUMN_TEXT),
    [P] = DATA("p_corrected", GAU_COLUMN_REAL),
    [SPREAD] = DATA("baseline_spread", GAU_COLUMN_REAL),
    [SAMPLES_BASE] = COUNT("Samples", "baseline_samples"),
    [SAMPLES_CAND] = COUNT("now", "candidate_samples"),
    [LIMIT] = RATIO("Limit", "limit"),
    [VERDICT] = {.name = "Verdict", .key = "verdict"},
    [FAILED] = {.name = "Gate", .key = "gate"},
};

/* --- cells --------------------------------------------------------------------------------- */

static double share(const struct rows *rows, const struct gau_comparison_row *row, int side)
{
    return 100 * row->seconds[side] / rows->comparison->total.seconds[side];
}

const char *gau_row_name(const struct gau_matrix *matrix, const struct gau_matrix_row *row,
                         const struct gau_view_options *options)
{
    return options->width || matrix->kind == GAU_ROWS_FUNCTIONS ? row->label : row->path;
}

static void set_names(struct gau_table *table, const struct rows *rows,
                      const struct gau_matrix_row *row)
{
    const struct gau_matrix *const matrix = rows->comparison->matrix;
    static const char *const kinds[] = {"branch", "task", "function"};

    gau_table_set_text(table, KIND, kinds[matrix->kind]);
    gau_table_set_text(table, QUANTITY,
                       matrix->kind != GAU_ROWS_BRANCHES ? "sampled"
                       : matrix->cpu                     ? "cpu"
                                                         : "wall");
    gau_table_set_text(table, PER, matrix->per_event ? "event" : "run");
    gau_table_set_text(table, ROOT, row->root);
    gau_table_set_text(table, PATH, row->path);
    gau_table_set_text(table, MODULE, row->module);
    gau_table_set_text(table, LABEL, gau_row_name(matrix, row, rows->options));
    gau_table_set_text(table, TASK, row->root);
}

static void set_cells(struct gau_table *table, const struct rows *rows,
                      const struct gau_comparison_row *row)
{
    const double events = rows->comparison->matrix->events;

    set_names(table, rows, row->row);
    gau_table_set_real(table, BASE, row->seconds[GAU_BASELINE] / events);
    gau_table_set_real(table, CAND, row->seconds[GAU_CANDIDATE] / events);
    gau_table_set_real(table, SHARE_BASE, share(rows, row, GAU_BASELINE));
    gau_table_set_real(table, SHARE_CAND, share(rows, row, GAU_CANDIDATE));
    gau_table_set_real(table, TIME_RATIO, row->ratio);
    gau_table_set_real(table, RATIO, row->adjusted.value);
    gau_table_set_real(table, LOW, row->adjusted.low);
    gau_table_set_real(table, HIGH, row->adjusted.high);
    if (!isnan(row->adjusted.low))
        gau_table_set_text(table, INTERVAL_FROM, row->sampling ? "samples" : "runs");
    gau_table_set_real(table, P, row->p);
    gau_table_set_real(table, SPREAD, row->estimate.spread);
    gau_table_set_integer(table, SAMPLES_BASE, (int64_t)row->row->samples[GAU_BASELINE]);
    gau_table_set_integer(table, SAMPLES_CAND, (int64_t)row->row->samples[GAU_CANDIDATE]);
    gau_table_set_real(table, LIMIT, row->limit);
    gau_table_set_text(table, VERDICT, gau_verdict_text(row->verdict));
    gau_table_set_text(table, FAILED, row->failed ? "FAILED" : "");
}

/* --- order --------------------------------------------------------------------------------- */

static int rank(const struct gau_comparison_row *row)
{
    if (row->failed)
        return 0;
    return row->verdict == GAU_SIGNIFICANT ? 1 : row->verdict == GAU_SMALL ? 3 : 2;
}

/* The longer time; below all times, if no run has the row. */
static double longest(const struct gau_comparison_row *row)
{
    const double seconds = fmax(row->seconds[0], row->seconds[1]);

    return isnan(seconds) ? -1 : seconds;
}

/* What failed first, then what is significant, and what takes longest. */
static int compare(const void *left, const void *right)
{
    const struct gau_comparison_row *const a = *(const struct gau_comparison_row *const *)left;
    const struct gau_comparison_row *const b = *(const struct gau_comparison_row *const *)right;
    const double x = longest(a), y = longest(b);
    int order;

    if (rank(a) != rank(b))
        return rank(a) - rank(b);
    if (x != y)
        return x > y ? -1 : 1;
    order = strcmp(a->row->path, b->row->path);
    return order ? order : strcmp(a->row->root, b->row->root);
}

static bool is_for_people(const struct rows *rows)
{
    return gau_table_format_is_for_people(rows->options->format);
}

static uint64_t samples_of(const struct gau_comparison_row *row)
{
    return row->row->samples[GAU_BASELINE] + row->row->samples[GAU_CANDIDATE];
}

/* What was never called in any run is no row; what is too short, or has too few samples to tell
 * anything, is one for programs. */
static bool is_there(const struct gau_comparison_row *row)
{
    return longest(row) > 0;
}

static bool is_shown(const struct rows *rows, const struct gau_comparison_row *row)
{
    const bool is_short =
        longest(row) < rows->comparison->limits.min_s ||
        (rows->comparison->matrix->kind != GAU_ROWS_BRANCHES && samples_of(row) < SAMPLES_LEAST);

    return is_there(row) && !(is_short && is_for_people(rows) && !rows->options->all);
}

/* --- the table ----------------------------------------------------------------------------- */

static void fill(struct gau_table *table, const struct rows *rows)
{
    for (size_t i = 0; i < rows->comparison->n; i++)
        if (is_shown(rows, rows->sorted[i])) {
            gau_table_row(table, 0);
            set_cells(table, rows, rows->sorted[i]);
        }
    if (is_for_people(rows))
        gau_table_total(table);
    else
        gau_table_row(table, 0);
    set_cells(table, rows, &rows->comparison->total);
}

/* What would be empty, or the same in all rows. */
static void hide(struct gau_column *shown, const struct gau_matrix *matrix, bool limits)
{
    static const char *const names[] = {"Branch", "Task", "Function"};

    shown[LABEL].name = names[matrix->kind];
    if (matrix->kind != GAU_ROWS_FUNCTIONS)
        shown[TASK].shown = GAU_SHOWN_TO_PROGRAMS;
    if (matrix->kind == GAU_ROWS_BRANCHES)
        shown[SAMPLES_BASE].shown = shown[SAMPLES_CAND].shown = GAU_SHOWN_TO_PROGRAMS;
    if (!limits)
        shown[LIMIT].shown = shown[FAILED].shown = GAU_SHOWN_TO_PROGRAMS;
}

static void explain(struct gau_table *table, const struct rows *rows, bool limits)
{
    size_t hidden = 0;

    for (size_t i = 0; i < rows->comparison->n; i++)
        hidden += is_there(rows->sorted[i]) && !is_shown(rows, rows->sorted[i]);
    gau_sentences_of_rows(rows->comparison, table, hidden, limits);
}

static struct gau_table *add_table(struct gau_page *page, const struct rows *rows, bool limits)
{
    static const size_t optional[] = {SHARE_BASE, SHARE_CAND, SAMPLES_BASE, SAMPLES_CAND, TASK,
                                      BASE,       LIMIT,      CAND,         LOW,          HIGH};
    const struct gau_comparison *const comparison = rows->comparison;
    const struct gau_matrix *const matrix = comparison->matrix;
    static const char *const made[] = {"in pairs", "interleaved", "separate",
                                       "on different processors"};
    struct gau_column suited[N_COLUMNS];
    struct gau_table *table;
    char quantity[64];

    memcpy(suited, columns, sizeof suited);
    if (is_for_people(rows))
        hide(suited, matrix, limits);
    gau_columns_leave_out(suited, optional, sizeof optional / sizeof *optional);
    gau_columns_set_step(suited, N_COLUMNS,
                         comparison->total.seconds[GAU_BASELINE] / matrix->events);
    suited[LABEL].shortened = suited[TASK].shortened = true;
    table = gau_page_add(page, gau_rows_name(matrix->kind), suited, N_COLUMNS);
    if (!table)
        return NULL;
    gau_table_fit(table, page->options->width);
    fill(table, rows);
    gau_table_title(table, "%s: %zu baseline%s, %zu candidate%s, runs %s",
                    gau_rows_quantity(quantity, sizeof quantity, matrix), matrix->n_runs[0],
                    matrix->n_runs[0] == 1 ? "" : "s", matrix->n_runs[1],
                    matrix->n_runs[1] == 1 ? "" : "s", made[comparison->limits.runs]);
    explain(table, rows, limits);
    return table;
}

struct gau_table *gau_rows_add(struct gau_page *page, const struct gau_comparison *comparison,
                               bool limits)
{
    struct rows rows = {.comparison = comparison,
                        .options = page->options,
                        .sorted = calloc(comparison->n + 1, sizeof *rows.sorted)};
    struct gau_table *table = NULL;

    if (rows.sorted) {
        for (size_t i = 0; i < comparison->n; i++)
            rows.sorted[i] = &comparison->rows[i];
        qsort(rows.sorted, comparison->n, sizeof(const struct gau_comparison_row *), compare);
        table = add_table(page, &rows, limits);
    } else {
        gau_view_fail(page->error, GAU_VIEW_FAILED, "no memory for the table of rows");
    }
    free(rows.sorted);
    return table;
}
