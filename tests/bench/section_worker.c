/* SPDX-License-Identifier: Apache-2.0 */
#include "rounds.h"

#include <gaudit/event.h>
#include <gaudit/region.h>
#include <gaudit/session.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/*
 * A program as users have it, linked with the library: prints what a section costs, in ns per pair,
 * a line each: NAME and what is in struct bench_figure, with tabs. Every loop is run in turn with
 * the same loop without a section, A B B A; a figure is the median of the differences. One above
 * two bare clock reads is run in turn with a loop of these.
 *
 * usage: section_worker [timer]: all, or only what is compared with peers.
 */

enum { ROUNDS = 1001, LOOPS = 2000 };

static double now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* Keeps the compiler from moving the clock over what is measured. */
static inline void barrier(void)
{
    __asm__ volatile("" ::: "memory");
}

/* --- loops ---------------------------------------------------------------------------------- */

static void empty(void)
{
    for (int i = 0; i < LOOPS; i++)
        barrier();
}

static void two_reads(void)
{
    for (int i = 0; i < LOOPS; i++) {
#if defined(__x86_64__)
        (void)__rdtsc();
        barrier();
        (void)__rdtsc();
#else
        (void)gau_clock_ns();
        barrier();
        (void)gau_clock_ns();
#endif
        barrier();
    }
}

static void section(void)
{
    for (int i = 0; i < LOOPS; i++) {
        GAU_SECTION("section");
        barrier();
    }
}

/* Ten pairs, five levels below each other. */
static void nested(void)
{
    for (int i = 0; i < LOOPS / 10; i++)
        for (int twice = 0; twice < 2; twice++) {
            GAU_SECTION("1");
            GAU_SECTION("2");
            GAU_SECTION("3");
            GAU_SECTION("4");
            GAU_SECTION("5");
            barrier();
        }
}

static void by_name(void)
{
    for (int i = 0; i < LOOPS; i++) {
        gau_section_begin("section by name");
        barrier();
        gau_section_end("section by name");
    }
}

static void one_read(void)
{
    for (int i = 0; i < LOOPS; i++) {
#if defined(__x86_64__)
        (void)__rdtsc();
#else
        (void)gau_clock_ns();
#endif
        barrier();
    }
}

static gau_volume volumes[2];

/* In two regions; one track. */
static void steps(void)
{
    for (int i = 0; i < LOOPS; i++)
        gau_step(1, volumes[i >> 3 & 1]);
}

/* --- comparisons ---------------------------------------------------------------------------- */

static double run(void (*loop)(void))
{
    const double began = now_ns();

    loop();
    return (now_ns() - began) / LOOPS;
}

static void compare(const char *name, void (*a)(void), void (*b)(void))
{
    static struct bench_rounds rounds;
    struct bench_figure figure;

    rounds.n = 0;
    run(a), run(b);
    for (int i = 0; i < ROUNDS; i++) {
        const double before = bench_calibrate();
        const double a1 = run(a), b1 = run(b), b2 = run(b), a2 = run(a);

        bench_round_add(&rounds, (a1 + a2 - b1 - b2) / 2, before);
    }
    figure = bench_figure(&rounds, 0.5);
    printf("%s\t%.6g\t%.6g\t%d\t%d\n", name, figure.quiet, figure.all, figure.n_quiet, figure.n);
    fflush(stdout);
}

static void open_session(const char *auditors)
{
    gau_error err = {0};

    setenv("GAUDIT_AUDITORS", auditors, 1);
    if (!gau_session_open(NULL, &err)) {
        fprintf(stderr, "section_worker: %s\n", err.message);
        exit(1);
    }
}

static void with_session(const char *auditors, const char *name)
{
    char text[80];

    open_session(auditors);
    compare(name, section, empty);
    snprintf(text, sizeof text, "%s, five deep", name);
    compare(text, nested, empty);
    snprintf(text, sizeof text, "%s, by name", name);
    compare(text, by_name, empty);
    snprintf(text, sizeof text, "%s, above two bare TSC reads", name);
    compare(text, section, two_reads);
    gau_session_close();
}

static void with_steps(void)
{
    for (int i = 0; i < 2; i++)
        volumes[i] = gau_volume_add(gau_region_register(i ? "A" : "B"), GAU_NO_VOLUME);
    compare("a step, no session", steps, empty);
    open_session("RegionAuditor");
    gau_event_begin(1);
    compare("a step of RegionAuditor, above a bare TSC read", steps, one_read);
    gau_event_end(GAU_OK);
    gau_session_close();
}

int main(int argc, char **argv)
{
    const bool timer_only = argc == 2 && strcmp(argv[1], "timer") == 0;
    char timeline[64];

    if (!freopen("/dev/null", "w", stderr)) /* where the results go */
        return 1;
    unsetenv("GAUDIT_RESULT");
    compare("two bare TSC reads", two_reads, empty);
    if (timer_only) {
        with_session("TimerAuditor", "TimerAuditor");
        return 0;
    }
    compare("no session", section, empty);
    compare("no session, by name", by_name, empty);
    with_session("EmptyHooks", "1 empty auditor");
    with_session("EmptyHooks/A EmptyHooks/B EmptyHooks/C", "3 empty auditors");
    with_session("TimerAuditor", "TimerAuditor");
    with_session("TraceAuditor:File=/tmp/gaudit-bench-%p.gtr", "TraceAuditor");
    snprintf(timeline, sizeof timeline, "/tmp/gaudit-bench-%d.gtr", (int)getpid());
    unlink(timeline);
    compare("after close", section, empty);
    with_steps();
    return 0;
}
