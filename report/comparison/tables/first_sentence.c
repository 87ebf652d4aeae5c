/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_changes.h"

#include "tables.h"

#include "report/comparison/step_change.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

/* What a comparison found, in one sentence: what changed, what else may have, and of how many runs
 * that is. */

enum { NAMED_MOST = 3 }; /* rows that changed */
#define LEAST_SHOWN 0.01 /* percent */

/* Lists are separated by commas, parts by semicolons. */
struct sentence {
    FILE *out;
    const char *before; /* the next part */
    const char *plus_minus;
};

__attribute__((__format__(__printf__, 2, 3))) static void add_part(struct sentence *sentence,
                                                                   const char *format, ...)
{
    va_list args;

    fputs(sentence->before, sentence->out);
    va_start(args, format);
    vfprintf(sentence->out, format, args);
    va_end(args);
    sentence->before = "; ";
}

/* --- what changed --------------------------------------------------------------------------- */

static double change_of(const struct gau_comparison_row *row)
{
    return fabs(row->seconds[GAU_CANDIDATE] - row->seconds[GAU_BASELINE]);
}

/* Returns the row that changed most in time after those that are named; NULL: there is none. */
static const struct gau_comparison_row *next_changed(const struct gau_comparison *comparison,
                                                     const struct gau_comparison_row *const *named,
                                                     size_t n)
{
    const struct gau_comparison_row *next = NULL;

    for (size_t i = 0; i < comparison->n; i++) {
        const struct gau_comparison_row *const row = &comparison->rows[i];
        bool is_left = row->verdict == GAU_SIGNIFICANT;

        for (size_t k = 0; k < n; k++)
            is_left &= row != named[k];
        if (is_left && (!next || change_of(row) > change_of(next)))
            next = row;
    }
    return next;
}

/* Returns whether "are" goes with the name: "all branches". */
static const char *verb_of(const struct gau_comparison_row *row, const char *one, const char *many)
{
    return row->row->is_total || row->row->is_replacement ? many : one;
}

enum { TIMES_MOST = 1000 }; /* a number that says something */

/* Writes "is 4.9 % ± 1.2 slower", or "takes 2.35 times as long" of large changes; the half width of
 * the 95 % confidence interval has two digits. */
static void add_change(struct sentence *sentence, const struct gau_comparison_row *row,
                       const struct gau_interval *interval)
{
    const double value = isfinite(interval->value) ? interval->value : row->ratio;
    const double half = 50 * (interval->high - interval->low);
    const int decimals = half < 1 ? 2 : half < 10 ? 1 : 0;
    char error[32] = "";

    if (isfinite(half))
        snprintf(error, sizeof error, " %s %.*f", sentence->plus_minus, decimals, half);
    if (!(value <= TIMES_MOST))
        add_part(sentence, "%s %s more than %d times as long", row->row->label,
                 verb_of(row, "takes", "take"), TIMES_MOST);
    else if (!(value > 0.5 && value < 2))
        add_part(sentence, "%s %s %.3g times as long", row->row->label,
                 verb_of(row, "takes", "take"), value);
    else
        add_part(sentence, "%s %s %.*f %%%s %s", row->row->label, verb_of(row, "is", "are"),
                 isfinite(half) ? decimals : 1, 100 * fabs(value - 1), error,
                 value > 1 ? "slower" : "faster");
}

/* Returns the number of rows that changed. The sum of all is as it was measured, the rows may be
 * relative to what most share. */
static size_t add_changes(struct sentence *sentence, const struct gau_comparison *comparison)
{
    const struct gau_comparison_row *named[NAMED_MOST + 1], *row;
    const bool total = comparison->total.verdict == GAU_SIGNIFICANT;
    const size_t n = comparison->significant - total;
    size_t i = 0;

    while (i < NAMED_MOST && (row = next_changed(comparison, named, i))) {
        add_change(sentence, row, comparison->gross ? &row->absolute : &row->adjusted);
        sentence->before = ", ";
        named[i++] = row;
    }
    if (n > i)
        add_part(sentence, "%zu more row%s changed", n - i, n - i == 1 ? "" : "s");
    if (n > 0 && comparison->is_adjusted)
        fputs(" (relative to what most rows share)", sentence->out);
    sentence->before = n > 0 ? "; " : sentence->before;
    if (total)
        add_change(sentence, &comparison->total, &comparison->total.absolute);
    return comparison->significant;
}

/* --- what else may have --------------------------------------------------------------------- */

/* Returns the largest change that a row may have had although it is not significant, in percent:
 * the far end of its interval. NAN: there is no such row that takes at least @p least seconds. */
static double largest_unseen(const struct gau_comparison *comparison, double least, bool with_total)
{
    double largest = NAN;

    for (size_t i = with_total ? 0 : 1; i <= comparison->n; i++) {
        const struct gau_comparison_row *const row =
            i == 0 ? &comparison->total : &comparison->rows[i - 1];
        const double reach = 100 * fmax(row->adjusted.high - 1, 1 - row->adjusted.low);

        if ((row->verdict == GAU_NOT_SIGNIFICANT || row->verdict == GAU_INCONCLUSIVE) &&
            row->seconds[GAU_BASELINE] >= least)
            largest = fmax(largest, reach); /* NAN is left out */
    }
    return largest;
}

static void add_others(struct sentence *sentence, const struct gau_comparison *comparison,
                       size_t changed)
{
    const char *const more = changed > 0 ? "else " : "";
    const double all = largest_unseen(comparison, 0, true);
    const double most = largest_unseen(comparison, comparison->most_s, false);

    if (comparison->gross) {
        add_part(sentence,
                 "nothing %stakes %.0f times as long in every run; smaller changes are not "
                 "tested",
                 more, comparison->gross_ratio);
        return;
    }
    if (comparison->tested == comparison->significant) {
        if (changed == 0)
            add_part(sentence, "nothing could be tested");
        return;
    }
    if (comparison->inconclusive == 0 && isfinite(all)) {
        add_part(sentence, "nothing %schanged by more than %.2g %%", more, fmax(all, LEAST_SHOWN));
        return;
    }
    add_part(sentence, "no %ssignificant change", changed > 0 ? "other " : "");
    if (isfinite(most))
        add_part(sentence,
                 "the%s rows that hold %.0f %% of the time may have changed by up to %.*f %%",
                 changed > 0 ? " other" : "", 100 * GAU_MOST_SHARE, most < 10 ? 1 : 0, most);
    else if (isfinite(all))
        add_part(sentence, "%srows may have changed by up to %.*f %%", changed > 0 ? "other " : "",
                 all < 10 ? 1 : 0, all);
}

static void add_new(struct sentence *sentence, const struct gau_comparison *comparison)
{
    size_t added = 0, removed = 0;

    for (size_t i = 0; i < comparison->n; i++)
        if (gau_row_longest(&comparison->rows[i]) >= comparison->limits.min_s) {
            added += comparison->rows[i].verdict == GAU_ADDED;
            removed += comparison->rows[i].verdict == GAU_REMOVED;
        }
    if (added > 0)
        add_part(sentence, "%zu row%s added", added, added == 1 ? "" : "s");
    if (removed > 0)
        add_part(sentence, "%zu row%s removed", removed, removed == 1 ? "" : "s");
}

static void add_runs(struct sentence *sentence, const struct gau_comparison *comparison)
{
    const size_t *const n = comparison->matrix->n_runs;

    if (comparison->limits.runs == GAU_RUNS_PAIRED && n[0] == n[1])
        add_part(sentence, "%zu pair%s of runs", n[0], n[0] == 1 ? "" : "s");
    else
        add_part(sentence, "%zu baseline%s, %zu candidate%s", n[0], n[0] == 1 ? "" : "s", n[1],
                 n[1] == 1 ? "" : "s");
}

/* --- the sentence --------------------------------------------------------------------------- */

/* Returns the sentence, to be freed; NULL: out of memory. */
static char *make_sentence(const struct gau_comparison *comparison, bool unicode)
{
    char *text = NULL;
    size_t size = 0;
    struct sentence sentence = {.out = open_memstream(&text, &size),
                                .before = "",
                                .plus_minus = gau_plus_minus(unicode)};

    if (!sentence.out)
        return NULL;
    add_others(&sentence, comparison, add_changes(&sentence, comparison));
    add_new(&sentence, comparison);
    add_runs(&sentence, comparison);
    if (fclose(sentence.out) == 0)
        return text;
    free(text);
    return NULL;
}

/* "Fit is 17 % ± 2 slower from result 7 on". */
static void add_step(struct gau_table *table, const struct gau_comparison *comparison, bool unicode)
{
    const struct gau_step_change step = gau_step_change_find(comparison);
    const double change = 100 * (step.ratio.value - 1);
    const double half = 50 * (step.ratio.high - step.ratio.low);
    const int decimals = half < 1 ? 2 : half < 10 ? 1 : 0;

    if (step.row && isfinite(change) && change < 100)
        gau_table_footer(table, "%s is %.*f %% %s %.*f %s from result %zu on", step.row->label,
                         decimals, fabs(change), gau_plus_minus(unicode), decimals, half,
                         change > 0 ? "slower" : "faster", step.first);
    else if (step.row && isfinite(change))
        gau_table_footer(table, "%s takes %.3g times as long from result %zu on", step.row->label,
                         step.ratio.value, step.first);
}

void gau_first_sentence_add(struct gau_page *page, struct gau_table *table,
                            const struct gau_comparison *comparison, enum gau_comparison_kind kind)
{
    char *const text = make_sentence(comparison, page->options->unicode);

    if (!text)
        gau_page_fail_memory(page);
    else if (kind == GAU_HISTORY) {
        add_step(table, comparison, page->options->unicode);
        gau_table_footer(table, "the last of %zu results against the others: %s",
                         gau_matrix_runs(comparison->matrix), text);
    } else
        gau_table_footer(table, "%s", text);
    free(text);
}
