/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement.h"

#include "report/statistics/statistics.h"

#include <math.h>

/* Fewer expected samples than this tell little by themselves: such rows are judged together. */
static const double least_expected = 10;

/* Where fewer are expected, but many seen: that far off is not chance, with a hundred rows; less of
 * the total than that may be the border of branches. */
static const double least_z = 4, least_points = 0.01;

/* --- errors -------------------------------------------------------------------------------- */

/*
 * The timer knows how long the calls of a branch are, which samples cannot tell if the calls are
 * about as long as the interval. A thread is in a branch, or not: a process I(t) with the mean q,
 * and covariances C(u) of what it is u apart. Samples every T of it have the variance
 *
 *     T^2 n (sum over all k of C(k T) - integral of C(u) du / T)
 *
 * C(0) is q (1 - q), and C falls from there with the rate at which the time of the branch begins.
 * Calls of all lengths around a mean make it exponential (W. G. Cochran, Ann. Math. Statist. 17,
 * 1946, p. 164), and then, with x = T rate / (q (1 - q)),
 *
 *     variance = T^2 n q (1 - q) (coth(x / 2) - 2 / x)
 *
 * Calls that are all of one length, with others of any length between them, make it a straight line
 * down to 0 at 1 / x of an interval: then the last factor is 1 - 1 / x, or x / 6 if intervals that
 * vary are shorter than that. Calls are something between, and the middle of both is taken. For
 * short calls both are 1: the binomial variance. Of long ones only the two ends are uncertain,
 * T^2 / 12 each, and x / 6 is that, in both.
 */
static double part_of(double x)
{
    const double all_lengths = x < 0.05 ? x / 6 : 1 / tanh(x / 2) - 2 / x;
    const double one_length = x < 1 ? x / 6 : fmax(1 - 1 / x, 1 / 6.0);

    return (all_lengths + one_length) / 2;
}

/* Of a share of @p q of the samples whose time begins so often. */
static double variance_of(const struct gau_agreement *out, double q, double entries)
{
    const double binomial = q * (1 - q);

    if (!(binomial > 0))
        return 0;
    return binomial * part_of(out->interval_s * entries / out->timer_s / binomial) / out->effective;
}

/*
 * Where the timer has next to nothing its error is next to nothing, too, and says little of how
 * unlikely many samples are. The arc sine of the root of a share has about the same variance for
 * all shares, 1 / 4n (M. S. Bartlett, Suppl. J. R. Stat. Soc. 3, 1936, p. 68), that of independent
 * samples being the largest: what the timer says of the lengths of calls is in doubt here.
 */
static double z_of_unexpected(const struct gau_agreement_row *row, double effective)
{
    return 2 * sqrt(effective) *
           (asin(sqrt(fmin(row->sampled, 1))) - asin(sqrt(fmin(row->timer, 1))));
}

/* Of few samples the error is a bad guess; the timer knows what it is if the timer is right. */
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
    if (!out->same_run) /* how much two runs differ by themselves is not known */
        row->z = (double)NAN;
}

/*
 * By linear propagation, around what the timer has. Shares of the same samples go together as those
 * of independent ones: the correlation of two is -sqrt(p q / ((1 - p) (1 - q))), which is -1 for
 * two that add up to one.
 */
static double relative_error(const struct gau_agreement_row *row,
                             const struct gau_agreement_row *top)
{
    const double ratio = row->timer / top->timer;
    const double p = fmin(row->timer, 1), q = fmin(top->timer, 1);
    const double others = (1 - p) * (1 - q);
    const double correlation = others > 0 ? -fmin(sqrt(p * q / others), 1) : 0;
    const double other = ratio * top->error;

    if (row == top)
        return 0;
    return sqrt(row->error * row->error + other * other - 2 * correlation * row->error * other) /
           top->timer;
}

static void relate(const struct gau_agreement *out, struct gau_agreement_row *row)
{
    const struct gau_agreement_row *const top = &out->rows[out->top];

    row->relative_timer = top->timer > 0 ? row->timer / top->timer : (double)NAN;
    row->relative_sampled = row->relative_error = (double)NAN;
    if (!(top->sampled > 0) || !(top->timer > 0))
        return;
    row->relative_sampled = row->sampled / top->sampled;
    row->relative_error = relative_error(row, top);
}

/* --- the test ------------------------------------------------------------------------------ */

/*
 * Do shares d away from the known ones q agree with them? The shares add up to one, and
 * neighbouring samples are alike, so Pearson's sum of d^2 / q is not distributed as chi-square, but
 * as a sum of chi-squares of one degree of freedom, weighted with the eigenvalues of A = diag(1/q)
 * S, S being the covariances of the shares. J. N. K. Rao and A. J. Scott (J. Am. Stat. Assoc. 76,
 * 1981, p. 221) replace it by the chi-square with the same mean and variance (F. E. Satterthwaite,
 * Biometrics Bulletin 2, 1946, p. 110): multiplied with tr A / tr A^2 it has (tr A)^2 / tr A^2
 * degrees of freedom. With the variances v and the correlations of relative_error()
 *
 *     tr A = sum of v / q,    tr A^2 = sum of (v / q)^2 + (sum of w)^2 - sum of w^2,    w = v / (1
 * - q)
 */
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

static void add(struct cell *cell, const struct gau_agreement_row *row)
{
    cell->timer += row->timer;
    cell->sampled += row->sampled;
    cell->entries += row->entries;
}

/* Rows are sorted: the small ones are behind. Together they are a cell; if they are too few even
 * then they are with the largest, whose difference they change least. */
static struct sums sum_up(const struct gau_agreement *out)
{
    struct sums sums = {0};
    struct cell rest = {0};
    size_t n = 0;

    while (n < out->n && out->rows[n].timer * out->effective >= least_expected)
        n++;
    for (size_t i = n; i < out->n; i++)
        add(&rest, &out->rows[i]);
    if (rest.timer * out->effective >= least_expected)
        add_cell(&sums, out, &rest);
    for (size_t i = 0; i < n; i++) {
        struct cell cell = {0};

        if (i == 0 && sums.cells == 0)
            cell = rest;
        add(&cell, &out->rows[i]);
        add_cell(&sums, out, &cell);
    }
    return sums;
}

static void test_all(const struct gau_agreement *out, struct gau_agreement_test *test)
{
    const struct sums sums = sum_up(out);
    const double squares = sums.squares + sums.others * sums.others - sums.other_squares;

    if (!out->same_run || sums.cells < 2 || !(squares > 0) || !isfinite(sums.pearson + squares))
        return;
    test->chi_square = sums.pearson * sums.trace / squares;
    test->freedom = sums.trace * sums.trace / squares;
    test->p = gau_chi_square_p(test->chi_square, test->freedom);
}

/* Many rows: one of them is far off by chance. Of the least likely one Holm's p is this. */
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

static double off(const struct gau_agreement_row *row)
{
    return fabs(row->sampled - row->timer);
}

void gau_agreement_judge(struct gau_agreement *out)
{
    out->test = (struct gau_agreement_test){.chi_square = (double)NAN,
                                            .freedom = (double)NAN,
                                            .p = (double)NAN,
                                            .row_z = (double)NAN,
                                            .row_p = (double)NAN};
    for (size_t i = 0; i < out->n; i++) {
        struct gau_agreement_row *const row = &out->rows[i];

        row->timer = row->timer_s / out->timer_s;
        row->sampled = row->sampled_s / out->sampled_s;
        find_error(out, row);
        out->worst_error = fmax(out->worst_error, row->error);
        if (off(row) > off(&out->rows[out->largest]))
            out->largest = i;
    }
    for (size_t i = 0; i < out->n; i++) {
        relate(out, &out->rows[i]);
        out->worst_relative_error = fmax(out->worst_relative_error, out->rows[i].relative_error);
    }
    test_all(out, &out->test);
    test_rows(out, &out->test);
}
