/* SPDX-License-Identifier: Apache-2.0 */
#include "report/agreement/agreement.h"

#include "simulated_run.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Are errors as large as they say? 600 simulated runs of six kinds of jobs, whose true shares are
 * known; differences in units of their errors should spread by 1, and 95 % of them be within 2.
 * doc/method/accuracy.md has the table that this prints.
 */

#define N(array) (sizeof(array) / sizeof *(array))

static const struct simulated_algorithm short_calls[] = {
    {"Fit", 20, 1}, {"Find", 15, 1}, {"Match", 10, 0.9}, {"Cut", 4, 1}, {"Decode", 1, 1}};
static const struct simulated_algorithm trigger[] = {{"Fit", 600, 1},
                                                     {"Find", 500, 0.85},
                                                     {"Lite", 600, 0.15},
                                                     {"Vertex", 40, 1},
                                                     {"Calo", 50, 0.3}};
static const struct simulated_algorithm long_calls[] = {{"Fit", 20000, 1},
                                                        {"Find", 15000, 1},
                                                        {"Match", 10000, 1},
                                                        {"Cut", 4000, 1},
                                                        {"Decode", 1000, 1}};
static const struct simulated_algorithm mixed[] = {
    {"Tiny", 1, 1}, {"Short", 50, 1}, {"Medium", 400, 1}, {"Long", 4000, 0.1}, {"Other", 200, 1}};
static const struct simulated_algorithm cycle[] = {
    {"Fit", 399, 1}, {"Find", 300, 1}, {"Match", 200, 1}, {"Cut", 80, 1}, {"Decode", 20, 1}};

static const struct simulated_job jobs[] = {
    {"calls of 1 to 20 us", short_calls, N(short_calls), SIMULATED_NEARLY, 1, 20, 1000, 1000},
    {"a trigger, 40 to 600 us", trigger, N(trigger), SIMULATED_EXPONENTIAL, 1, 1000, 1000, 1000},
    {"likewise, 4 threads", trigger, N(trigger), SIMULATED_EXPONENTIAL, 4, 1000, 1000, 2000},
    {"calls of 1 to 20 ms", long_calls, N(long_calls), SIMULATED_NEARLY, 1, 0, 1000, 2000},
    {"1 us to 4 ms together", mixed, N(mixed), SIMULATED_EXPONENTIAL, 1, 100, 1000, 2000},
    {"a cycle of one interval", cycle, N(cycle), SIMULATED_FIXED, 1, 0, 1000, 1000},
};

enum { N_JOBS = N(jobs), RUNS = 100 };

struct pool {
    double squares, within, count, tests;
    double unlikely, below_half, alarms; /* p < 0.05, p < 0.5, p of the furthest row < 0.05 */
};

static void add(struct pool *pool, const struct gau_agreement *agreement)
{
    for (size_t i = 0; i < agreement->n; i++) {
        if (!isfinite(agreement->rows[i].z))
            continue;
        pool->squares += agreement->rows[i].z * agreement->rows[i].z;
        pool->within += fabs(agreement->rows[i].z) <= 2;
        pool->count++;
    }
    pool->unlikely += agreement->test.p < 0.05;
    pool->below_half += agreement->test.p < 0.5;
    pool->alarms += agreement->test.row_p < 0.05;
    pool->tests++;
}

static void add_pool(struct pool *all, const struct pool *pool)
{
    all->squares += pool->squares;
    all->within += pool->within;
    all->count += pool->count;
    all->unlikely += pool->unlikely;
    all->below_half += pool->below_half;
    all->alarms += pool->alarms;
    all->tests += pool->tests;
}

static void print(const char *name, const struct pool *pool)
{
    printf("| %s | %.0f | %.0f | %.3f | %.1f %% | %.1f %% | %.1f %% | %.1f %% |\n", name,
           pool->tests, pool->count, sqrt(pool->squares / pool->count),
           100 * pool->within / pool->count, 100 * pool->unlikely / pool->tests,
           100 * pool->below_half / pool->tests, 100 * pool->alarms / pool->tests);
}

static struct pool runs_of(const struct simulated_job *job, uint64_t seed)
{
    static const char *const here = ".";
    const struct gau_agreement_runs folders = {.timers = &here, .samples = &here, .n = 1};
    struct pool pool = {0};

    for (uint64_t run = 0; run < RUNS; run++) {
        gau_error error = {0};
        struct gau_agreement agreement;

        simulated_run_write(job, here, seed + run);
        gau_agreement_read(&agreement, &folders, NULL, &error);
        assert_string_equal(error.message, "");
        add(&pool, &agreement);
        gau_agreement_clear(&agreement);
    }
    return pool;
}

static void errors_are_as_large_as_they_say(void **state)
{
    struct pool all = {0};
    double rms, within;

    (void)state;
    for (size_t i = 0; i < N_JOBS; i++) {
        const struct pool pool = runs_of(&jobs[i], 1000 * (uint64_t)(i + 1));

        print(jobs[i].name, &pool);
        add_pool(&all, &pool);
        assert_true(sqrt(pool.squares / pool.count) > 0.85);
        assert_true(sqrt(pool.squares / pool.count) < 1.2);
    }
    print("all", &all);
    rms = sqrt(all.squares / all.count);
    within = all.within / all.count;
    assert_true(rms >= 0.85 && rms <= 1.15);
    assert_true(within >= 0.93 && within <= 0.97);
    /* Around 5 %, by three errors of 600 runs; and half of them, but the tails of long calls are
     * short. */
    assert_true(all.unlikely / all.tests > 0.02 && all.unlikely / all.tests < 0.077);
    assert_true(all.below_half / all.tests > 0.38 && all.below_half / all.tests < 0.56);
    assert_true(all.alarms / all.tests > 0.023 && all.alarms / all.tests < 0.08);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(errors_are_as_large_as_they_say, folder_enter,
                                        folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
