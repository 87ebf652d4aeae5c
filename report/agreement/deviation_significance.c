/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement.h"

#include "report/statistics/statistics.h"

#include <math.h>

/* doc/method/accuracy.md, "Errors", says where the formulas are from. */

/* Rows with fewer expected samples are tested together. */
static const double least_expected = 10;

/* Where fewer samples are expected, a row is still tested if it has many. Such a z is significant
 * with a hundred rows; smaller shares of the total may be due to ITT delays. */
static const double least_z = 4, least_points = 0.01;

enum { RATIO_SAMPLES = 10 }; /* that make a ratio of times */

/* --- errors -------------------------------------------------------------------------------- */

/* Returns the variance of a share q relative to the binomial one, if the time begins x q (1 - q)
 * times in an interval. It is the mean of that for exponentially distributed calls and that for
 * calls of one length. It is 1 for short calls, and x / 6 for long ones, of which only the two ends
 * are uncertain. */
static double part_of(double x)
{
    const double all_lengths = x < 0.05 ? x / 6 : 1 / tanh(x / 2) - 2 / x;
    const double one_length = x < 1 ? x / 6 : fmax(1 - 1 / x, 1 / 6.0);

    return (all_lengths + one_length) / 2;
}

/* Returns the variance of a share @p q of the samples, if its time begins @p entries times. */
static double variance_of(const struct gau_agreement *out, double q, double entries)
{
    const double binomial = q * (1 - q);

    if (!(binomial > 0))
        return 0;
    return binomial * part_of(out->interval_s * entries / out->timer_s / binomial) / out->effective;
}

/* If the timer has next to nothing, the error is next to nothing, too, and says little of how
 * unlikely many samples are. The transformed share has about the same variance everywhere. */
static double z_of_unexpected(const struct gau_agreement_row *row, double effective)
{
    return 2 * sqrt(effective) *
           (asin(sqrt(fmin(row->sampled, 1))) - asin(sqrt(fmin(row->timer, 1))));
}

/* The error is the one expected if the timer is right: few samples would make it uncertain. */
static void find_error(const struct gau_agreement *out, struct gau_agreement_row *row)
{
    const double expected = fmin(row->timer, 1 - row->timer) * out->effective;
    const double difference = row->sampled - row->timer;
    const double z = z_of_unexpected(row, out->effective);

    row->error = sqrt(variance_of(out, row->timer, row->entries));
    row->z = (double)NAN;
    if (expected >= least_expected && row->error > 0) {
        row->z = difference / row->error;
    } else if (fabs(z) >= least_z && fabs(difference) >= least_points) {
        row->error = sqrt(row->sampled * (1 - row->sampled) / out->effective);
        row->z = z;
    }
    if (!out->same_run) /* two runs also vary, and by how much is unknown */
        row->z = (double)NAN;
}

/* The error is propagated linearly. Shares p and q of the same samples, with the share c in both,
 * are correlated as those of independent ones, with the covariance c - p q: two that add up to one
 * by -1. */
static double relative_error(const struct gau_agreement *out, const struct gau_agreement_row *row)
{
    const struct gau_agreement_row *const whole = &out->whole;
    const double ratio = row->timer / whole->timer;
    const double p = fmin(row->timer, 1), q = fmin(whole->timer, 1);
    const double spread = sqrt(p * (1 - p) * q * (1 - q));
    const double both = row->within_s / out->timer_s - p * q;
    const double correlation = spread > 0 ? fmax(-1, fmin(both / spread, 1)) : 0;
    const double other = ratio * whole->error;
    const double square =
        row->error * row->error + other * other - 2 * correlation * row->error * other;

    return sqrt(fmax(square, 0)) / whole->timer;
}

/* Where row and whole are the same time, the ratio has no error. */
static bool is_whole(const struct gau_agreement *out, const struct gau_agreement_row *row)
{
    return !(row->within_s < row->timer_s) && !(row->timer_s < out->whole.timer_s);
}

static void set_relative(const struct gau_agreement *out, struct gau_agreement_row *row)
{
    const struct gau_agreement_row *const whole = &out->whole;
    const bool known = whole->timer > 0 && whole->sampled > 0;

    row->relative_timer = whole->timer > 0 ? row->timer / whole->timer : (double)NAN;
    row->relative_sampled = known ? row->sampled / whole->sampled : (double)NAN;
    row->relative_error = !known ? (double)NAN : is_whole(out, row) ? 0 : relative_error(out, row);
}

/* --- the test ------------------------------------------------------------------------------ */

/* A cell of Rao and Scott's test. The test needs Pearson's sum and parts of the traces of A and
 * A^2, where A is the covariances of the shares, divided by these. */
struct cell {
    double timer, sampled, entries;
};

struct sums {
    size_t cells;
    double pearson, trace, squares, others, other_squares;
};

static void add_cell(struct sums *sums, const struct gau_agreement *out, const struct cell *cell)
{
    const double variance = variance_of(out, cell->timer, cell->entries);
    const double part = variance / cell->timer, other = variance / (1 - cell->timer);
    const double difference = cell->sampled - cell->timer;

    sums->cells++;
    sums->pearson += difference * difference / cell->timer;
    sums->trace += part;
    sums->squares += part * part;
    sums->others += other;
    sums->other_squares += other * other;
}

static void add_row(struct cell *cell, const struct gau_agreement_row *row)
{
    cell->timer += row->timer;
    cell->sampled += row->sampled;
    cell->entries += row->entries;
}

/* Rows are sorted, so the small ones are last. Together they are a cell; if that is still too
 * small, it is added to the largest row, whose difference it changes least. */
static struct sums sum_up(const struct gau_agreement *out)
{
    struct sums sums = {0};
    struct cell rest = {0};
    size_t n = 0;

    while (n < out->n && out->rows[n].timer * out->effective >= least_expected)
        n++;
    for (size_t i = n; i < out->n; i++)
        add_row(&rest, &out->rows[i]);
    if (rest.timer * out->effective >= least_expected)
        add_cell(&sums, out, &rest);
    for (size_t i = 0; i < n; i++) {
        struct cell cell = {0};

        if (i == 0 && sums.cells == 0)
            cell = rest;
        add_row(&cell, &out->rows[i]);
        add_cell(&sums, out, &cell);
    }
    return sums;
}

/* For shares q with variances v and w = v / (1 - q): tr A = sum of v / q, and tr A^2 = sum of (v /
 * q)^2 + (sum of w)^2 - sum of w^2. There are (tr A)^2 / tr A^2 degrees of freedom. */
static void test_all(const struct gau_agreement *out, struct gau_agreement_test *test)
{
    const struct sums sums = sum_up(out);
    const double squares = sums.squares + sums.others * sums.others - sums.other_squares;

    if (!out->same_run || sums.cells < 2 || !(squares > 0) || !isfinite(sums.pearson + squares))
        return;
    test->chi_square = sums.pearson * sums.trace / squares;
    test->degrees_of_freedom = sums.trace * sums.trace / squares;
    test->p = gau_chi_square_p(test->chi_square, test->degrees_of_freedom);
}

/* Among many rows one has a large z by chance, so its p is corrected by Holm's method. */
static void test_rows(const struct gau_agreement *out, struct gau_agreement_test *test)
{
    for (size_t i = 0; i < out->n; i++) {
        const double z = out->rows[i].z;

        if (!isfinite(z))
            continue;
        test->rows++;
        if (!(fabs(z) <= fabs(test->row_z))) {
            test->row = i;
            test->row_z = z;
        }
    }
    if (test->rows > 0)
        test->row_p = fmin((double)test->rows * gau_normal_p(test->row_z), 1);
}

/* --- all of it ----------------------------------------------------------------------------- */

static double abs_difference(const struct gau_agreement_row *row)
{
    return fabs(row->sampled - row->timer);
}

static void set_shares(const struct gau_agreement *out, struct gau_agreement_row *row)
{
    row->timer = row->timer_s / out->timer_s;
    row->sampled = row->sampled_s / out->sampled_s;
    find_error(out, row);
}

void gau_agreement_test_all(struct gau_agreement *out)
{
    const double none = (double)NAN;

    out->test = (struct gau_agreement_test){
        .chi_square = none, .degrees_of_freedom = none, .p = none, .row_z = none, .row_p = none};
    for (size_t i = 0; i < out->n; i++) {
        struct gau_agreement_row *const row = &out->rows[i];

        set_shares(out, row);
        out->worst_error = fmax(out->worst_error, row->error);
        if (abs_difference(row) > abs_difference(&out->rows[out->largest]))
            out->largest = i;
    }
    if (!(out->whole.timer_s > 0) && out->n > 0) {
        out->whole = out->rows[0];
        out->rows[0].within_s = out->rows[0].timer_s;
    }
    set_shares(out, &out->whole);
    for (size_t i = 0; i < out->n; i++) {
        set_relative(out, &out->rows[i]);
        out->worst_relative_error = fmax(out->worst_relative_error, out->rows[i].relative_error);
    }
    test_all(out, &out->test);
    test_rows(out, &out->test);
}

double gau_agreement_events_for_point(const struct gau_agreement *agreement)
{
    const double points = 100 * agreement->worst_error;

    return points > 0 && agreement->events > 0 ? ceil((double)agreement->events * points * points)
                                               : (double)NAN;
}

double gau_agreement_cpu_per_wall(const struct gau_agreement *agreement,
                                  const struct gau_agreement_row *row)
{
    if (!(row->wall_s > 0))
        return (double)NAN;
    if (agreement->cpu)
        return row->cpu_s / row->wall_s;
    return agreement->same_run && row->samples >= RATIO_SAMPLES ? row->sampled_s / row->wall_s
                                                                : (double)NAN;
}
