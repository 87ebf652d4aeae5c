/* SPDX-License-Identifier: Apache-2.0 */
#include "known_times.h"

#include <math.h>

static struct known_times_row sum_of(const struct known_times_row *rows, int n)
{
    struct known_times_row sum = {0};

    for (int i = 0; i < n; i++) {
        sum.known_ns += rows[i].known_ns;
        sum.sampled_ns += rows[i].sampled_ns;
        sum.squares += rows[i].squares;
    }
    return sum;
}

double known_times_effective(const struct known_times_row *rows, int n)
{
    const struct known_times_row sum = sum_of(rows, n);

    return sum.squares > 0 ? sum.sampled_ns * sum.sampled_ns / sum.squares : 0;
}

double known_times_deviation(const struct known_times_row *rows, int n, int i)
{
    const struct known_times_row sum = sum_of(rows, n);
    const double p = rows[i].known_ns / sum.known_ns, effective = known_times_effective(rows, n);

    if (effective == 0)
        return 0;
    return (rows[i].sampled_ns / sum.sampled_ns - p) / sqrt(p * (1 - p) / effective);
}

double known_times_chi_square(const struct known_times_row *rows, int n)
{
    const struct known_times_row sum = sum_of(rows, n);
    const double effective = known_times_effective(rows, n);
    double result = 0;

    for (int i = 0; i < n && effective > 0; i++) {
        const double p = rows[i].known_ns / sum.known_ns;
        const double off = rows[i].sampled_ns / sum.sampled_ns - p;

        result += effective * off * off / p;
    }
    return result;
}
