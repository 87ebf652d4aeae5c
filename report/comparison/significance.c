/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison.h"

#include <math.h>
#include <stdlib.h>

enum { RUNS_MAX = 1000 }; /* messages recommend no more */

/* --- what is tested ------------------------------------------------------------------------ */

/* The total of separate runs has a verdict of its own, without a test of significance. */
static bool is_separate_total(const struct gau_comparison *comparison,
                              const struct gau_comparison_row *row)
{
    return row->row->is_total && comparison->limits.runs == GAU_RUNS_SEPARATE && !comparison->gross;
}

/* A few samples are there or not by chance, so they make no row an added or a removed one. */
static enum gau_verdict untested(const struct gau_comparison *comparison,
                                 const struct gau_comparison_row *row)
{
    const bool sampled = comparison->matrix->kind != GAU_ROWS_BRANCHES;

    for (int side = 0; side < 2; side++)
        if (isnan(row->seconds[side]) &&
            (!sampled || gau_matrix_has_samples(comparison->matrix, row->row, !side)))
            return side == GAU_BASELINE ? GAU_ADDED : GAU_REMOVED;
    if (fmax(row->seconds[0], row->seconds[1]) < comparison->limits.min_s)
        return GAU_SMALL;
    return is_separate_total(comparison, row) ? GAU_NOT_TESTED : GAU_NOT_SIGNIFICANT;
}

/* Returns the limit without noise: the accepted ratio, or that of the accepted time. */
static double wanted_limit(const struct gau_comparison *comparison,
                           const struct gau_comparison_row *row)
{
    return fmax(comparison->limits.max_ratio,
                1 + comparison->limits.min_s / row->seconds[GAU_BASELINE]);
}

/* Clock reads of a branch may cost more in separate runs; they do not scale with the other times.
 * Returns the ratio that they explain, if @p side had the cheap ones. */
static double clock_cost_limit(const struct gau_comparison *comparison,
                               const struct gau_comparison_row *row, enum gau_side side)
{
    const double calibrated_cost_s = comparison->matrix->events * row->row->calibrated_cost_s;

    return isnan(comparison->scatter)
               ? 1
               : 1 + GAU_CLOCK_COST_FACTOR * calibrated_cost_s / row->seconds[side];
}

static bool clocks_explain(const struct gau_comparison *comparison,
                           const struct gau_comparison_row *row)
{
    const double ratio = row->adjusted.value;

    return ratio > 1 ? ratio <= clock_cost_limit(comparison, row, GAU_BASELINE)
                     : 1 / ratio <= clock_cost_limit(comparison, row, GAU_CANDIDATE);
}

/* --- the verdict of a row ------------------------------------------------------------------ */

/* What all rows of separate runs share may be the program's, so a row that takes no longer is not
 * slower. In interleaved runs the machine's part is 0 but for chance, which may hide a slowdown in
 * the times. */
static bool is_beyond(const struct gau_comparison *comparison, const struct gau_comparison_row *row)
{
    return row->adjusted.value > row->limit &&
           (row->ratio > 1 || comparison->limits.runs <= GAU_RUNS_INTERLEAVED);
}

/* Noise raises no limit above this one. */
static double gross_limit(const struct gau_comparison *comparison,
                          const struct gau_comparison_row *row)
{
    return fmax(comparison->gross_ratio, wanted_limit(comparison, row));
}

/* No noise explains a slowdown of every candidate against each baseline. */
static double beyond_noise(const struct gau_comparison *comparison,
                           const struct gau_comparison_row *row)
{
    const double share = comparison->matrix->cpu ? GAU_GROSS_CPU_SHARE : GAU_GROSS_WALL_SHARE;
    const double least = share * comparison->total.seconds[GAU_BASELINE];

    return fmax(gross_limit(comparison, row), 1 + least / row->seconds[GAU_BASELINE]);
}

static bool has_gross_slowdown(const struct gau_comparison *comparison,
                               const struct gau_comparison_row *row)
{
    const double limit = beyond_noise(comparison, row);
    double most = 0, least = INFINITY;

    for (size_t i = 0; i < comparison->matrix->n_runs[GAU_BASELINE]; i++)
        most = fmax(most, row->row->values[GAU_BASELINE][i]);
    for (size_t i = 0; i < comparison->matrix->n_runs[GAU_CANDIDATE]; i++)
        least = fmin(least, row->row->values[GAU_CANDIDATE][i]);
    return least > limit * most;
}

/* A row fails by a significant slowdown above the limit, but not because others became faster. */
static bool has_failed(const struct gau_comparison *comparison,
                       const struct gau_comparison_row *row)
{
    return row->gross_slowdown ||
           (!comparison->gross && row->p_slower < comparison->limits.false_positive_rate &&
            is_beyond(comparison, row) && (row->is_slower || !comparison->others_faster));
}

static enum gau_verdict verdict_of(const struct gau_comparison *comparison,
                                   const struct gau_comparison_row *row)
{
    const double most = comparison->limits.max_ratio;

    if (row->gross_slowdown)
        return GAU_SIGNIFICANT;
    if (comparison->gross)
        return GAU_NOT_TESTED;
    if (row->p < GAU_LEVEL && !clocks_explain(comparison, row))
        return GAU_SIGNIFICANT;
    if (comparison->beyond_drift)
        return GAU_NOT_TESTED;
    return row->adjusted.high > most || row->adjusted.low * most < 1 ? GAU_INCONCLUSIVE
                                                                     : GAU_NOT_SIGNIFICANT;
}

/* Returns the noise floor: what ratio of two means the spread of the baselines makes by chance. */
static double noise_floor(const struct gau_comparison *comparison,
                          const struct gau_comparison_row *row)
{
    return gau_estimate_floor(&row->estimate,
                              comparison->limits.false_positive_rate / (double)comparison->tested);
}

/* Returns the runs on each side with which a test at @p p finds a change by @p wanted, a logarithm,
 * with the probability GAU_FOUND. The search begins at the number for normal deviates; Student's t
 * needs a few more. */
static size_t runs_for(double p, double spread, double wanted)
{
    const double z =
        (gau_normal_quantile(1 - p) + gau_normal_quantile(GAU_FOUND)) * spread / wanted;
    double n = fmax(ceil(2 * z * z), GAU_BASELINES_MIN);

    while (n < RUNS_MAX &&
           (gau_student_quantile(1 - p, n - 1) + gau_student_quantile(GAU_FOUND, n - 1)) *
                   sqrt(2 / n) * spread >
               wanted)
        n++;
    return (size_t)fmin(n, RUNS_MAX);
}

static double limit_of(const struct gau_comparison *comparison,
                       const struct gau_comparison_row *row)
{
    const double gross = gross_limit(comparison, row);
    const double chance =
        fmin(fmax(wanted_limit(comparison, row), noise_floor(comparison, row)), gross);

    return comparison->gross ? gross
                             : fmax(chance, clock_cost_limit(comparison, row, GAU_BASELINE));
}

/* A row is new if it has no ratio to be tested: the baselines have nothing, or a few samples. */
static bool is_new(const struct gau_comparison *comparison, const struct gau_comparison_row *row)
{
    if (!row->row->sparse)
        return row->row->count[GAU_BASELINE] == 0;
    return gau_matrix_has_samples(comparison->matrix, row->row, GAU_CANDIDATE) &&
           has_gross_slowdown(comparison, row);
}

/* Returns whether added rows are longer than the accepted time, in every candidate. */
static bool is_added(const struct gau_comparison *comparison, const struct gau_comparison_row *row)
{
    const struct gau_matrix_row *const series = row->row;

    if (!series->is_replacement || comparison->limits.runs == GAU_RUNS_DIFFERENT_MACHINES ||
        !is_new(comparison, row))
        return false;
    for (size_t i = 0; i < comparison->matrix->n_runs[GAU_CANDIDATE]; i++)
        if (!(comparison->matrix->events * series->values[GAU_CANDIDATE][i] >
              comparison->limits.min_s))
            return false;
    return true;
}

/* Slowdowns up to the usual drift of machines are no slowdowns of the program. */
static void test_separate_total(const struct gau_comparison *comparison,
                                struct gau_comparison_row *row)
{
    row->limit = comparison->drift_ratio;
    row->failed = comparison->beyond_drift || row->adjusted.low > comparison->drift_ratio;
    row->verdict = row->failed ? GAU_SIGNIFICANT : GAU_NOT_TESTED;
}

static void test_row(const struct gau_comparison *comparison, struct gau_comparison_row *row)
{
    row->gross_slowdown = has_gross_slowdown(comparison, row);
    row->limit = row->gross_slowdown ? beyond_noise(comparison, row) : limit_of(comparison, row);
    row->verdict = verdict_of(comparison, row);
    row->failed = has_failed(comparison, row);
}

/* --- all rows ------------------------------------------------------------------------------ */

static void count_verdict(struct gau_comparison *comparison, const struct gau_comparison_row *row)
{
    comparison->significant += row->verdict == GAU_SIGNIFICANT;
    comparison->inconclusive += row->verdict == GAU_INCONCLUSIVE;
    comparison->failed += row->failed;
}

static int longest_first(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;

    return (a < b) - (a > b);
}

/* Returns the shortest of the rows that hold GAU_MOST_SHARE of the time; @p seconds has room for
 * all. */
static double least_of_most(const struct gau_comparison *comparison, double *seconds)
{
    double left = GAU_MOST_SHARE * comparison->total.seconds[GAU_BASELINE];
    size_t n = 0, i = 0;

    for (size_t k = 0; k < comparison->n; k++)
        if (!isnan(comparison->rows[k].seconds[GAU_BASELINE]))
            seconds[n++] = comparison->rows[k].seconds[GAU_BASELINE];
    qsort(seconds, n, sizeof *seconds, longest_first);
    while (i + 1 < n && seconds[i] < left)
        left -= seconds[i++];
    return n > 0 ? seconds[i] : 0;
}

static bool is_noisier(const struct gau_comparison_row *row, double spread)
{
    return !isnan(row->p) && row->estimate.spread_both > spread;
}

/* A gate tests what is slower, others both sides. A change as large as the limit is measured above
 * it in half of the cases only, so the change to be found is larger. */
static void set_runs_needed(struct gau_comparison *comparison, const struct gau_comparison_row *row)
{
    const double spread = row->estimate.spread_both, wanted = log(comparison->limits.max_ratio);
    const bool gate = comparison->limits.gate;
    const double level = gate ? comparison->limits.false_positive_rate : GAU_LEVEL;
    const size_t n = runs_for(level / (gate ? 1 : 2) / (double)comparison->tested, spread, wanted);

    comparison->noisiest = row->row;
    comparison->level = level;
    comparison->runs_needed = n;
    comparison->ratio_found =
        exp(wanted + gau_student_quantile(GAU_FOUND, (double)n - 1) * sqrt(2 / (double)n) * spread);
}

/* Counts the runs for the noisiest of the rows that hold most of the time. Separate runs differ for
 * reasons that more runs do not remove. */
static void count_runs_needed(struct gau_comparison *comparison, double least)
{
    const struct gau_comparison_row *noisiest = NULL;

    if (comparison->gross || !isnan(comparison->scatter))
        return;
    for (size_t i = 0; i < comparison->n; i++) {
        const struct gau_comparison_row *const row = &comparison->rows[i];

        if (row->seconds[GAU_BASELINE] >= least &&
            is_noisier(row, noisiest ? noisiest->estimate.spread_both : -1))
            noisiest = row;
    }
    if (!noisiest && is_noisier(&comparison->total, -1))
        noisiest = &comparison->total;
    if (noisiest)
        set_runs_needed(comparison, noisiest);
}

/* The total of separate runs is never tested, and so cannot be undecided. */
static bool is_undecided(const struct gau_comparison *comparison,
                         const struct gau_comparison_row *row, double least)
{
    if (row->failed || is_separate_total(comparison, row) ||
        (!row->row->is_total && !(row->seconds[GAU_BASELINE] >= least)))
        return false;
    switch (row->verdict) {
    case GAU_ADDED:
    case GAU_REMOVED:
    case GAU_SMALL: return false;
    case GAU_NOT_TESTED: return true;
    case GAU_SIGNIFICANT:
    case GAU_NOT_SIGNIFICANT:
    case GAU_INCONCLUSIVE: break;
    }
    return row->adjusted.high > wanted_limit(comparison, row);
}

static void find_undecided(struct gau_comparison *comparison, double least)
{
    for (size_t i = 0; i <= comparison->n; i++) {
        struct gau_comparison_row *const row = gau_comparison_row_at(comparison, i);

        row->undecided = is_undecided(comparison, row, least);
        comparison->undecided += row->undecided;
    }
}

/* A row of which a side has too few numbers, as of a branch that few runs have, is not tested. */
static bool is_tested(const struct gau_comparison *comparison, const struct gau_comparison_row *row)
{
    if (row->verdict != GAU_NOT_SIGNIFICANT || row->row->sparse)
        return false;
    return comparison->gross ? row->row->count[0] == comparison->matrix->n_runs[0] &&
                                   row->row->count[1] == comparison->matrix->n_runs[1]
                             : row->row->count[GAU_BASELINE] >= GAU_BASELINES_MIN;
}

/* Corrects for all tests that are made; @p p has room for them. */
static bool correct_tests(struct gau_comparison *comparison, double *p)
{
    for (int slower = 0; slower < 2; slower++) {
        for (size_t i = 0; i <= comparison->n; i++) {
            const struct gau_comparison_row *const row = gau_comparison_row_at(comparison, i);

            p[i] = !is_tested(comparison, row) || comparison->gross ? (double)NAN
                   : slower                                         ? row->p_slower
                                                                    : row->p;
        }
        if (!gau_holm(p, comparison->n + 1))
            return false;
        for (size_t i = 0; i <= comparison->n; i++)
            *(slower ? &gau_comparison_row_at(comparison, i)->p_slower
                     : &gau_comparison_row_at(comparison, i)->p) = p[i];
    }
    return true;
}

bool gau_comparison_test_rows(struct gau_comparison *comparison, double *p)
{
    double least;

    for (size_t i = 0; i <= comparison->n; i++) {
        struct gau_comparison_row *const row = gau_comparison_row_at(comparison, i);

        row->verdict = untested(comparison, row);
        comparison->tested += is_tested(comparison, row);
    }
    if (!correct_tests(comparison, p))
        return false;
    for (size_t i = 0; i <= comparison->n; i++) {
        struct gau_comparison_row *const row = gau_comparison_row_at(comparison, i);
        const bool tested = is_tested(comparison, row);

        if (tested)
            test_row(comparison, row);
        else if (is_separate_total(comparison, row))
            test_separate_total(comparison, row);
        else
            row->failed = is_added(comparison, row);
        if (!tested && row->verdict == GAU_NOT_SIGNIFICANT)
            row->verdict = GAU_NOT_TESTED;
        count_verdict(comparison, row);
    }
    least = least_of_most(comparison, p);
    comparison->most_s = least;
    count_runs_needed(comparison, least);
    find_undecided(comparison, least);
    return true;
}

struct gau_comparison_row *gau_comparison_row_at(struct gau_comparison *comparison, size_t i)
{
    return i == 0 ? &comparison->total : &comparison->rows[i - 1];
}
