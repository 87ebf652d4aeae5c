/* SPDX-License-Identifier: Apache-2.0 */
#include "doctor.h"

#include <gaudit/clock.h>
#include <time.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

enum { CALLS = 2000, ROUNDS = 9 };

/* Nanoseconds per call: the best of some rounds, because all that disturbs makes it slower. */
static double cost_of(void (*read)(void))
{
    uint64_t best = UINT64_MAX;

    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t start = gau_clock_ns();
        uint64_t spent;

        for (int i = 0; i < CALLS; i++)
            read();
        spent = gau_clock_ns() - start;
        best = spent < best ? spent : best;
    }
    return (double)best / CALLS;
}

static void read_monotonic(void)
{
    (void)gau_clock_ns();
}

static void read_thread_time(void)
{
    (void)gau_clock_thread_ns();
}

#if defined(__x86_64__)
static void read_tsc(void)
{
    const volatile uint64_t now = __rdtsc();

    (void)now;
}

/* Ticks per nanosecond, from 20 ms side by side with CLOCK_MONOTONIC. */
static double tsc_rate(void)
{
    const struct timespec pause = {.tv_nsec = 20000000};
    const uint64_t from_ns = gau_clock_ns(), from = __rdtsc();
    uint64_t to_ns, to;

    nanosleep(&pause, NULL);
    to_ns = gau_clock_ns();
    to = __rdtsc();
    return (double)(to - from) / (double)(to_ns - from_ns);
}

/* CPUID leaf 0x80000007, EDX bit 8. */
static bool is_invariant(void)
{
    unsigned a, b, c, d;

    return __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d & (1u << 8));
}

static void tell_tsc(void)
{
    const bool invariant = is_invariant();
    char source[64];

    if (!gau_doctor_read("/sys/devices/system/clocksource/clocksource0/current_clocksource", source,
                         sizeof source))
        source[0] = '\0';
    gau_doctor_line(invariant ? GAU_VERDICT_GOOD : GAU_VERDICT_POOR, "TSC",
                    "%sinvariant (cpuid), %.3f GHz, %.0f ns a reading; clock source of the "
                    "kernel: %s; time stamps are taken from %s",
                    invariant ? "" : "not ", tsc_rate(), cost_of(read_tsc),
                    *source ? source : "unknown", invariant ? "the TSC" : "CLOCK_MONOTONIC");
}
#else
static void tell_tsc(void)
{
    gau_doctor_line(GAU_VERDICT_POOR, "TSC",
                    "this processor has none; time stamps are taken from CLOCK_MONOTONIC");
}
#endif

static void tell_clock(const char *name, clockid_t clock, void (*read)(void), double dear_ns)
{
    struct timespec step = {0};
    const double ns = cost_of(read);

    clock_getres(clock, &step);
    gau_doctor_line(ns < dear_ns ? GAU_VERDICT_GOOD : GAU_VERDICT_POOR, name,
                    "resolution %ld ns, %.0f ns a reading",
                    (long)step.tv_sec * 1000000000L + step.tv_nsec, ns);
}

void gau_doctor_clocks(void)
{
    tell_tsc();
    tell_clock("monotonic clock", CLOCK_MONOTONIC, read_monotonic, 100);
    tell_clock("thread CPU time", CLOCK_THREAD_CPUTIME_ID, read_thread_time, 1000);
}
