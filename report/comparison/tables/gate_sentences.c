/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_changes.h"

#include "documents/document.h"
#include "table/number_format.h"

#include <math.h>

enum { GROWN_MOST = 3 }; /* rows that a gate names as those that grew */

/* --- what failed, or did not ---------------------------------------------------------------- */

/* Says what a gate that passed could not test. */
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

/* Returns the total or, if that is decided, the longest row. */
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

/* Returns how much longer a row takes, in a run. */
static double growth_of(const struct gau_comparison_row *row)
{
    return row->seconds[GAU_CANDIDATE] -
           (isnan(row->seconds[GAU_BASELINE]) ? 0 : row->seconds[GAU_BASELINE]);
}

/* Returns the row that grew most after @p last; or NULL. */
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

/* Names what grew if all rows together failed, and none alone. */
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

static void explain_failed(const struct gau_comparison *comparison, struct gau_table *table)
{
    char text[GAU_SENTENCE_SIZE];

    for (size_t i = 0; i <= comparison->n; i++) {
        const struct gau_comparison_row *const row =
            i == 0 ? &comparison->total : &comparison->rows[i - 1];

        if (row->failed)
            gau_table_footer(table, "FAILED: %s %s", row->row->label,
                             gau_failure_text(text, comparison, row));
    }
}

void gau_sentences_of_gate(const struct gau_comparison *comparison,
                           const struct gau_comparison *events, struct gau_table *table)
{
    explain_failed(comparison, table);
    if (events->failed > 0)
        explain_failed(events, table);
    if (comparison->failed == 1 && comparison->total.failed)
        explain_growth(comparison, table);
    if (comparison->failed + events->failed > 0)
        return;
    if (!(comparison->limits.require_decision && comparison->undecided + events->undecided > 0))
        explain_passed(comparison, table);
    if (comparison->undecided > 0)
        explain_undecided(comparison, table);
    if (events->undecided > 0)
        explain_undecided(events, table);
}

/* Each row of the table of differences is one line; options would need too many. */
void gau_differences_note(struct gau_notes *notes, const struct gau_differences *differences)
{
    bool options = false;

    for (size_t i = 0; i < differences->n; i++) {
        const struct gau_difference *const item = &differences->items[i];

        if (item->key)
            gau_notes_add(notes, "not the same %s: %.100s and %.100s", item->what,
                          item->a ? item->a : "-", item->b ? item->b : "-");
        options |= !item->key;
    }
    if (options)
        gau_notes_add(notes, "not the same options of the job: --table differences shows them");
}

/* --- why ----------------------------------------------------------------------------------- */

/* Rows are relative to what most rows share; the total never is. */
static bool is_relative(const struct gau_comparison *comparison,
                        const struct gau_comparison_row *row)
{
    return comparison->is_adjusted && !row->row->is_total;
}

/* Writes the ratio that the row failed by, which may not be that of the times beside it. */
static void put_ratios(char *text, size_t size, const struct gau_comparison *comparison,
                       const struct gau_comparison_row *row)
{
    const bool differs = is_relative(comparison, row);
    const struct gau_interval *const shown =
        differs && row->gross_slowdown ? &row->absolute : &row->adjusted;
    char interval[64] = "";

    if (isfinite(shown->low))
        snprintf(interval, sizeof interval, " (%.3f to %.3f)", shown->low, shown->high);
    if (row->gross_slowdown)
        snprintf(text, size, "%s, in every run", interval);
    else if (differs)
        snprintf(text, size, ", %.3f%s relative to what most rows share", shown->value, interval);
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
        snprintf(text, GAU_SENTENCE_SIZE, "%s %.3f times as long%s, limit %.3f: %s %s",
                 row->row->is_total || row->row->is_replacement ? "take" : "takes", row->ratio,
                 ratios, row->limit, time,
                 more < 0 ? "less in a run, while most rows became faster by more"
                          : "more in a run");
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
                 "may take more than %.4g times as long%s (%.3f to %.3f at 95 %%)", limit,
                 is_relative(comparison, row) ? " relative to what most rows share" : "",
                 interval->low, interval->high);
    return text;
}
