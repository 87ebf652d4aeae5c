/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_SHORTEST_DIGITS_H
#define GAUDIT_TABLE_SHORTEST_DIGITS_H

#include <stdint.h>

/* A number, digits * 10^power; the last digit is not zero. */
struct gau_decimal {
    uint64_t digits; /* at most 17 */
    int power;
};

/* Returns the decimal number of fewest digits that reads back as @p value, which is finite and
 * above 0; of several with as many digits the nearest. */
struct gau_decimal gau_shortest_digits(double value);

#endif
