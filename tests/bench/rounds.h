/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_BENCH_ROUNDS_H
#define TESTS_BENCH_ROUNDS_H

/*
 * Values of rounds, each with the time of a fixed loop beside it. Two virtual processors may share
 * a core, and load on the other one uses half of its execution units: independent additions are
 * then 1.5 times slower, for milliseconds, while clock readings cost the same. A round is quiet if
 * the additions before and after it were nearly as fast as the fastest of the process. A difference
 * is the value of a round, so that both of its terms are of the same rounds.
 */

enum { BENCH_ROUNDS = 10000 };

struct bench_rounds {
    double values[BENCH_ROUNDS], calibrations[BENCH_ROUNDS];
    int n;
};

/* Nanoseconds of the additions; to be called before a round. */
double bench_calibrate(void);

/* Behind a round; @p before is of bench_calibrate(). What does not fit is left out. May be called
 * by a handler of signals. */
void bench_round_add(struct bench_rounds *rounds, double value, double before);

struct bench_figure {
    double quiet, all; /* quiet: 0 if no round was */
    int n_quiet, n;
};

/* The values at @p share of the sorted ones: 0.5 is the median. */
struct bench_figure bench_figure(const struct bench_rounds *rounds, double share);

#endif
