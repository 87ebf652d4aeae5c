/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include <math.h>
#include <stdlib.h>

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

double gau_agreement_variance(const struct gau_agreement_sampling *sampling, double q, double rate)
{
    const double binomial = q * (1 - q);

    if (!(binomial > 0))
        return 0;
    return binomial * part_of(sampling->interval_s * rate / binomial) / sampling->effective;
}

/* --- covariances --------------------------------------------------------------------------- */

/* Where no change from a cell to another was seen, there may be some: as many as there are of short
 * calls, so little that it matters where nothing is known only. */
static const double unseen = 0.02;

enum { ROUNDS = 100 };

/* What goes from cell to cell, all in all 1. */
static void count_changes(const struct gau_agreement_cells *cells, double *changes)
{
    const size_t n = cells->n;
    double seen = 0, expected = 0;

    for (size_t i = 0; i < n; i++) {
        seen += cells->covariances[i * n + i];
        expected += cells->timer[i] * (1 - cells->timer[i]);
    }
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++) {
            changes[a * n + b] = a == b || !(expected > 0)
                                     ? 0
                                     : unseen * cells->timer[a] * cells->timer[b] / expected;
            if (a != b && seen > 0)
                changes[a * n + b] -= cells->covariances[a * n + b] / seen;
        }
}

/* Factors of rows and columns with which all changes of a cell are its variance, as far as there
 * are such: alternating (R. Sinkhorn, Ann. Math. Statist. 35, 1964, p. 876), symmetrically. */
static void find_factors(const struct gau_agreement_cells *cells, const double *changes,
                         double *factors, double *next)
{
    for (size_t i = 0; i < cells->n; i++)
        factors[i] = sqrt(cells->variances[i]);
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (size_t a = 0; a < cells->n; a++) {
            double sum = 0;

            for (size_t b = 0; b < cells->n; b++)
                sum += changes[a * cells->n + b] * factors[b];
            next[a] = sum > 0 ? sqrt(factors[a] * cells->variances[a] / sum) : 0;
        }
        for (size_t a = 0; a < cells->n; a++)
            factors[a] = next[a];
    }
}

bool gau_agreement_scale(struct gau_agreement_cells *cells)
{
    const size_t n = cells->n;
    double *const changes = calloc(n * n + 2 * n + 1, sizeof *changes);
    double *const factors = changes ? changes + n * n : NULL;

    if (!changes)
        return false;
    count_changes(cells, changes);
    find_factors(cells, changes, factors, factors + n);
    for (size_t a = 0; a < n; a++) {
        double sum = 0;

        for (size_t b = 0; b < n; b++) {
            cells->covariances[a * n + b] = -changes[a * n + b] * factors[a] * factors[b];
            sum -= cells->covariances[a * n + b];
        }
        cells->covariances[a * n + a] = sum;
    }
    free(changes);
    return true;
}

/* Rows that share a cell have their parts of it. */
double gau_agreement_covariance(const struct gau_agreement *out,
                                const struct gau_agreement_cells *cells, size_t a, size_t b)
{
    const uint32_t left = cells->of[a], right = cells->of[b];
    const double p = out->rows[a].timer, q = out->rows[b].timer;

    if (left == right)
        return -p * q / out->effective;
    return cells->timer[left] > 0 && cells->timer[right] > 0
               ? cells->covariances[left * cells->n + right] * p / cells->timer[left] * q /
                     cells->timer[right]
               : 0;
}
