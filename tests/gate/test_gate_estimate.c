/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/comparison.h"

#include "draws.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * How often the intervals of the gate hold the true ratio, and how often what did not change has a
 * small probability: runs that are made up, of a machine that is now quick, now slow, and branches
 * that feel it more or less. The seed is fixed, and the numbers with it.
 */

enum { BRANCHES = 8, RUNS_MAX = 20, COMPARISONS = 1000 };

static char paths[BRANCHES][2] = {"A", "B", "C", "D", "E", "F", "G", "H"};

struct scene {
    struct gau_timing rows[2][RUNS_MAX][BRANCHES];
    struct gau_timings runs[2][RUNS_MAX];
    struct gau_random random;
    size_t n[2];
    double noise[2]; /* of single branches, by side */
    double machine;  /* spread of the slowdown of the runs */
};

static double deviate(struct gau_random *random)
{
    return gau_normal_quantile(0.5 * 1e-9 + (1 - 1e-9) * gau_random_uniform(random));
}

static void plant(struct scene *s)
{
    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < s->n[side]; run++) {
            const double slowdown = s->machine * deviate(&s->random);

            for (size_t i = 0; i < BRANCHES; i++) {
                const double slope = 0.4 + 0.2 * (double)i;
                const double noise = s->noise[side] * deviate(&s->random);

                s->rows[side][run][i] =
                    (struct gau_timing){.path = paths[i],
                                        .name = paths[i],
                                        .root = "Event",
                                        .self_s = exp(slope * slowdown + noise)};
            }
            s->runs[side][run] = (struct gau_timings){.folder = paths[0],
                                                      .timed = true,
                                                      .whole = "Event",
                                                      .events = 100,
                                                      .rows = s->rows[side][run],
                                                      .n = BRANCHES};
        }
}

/* Intervals of branch A that hold 1; @p small: those above 1 whose p is below 2 %. */
static void count(struct scene *s, int *held, int *small)
{
    const struct gau_comparison_limits limits = {
        .max_ratio = 1.05, .min_s = NAN, .false_alarms = 0.001, .runs = GAU_RUNS_INTERLEAVED};
    const struct gau_timings_set sides[2] = {{s->runs[0], s->n[0]}, {s->runs[1], s->n[1]}};

    *held = *small = 0;
    gau_random_seed(&s->random, 1);
    for (int i = 0; i < COMPARISONS; i++) {
        struct gau_view_error error = {0};
        struct gau_matrix matrix;
        struct gau_comparison comparison;

        plant(s);
        assert_int_equal(gau_matrix_of_timers(&matrix, &sides[0], &sides[1], &error), 0);
        assert_true(gau_comparison_make(&comparison, &matrix, &limits));
        *held += comparison.rows[0].adjusted.low <= 1 && comparison.rows[0].adjusted.high >= 1;
        *small += comparison.rows[0].adjusted.value > 1 &&
                  gau_estimate_p(&comparison.rows[0].estimate) < 0.02;
        gau_comparison_clear(&comparison);
        gau_matrix_clear(&matrix);
    }
}

/* 950 of 1000 give or take 7, that standard deviation: three of them, and half a percent for
 * Welch's approximation; 10, give or take 3, are above 1 with p < 0.02. */
static void intervals_hold_the_truth_as_often_as_they_say(void **state)
{
    static const struct {
        size_t n[2];
        double noise[2], machine;
    } cases[] = {
        {{5, 5}, {0.01, 0.01}, 0.1},   {{7, 7}, {0.02, 0.02}, 0.1},   {{7, 7}, {0.02, 0.02}, 0.01},
        {{20, 20}, {0.02, 0.02}, 0.1}, {{20, 5}, {0.02, 0.02}, 0.05}, {{7, 20}, {0.03, 0.01}, 0.05},
    };
    struct scene *const s = calloc(1, sizeof *s);

    (void)state;
    assert_non_null(s);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int held, small;

        memcpy(s->n, cases[i].n, sizeof s->n);
        memcpy(s->noise, cases[i].noise, sizeof s->noise);
        s->machine = cases[i].machine;
        count(s, &held, &small);
        print_message(
            "%zu and %zu runs: %d of %d intervals hold 1, %d are above it with p < 0.02\n", s->n[0],
            s->n[1], held, COMPARISONS, small);
        assert_in_range(held, 924, 976);
        assert_in_range(small, 0, 22);
    }
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_hold_the_truth_as_often_as_they_say),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
