/* SPDX-License-Identifier: Apache-2.0 */
#include "sentences.h"

#include "report/views/document.h"
#include "report/views/page.h"
#include "table/number.h"

#include <math.h>

/* --- below the rows ------------------------------------------------------------------------ */

/* What all rows have in common. */
static void tell_common(const struct gau_comparison *comparison, struct gau_table *table)
{
    const struct gau_interval *const common = &comparison->common;

    if (comparison->limits.runs != GAU_RUNS_SEPARATE || comparison->gross ||
        comparison->beyond_drift || !(common->low > 1 || common->high < 1))
        return;
    gau_table_footer(table,
                     "most rows take %.3f times as long (%.3f to %.3f at 99 %%): as the runs were "
                     "not interleaved, the machine may have done that as well as the program%s. "
                     "'gaudit ab' interleaves runs",
                     common->value, common->low, common->high,
                     common->high < 1 ? ", and it hides what became slower" : "");
}

static void tell_gross(const struct gau_comparison *comparison, struct gau_table *table)
{
    const size_t n = comparison->matrix->n_runs[0];

    if (!comparison->gross)
        return;
    if (comparison->limits.runs == GAU_RUNS_UNLIKE)
        gau_table_footer(table,
                         "times on different processors are no measure of the program: only what "
                         "takes %.0f times as long in every run is significant",
                         comparison->gross_ratio);
    else if (n < GAU_BASELINES_MIN)
        gau_table_footer(table,
                         "%zu baseline%s no spread to tell a change from chance: only what takes "
                         "%.0f times as long in every run is significant; make 3 baselines at "
                         "least, better 20",
                         n, n == 1 ? " has" : "s have", comparison->gross_ratio);
    else
        gau_table_footer(
            table,
            "the runs were not interleaved, and fewer than %d rows are long enough to tell the "
            "machine from the program: only what takes %.0f times as long in every run is "
            "significant. 'gaudit ab' interleaves runs",
            (int)GAU_SLOWDOWN_ROWS, comparison->gross_ratio);
}

static void tell_numbers(const struct gau_comparison *comparison, struct gau_table *table)
{
    if (comparison->is_adjusted)
        gau_table_footer(table, "ratio: without what the machine did to all rows of a run alike");
    else if (comparison->limits.runs == GAU_RUNS_PAIRED && !comparison->gross)
        gau_table_footer(table, "ratio: the geometric mean of those of the pairs");
    if (comparison->tested > 0 && !comparison->gross)
        gau_table_footer(table,
                         "significant: chance does as much in less than one of 20 comparisons of "
                         "%zu rows; inconclusive: it may be chance, and may be above %.4g or "
                         "below %.4g",
                         comparison->tested, comparison->limits.max_ratio,
                         1 / comparison->limits.max_ratio);
    if (comparison->scatter > 0)
        gau_table_footer(table,
                         "separate runs: machines treat rows differently, here by %.1f %%, which "
                         "no number of runs tells from a change; it is part of the intervals",
                         100 * comparison->scatter);
}

static bool has_sampled_interval(const struct gau_comparison *comparison)
{
    for (size_t i = 0; i < comparison->n; i++)
        if (comparison->rows[i].sampling)
            return true;
    return comparison->total.sampling;
}

/* How many runs the largest ratio that is fine needs. */
static void tell_runs_needed(const struct gau_comparison *comparison, struct gau_table *table)
{
    const size_t needed = comparison->runs_needed;

    if (comparison->gross || comparison->tested == 0)
        return;
    if (needed == 0)
        gau_table_footer(table,
                         "no number of separate runs is sure to tell a ratio of %.4g in every row: "
                         "interleave them",
                         comparison->limits.max_ratio);
    else
        gau_table_footer(table,
                         "to tell a ratio of %.4g in every row takes %s%zu runs on each side, with "
                         "one false alarm in %.6g comparisons; the most for '%.*s'",
                         comparison->limits.max_ratio, needed < 1000 ? "about " : "more than ",
                         needed, 1 / comparison->limits.false_alarms,
                         GAU_VIEW_QUOTE(comparison->noisiest->path));
}

static void tell_limit(const struct gau_comparison *comparison, struct gau_table *table,
                       const char *least)
{
    if (comparison->gross)
        gau_table_footer(table,
                         "limit: the largest of %.4g, of what costs %s a run, and of %.0f, as only "
                         "gross changes can be judged",
                         comparison->limits.max_ratio, least, comparison->gross_ratio);
    else
        gau_table_footer(table,
                         "limit: the largest of %.4g, of what costs %s a run, and, up to %.0f, of "
                         "what chance reaches once in %.6g comparisons of %zu rows",
                         comparison->limits.max_ratio, least, comparison->gross_ratio,
                         1 / comparison->limits.false_alarms, comparison->tested);
}

void gau_sentences_of_rows(const struct gau_comparison *comparison, struct gau_table *table,
                           size_t hidden, bool limits)
{
    char least[64];

    gau_quantity_text(least, sizeof least, comparison->limits.min_s, "s");
    if (hidden > 0)
        gau_table_footer(
            table, "not shown: %zu that take less than %s a run%s (csv and json have them)", hidden,
            least,
            comparison->matrix->kind == GAU_ROWS_BRANCHES ? "" : " or have fewer than 5 samples");
    if (comparison->matrix->events_vary)
        gau_table_footer(table, "the numbers of events differ: times are compared per event");
    if (!comparison->matrix->cpu)
        gau_table_footer(table, "wall times are compared, which other work on the machine "
                                "disturbs: run with -s TimerAuditor.CpuTime=true, as 'gaudit ab' "
                                "does");
    tell_numbers(comparison, table);
    if (has_sampled_interval(comparison))
        gau_table_footer(table, "intervals of rows that are not judged are of sampling alone: how "
                                "much runs differ by chance they do not know");
    if (limits)
        tell_limit(comparison, table, least);
    tell_runs_needed(comparison, table);
    tell_common(comparison, table);
    tell_gross(comparison, table);
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
    if (row->grossly)
        snprintf(text, size, "%s, in every run", differs ? "" : interval);
    else if (differs)
        snprintf(text, size, ", %.3f%s adjusted for the slowdown of the runs", adjusted->value,
                 interval);
    else
        snprintf(text, size, "%s", interval);
}

static void describe_drift(char *text, size_t size, const struct gau_comparison *comparison)
{
    snprintf(text, size,
             "take %.3f times as long (most rows %.3f times), which no drift of a machine explains "
             "(limit %.1f): another machine or a slowdown of everything; interleave the runs",
             comparison->total.ratio, comparison->common.value, comparison->drift_ratio);
}

char *gau_failure_text(char *text, size_t size, const struct gau_comparison *comparison,
                       const struct gau_comparison_row *row)
{
    const bool plural = row->row->is_total || row->row->is_replacement;
    char time[64], ratios[128], least[64];

    gau_quantity_text(time, sizeof time,
                      isnan(row->ratio)
                          ? row->seconds[GAU_CANDIDATE]
                          : fabs(row->seconds[GAU_CANDIDATE] - row->seconds[GAU_BASELINE]),
                      "s");
    gau_quantity_text(least, sizeof least, comparison->limits.min_s, "s");
    if (isnan(row->ratio)) {
        snprintf(text, size, "take %s in a run, limit %s: --allow-new takes them as they are", time,
                 least);
    } else if (row->row->is_total && comparison->beyond_drift) {
        describe_drift(text, size, comparison);
    } else {
        put_ratios(ratios, sizeof ratios, comparison, row);
        snprintf(text, size, "%s %.3f times as long%s, limit %.3f: %s %s in a run",
                 plural ? "take" : "takes", row->ratio, ratios, row->limit, time,
                 row->ratio < 1 ? "less" : "more");
    }
    return text;
}

const char *gau_reason_not_to_judge(const struct gau_comparison *comparison,
                                    const struct gau_comparison_row *row)
{
    if (comparison->limits.runs == GAU_RUNS_UNLIKE)
        return "on different processors only what takes several times as long is judged";
    if (comparison->beyond_drift)
        return "all rows became slower by more than the drift of a machine";
    if (comparison->no_slowdowns)
        return "in runs that were not interleaved, of so few rows, only what takes several times "
               "as long is judged";
    if (comparison->gross)
        return "with fewer than 3 baselines only what takes several times as long is judged";
    if (row->row->is_total)
        return "the runs were not interleaved on one machine";
    return row->row->sparse ? "it has too few samples" : "fewer than 3 baselines have it";
}

/* --- the gate ------------------------------------------------------------------------------ */

static void tell_passed(const struct gau_comparison *comparison, const char *prefix,
                        const struct gau_page *page, FILE *out)
{
    if (comparison->gross)
        gau_page_tell(page, out, "%snothing takes %.0f times as long in every run", prefix,
                      comparison->gross_ratio);
    else if (comparison->inconclusive > 0)
        gau_page_tell(page, out, "%snothing is above its limit; %zu of %zu rows %s inconclusive",
                      prefix, comparison->inconclusive, comparison->tested,
                      comparison->inconclusive == 1 ? "is" : "are");
    else
        gau_page_tell(page, out, "%snothing is above its limit", prefix);
}

static void tell_failed(const struct gau_comparison *comparison, const char *prefix,
                        const struct gau_page *page, FILE *out)
{
    char text[GAU_FAILURE_SIZE];

    for (size_t i = 0; i <= comparison->n; i++) {
        const struct gau_comparison_row *const row =
            i == 0 ? &comparison->total : &comparison->rows[i - 1];

        if (row->failed)
            gau_page_tell(page, out, "%s%s %s", prefix, row->row->path,
                          gau_failure_text(text, sizeof text, comparison, row));
    }
}

void gau_sentences_of_gate(const struct gau_comparison *comparison, const struct gau_page *page,
                           FILE *out)
{
    const bool text = page->options->format == GAU_TABLE_TEXT;

    if (comparison->failed > 0)
        tell_failed(comparison, text ? "FAILED: " : "- ", page, out);
    else
        tell_passed(comparison, text ? "passed: " : "", page, out);
}
