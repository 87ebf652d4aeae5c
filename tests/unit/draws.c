/* SPDX-License-Identifier: Apache-2.0 */
#include "draws.h"

#include <assert.h>

/* SplitMix64 spreads a seed over the state (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014). */
void gau_random_seed(struct gau_random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15;

        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        random->state[i] = z ^ (z >> 31);
    }
}

static uint64_t rotate(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

/* xoshiro256++ (D. Blackman, S. Vigna, ACM Trans. Math. Softw. 47, 2021). */
static uint64_t next(struct gau_random *random)
{
    uint64_t *const s = random->state;
    const uint64_t result = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* The last numbers, which would make the first ones of the range more frequent, are skipped. */
uint64_t gau_random_below(struct gau_random *random, uint64_t bound)
{
    uint64_t number, excess;

    assert(bound > 0);
    excess = -bound % bound; /* 2^64 modulo bound */
    do
        number = next(random);
    while (number < excess);
    return number % bound;
}

double gau_random_uniform(struct gau_random *random)
{
    return (double)(next(random) >> 11) * 0x1p-53;
}
