/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "bench.h"

#include "collector/modules/reader_guard.h"
#include "collector/unwind/unwind.h"
#include "tests/collector/call_chain.h"
#include "tests/collector/shadow_stack.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/*
 * What a call stack costs in a signal handler: some 27 frames without frame pointers, at random
 * samples of a program that works in the C library.
 */

enum { SAMPLES = 10000, DEPTH_MAX = 512 };

static struct gau_unwind_state *unwind;
_Static_assert((int)SAMPLES <= (int)BENCH_ROUNDS, "each sample is a round");

static struct bench_rounds costs, frames;
static int n_complete;
static bool cold;
static volatile bool kicking;
static pthread_t target;

static double now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void handle(int signal, siginfo_t *info, void *context)
{
    static uint64_t pcs[DEPTH_MAX];
    struct gau_unwind_result result;
    double before, begin, middle, end;

    (void)signal;
    (void)info;
    if (costs.n == SAMPLES)
        return;
    before = bench_calibrate();
    if (cold)
        gau_reader_guard_forget();
    begin = now_ns();
    middle = now_ns();
    gau_unwind(unwind, context, pcs, DEPTH_MAX, &result);
    end = now_ns();
    n_complete += result.complete;
    bench_round_add(&frames, result.n, before);
    bench_round_add(&costs, (end - middle) - (middle - begin), before);
}

static void *kick(void *unused)
{
    struct timespec pause = {.tv_nsec = 0};
    unsigned random = 4711;

    (void)unused;
    while (kicking) {
        random = random * 1103515245 + 12345;
        pause.tv_nsec = 50000 + (long)(random >> 8) % 100000;
        nanosleep(&pause, NULL);
        pthread_kill(target, SIGPROF);
    }
    return NULL;
}

static void measure(const char *name, const char *aim)
{
    const char *const group = "call stacks in a signal handler";
    char text[128];
    pthread_t kicker;

    costs.n = frames.n = n_complete = 0;
    bench_calibrate(); /* the first time takes long */
    target = pthread_self();
    kicking = true;
    pthread_create(&kicker, NULL, kick, NULL);
    for (uint64_t x = 0; *(volatile int *)&costs.n < SAMPLES; x++)
        chain_run(13, x);
    kicking = false;
    pthread_join(kicker, NULL);

    snprintf(text, sizeof text, "%s, %.0f frames, p50", name, bench_figure(&frames, 0.5).all);
    bench_time(group, text, bench_figure(&costs, 0.5), "ns", aim);
    snprintf(text, sizeof text, "%s, p95", name);
    bench_time(group, text, bench_figure(&costs, 0.95), "ns", NULL);
    snprintf(text, sizeof text, "%s, p99", name);
    bench_time(group, text, bench_figure(&costs, 0.99), "ns", NULL);
    snprintf(text, sizeof text, "%s, complete", name);
    bench_line(group, text, 100. * n_complete / SAMPLES, "%", ">= 99.9");
}

void bench_unwind(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART}, before;

    action.sa_sigaction = handle;
    sigemptyset(&action.sa_mask);
    sigaction(SIGPROF, &action, &before);
    unwind = calloc(1, gau_unwind_state_size());
    if (!unwind)
        return;
    measure("remembering rules", "<= 1000");
    cold = true;
    measure("nothing remembered", NULL);
    sigaction(SIGPROF, &before, NULL);
    free(unwind);
}
