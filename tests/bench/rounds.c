/* SPDX-License-Identifier: Apache-2.0 */
#include "rounds.h"

#include <stdlib.h>
#include <time.h>

/* Slower additions are those of a shared core: less than the 1.5 times that were seen, and more
 * than what clock readings vary by. */
static const double limit = 1.15;

static double fastest;

static double now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* As many at once as the processor can: 5 us at 3 GHz. */
static double time_additions(void)
{
    const double began = now_ns();
    unsigned long a = 1, b = 1, c = 1, d = 1;
    double time;

    for (int i = 0; i < 16000; i++) {
        a += 1, b += 1, c += 1, d += 1;
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
    }
    time = now_ns() - began;
    if (fastest <= 0 || time < fastest)
        fastest = time;
    return time;
}

double bench_calibrate(void)
{
    if (fastest <= 0) /* the first rounds are compared with it, too */
        for (int i = 0; i < 2000; i++)
            time_additions();
    return time_additions();
}

void bench_round_add(struct bench_rounds *rounds, double value, double before)
{
    const double after = time_additions();

    if (rounds->n == BENCH_ROUNDS)
        return;
    rounds->values[rounds->n] = value;
    rounds->calibrations[rounds->n] = before > after ? before : after;
    rounds->n++;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double value_at(double *values, int n, double share)
{
    qsort(values, (size_t)n, sizeof *values, by_value);
    return n > 0 ? values[(int)(share * n)] : 0;
}

struct bench_figure bench_figure(const struct bench_rounds *rounds, double share)
{
    static double quiet[BENCH_ROUNDS], all[BENCH_ROUNDS];
    struct bench_figure figure = {.n = rounds->n};

    for (int i = 0; i < rounds->n; i++) {
        all[i] = rounds->values[i];
        if (rounds->calibrations[i] <= limit * fastest)
            quiet[figure.n_quiet++] = rounds->values[i];
    }
    figure.quiet = value_at(quiet, figure.n_quiet, share);
    figure.all = value_at(all, figure.n, share);
    return figure;
}
