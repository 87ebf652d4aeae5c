/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/columns.h"
#include "report/views/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4000, SEED = 1 };

/* --- ratios -------------------------------------------------------------------------------- */

struct gau_pairs_change gau_pairs_measure(struct gau_pairs_work *work)
{
    struct gau_pairs_change change = {.ratio = {NAN, NAN, NAN}};
    struct gau_random random;
    double logs = 0;

    for (size_t i = 0; i < work->n; i++) {
        if (!(work->a[i] > 0 && work->b[i] > 0 && isfinite(work->a[i]) && isfinite(work->b[i])))
            continue;
        change.mean[0] += work->a[i];
        change.mean[1] += work->b[i];
        work->a[change.n++] = work->b[i] / work->a[i];
    }
    for (int side = 0; side < 2; side++)
        change.mean[side] = change.n ? change.mean[side] / (double)change.n : (double)NAN;
    if (change.n == 0)
        return change;
    for (size_t i = 0; i < change.n; i++)
        logs += log(work->a[i]);
    change.ratio.value = exp(logs / (double)change.n);
    gau_random_seed(&random, SEED);
    if (change.n >= GAU_PAIRS_MIN &&
        !gau_bootstrap_ratio(&change.ratio, work->a, change.n, ROUNDS, 0.95, &random))
        gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for the intervals");
    return change;
}

double gau_pairs_difference(const struct gau_pairs_change *change)
{
    return (isnan(change->mean[1]) ? 0 : change->mean[1]) -
           (isnan(change->mean[0]) ? 0 : change->mean[0]);
}

/* --- columns ------------------------------------------------------------------------------- */

const struct gau_column gau_pairs_columns[GAU_PAIRS_CHANGE] = {
    [GAU_PAIRS_A] = SECONDS("A", "a_s"),
    [GAU_PAIRS_B] = SECONDS("B", "b_s"),
    [GAU_PAIRS_DIFFERENCE] = SECONDS("B - A", "difference_s"),
    [GAU_PAIRS_RATIO] = RATIO("B / A", "ratio"),
    [GAU_PAIRS_LOW] = RATIO("from", "ratio_low"),
    [GAU_PAIRS_HIGH] = RATIO("to", "ratio_high"),
};

void gau_pairs_set_change(const struct gau_pairs_work *work, struct gau_table *table, size_t first,
                          const struct gau_pairs_change *change, const char *const only[2])
{
    const bool no_a = isnan(change->mean[0]), no_b = isnan(change->mean[1]);

    gau_table_set_real(table, first + GAU_PAIRS_A, change->mean[0]);
    gau_table_set_real(table, first + GAU_PAIRS_B, change->mean[1]);
    gau_table_set_real(table, first + GAU_PAIRS_DIFFERENCE, gau_pairs_difference(change));
    gau_table_set_real(table, first + GAU_PAIRS_RATIO, change->ratio.value);
    if (no_a != no_b && gau_table_format_is_for_people(work->page.options->format))
        gau_table_set_text(table, first + GAU_PAIRS_RATIO, only[no_a]);
    gau_table_set_real(table, first + GAU_PAIRS_LOW, change->ratio.low);
    gau_table_set_real(table, first + GAU_PAIRS_HIGH, change->ratio.high);
}

/* --- words --------------------------------------------------------------------------------- */

void gau_pairs_title(const struct gau_pairs_work *work, struct gau_table *table, const char *what)
{
    const char *const *const settings = work->pairs->settings;
    static const char as_it_is[] = "the job as it is";

    gau_table_title(table, "%s: A (%s), B (%s)", what, settings[0][0] ? settings[0] : as_it_is,
                    settings[1][0] ? settings[1] : as_it_is);
}

void gau_pairs_tell_intervals(struct gau_table *table, size_t pairs, size_t n)
{
    if (n == 1)
        gau_table_footer(table, "from, to: at 95 %%");
    else if (n > 1)
        gau_table_footer(table,
                         "from, to: at 95 %%; of %zu such intervals about %.0f miss by chance", n,
                         ceil(0.05 * (double)n));
    if (pairs < GAU_PAIRS_MIN)
        gau_table_footer(table, "fewer than %d pairs have no interval", (int)GAU_PAIRS_MIN);
}

/* --- all ----------------------------------------------------------------------------------- */

static bool read_sides(struct gau_pairs_work *work)
{
    for (int side = 0; side < 2; side++)
        if (gau_timings_set_read(&work->sides[side], &work->pairs->folders[side], 1, work->error) !=
            GAU_VIEW_OK)
            return false;
    if (work->sides[0].n != work->sides[1].n) {
        gau_view_fail(work->error, GAU_VIEW_USAGE, "'%.*s' has %zu runs and '%.*s' %zu: no pairs",
                      GAU_VIEW_QUOTE(work->pairs->folders[0]), work->sides[0].n,
                      GAU_VIEW_QUOTE(work->pairs->folders[1]), work->sides[1].n);
        return false;
    }
    work->n = work->sides[0].n;
    for (size_t i = 0; i < 2 * work->n; i++)
        work->timed |= work->sides[i % 2].runs[i / 2].timed;
    return !work->timed || gau_series_join(&work->series, &work->sides[0], &work->sides[1],
                                           work->error) == GAU_VIEW_OK;
}

/* Functions take reading all samples. */
static bool wants_functions(const struct gau_view_options *options)
{
    return options->table ? strcmp(options->table, GAU_PAIRS_FUNCTIONS) == 0
                          : gau_table_format_is_for_people(options->format);
}

static void report(struct gau_pairs_work *work, FILE *out)
{
    work->a = calloc(work->n + 1, sizeof *work->a);
    work->b = calloc(work->n + 1, sizeof *work->b);
    if (!work->a || !work->b) {
        gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory to compare %zu pairs", work->n);
        return;
    }
    if (work->timed)
        gau_pairs_add_branches(work);
    else
        gau_pairs_measure_total(work);
    if (wants_functions(work->page.options))
        gau_pairs_add_functions(work);
    gau_pairs_add_run(work);
    gau_page_write(&work->page, out);
}

enum gau_view_status gau_pairs_report(const struct gau_pairs *pairs,
                                      const struct gau_view_options *options, FILE *out,
                                      struct gau_view_error *error)
{
    struct gau_pairs_work work = {.pairs = pairs,
                                  .page = {.document = "ab", .options = options, .error = error},
                                  .error = error};

    if (read_sides(&work))
        report(&work, out);
    gau_page_clear(&work.page);
    free(work.a);
    free(work.b);
    gau_series_clear(&work.series);
    gau_timings_set_clear(&work.sides[0]);
    gau_timings_set_clear(&work.sides[1]);
    return error->status;
}
