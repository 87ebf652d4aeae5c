/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_TREND_H
#define GAUDIT_REPORT_CHANGES_TREND_H

#include <stdbool.h>
#include <stddef.h>

/**
 * @file trend.h
 * A row of numbers as a line of letters, one each, and whether the last of them is like the others.
 */

enum { GAU_TREND_MOST = 32, GAU_TREND_SIZE = 4 * GAU_TREND_MOST + 1 };

/**
 * The last GAU_TREND_MOST of the values. The middle is their median, top and bottom are 10 % from
 * it, or as far as the furthest value is: what is flat looks flat. A blank is a value of 0 or NAN.
 */
char *gau_trend_text(char text[GAU_TREND_SIZE], const double *values, size_t n, bool unicode);

/** The last value over the median of the earlier ones that are above 0. NAN: there are none. */
double gau_trend_change(const double *values, size_t n);

/**
 * The probability of a last value that far from the others, by its logarithm and theirs (Student's
 * t of a new value). NAN: there are less than three others, or they do not spread.
 */
double gau_trend_p(const double *values, size_t n);

#endif
