/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/comparison.h"

#include "tests/unit/draws.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How often intervals at 95 % hold the true ratio of 1, in comparisons without a change. With 1000
 * of them that is known to 0.7 %; the seed is fixed. Adjusted comparisons are in
 * test_gate_estimate. */
enum { SAMPLES = 1000, N_MOST = 20, FUNCTIONS = 8 };

static double normal(struct gau_random *random)
{
    double p = 0;

    while (!(p > 0))
        p = gau_random_uniform(random);
    return gau_normal_quantile(p);
}

static const struct gau_comparison_limits limits = {
    .max_ratio = 1.05, .min_s = NAN, .false_positive_rate = 0.001, .runs = GAU_RUNS_PAIRED};

static bool holds(const struct gau_comparison_row *row)
{
    return row->adjusted.low <= 1 && row->adjusted.high >= 1;
}

/* --- pairs of runs of a program with one section ------------------------------------------- */

struct pairs {
    struct gau_timer_row rows[2][N_MOST];
    struct gau_timer_result runs[2][N_MOST];
};

/* Each run in ten is late by up to 25 %, as by other work on the machine; both runs of a pair have
 * the drift. */
static void draw_pairs(struct pairs *pairs, size_t n, bool stalls, struct gau_random *random)
{
    static char name[] = "A";

    for (size_t i = 0; i < n; i++) {
        const double drift = 0.2 * normal(random);

        for (int side = 0; side < 2; side++) {
            const bool late = stalls && gau_random_uniform(random) < 0.1;
            const double time =
                drift + 0.05 * normal(random) + (late ? 0.25 * gau_random_uniform(random) : 0);

            pairs->rows[side][i] = (struct gau_timer_row){
                .path = name, .name = name, .root = "Program", .self_s = exp(time)};
            pairs->runs[side][i] = (struct gau_timer_result){.folder = name,
                                                             .timed = true,
                                                             .whole = "Program",
                                                             .rows = &pairs->rows[side][i],
                                                             .n = 1};
        }
    }
}

static double covered_by_pairs(size_t n, bool stalls)
{
    struct pairs pairs;
    struct gau_random random;
    int held = 0;

    gau_random_seed(&random, n);
    for (int i = 0; i < SAMPLES; i++) {
        const struct gau_timer_result_set a = {pairs.runs[0], n}, b = {pairs.runs[1], n};
        gau_error error = {0};
        struct gau_comparison comparison;
        struct gau_matrix matrix;

        draw_pairs(&pairs, n, stalls, &random);
        assert_int_equal(gau_matrix_of_timers(&matrix, &a, &b, &error), GAU_OK);
        assert_true(gau_comparison_make(&comparison, &matrix, &limits));
        held += holds(&comparison.rows[0]);
        gau_comparison_clear(&comparison);
        gau_matrix_clear(&matrix);
    }
    return (double)held / SAMPLES;
}

static void intervals_of_pairs_hold_the_truth_as_often_as_they_say(void **state)
{
    static const size_t counts[] = {5, 7, 20};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        for (int stalls = 0; stalls < 2; stalls++) {
            const double share = covered_by_pairs(counts[i], stalls);

            print_message("%zu pairs%s: %.1f %%\n", counts[i], stalls ? " with stalls" : "",
                          100 * share);
            assert_true(share >= 0.93 && share <= 0.97);
        }
}

/* --- samples of functions ------------------------------------------------------------------ */

struct samples {
    struct gau_function_times_function functions[FUNCTIONS];
    struct gau_function_times runs[FUNCTIONS][2 * N_MOST], wholes[2 * N_MOST];
    struct gau_timer_result results[2 * N_MOST];
};

/* Of a Poisson distribution (D. E. Knuth, The Art of Computer Programming, vol. 2, 3.4.1). */
static unsigned samples_of(double mean, struct gau_random *random)
{
    const double least = exp(-mean);
    double product = gau_random_uniform(random);
    unsigned n = 0;

    for (; product > least; n++)
        product *= gau_random_uniform(random);
    return n;
}

/* A slow run has more samples of all functions. */
static void draw_samples(struct samples *s, size_t runs, double mean, struct gau_random *random)
{
    static const char *const names[FUNCTIONS] = {"a", "b", "c", "d", "e", "f", "g", "h"};

    memset(s, 0, sizeof *s);
    for (size_t run = 0; run < runs; run++) {
        const double drift = exp(0.1 * normal(random));

        for (size_t i = 0; i < FUNCTIONS; i++) {
            const unsigned n = samples_of(mean * drift, random);

            s->functions[i] = (struct gau_function_times_function){
                .task = "", .name = names[i], .module = "", .label = names[i], .runs = s->runs[i]};
            s->runs[i][run] = (struct gau_function_times){.samples = n,
                                                          .time_s = 0.01 * n,
                                                          .error_s = 0.01 * sqrt(n)};
            s->wholes[run].samples += n;
            s->wholes[run].time_s += 0.01 * n;
        }
    }
}

static double covered_by_samples(size_t n, double mean)
{
    struct samples s;
    struct gau_random random;
    int held = 0, known = 0;

    gau_random_seed(&random, n);
    for (int i = 0; i < SAMPLES; i++) {
        const struct gau_timer_result_set a = {s.results, n}, b = {s.results + n, n};
        const struct gau_function_times_functions sampled = {
            .items = s.functions, .n = FUNCTIONS, .wholes = s.wholes, .n_runs = 2 * n};
        gau_error error = {0};
        struct gau_comparison comparison;
        struct gau_matrix matrix;

        draw_samples(&s, 2 * n, mean, &random);
        assert_int_equal(
            gau_matrix_of_samples(&matrix, &sampled, GAU_ROWS_FUNCTIONS, &a, &b, &error), GAU_OK);
        assert_true(gau_comparison_make(&comparison, &matrix, &limits));
        known += !comparison.rows[0].sampling;
        held += !comparison.rows[0].sampling && holds(&comparison.rows[0]);
        gau_comparison_clear(&comparison);
        gau_matrix_clear(&matrix);
    }
    return (double)held / known;
}

/* With fewer than five samples in a run on average there are no intervals between runs. */
static void intervals_of_functions_hold_the_truth_as_often_as_they_say(void **state)
{
    static const size_t counts[] = {5, 20};
    static const double means[] = {7, 30};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        for (size_t k = 0; k < COUNT_OF(means); k++) {
            const double share = covered_by_samples(counts[i], means[k]);

            print_message("%zu pairs of %.0f samples: %.1f %%\n", counts[i], means[k], 100 * share);
            assert_true(share >= 0.92 && share <= 0.98);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_of_pairs_hold_the_truth_as_often_as_they_say),
        cmocka_unit_test(intervals_of_functions_hold_the_truth_as_often_as_they_say),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
