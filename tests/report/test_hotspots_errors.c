/* SPDX-License-Identifier: Apache-2.0 */
#include "report/hotspots/sampling_errors.h"

#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>

/* Root, and the groups 1 and 2 in it. */
static const uint32_t parents[] = {0, 0, 0};

enum { GROUPS = sizeof parents / sizeof *parents };

/* --- processes whose error is known -------------------------------------------------------- */

/* Two kinds of calls alternate; a call lasts `calls` on average, exponentially distributed (0: as
 * good as nothing, samples are independent), a part `part` of them is of group 1. */
struct process {
    double part, calls;
    double jitter; /* intervals are uniform in 1 - jitter to 1 + jitter */
};

static uint64_t state;

static double uniform(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(state >> 11) + 0.5) / 9007199254740992.0;
}

/* One run: the time of group 1 by samples, the true one, and the estimated error. */
struct run {
    double sampled, truth, variance;
};

static void add(struct gau_hotspots_errors *errors, uint32_t group, uint64_t weight_ns)
{
    gau_hotspots_errors_add(errors, group, NULL, 0, weight_ns);
}

static struct run simulate(const struct process *process, unsigned samples)
{
    struct gau_hotspots_errors errors;
    bool in = uniform() < process->part;
    double left = -process->calls * log(uniform());
    struct run run = {0};

    assert_true(gau_hotspots_errors_begin(&errors, parents, GROUPS));
    for (unsigned i = 0; i < samples; i++) {
        const double weight = 1 + process->jitter * (2 * uniform() - 1);
        double step = weight;

        while (process->calls > 0 && left < step) {
            run.truth += in ? left : 0;
            step -= left;
            in = uniform() < process->part;
            left = -process->calls * log(uniform());
        }
        if (process->calls > 0) {
            run.truth += in ? step : 0;
            left -= step;
        } else {
            run.truth += process->part * weight;
            in = uniform() < process->part;
        }
        run.sampled += in ? weight : 0;
        add(&errors, in ? 1 : 2, (uint64_t)llround(weight * 1e6));
    }
    gau_hotspots_errors_end_thread(&errors);
    run.variance = gau_hotspots_errors_variance(&errors, 1, false) / 1e12;
    gau_hotspots_errors_clear(&errors);
    return run;
}

/* Mean squares over many runs: of the estimate's distance from the truth, and as estimated. */
static void repeat(const struct process *process, double *found, double *estimated)
{
    enum { RUNS = 2000, SAMPLES = 200 };

    state = 42;
    *found = *estimated = 0;
    for (unsigned i = 0; i < RUNS; i++) {
        const struct run run = simulate(process, SAMPLES);

        *found += (run.sampled - run.truth) * (run.sampled - run.truth) / RUNS;
        *estimated += run.variance / RUNS;
    }
    *found = sqrt(*found);
    *estimated = sqrt(*estimated);
}

static double binomial(double part, double samples)
{
    return sqrt(samples * part * (1 - part));
}

/* --- tests --------------------------------------------------------------------------------- */

static void short_calls_have_the_binomial_error(void **state_)
{
    static const double parts[] = {0.5, 0.1, 0.9, 0.02};

    (void)state_;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct process process = {.part = parts[i]};
        const double expected = binomial(parts[i], 200);
        double found, estimated;

        repeat(&process, &found, &estimated);
        assert_true(fabs(found - expected) < 0.1 * expected); /* the simulation is right */
        assert_true(fabs(estimated - expected) < 0.1 * expected);
    }
}

static void an_interval_that_varies_changes_nothing(void **state_)
{
    const struct process process = {.part = 0.9, .jitter = 0.5};
    double found, estimated;

    (void)state_;
    repeat(&process, &found, &estimated);
    assert_true(fabs(estimated - found) < 0.1 * found);
}

static void long_calls_have_less(void **state_)
{
    static const struct process processes[] = {{.part = 0.3, .calls = 5},
                                               {.part = 0.3, .calls = 20},
                                               {.part = 0.3, .calls = 20, .jitter = 0.5}};

    (void)state_;
    for (size_t i = 0; i < sizeof processes / sizeof *processes; i++) {
        double found, estimated;

        repeat(&processes[i], &found, &estimated);
        assert_true(estimated < 0.6 * binomial(0.3, 200));
        assert_true(estimated > 0.9 * found); /* rather too large than too small */
    }
}

static void calls_of_one_interval_are_in_between(void **state_)
{
    const struct process process = {.part = 0.4, .calls = 1};
    double found, estimated;

    (void)state_;
    repeat(&process, &found, &estimated);
    assert_true(estimated <= binomial(0.4, 200));
    assert_true(estimated > 0.9 * found);
}

static void what_never_ends_has_the_error_of_its_end(void **state_)
{
    const struct process process = {.part = 1};
    struct run run;

    (void)state_;
    run = simulate(&process, 1000);
    assert_true(fabs(sqrt(run.variance) - sqrt(1 / 3.0)) < 1e-9);
}

/* --- small numbers ------------------------------------------------------------------------- */

static void nothing_has_no_error(void **state_)
{
    struct gau_hotspots_errors errors;

    (void)state_;
    assert_true(gau_hotspots_errors_begin(&errors, parents, GROUPS));
    gau_hotspots_errors_end_thread(&errors);
    for (uint32_t i = 0; i < GROUPS; i++)
        assert_true(gau_hotspots_errors_variance(&errors, i, false) == 0);
    gau_hotspots_errors_clear(&errors);
}

static void a_single_sample_has_its_weight_as_error(void **state_)
{
    struct gau_hotspots_errors errors;

    (void)state_;
    assert_true(gau_hotspots_errors_begin(&errors, parents, GROUPS));
    add(&errors, 1, 30);
    gau_hotspots_errors_end_thread(&errors);
    assert_true(gau_hotspots_errors_variance(&errors, 0, false) == 900 &&
                gau_hotspots_errors_variance(&errors, 1, false) == 900);
    assert_true(gau_hotspots_errors_variance(&errors, 0, true) == 0 &&
                gau_hotspots_errors_variance(&errors, 1, true) == 900);
    assert_true(gau_hotspots_errors_variance(&errors, 2, false) == 0);
    gau_hotspots_errors_clear(&errors);
}

/* 1 1 2: n / (2 (n - 1)) = 3/4, one change between weights 10 and 20. */
static void differences_of_neighbours_count(void **state_)
{
    struct gau_hotspots_errors errors;

    (void)state_;
    assert_true(gau_hotspots_errors_begin(&errors, parents, GROUPS));
    add(&errors, 1, 10);
    add(&errors, 1, 10);
    add(&errors, 2, 20);
    gau_hotspots_errors_end_thread(&errors);
    assert_true(fabs(gau_hotspots_errors_variance(&errors, 1, false) - 0.75 * 250) < 1e-9);
    assert_true(fabs(gau_hotspots_errors_variance(&errors, 2, false) - 0.75 * 250 - 400 / 3.0) <
                1e-9);
    assert_true(fabs(gau_hotspots_errors_variance(&errors, 0, false) - 400 / 3.0) < 1e-9);
    gau_hotspots_errors_clear(&errors);
}

static void variances_of_threads_add_up(void **state_)
{
    struct gau_hotspots_errors errors;

    (void)state_;
    assert_true(gau_hotspots_errors_begin(&errors, parents, GROUPS));
    for (unsigned thread = 0; thread < 4; thread++) {
        add(&errors, 1, 30);
        gau_hotspots_errors_end_thread(&errors);
    }
    assert_true(gau_hotspots_errors_variance(&errors, 1, false) == 4 * 900);
    gau_hotspots_errors_clear(&errors);
}

/* 1 1 1 1 2 2 2 2 1 1 1 1 ...: 19 steps, each of which differs twice at the distance 2. */
static void steps_count_less(void **state_)
{
    struct gau_hotspots_errors errors;
    const double n = 80, v1 = n / (2 * (n - 1)) * 19;
    const double r = 1 - 1 / 19.0, q = 1 - 2 / sqrt(19);
    const double steps = 1 - 5 * r / 6, correlation = ((1 + q) / (1 - q) + 2 / log(q)) / (1 - q);

    (void)state_;
    assert_true(gau_hotspots_errors_begin(&errors, parents, GROUPS));
    for (unsigned i = 0; i < 80; i++)
        add(&errors, 1 + i / 4 % 2, 1);
    gau_hotspots_errors_end_thread(&errors);
    assert_true(correlation > steps);
    assert_true(fabs(gau_hotspots_errors_variance(&errors, 1, false) - v1 * steps) < 1e-9);
    gau_hotspots_errors_clear(&errors);
}

/* What is left out by a filter is a neighbour all the same. */
static void samples_in_no_group_are_neighbours(void **state_)
{
    struct gau_hotspots_errors errors;

    (void)state_;
    assert_true(gau_hotspots_errors_begin(&errors, parents, GROUPS));
    add(&errors, 1, 10);
    add(&errors, GAU_HOTSPOTS_NO_GROUP, 10);
    gau_hotspots_errors_end_thread(&errors);
    assert_true(gau_hotspots_errors_variance(&errors, 0, false) == 100 &&
                gau_hotspots_errors_variance(&errors, 1, false) == 100);
    gau_hotspots_errors_clear(&errors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_calls_have_the_binomial_error),
        cmocka_unit_test(an_interval_that_varies_changes_nothing),
        cmocka_unit_test(long_calls_have_less),
        cmocka_unit_test(calls_of_one_interval_are_in_between),
        cmocka_unit_test(what_never_ends_has_the_error_of_its_end),
        cmocka_unit_test(nothing_has_no_error),
        cmocka_unit_test(a_single_sample_has_its_weight_as_error),
        cmocka_unit_test(differences_of_neighbours_count),
        cmocka_unit_test(variances_of_threads_add_up),
        cmocka_unit_test(steps_count_less),
        cmocka_unit_test(samples_in_no_group_are_neighbours),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
