/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include "itt/itt.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/*
 * What pairs of marks cost: a loop with them in turn with an empty loop, A B B A; the figure is the
 * median of the differences, per pair.
 */

enum { ROUNDS = 101, PAIRS = 100000 };

static gau_itt_domain *domain;
static gau_itt_string *name;

static void empty_loop(void)
{
    for (int i = 0; i < PAIRS; i++)
        atomic_signal_fence(memory_order_seq_cst);
}

static int empty(int event)
{
    (void)event;
    return 0;
}

static int (*volatile empty_function)(int) = empty;

static void call_loop(void)
{
    for (int i = 0; i < PAIRS; i++) {
        empty_function(i);
        empty_function(i);
    }
}

static void event_loop(void)
{
    for (int i = 0; i < PAIRS; i++) {
        gau_itt_event_start(i);
        gau_itt_event_end(i);
    }
}

static void task_loop(void)
{
    for (int i = 0; i < PAIRS; i++) {
        gau_itt_task_begin(domain, name);
        gau_itt_task_end(domain);
    }
}

static double run(void (*loop)(void))
{
    struct timespec began, ended;

    clock_gettime(CLOCK_MONOTONIC, &began);
    loop();
    clock_gettime(CLOCK_MONOTONIC, &ended);
    return (1e9 * (double)(ended.tv_sec - began.tv_sec) + (double)(ended.tv_nsec - began.tv_nsec)) /
           PAIRS;
}

static void compare(const char *title, void (*loop)(void), const char *aim)
{
    static struct bench_rounds differences;

    differences.n = 0;
    run(loop), run(empty_loop);
    for (int i = 0; i < ROUNDS; i++) {
        const double before = bench_calibrate();
        const double a1 = run(loop), b1 = run(empty_loop), b2 = run(empty_loop), a2 = run(loop);

        bench_round_add(&differences, (a1 + a2 - b1 - b2) / 2, before);
    }
    bench_rounds("ITT calls, above an empty loop", title, &differences, "ns/pair", aim);
}

void bench_itt(void)
{
    unsetenv("INTEL_LIBITTNOTIFY64");
    unsetenv("INTEL_ITTNOTIFY_GROUPS");
    gau_itt_load();
    compare("two calls of an empty function, by pointer", call_loop, NULL);
    compare("event pair, no collector", event_loop, "<= 1.5");
    compare("task pair, no collector", task_loop, "<= 1.5");
    gau_itt_unload();
    setenv("INTEL_LIBITTNOTIFY64", BENCH_COLLECTOR, 1);
    if (gau_itt_load() != GAU_ITT_LOADED) {
        fprintf(stderr, "benchmark: %s\n", gau_itt_load_error());
        exit(1);
    }
    domain = gau_itt_domain_create("bench");
    name = gau_itt_string_create("task");
    compare("event pair, a collector that does nothing", event_loop, NULL);
    compare("task pair, a collector that does nothing", task_loop, NULL);
    unsetenv("INTEL_LIBITTNOTIFY64");
}
