/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "report/statistics/statistics.h"

#include <math.h>

/* How often intervals at 95 % hold the truth, which is a ratio of 1, in comparisons of nothing
 * with nothing. Of 2000 samples that is known to half a percent; the seed is fixed. */
enum { SAMPLES = 2000, ROUNDS = 999, N_MOST = 20 };

static double normal(struct gau_random *random)
{
    double p = 0;

    while (!(p > 0))
        p = gau_random_uniform(random);
    return gau_normal_quantile(p);
}

/* Each run in ten is late by up to 25 %, as by other work on the machine. */
static double time_with_stalls(struct gau_random *random)
{
    const bool late = gau_random_uniform(random) < 0.1;

    return exp(0.05 * normal(random) + (late ? 0.25 * gau_random_uniform(random) : 0));
}

static double draw(bool stalls, struct gau_random *random)
{
    return stalls ? time_with_stalls(random) / time_with_stalls(random)
                  : exp(0.05 * normal(random));
}

static double covered(size_t n, bool stalls)
{
    struct gau_random random;
    int held = 0;

    gau_random_seed(&random, n);
    for (int i = 0; i < SAMPLES; i++) {
        struct gau_interval interval;
        double ratios[N_MOST];

        for (size_t k = 0; k < n; k++)
            ratios[k] = draw(stalls, &random);
        assert_true(gau_bootstrap_ratio(&interval, ratios, n, ROUNDS, 0.95, &random));
        held += interval.low <= 1 && interval.high >= 1;
    }
    return (double)held / SAMPLES;
}

static void intervals_of_few_pairs_hold_the_truth_as_often_as_they_say(void **state)
{
    static const size_t counts[] = {5, 7, 10, 20};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        for (int stalls = 0; stalls < 2; stalls++) {
            const double share = covered(counts[i], stalls);

            print_message("%zu pairs%s: %.1f %%\n", counts[i], stalls ? " with stalls" : "",
                          100 * share);
            assert_true(share >= 0.93 && share <= 0.97);
        }
}

/* Of a Poisson distribution (D. E. Knuth, The Art of Computer Programming, vol. 2, 3.4.1). */
static double samples_of(double mean, struct gau_random *random)
{
    const double least = exp(-mean);
    double product = gau_random_uniform(random);
    unsigned n = 0;

    for (; product > least; n++)
        product *= gau_random_uniform(random);
    return n;
}

static double covered_by_samples(size_t n, double mean)
{
    struct gau_random random;
    int held = 0, known = 0;

    gau_random_seed(&random, n);
    for (int i = 0; i < SAMPLES; i++) {
        struct gau_interval interval;
        double a[N_MOST], b[N_MOST];

        for (size_t k = 0; k < n; k++) {
            const double drift = exp(0.1 * normal(&random)); /* that both runs of a pair have */

            a[k] = samples_of(mean * drift, &random);
            b[k] = samples_of(mean * drift, &random);
        }
        interval = gau_jackknife_ratio(a, b, n, 0.95);
        known += interval.low > 0;
        held += interval.low <= 1 && interval.high >= 1;
    }
    return (double)held / known;
}

/* With a sample or so in a run they are wider than they need be. */
static void intervals_of_functions_hold_the_truth_as_often_as_they_say(void **state)
{
    static const size_t counts[] = {5, 10, 20};
    static const double means[] = {1, 3, 10, 100};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        for (size_t k = 0; k < COUNT_OF(means); k++) {
            const double share = covered_by_samples(counts[i], means[k]);

            print_message("%zu pairs of %.0f samples: %.1f %%\n", counts[i], means[k], 100 * share);
            assert_true(share >= 0.93 && share <= (means[k] < 10 ? 0.99 : 0.97));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_of_few_pairs_hold_the_truth_as_often_as_they_say),
        cmocka_unit_test(intervals_of_functions_hold_the_truth_as_often_as_they_say),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
