/* SPDX-License-Identifier: Apache-2.0 */
#include "answer.h"

#include "sentences.h"

#include "report/views/columns.h"
#include "report/views/document.h"
#include "report/views/sheet.h"
#include "table/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct answering {
    const struct gau_gate *gate;
    const struct gau_notes *notes;
    const struct gau_view_options *options;
    struct gau_page page;
    const struct gau_gate_row **rows; /* sorted */
    FILE *out;
};

/* --- the table ----------------------------------------------------------------------------- */

enum {
    ROOT,
    BRANCH,
    BASE,
    CAND,
    CHANGE,
    ADJUSTED,
    LOW,
    HIGH,
    LIMIT,
    SPREAD,
    P,
    VERDICT,
    N_COLUMNS
};

static const struct gau_column columns[N_COLUMNS] = {
    [ROOT] = DATA("root", GAU_COLUMN_TEXT),     [BRANCH] = {.name = "Branch", .key = "branch"},
    [BASE] = SECONDS("Baseline", "baseline_s"), [CAND] = SECONDS("Candidate", "candidate_s"),
    [CHANGE] = RATIO("Ratio", "ratio"),         [ADJUSTED] = RATIO("adjusted", "adjusted_ratio"),
    [LOW] = RATIO("from", "adjusted_low"),      [HIGH] = RATIO("to", "adjusted_high"),
    [LIMIT] = RATIO("Limit", "limit"),          [SPREAD] = DATA("baseline_spread", GAU_COLUMN_REAL),
    [P] = DATA("p_corrected", GAU_COLUMN_REAL), [VERDICT] = {.name = "Verdict", .key = "verdict"},
};

static const char *verdict_text(const struct gau_gate_row *row)
{
    switch (row->verdict) {
    case GAU_GATE_FINE: return "fine";
    case GAU_GATE_SLOWER: return "SLOWER";
    case GAU_GATE_FASTER: return "faster";
    case GAU_GATE_NOISY: return "noisy";
    case GAU_GATE_SMALL: return "small";
    case GAU_GATE_NEW: return "new";
    case GAU_GATE_GONE: return "gone";
    case GAU_GATE_OPEN: return "not judged";
    }
    return "";
}

static void set_cells(struct gau_table *table, const struct gau_gate_row *row, size_t room)
{
    gau_table_set_text(table, ROOT, row->series->root);
    gau_sheet_set_name(table, BRANCH, room ? row->series->label : row->series->path, room);
    gau_table_set_real(table, BASE, row->seconds[GAU_SIDE_A]);
    gau_table_set_real(table, CAND, row->seconds[GAU_SIDE_B]);
    gau_table_set_real(table, CHANGE, row->ratio);
    gau_table_set_real(table, ADJUSTED, row->adjusted.value);
    gau_table_set_real(table, LOW, row->adjusted.low);
    gau_table_set_real(table, HIGH, row->adjusted.high);
    gau_table_set_real(table, LIMIT, row->limit);
    gau_table_set_real(table, SPREAD, row->estimate.spread);
    gau_table_set_real(table, P, row->p);
    gau_table_set_text(table, VERDICT, verdict_text(row));
}

static int rank(const struct gau_gate_row *row)
{
    switch (row->verdict) {
    case GAU_GATE_SLOWER: return 0;
    case GAU_GATE_NEW:
    case GAU_GATE_GONE: return 1;
    case GAU_GATE_SMALL: return 3;
    case GAU_GATE_FINE:
    case GAU_GATE_FASTER:
    case GAU_GATE_NOISY:
    case GAU_GATE_OPEN: break;
    }
    return 2;
}

/* The longer time; below all times, if no run has the branch. */
static double longest(const struct gau_gate_row *row)
{
    const double seconds = fmax(row->seconds[0], row->seconds[1]);

    return isnan(seconds) ? -1 : seconds;
}

/* What became slower first, then what takes longest. */
static int compare(const void *left, const void *right)
{
    const struct gau_gate_row *const a = *(const struct gau_gate_row *const *)left;
    const struct gau_gate_row *const b = *(const struct gau_gate_row *const *)right;
    const double x = longest(a), y = longest(b);
    int order;

    if (rank(a) != rank(b))
        return rank(a) - rank(b);
    if (x != y)
        return x > y ? -1 : 1;
    order = strcmp(a->series->path, b->series->path);
    return order ? order : strcmp(a->series->root, b->series->root);
}

static bool is_for_people(const struct answering *a)
{
    return gau_table_format_is_for_people(a->options->format);
}

/* What was never called in any run is no row; what is too short is one for programs. */
static bool is_shown(const struct answering *a, const struct gau_gate_row *row)
{
    const size_t count = row->series->count[0] + row->series->count[1];
    const bool is_short =
        row->verdict == GAU_GATE_SMALL ||
        (rank(row) == 1 && !(fmax(row->seconds[0], row->seconds[1]) >= a->gate->limits.min_s));

    return count > 0 && !(is_short && is_for_people(a) && !a->options->all);
}

static void sort_rows(struct answering *a)
{
    for (size_t i = 0; i < a->gate->n; i++)
        a->rows[i] = &a->gate->rows[i];
    qsort(a->rows, a->gate->n, sizeof *a->rows, compare);
}

static void fill(struct gau_table *table, size_t room, const void *data)
{
    const struct answering *const a = data;

    for (size_t i = 0; i < a->gate->n; i++)
        if (is_shown(a, a->rows[i])) {
            gau_table_row(table, 0);
            set_cells(table, a->rows[i], room);
        }
    if (is_for_people(a))
        gau_table_total(table);
    else
        gau_table_row(table, 0);
    set_cells(table, &a->gate->total, room);
}

/* What there is but is not shown. */
static size_t count_hidden(const struct answering *a)
{
    size_t hidden = 0;

    for (size_t i = 0; i < a->gate->n; i++)
        hidden += !is_shown(a, a->rows[i]) &&
                  a->rows[i]->series->count[0] + a->rows[i]->series->count[1] > 0;
    return hidden;
}

static struct gau_table *add_table(struct answering *a)
{
    static const size_t optional[] = {BASE, LIMIT, CAND};
    struct gau_column suited[N_COLUMNS];
    const struct gau_sheet sheet = {
        .columns = suited,
        .n_columns = N_COLUMNS,
        .optional = optional,
        .n_optional = sizeof optional / sizeof *optional,
        .fill = fill,
        .data = a,
    };

    memcpy(suited, columns, sizeof suited);
    if (!a->gate->is_adjusted)
        suited[ADJUSTED].shown = GAU_SHOWN_TO_PROGRAMS;
    gau_sheet_set_step(suited, N_COLUMNS, a->gate->total.seconds[GAU_SIDE_A]);
    return gau_sheet_add(&a->page, "branches", &sheet);
}

/* --- in words ------------------------------------------------------------------------------ */

static void tell_rows(const struct answering *a, struct gau_table *table)
{
    const struct gau_gate *const gate = a->gate;
    const size_t hidden = count_hidden(a);
    char least[64], many[48] = "";

    gau_quantity_text(least, sizeof least, gate->limits.min_s, "s");
    if (hidden > 0)
        gau_table_footer(table, "%zu more take less than %s a run, which is all they could cost",
                         hidden, least);
    if (gate->is_adjusted)
        gau_table_footer(table, "adjusted, and from, to, limit: without what the machine did to "
                                "all branches of a run alike");
    if (gate->scatter > 0)
        gau_table_footer(
            table,
            "runs apart: machines treat branches differently, here by %.1f %%, which "
            "no number of runs tells from a change: limits are higher, also by what clock "
            "reads may cost more",
            100 * gate->scatter);
    if (gate->gross)
        gau_table_footer(table,
                         "limit: the largest of %.4g, of what costs %s a run, and of %.0f, as only "
                         "gross changes can be judged",
                         gate->limits.max_ratio, least, gate->gross_ratio);
    else
        gau_table_footer(table,
                         "limit: the largest of %.4g, of what costs %s a run, and, up to %.0f, of "
                         "what chance reaches once in %.6g comparisons of %zu branches",
                         gate->limits.max_ratio, least, gate->gross_ratio,
                         1 / gate->limits.false_alarms, gate->tested);
    if (gate->noisy == 0)
        return;
    if (gate->runs_needed > 0)
        snprintf(many, sizeof many, "; %s%zu runs on each side",
                 gate->runs_needed < 1000 ? "about " : "more than ", gate->runs_needed);
    if (gate->limits.runs == GAU_RUNS_APART)
        gau_table_footer(table,
                         "noisy: may be above what was asked for, but chance or another state "
                         "of the machine may do as much; runs by turns would tell");
    else
        gau_table_footer(table,
                         "noisy: may be above what was asked for, but chance may do as much%s%s",
                         many, many[0] ? " would do" : "");
}

static void tell_title(const struct answering *a, struct gau_table *table)
{
    const struct gau_series_set *const set = a->gate->set;

    gau_table_title(
        table,
        "%s per branch, without its children, in a run of %.6g event%s: %zu baseline%s, "
        "%zu candidate%s",
        set->cpu ? "CPU time" : "Wall time", set->events, set->events == 1 ? "" : "s",
        set->n_runs[0], set->n_runs[0] == 1 ? "" : "s", set->n_runs[1],
        set->n_runs[1] == 1 ? "" : "s");
}

static void tell_notes(const struct answering *a)
{
    const char *const mark = a->options->format == GAU_TABLE_MARKDOWN ? "- " : "note: ";

    for (size_t i = 0; i < a->notes->n; i++)
        gau_sheet_tell(&a->page, a->out, "%s%s", mark, a->notes->texts[i]);
    if (a->notes->n > 0)
        fputc('\n', a->out);
}

/* --- all ----------------------------------------------------------------------------------- */

static void begin(const struct answering *a)
{
    if (a->options->format == GAU_TABLE_MARKDOWN) {
        fprintf(a->out, "### gaudit gate: %s\n\n", a->gate->slower ? "failed" : "passed");
        gau_sentences_of_verdict(a->gate, &a->page, a->out);
        fputc('\n', a->out);
    }
    tell_notes(a);
}

static void end(const struct answering *a)
{
    fputc('\n', a->out);
    gau_sentences_of_method(a->gate, &a->page, a->out);
    if (a->options->format == GAU_TABLE_TEXT)
        gau_sentences_of_verdict(a->gate, &a->page, a->out);
}

static void write_answer(struct answering *a)
{
    struct gau_table *const table = add_table(a);

    if (!table)
        return;
    tell_title(a, table);
    tell_rows(a, table);
    if (is_for_people(a))
        begin(a);
    gau_page_write(&a->page, a->out);
    if (is_for_people(a))
        end(a);
}

void gau_answer_write(const struct gau_gate *gate, const struct gau_notes *notes,
                      const struct gau_view_options *options, FILE *out,
                      struct gau_view_error *error)
{
    struct answering a = {.gate = gate,
                          .notes = notes,
                          .options = options,
                          .page = {.document = "gate", .options = options, .error = error},
                          .rows = calloc(gate->n + 1, sizeof *a.rows),
                          .out = out};

    if (a.rows) {
        sort_rows(&a);
        write_answer(&a);
    } else {
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the answer");
    }
    free(a.rows);
    gau_page_clear(&a.page);
}
