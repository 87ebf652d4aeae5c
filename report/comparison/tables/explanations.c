/* SPDX-License-Identifier: Apache-2.0 */
#include "explanations.h"

#include "report/documents/document.h"
#include "table/number_format.h"

#include <math.h>

enum { GROWN_MOST = 3 }; /* rows that a gate names as those that grew */

/* --- below the rows ------------------------------------------------------------------------ */

/* Why only large changes are tested; returns what to do about it. */
static const char *describe_gross(char *text, const struct gau_comparison *comparison)
{
    const size_t n = comparison->matrix->n_runs[0];

    if (comparison->limits.runs == GAU_RUNS_DIFFERENT_MACHINES) {
        snprintf(text, GAU_SENTENCE_SIZE,
                 "times on different processors are no measure of the program");
        return "";
    }
    if (n < GAU_BASELINES_MIN) {
        snprintf(text, GAU_SENTENCE_SIZE, "%zu baseline%s no spread to test changes with", n,
                 n == 1 ? " has" : "s have");
        return "; make 3 baselines at least, better 20";
    }
    snprintf(text, GAU_SENTENCE_SIZE,
             "the runs were not interleaved, and fewer than %d rows are long enough to separate "
             "machine and program",
             (int)GAU_SLOWDOWN_ROWS);
    return ". 'gaudit ab' interleaves runs";
}

static void explain_gross(const struct gau_comparison *comparison, struct gau_table *table)
{
    char reason[GAU_SENTENCE_SIZE];
    const char *const advice = describe_gross(reason, comparison);

    gau_table_footer(table, "%s: only what takes %.0f times as long in every run is significant%s",
                     reason, comparison->gross_ratio, advice);
}

/* What all rows of interleaved runs share is more than half of the largest accepted change. */
static bool is_common_large(const struct gau_comparison *comparison)
{
    return comparison->limits.runs <= GAU_RUNS_INTERLEAVED &&
           fabs(log(comparison->common.value)) > log(comparison->limits.max_ratio) / 2;
}

/* What ratios are relative to. */
static void explain_common(const struct gau_comparison *comparison, struct gau_table *table)
{
    const struct gau_interval *const common = &comparison->common;

    if (isnan(common->low) || comparison->gross)
        return;
    if (!comparison->is_adjusted)
        return;
    gau_table_footer(table,
                     "relative: to what most rows share, which take %.3f times as long (%.3f to "
                     "%.3f at 95 %%); the sum of all is as it is",
                     common->value, common->low, common->high);
    if (is_common_large(comparison))
        gau_table_footer(
            table,
            "most rows moved together: whether the machine or the program did it is not "
            "seen from times; as measured all take %.3f times as long (%.3f to %.3f)",
            comparison->total.ratio, comparison->total.absolute.low,
            comparison->total.absolute.high);
    if (comparison->limits.runs == GAU_RUNS_SEPARATE && !comparison->beyond_drift &&
        (common->low > 1 || common->high < 1))
        gau_table_footer(table,
                         "the runs were not interleaved, so that may be machine drift%s. 'gaudit "
                         "ab' interleaves runs",
                         common->high < 1 ? ", and it hides what became slower" : "");
}

/* How many runs find the largest accepted ratio; for a gate, what fails with that number. */
static void explain_runs_needed(const struct gau_comparison *comparison, struct gau_table *table,
                                enum gau_comparison_kind kind)
{
    const bool is_known = comparison->runs_needed < 1000, gate = kind == GAU_GATE;
    const double ratio = comparison->limits.max_ratio, probability = 100 * GAU_FOUND;
    char wanted[128], found[128] = "";

    if (comparison->scatter > 0)
        gau_table_footer(table,
                         "no number of separate runs is sure to find a ratio of %.4g in every row: "
                         "interleave them",
                         ratio);
    if (comparison->runs_needed == 0)
        return;
    if (gate)
        snprintf(wanted, sizeof wanted, "a limit of %.4g", ratio);
    else
        snprintf(wanted, sizeof wanted, "finding a ratio of %.4g with a probability of %.0f %%",
                 ratio, probability);
    if (gate && is_known)
        snprintf(found, sizeof found,
                 ": what takes %.4g times as long then fails with a probability of %.0f %%",
                 comparison->ratio_found, probability);
    gau_table_footer(table,
                     "%s needs %s%zu runs on each side in the rows that hold %.0f %% of the time, "
                     "with one false positive in %.6g comparisons; the most for '%.*s'%s",
                     wanted, is_known ? "about " : "more than ", comparison->runs_needed,
                     100 * GAU_MOST_SHARE, 1 / comparison->level,
                     GAU_VIEW_QUOTE(comparison->noisiest->label), found);
}

static void explain_numbers(const struct gau_comparison *comparison, struct gau_table *table,
                            enum gau_comparison_kind kind)
{
    explain_common(comparison, table);
    if (!comparison->is_adjusted && comparison->limits.runs == GAU_RUNS_PAIRED)
        gau_table_footer(table, "ratio: the geometric mean of those of the pairs");
    if (comparison->scatter > 0)
        gau_table_footer(table,
                         "separate runs: machine drift affects rows unequally, here by %.1f %%; "
                         "more runs do not remove it, and it is part of the intervals",
                         100 * comparison->scatter);
    if (comparison->tested == 0)
        return;
    gau_table_footer(table,
                     "significant: p < 0.05 over all %zu row%s (Holm's correction); inconclusive: "
                     "not significant, and may be above %.4g or below %.4g",
                     comparison->tested, comparison->tested == 1 ? "" : "s",
                     comparison->limits.max_ratio, 1 / comparison->limits.max_ratio);
    explain_runs_needed(comparison, table, kind);
}

static bool has_sampled_interval(const struct gau_comparison *comparison)
{
    bool has = comparison->total.sampling;

    for (size_t i = 0; i < comparison->n; i++)
        has |= comparison->rows[i].sampling;
    return has;
}

static void explain_limit(const struct gau_comparison *comparison, struct gau_table *table,
                          const char *least)
{
    if (comparison->gross)
        gau_table_footer(table,
                         "limit: the largest of %.4g, of what costs %s a run, and of %.0f, as only "
                         "large changes can be tested",
                         comparison->limits.max_ratio, least, comparison->gross_ratio);
    else
        gau_table_footer(table,
                         "limit: the largest of %.4g, of what costs %s a run, and, up to %.0f, of "
                         "what chance reaches once in %.6g comparisons of %zu row%s",
                         comparison->limits.max_ratio, least, comparison->gross_ratio,
                         1 / comparison->limits.false_positive_rate, comparison->tested,
                         comparison->tested == 1 ? "" : "s");
}

void gau_sentences_of_rows(const struct gau_comparison *comparison, struct gau_table *table,
                           size_t hidden, enum gau_comparison_kind kind)
{
    const bool branches = comparison->matrix->kind == GAU_ROWS_BRANCHES;
    char least[64];

    gau_quantity_text(least, sizeof least, comparison->limits.min_s, "s");
    if (hidden > 0)
        gau_table_footer(table, "not shown, but with --all: %zu row%s below %s a run%s", hidden,
                         hidden == 1 ? "" : "s", least, branches ? "" : " or 5 samples");
    if (kind == GAU_HISTORY)
        gau_table_footer(table, "baselines: all results but the last, which is the candidate%s",
                         comparison->is_adjusted
                             ? "; times: without the slowdown of each result, but for the sum"
                             : "");
    if (comparison->matrix->events_vary)
        gau_table_footer(table, "the numbers of events differ: times are compared per event");
    if (branches && !comparison->matrix->cpu)
        gau_table_footer(table, "wall times are compared, which other work on the machine "
                                "disturbs: run with -s TimerAuditor.CpuTime=true, as 'gaudit ab' "
                                "does");
    if (comparison->gross)
        explain_gross(comparison, table);
    else
        explain_numbers(comparison, table, kind);
    if (has_sampled_interval(comparison))
        gau_table_footer(table, "rows with fewer than 5 samples in a run, or than 3 baselines, are "
                                "not tested, and their intervals are of sampling alone, without "
                                "run-to-run variation. Longer runs, or a shorter --interval, have "
                                "more samples");
    if (kind == GAU_GATE)
        explain_limit(comparison, table, least);
}

/* What a gate that passed could not test. */
static void explain_passed(const struct gau_comparison *comparison, struct gau_table *table)
{
    const size_t tested = comparison->tested, inconclusive = comparison->inconclusive;
    char text[96] = "", more[64] = "";
    size_t n = 0;

    if (comparison->gross) {
        gau_table_footer(table, "passed: nothing takes %.0f times as long in every run",
                         comparison->gross_ratio);
        return;
    }
    for (size_t i = 0; i < comparison->n; i++)
        n += comparison->rows[i].verdict == GAU_NOT_TESTED;
    if (inconclusive > 0)
        snprintf(text, sizeof text, "; %zu of %zu row%s %s inconclusive", inconclusive, tested,
                 tested == 1 ? "" : "s", inconclusive == 1 ? "is" : "are");
    if (n > 0)
        snprintf(more, sizeof more, "; %zu row%s not tested", n, n == 1 ? " is" : "s are");
    gau_table_footer(table, "passed: nothing is above its limit%s%s", text, more);
}

/* The total, or the longest row. */
static const struct gau_comparison_row *first_undecided(const struct gau_comparison *comparison)
{
    const struct gau_comparison_row *first = NULL;

    if (comparison->total.undecided)
        return &comparison->total;
    for (size_t i = 0; i < comparison->n; i++) {
        const struct gau_comparison_row *const row = &comparison->rows[i];

        if (row->undecided && (!first || row->seconds[GAU_BASELINE] > first->seconds[GAU_BASELINE]))
            first = row;
    }
    return first;
}

static void explain_undecided(const struct gau_comparison *comparison, struct gau_table *table)
{
    const bool required = comparison->limits.require_decision;
    const struct gau_comparison_row *const row = first_undecided(comparison);
    char text[GAU_SENTENCE_SIZE], more[64] = "";

    if (comparison->undecided > 1)
        snprintf(more, sizeof more, ", and so may %zu more row%s", comparison->undecided - 1,
                 comparison->undecided == 2 ? "" : "s");
    gau_table_footer(table, "%s: %s %s%s%s", required ? "UNDECIDED" : "not decided",
                     row->row->label, gau_undecided_text(text, comparison, row), more,
                     required ? "" : ". --require-decision makes that status 7");
}

/* By how much more, in a run. */
static double growth_of(const struct gau_comparison_row *row)
{
    return row->seconds[GAU_CANDIDATE] -
           (isnan(row->seconds[GAU_BASELINE]) ? 0 : row->seconds[GAU_BASELINE]);
}

/* Next after @p last, or NULL. */
static const struct gau_comparison_row *next_grown(const struct gau_comparison *comparison,
                                                   const struct gau_comparison_row *last)
{
    const struct gau_comparison_row *next = NULL;

    for (size_t i = 0; i < comparison->n; i++) {
        const struct gau_comparison_row *const row = &comparison->rows[i];
        const bool is_left = !last || growth_of(row) < growth_of(last) ||
                             (growth_of(row) <= growth_of(last) && row > last);

        if (!row->row->is_replacement && growth_of(row) > 0 && is_left &&
            (!next || growth_of(row) > growth_of(next)))
            next = row;
    }
    return next;
}

/* If all together failed, and none alone. */
static void explain_growth(const struct gau_comparison *comparison, struct gau_table *table)
{
    const struct gau_comparison_row *row = NULL;
    char time[64], ratio[128];

    for (int i = 0; i < GROWN_MOST && (row = next_grown(comparison, row)); i++) {
        const struct gau_interval *const interval =
            isfinite(row->absolute.low) ? &row->absolute : &row->adjusted;

        gau_quantity_text(time, sizeof time, growth_of(row), "s");
        snprintf(ratio, sizeof ratio, "is new");
        if (isfinite(row->ratio))
            snprintf(ratio, sizeof ratio,
                     isfinite(interval->low) ? "takes %.3f times as long (%.3f to %.3f)"
                                             : "takes %.3f times as long",
                     row->ratio, interval->low, interval->high);
        gau_table_footer(table, "grew most: %s %s: %s more in a run", row->row->label, ratio, time);
    }
}

void gau_sentences_of_gate(const struct gau_comparison *comparison, struct gau_table *table)
{
    char text[GAU_SENTENCE_SIZE];

    for (size_t i = 0; i <= comparison->n; i++) {
        const struct gau_comparison_row *const row =
            i == 0 ? &comparison->total : &comparison->rows[i - 1];

        if (row->failed)
            gau_table_footer(table, "FAILED: %s %s", row->row->label,
                             gau_failure_text(text, comparison, row));
    }
    if (comparison->failed == 1 && comparison->total.failed)
        explain_growth(comparison, table);
    if (comparison->failed == 0 &&
        !(comparison->limits.require_decision && comparison->undecided > 0))
        explain_passed(comparison, table);
    if (comparison->failed == 0 && comparison->undecided > 0)
        explain_undecided(comparison, table);
}

/* --- why ----------------------------------------------------------------------------------- */

/* The ratio that the row failed by, after that of the times beside it. */
static void put_ratios(char *text, size_t size, const struct gau_comparison *comparison,
                       const struct gau_comparison_row *row)
{
    const struct gau_interval *const adjusted = &row->adjusted;
    const bool differs = comparison->is_adjusted && !row->row->is_total;
    char interval[64] = "";

    if (isfinite(adjusted->low))
        snprintf(interval, sizeof interval, " (%.3f to %.3f)", adjusted->low, adjusted->high);
    if (row->gross_slowdown)
        snprintf(text, size, "%s, in every run", differs ? "" : interval);
    else if (differs)
        snprintf(text, size, ", %.3f%s relative to what most rows share", adjusted->value,
                 interval);
    else
        snprintf(text, size, "%s", interval);
}

char *gau_failure_text(char *text, const struct gau_comparison *comparison,
                       const struct gau_comparison_row *row)
{
    const double *const seconds = row->seconds;
    const double more = seconds[GAU_CANDIDATE] - (isnan(row->ratio) ? 0 : seconds[GAU_BASELINE]);
    char time[64], ratios[128], least[64];

    gau_quantity_text(time, sizeof time, fabs(more), "s");
    gau_quantity_text(least, sizeof least, comparison->limits.min_s, "s");
    put_ratios(ratios, sizeof ratios, comparison, row);
    if (isnan(row->limit))
        snprintf(text, GAU_SENTENCE_SIZE, "take %s in a run, limit %s: --allow-new accepts them",
                 time, least);
    else if (row->row->is_total && comparison->beyond_drift)
        snprintf(text, GAU_SENTENCE_SIZE,
                 "take %.3f times as long (most rows %.3f times), which no drift of a machine "
                 "explains (limit %.1f): another machine or a slowdown of everything; interleave "
                 "the runs",
                 row->ratio, comparison->common.value, comparison->drift_ratio);
    else
        snprintf(text, GAU_SENTENCE_SIZE, "%s %.3f times as long%s, limit %.3f: %s %s in a run",
                 row->row->is_total || row->row->is_replacement ? "take" : "takes", row->ratio,
                 ratios, row->limit, time, more < 0 ? "less" : "more");
    return text;
}

char *gau_undecided_text(char *text, const struct gau_comparison *comparison,
                         const struct gau_comparison_row *row)
{
    const struct gau_interval *const interval = &row->adjusted;
    const double limit = comparison->limits.max_ratio;

    if (row->verdict == GAU_NOT_TESTED || !isfinite(interval->low))
        snprintf(text, GAU_SENTENCE_SIZE, "may take more than %.4g times as long", limit);
    else
        snprintf(text, GAU_SENTENCE_SIZE,
                 "may take more than %.4g times as long (%.3f to %.3f at 95 %%)", limit,
                 interval->low, interval->high);
    return text;
}

char *gau_reason_not_tested(char *text, const struct gau_comparison *comparison,
                            const struct gau_comparison_row *row)
{
    if (comparison->gross)
        describe_gross(text, comparison);
    else
        snprintf(text, GAU_SENTENCE_SIZE, "%s",
                 comparison->beyond_drift
                     ? "all rows became slower by more than the drift of a machine"
                 : row->row->is_total ? "the runs were not interleaved on one machine"
                 : row->row->sparse   ? "it has too few samples"
                                      : "fewer than 3 baselines have it");
    return text;
}
