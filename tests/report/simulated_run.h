/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_REPORT_SIMULATED_RUN_H
#define TESTS_REPORT_SIMULATED_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A simulated run: events with algorithms whose calls have given lengths, and a collector that
 * samples them as the real one does (collector/sampling/sampler.h). It writes a result with
 * timer.json, itt.json, run.json and samples.gtr: what `gaudit compare` reads. The timer is exact.
 */

enum simulated_lengths {
    SIMULATED_FIXED,       /* all calls have one length */
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
    double interval_us, samples; /* their approximate number in the event loop */
};

enum { SIMULATED_ALGORITHMS = 8 };

/* The ITT delays of an algorithm. */
struct simulated_delay {
    double begin_us, end_us;
};

/* Writes the result to FOLDER, which is there. The same seed, the same run. */
void simulated_run_write(const struct simulated_job *job, const char *folder, uint64_t seed);

/* With ITT delays, by algorithm; REPORTED: the result has them. */
void simulated_run_write_delayed(const struct simulated_job *job,
                                 const struct simulated_delay *delays, bool reported,
                                 const char *folder, uint64_t seed);

#endif
