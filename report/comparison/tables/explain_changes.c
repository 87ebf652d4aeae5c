/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_changes.h"

#include "documents/document.h"
#include "table/number_format.h"

#include <math.h>

/* --- below the rows ------------------------------------------------------------------------ */

/* Says why only large changes are tested; returns what to do about it. */
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

static bool excludes_1(const struct gau_interval *interval)
{
    return interval->low > 1 || interval->high < 1;
}

/* Returns whether the change that all rows of interleaved runs share is more than half of the
 * largest accepted one, and it or the sum of their times did not change by chance. */
static bool is_common_large(const struct gau_comparison *comparison)
{
    const struct gau_interval *const common = &comparison->common;

    return comparison->limits.runs <= GAU_RUNS_INTERLEAVED &&
           fabs(log(common->value)) > log(comparison->limits.max_ratio) / 2 &&
           (excludes_1(common) || excludes_1(&comparison->total.absolute));
}

/* Names rows whose ratio is their own, since the others say too little. */
static void explain_own_ratios(const struct gau_comparison *comparison, struct gau_table *table)
{
    size_t n = 0, first = 0;

    for (size_t i = comparison->n; i-- > 0;)
        if (comparison->rows[i].has_own_ratio) {
            n++;
            first = i;
        }
    if (n > 1)
        gau_table_detail(table, "",
                         "%zu rows, such as '%.*s', have the ratios of their own times: the others "
                         "say too little of what they share",
                         n, GAU_QUOTE(comparison->rows[first].row->label));
    else if (n == 1)
        gau_table_detail(table, "",
                         "'%.*s' has the ratio of its own times: the others say too little of what "
                         "they share",
                         GAU_QUOTE(comparison->rows[first].row->label));
}

/* Says what ratios are relative to. */
static void explain_common(const struct gau_comparison *comparison, struct gau_table *table)
{
    const struct gau_interval *const common = &comparison->common;

    if (isnan(common->low) || comparison->gross)
        return;
    if (!comparison->is_adjusted)
        return;
    gau_table_detail(table, "relative: to what most rows share",
                     "relative: to what most rows share, which take %.3f times as long (%.3f to "
                     "%.3f at 95 %%); the sum of all is as it is",
                     common->value, common->low, common->high);
    explain_own_ratios(comparison, table);
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

/* Says how many runs find the largest accepted ratio; in a gate, what then fails. */
static void explain_runs_needed(const struct gau_comparison *comparison, struct gau_table *table,
                                enum gau_comparison_kind kind)
{
    const bool is_known = comparison->runs_needed < 1000, gate = kind == GAU_GATE;
    const double ratio = comparison->limits.max_ratio, probability = 100 * GAU_FOUND;
    char wanted[128], found[128] = "";

    if (comparison->scatter > 0)
        gau_table_detail(table, "",
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
    gau_table_detail(table, "",
                     "%s needs %s%zu runs on each side in the rows that hold %.0f %% of the time, "
                     "with one false positive in %.6g comparisons; the most for '%.*s'%s",
                     wanted, is_known ? "about " : "more than ", comparison->runs_needed,
                     100 * GAU_MOST_SHARE, 1 / comparison->level,
                     GAU_QUOTE(comparison->noisiest->label), found);
}

static void explain_numbers(const struct gau_comparison *comparison, struct gau_table *table,
                            enum gau_comparison_kind kind)
{
    explain_common(comparison, table);
    if (!comparison->is_adjusted && comparison->limits.runs == GAU_RUNS_PAIRED)
        gau_table_detail(table, NULL, "ratio: the geometric mean of those of the pairs");
    if (comparison->scatter > 0)
        gau_table_detail(table, "",
                         "separate runs: machine drift affects rows unequally, here by %.1f %%; "
                         "more runs do not remove it, and it is part of the intervals",
                         100 * comparison->scatter);
    if (comparison->tested == 0)
        return;
    gau_table_detail(table, "significant: p < 0.05",
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
        gau_table_detail(table, "",
                         "limit: the largest of %.4g, of what costs %s a run, and of %.0f, as only "
                         "large changes can be tested",
                         comparison->limits.max_ratio, least, comparison->gross_ratio);
    else
        gau_table_detail(table, "",
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
    char least[64], brief[64];

    gau_quantity_text(least, sizeof least, comparison->limits.min_s, "s");
    snprintf(brief, sizeof brief, "%zu short row%s: --all", hidden, hidden == 1 ? "" : "s");
    if (hidden > 0)
        gau_table_detail(table, brief, "not shown, but with --all: %zu row%s below %s a run%s",
                         hidden, hidden == 1 ? "" : "s", least, branches ? "" : " or 5 samples");
    if (kind == GAU_HISTORY)
        gau_table_detail(table, "", "baselines: all results but the last, which is the candidate%s",
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
        gau_table_detail(table, "",
                         "rows with fewer than 5 samples in a run, or than 3 baselines, are "
                         "not tested, and their intervals are of sampling alone, without "
                         "run-to-run variation. Longer runs, or a shorter --interval, have "
                         "more samples");
    if (kind == GAU_GATE)
        explain_limit(comparison, table, least);
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
