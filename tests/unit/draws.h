/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_DRAWS_H
#define TESTS_UNIT_DRAWS_H

#include <stdint.h>

/** A source of random numbers; the same seed, the same numbers (xoshiro256++). */
struct gau_random {
    uint64_t state[4];
};
void gau_random_seed(struct gau_random *random, uint64_t seed);
uint64_t gau_random_below(struct gau_random *random, uint64_t bound);
double gau_random_uniform(struct gau_random *random);

#endif
