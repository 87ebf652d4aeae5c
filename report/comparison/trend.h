/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_TREND_H
#define GAUDIT_REPORT_COMPARISON_TREND_H

#include <stdbool.h>
#include <stddef.h>

enum { GAU_TREND_MOST = 32, GAU_TREND_SIZE = 4 * GAU_TREND_MOST + 1 };

/*
 * The last GAU_TREND_MOST of the values as a line of letters, one each. The middle is their median,
 * top and bottom are 10 % from it, or as far as the furthest value is: what is flat looks flat. A
 * blank is a value of 0 or NAN.
 */
char *gau_trend_text(char text[GAU_TREND_SIZE], const double *values, size_t n, bool unicode);

#endif
