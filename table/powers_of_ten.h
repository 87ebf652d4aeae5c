/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_POWERS_OF_TEN_H
#define GAUDIT_TABLE_POWERS_OF_TEN_H

#include <stdint.h>

/* 128 bits, the first of which is set: high * 2^64 + low is 10^k times a power of two, rounded up
 * to a whole number. */
struct gau_power_of_ten {
    uint64_t high, low;
};

/* Those that the shortest digits of a double need: of k from GAU_LEAST_POWER_OF_TEN on. */
enum { GAU_LEAST_POWER_OF_TEN = -292, GAU_POWERS_OF_TEN = 617 };
extern const struct gau_power_of_ten gau_powers_of_ten[GAU_POWERS_OF_TEN];

#endif
