/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRACKING_ANGLE_SERIES_H
#define GAUDIT_ALGORITHMS_TRACKING_ANGLE_SERIES_H

#include <math.h>
#include <stdbool.h>

/*
 * Ratios of angles and their sines and tangents, right to some units in the last place, also where
 * they are 0. Tracks turn little within a tracker: there the power series is several times faster
 * than the C library, which sets and restores the rounding mode at each call. Terms are added in
 * two sums, as processors work on both at a time.
 */

/* 6 (x - sin x) / x^3, by x^2 <= 0.36: what is left out is below 1e-18. */
static inline double gau_sine_series(double square)
{
    const double fourth = square * square;
    double even = 1. / 217945728000, odd = 1. / 59281238016000;

    even = 1. / 6652800 + fourth * even;
    odd = 1. / 1037836800 + fourth * odd;
    even = 1. / 840 + fourth * even;
    odd = 1. / 60480 + fourth * odd;
    odd = 1. / 20 + fourth * odd;
    return 1 + fourth * even - square * odd;
}

static inline bool gau_is_small_angle(double x)
{
    return fabs(x) <= 0.6;
}

/* sin(x) / x */
static inline double gau_sine_ratio(double x)
{
    return gau_is_small_angle(x) ? 1 - x * x / 6 * gau_sine_series(x * x) : sin(x) / x;
}

/* (x - sin x) / x^3 */
static inline double gau_sine_excess(double x)
{
    return gau_is_small_angle(x) ? gau_sine_series(x * x) / 6 : (x - sin(x)) / (x * x * x);
}

/* atan(x) / x, by x^2 <= 0.06: what is left out is below 1e-17. */
static inline double gau_arctangent_series(double square)
{
    const double fourth = square * square;
    double even = 1. / 25, odd = 1. / 23;

    even = 1. / 21 + fourth * even;
    odd = 1. / 19 + fourth * odd;
    even = 1. / 17 + fourth * even;
    odd = 1. / 15 + fourth * odd;
    even = 1. / 13 + fourth * even;
    odd = 1. / 11 + fourth * odd;
    even = 1. / 9 + fourth * even;
    odd = 1. / 7 + fourth * odd;
    even = 1. / 5 + fourth * even;
    odd = 1. / 3 + fourth * odd;
    return 1 + fourth * even - square * odd;
}

/* atan(x) / x: twice the angle of half of it, whose tangent is x / (1 + sqrt(1 + x^2)). */
static inline double gau_arctangent_ratio(double x)
{
    const double part = 1 / (1 + sqrt(1 + x * x));

    if (!(fabs(x) <= 0.5))
        return atan(x) / x;
    return 2 * part * gau_arctangent_series(x * x * part * part);
}

/* asin(x) / x: twice the angle of half of it, whose tangent is x / (1 + sqrt(1 - x^2)). */
static inline double gau_arcsine_ratio(double x)
{
    const double part = 1 / (1 + sqrt(fmax(1 - x * x, 0)));

    if (!(fabs(x) <= 0.45))
        return asin(x) / x;
    return 2 * part * gau_arctangent_series(x * x * part * part);
}

#endif
