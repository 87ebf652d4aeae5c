/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_REPORT_SIMULATED_RUN_H
#define TESTS_REPORT_SIMULATED_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A run that did not happen: events with algorithms whose calls take so long, and a collector that
 * looks at them as the real one does (collector/sampling/sampler.h). What it leaves is a result
 * with timer.json, itt.json, run.json and samples.gtr: what `gaudit compare` reads. The timer is
 * exact.
 */

enum simulated_lengths {
    SIMULATED_FIXED,       /* each call takes as long */
    SIMULATED_NEARLY,      /* within a tenth of the mean */
    SIMULATED_EXPONENTIAL, /* many short ones, a few long ones */
};

struct simulated_algorithm {
    const char *name;
    double mean_us;     /* of a call */
    double probability; /* of being called in an event */
};

struct simulated_job {
    const char *name;
    const struct simulated_algorithm *algorithms;
    size_t n;
    enum simulated_lengths lengths;
    unsigned threads;
    double input_us;             /* outside of the event, before each */
    double interval_us, samples; /* about so many in the event loop */
};

enum { SIMULATED_ALGORITHMS = 8 };

/* Of an algorithm: how far its marks lie behind the stamps of the timer. */
struct simulated_delay {
    double begin_us, end_us;
};

/* Writes the result to FOLDER, which is there. The same seed, the same run. */
void simulated_run_write(const struct simulated_job *job, const char *folder, uint64_t seed);

/* With marks that lag, by algorithm; TOLD: the result says so. */
void simulated_run_write_lagging(const struct simulated_job *job,
                                 const struct simulated_delay *delays, bool told,
                                 const char *folder, uint64_t seed);

#endif
