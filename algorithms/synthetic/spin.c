/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/random.h"

#include <gaudit/gaudit.h>

#include <pthread.h>

/**
 * @file spin.c
 * Spin: keeps the processor busy. Accepts every event. For demonstrations and measurements.
 *
 *     <algorithm type="Spin" name="Fit"><property name="Microseconds" value="50"/></algorithm>
 *
 * Work is a chain of Iterations dependent integer operations (a few each), without memory traffic.
 * Microseconds is turned into iterations before the first event, once for the process: the best of
 * several trials of some 20 us. So the *work* is the same in every event; the time is as asked for
 * while the processor runs as fast as in the trials, and longer when it is slower or shared.
 */

struct spin {
    double microseconds;
    int64_t iterations;
    uint64_t todo;
    uint64_t state; /* keeps the result, so that the work is not optimised away */
};

static const gau_property spin_properties[] = {
    GAU_DOUBLE(struct spin, microseconds, "Microseconds", 0, 0, 1e9, "us",
               "Time to be spent per event"),
    GAU_INT(struct spin, iterations, "Iterations", 0, 0, INT64_MAX, "",
            "Iterations per event, instead of a time"),
    GAU_PROPERTY_END,
};

static uint64_t mix_state(uint64_t state, uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++)
        state = gau_random_mix(state + 1);
    return state;
}

static double rate; /* iterations per microsecond */
static volatile uint64_t sink;

/* The fastest trial is the least disturbed. Those before the first long one are too short. */
static void calibrate(void)
{
    enum { TRIALS = 5, TRIAL_NS = 20000 };
    uint64_t iterations = 1000, state = 1;

    for (int trial = 0; trial < TRIALS;) {
        const uint64_t began = gau_clock_ns();
        uint64_t ns;
        double found;

        state = mix_state(state, iterations);
        ns = gau_clock_ns() - began;
        if (ns < TRIAL_NS && iterations < 1u << 30) {
            iterations *= 2;
            continue;
        }
        found = ns ? 1000.0 * (double)iterations / (double)ns : 1;
        rate = found > rate ? found : rate;
        trial++;
    }
    sink = state;
}

static gau_status spin_initialize(void *self, gau_context *ctx)
{
    struct spin *const spin = self;

    spin->state = 1;
    if (spin->microseconds > 0 && spin->iterations > 0)
        return gau_fail(ctx->error, GAU_ERR_RANGE,
                        "Microseconds and Iterations exclude each other");
    spin->todo = (uint64_t)spin->iterations;
    return GAU_OK;
}

static gau_status spin_start(void *self, gau_context *ctx)
{
    static pthread_once_t calibrated = PTHREAD_ONCE_INIT;
    struct spin *const spin = self;

    if (spin->microseconds <= 0)
        return GAU_OK;
    pthread_once(&calibrated, calibrate);
    spin->todo = (uint64_t)(spin->microseconds * rate);
    gau_debug(ctx, "%.6g iterations per us, %llu per event", rate, (unsigned long long)spin->todo);
    return GAU_OK;
}

static gau_status spin_execute(void *self, gau_context *ctx)
{
    struct spin *const spin = self;

    (void)ctx;
    spin->state = mix_state(spin->state, spin->todo);
    return GAU_OK;
}

static const gau_class spin_class = {
    GAU_CLASS("Spin", struct spin, "Keeps the processor busy for a given time."),
    .properties = spin_properties,
    .initialize = spin_initialize,
    .start = spin_start,
    .algorithm = GAU_ALGORITHM(.execute = spin_execute),
};
GAU_MODULE(&spin_class);
