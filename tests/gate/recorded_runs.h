/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GATE_RECORDED_RUNS_H
#define TESTS_GATE_RECORDED_RUNS_H

#include "report/timings/timings.h"

/* Runs as recorded-runs.txt has them, as if their results had been read. */
struct recorded {
    struct gau_timer_result *runs;
    size_t n;
};

/* The test fails if the file is not as it must be. */
void recorded_read(struct recorded *out, const char *path);
void recorded_clear(struct recorded *recorded);

/* A copy of one run, with rows of its own to be changed and freed; texts are borrowed. */
struct gau_timer_result recorded_copy(const struct gau_timer_result *run);

#endif
