/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/collector/call_chain.h"
#include "tests/collector/shadow_stack.h"

#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/*
 * The program that bench_collect.c has profiled: a fixed amount of work, some 27 functions deep,
 * and at the end its own CPU time on standard output.
 *
 * usage: collect_worker work ROUNDS [EVENT_NS]   with EVENT_NS, under a perf event without a
 * handler collect_worker signals N                what the handler of the collector costs, in ns
 */

static double cpu_s(void)
{
    struct rusage used;

    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static void open_event(uint64_t period_ns)
{
    struct perf_event_attr attr = {.type = PERF_TYPE_SOFTWARE,
                                   .size = sizeof attr,
                                   .config = PERF_COUNT_SW_CPU_CLOCK,
                                   .sample_period = period_ns};

    if (syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) >= 0)
        return;
    attr.exclude_kernel = 1;
    if (syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) < 0)
        exit(3);
}

static int work(int argc, char **argv)
{
    const long rounds = strtol(argv[2], NULL, 10);

    if (argc > 3)
        open_event(strtoull(argv[3], NULL, 10));
    for (long i = 0; i < rounds; i++)
        chain_run(11, (uint64_t)i);
    printf("%.6f\n", cpu_s());
    return 0;
}

/* --- the handler --------------------------------------------------------------------------- */

/* By which the collector knows the signals of its perf events: code and data of TRAP_PERF. */
enum { MARK = 0x67617564, TRAP_CODE = 6 };

static double *costs;
static int n_costs, wanted;

static double now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* A signal as a perf event of the collector sends it, from the innermost function. */
static void send(unsigned kind)
{
    const uint64_t mark = MARK;
    siginfo_t info;
    double begin;

    (void)kind;
    if (n_costs == wanted)
        return;
    memset(&info, 0, sizeof info);
    info.si_signo = SIGTRAP;
    info.si_code = TRAP_CODE;
    memcpy((char *)&info.si_addr + sizeof info.si_addr, &mark, sizeof mark);
    begin = now_ns();
    syscall(SYS_rt_tgsigqueueinfo, getpid(), (pid_t)syscall(SYS_gettid), SIGTRAP, &info);
    costs[n_costs++] = now_ns() - begin;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int measure_signals(const char *count)
{
    wanted = atoi(count);
    costs = calloc((size_t)wanted, sizeof *costs);
    if (!costs)
        return 3;
    chain_leaf = send;
    for (uint64_t x = 0; n_costs < wanted; x++)
        chain_run(11, x);
    qsort(costs, (size_t)wanted, sizeof *costs, compare);
    printf("%.0f %.0f %.0f\n", costs[wanted / 2], costs[wanted * 95 / 100],
           costs[wanted * 99 / 100]);
    return 0;
}

static void nothing(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    (void)context;
}

int main(int argc, char **argv)
{
    const struct sigaction action = {.sa_sigaction = nothing, .sa_flags = SA_SIGINFO | SA_RESTART};

    if (argc > 2 && strcmp(argv[1], "work") == 0)
        return work(argc, argv);
    if (argc == 3 && strcmp(argv[1], "signals") == 0) {
        if (!getenv("LD_PRELOAD"))
            sigaction(SIGTRAP, &action, NULL);
        return measure_signals(argv[2]);
    }
    return 2;
}
