/* SPDX-License-Identifier: Apache-2.0 */
#include "statistics.h"

#include <assert.h>
#include <math.h>

static struct statistics_row sum_of(const struct statistics_row *rows, int n)
{
    struct statistics_row sum = {0};

    for (int i = 0; i < n; i++) {
        sum.known_ns += rows[i].known_ns;
        sum.sampled_ns += rows[i].sampled_ns;
        sum.squares += rows[i].squares;
    }
    return sum;
}

double statistics_effective(const struct statistics_row *rows, int n)
{
    const struct statistics_row sum = sum_of(rows, n);

    return sum.squares > 0 ? sum.sampled_ns * sum.sampled_ns / sum.squares : 0;
}

double statistics_deviation(const struct statistics_row *rows, int n, int i)
{
    const struct statistics_row sum = sum_of(rows, n);
    const double p = rows[i].known_ns / sum.known_ns, effective = statistics_effective(rows, n);

    if (effective == 0)
        return 0;
    return (rows[i].sampled_ns / sum.sampled_ns - p) / sqrt(p * (1 - p) / effective);
}

double statistics_chi_square(const struct statistics_row *rows, int n)
{
    const struct statistics_row sum = sum_of(rows, n);
    const double effective = statistics_effective(rows, n);
    double result = 0;

    for (int i = 0; i < n && effective > 0; i++) {
        const double p = rows[i].known_ns / sum.known_ns;
        const double off = rows[i].sampled_ns / sum.sampled_ns - p;

        result += effective * off * off / p;
    }
    return result;
}

/* Q(m, x) = exp(-x) (1 + x + x^2/2! + ... + x^(m-1)/(m-1)!) */
double statistics_p(double chi_square, int freedom)
{
    const double x = chi_square / 2;
    double term = exp(-x), sum = 0;

    assert(freedom > 0 && freedom % 2 == 0);
    for (int i = 0; i < freedom / 2; i++) {
        sum += term;
        term *= x / (i + 1);
    }
    return sum;
}
