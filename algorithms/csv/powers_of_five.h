/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_CSV_POWERS_OF_FIVE_H
#define GAUDIT_ALGORITHMS_CSV_POWERS_OF_FIVE_H

#include <stdint.h>

/* The first 128 bits of 5^q, of which the very first is 1. */
struct gau_power_of_five {
    uint64_t high, low;
};

enum { GAU_FIRST_POWER_OF_FIVE = -342, GAU_LAST_POWER_OF_FIVE = 308 };

/* Of all q from the first to the last. */
extern const struct gau_power_of_five
    gau_powers_of_five[GAU_LAST_POWER_OF_FIVE - GAU_FIRST_POWER_OF_FIVE + 1];

#endif
