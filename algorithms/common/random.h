/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_COMMON_RANDOM_H
#define GAUDIT_ALGORITHMS_COMMON_RANDOM_H

/*
 * Random numbers that depend on a seed and an event number only, so that they are the same for any
 * number of workers: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014), started per event from a hash of both.
 */

#include <math.h>
#include <stddef.h>
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

/* --- distributions ------------------------------------------------------------------------- */

#define GAU_PI 3.14159265358979323846

static inline double gau_random_between(struct gau_random *random, double low, double high)
{
    return low + (high - low) * gau_random_unit(random);
}

/* Box and Muller, Ann. Math. Stat. 29 (1958) 610. */
static inline double gau_random_normal(struct gau_random *random)
{
    const double radius = sqrt(-2 * log(gau_random_unit(random)));

    return radius * cos(2 * GAU_PI * gau_random_unit(random));
}

/* What is above @p t, which is positive, of a normal deviate: Marsaglia, Technometrics 6 (1964)
 * 101. */
static inline double gau_random_tail(struct gau_random *random, double t)
{
    for (;;) {
        const double x = -log(gau_random_unit(random)) / t, y = -log(gau_random_unit(random));

        if (2 * y >= x * x)
            return t + x;
    }
}

/* dN/dx ~ x^-power between low and high. */
static inline double gau_random_power(struct gau_random *random, double power, double low,
                                      double high)
{
    const double k = 1 - power;

    return pow(gau_random_between(random, pow(low, k), pow(high, k)), 1 / k);
}

/* Trials until one of probability @p p succeeds, at least 1. */
static inline size_t gau_random_trials(struct gau_random *random, double p)
{
    return (size_t)fmin(1 + floor(log(gau_random_unit(random)) / log1p(-p)), 1e15);
}

/* Poisson: arrivals of rate 1 in a time. */
static inline size_t gau_random_poisson(struct gau_random *random, double mean)
{
    size_t n = 0;

    for (double time = -log(gau_random_unit(random)); time < mean; n++)
        time -= log(gau_random_unit(random));
    return n;
}

/* The part of a Gaussian of width @p sigma around @p x that is between @p low and @p high. */
static inline double gau_gauss_between(double low, double high, double x, double sigma)
{
    return 0.5 * (erf((high - x) / (sigma * sqrt(2))) - erf((low - x) / (sigma * sqrt(2))));
}

#endif
