/* SPDX-License-Identifier: Apache-2.0 */
#include "statistics.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

double gau_mean(const double *values, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return n > 0 ? sum / (double)n : (double)NAN;
}

double gau_variance(const double *values, size_t n)
{
    const double mean = gau_mean(values, n);
    double squares = 0;

    for (size_t i = 0; i < n; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return n > 1 ? squares / (double)(n - 1) : (double)NAN;
}

static int by_value(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

static bool has_no_number(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(values[i]))
            return true;
    return false;
}

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, MANY = 100000 };

static size_t digit_of(uint64_t key, unsigned shift)
{
    return key >> shift & (DIGITS - 1);
}

/* Sorts by one digit, and keeps the order of equal ones. */
static void sort_by_digit(uint64_t *to, const uint64_t *from, size_t n, unsigned shift)
{
    size_t places[DIGITS] = {0}, place = 0;

    for (size_t i = 0; i < n; i++)
        places[digit_of(from[i], shift)]++;
    for (size_t i = 0; i < DIGITS; i++) {
        const size_t count = places[i];

        places[i] = place;
        place += count;
    }
    for (size_t i = 0; i < n; i++)
        to[places[digit_of(from[i], shift)]++] = from[i];
}

/* For many values this takes a fifth of the time of qsort(). The bits of numbers are in the order
 * of the numbers, if those of negative ones are inverted. False: out of memory. */
static bool sort_many(double *values, size_t n)
{
    const uint64_t sign = (uint64_t)1 << 63;
    uint64_t *const keys = malloc(2 * n * sizeof *keys);
    uint64_t *from = keys, *to = keys + n;

    if (!keys)
        return false;
    memcpy(from, values, n * sizeof *from);
    for (size_t i = 0; i < n; i++)
        from[i] ^= from[i] & sign ? UINT64_MAX : sign;
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        uint64_t *const sorted = to;

        sort_by_digit(sorted, from, n, shift);
        to = from;
        from = sorted;
    }
    for (size_t i = 0; i < n; i++)
        from[i] ^= from[i] & sign ? sign : UINT64_MAX;
    memcpy(values, from, n * sizeof *from);
    free(keys);
    return true;
}

static bool is_sorted(const double *values, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (values[i] < values[i - 1])
            return false;
    return true;
}

double gau_quantile(double *values, size_t n, double fraction)
{
    double place, whole, part;
    size_t i;

    if (n == 0 || !(fraction >= 0 && fraction <= 1) || has_no_number(values, n))
        return (double)NAN;
    /* They are sorted for all but the first of several quantiles. */
    if (!is_sorted(values, n) && (n < MANY || !sort_many(values, n)))
        qsort(values, n, sizeof *values, by_value);
    place = fraction * (double)(n - 1);
    part = modf(place, &whole);
    i = (size_t)whole;
    if (i + 1 >= n || part <= 0)
        return values[i < n ? i : n - 1];
    return values[i] + part * (values[i + 1] - values[i]);
}

double gau_robust_deviation(double *values, size_t n)
{
    const double median = gau_quantile(values, n, 0.5);

    if (n < 2 || isnan(median))
        return (double)NAN;
    for (size_t i = 0; i < n; i++)
        values[i] = fabs(values[i] - median);
    return 1.4826 * gau_quantile(values, n, 0.5);
}

/* --- many tests ---------------------------------------------------------------------------- */

struct numbered {
    double p;
    size_t number;
};

static int by_p(const void *a, const void *b)
{
    const struct numbered *const left = a, *const right = b;

    return (left->p > right->p) - (left->p < right->p);
}

bool gau_holm(double *p, size_t n)
{
    struct numbered *const tests = calloc(n + 1, sizeof *tests);
    size_t made = 0;
    double least = 0;

    if (!tests)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!isnan(p[i]))
            tests[made++] = (struct numbered){.p = p[i], .number = i};
    qsort(tests, made, sizeof *tests, by_p);
    for (size_t i = 0; i < made; i++) {
        least = fmin(fmax(least, (double)(made - i) * tests[i].p), 1);
        p[tests[i].number] = least;
    }
    free(tests);
    return true;
}
