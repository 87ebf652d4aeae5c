/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_RANDOM_H
#define GAUDIT_ALGORITHMS_RANDOM_H

/*
 * Random numbers that depend on a seed and an event number only, so that they are the same for any
 * number of workers: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014), started per event from a hash of both.
 */

#include <stdint.h>

struct gau_random {
    uint64_t state;
};

/* The output function of SplitMix64 (variant 13 of Stafford's mixers). A bijection. */
static inline uint64_t gau_random_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static inline uint64_t gau_random_next(struct gau_random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    return gau_random_mix(random->state);
}

static inline struct gau_random gau_random_for(uint64_t seed, uint64_t event)
{
    struct gau_random random = {gau_random_mix(seed) ^ event};

    random.state = gau_random_next(&random);
    return random;
}

/* Between 0 and 1, never one of them: (k + 1/2) / 2^52. */
static inline double gau_random_unit(struct gau_random *random)
{
    return ((double)(gau_random_next(random) >> 12) + 0.5) * 0x1p-52;
}

#endif
