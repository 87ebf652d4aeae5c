/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"
#include "walks.h"

#include <gaudit/section.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/*
 * Costs of hooks. Every case is walked in turn with its baseline, A B B A, many times; the figure
 * is the median of the differences, per branch. The baseline is the same walk with the hooks
 * compiled out. Two clock readings are measured in the same rounds.
 */

enum { ROUNDS = 101 };

struct walk {
    struct gau_worker *worker;
    struct bench_node *nodes; /* instead of a worker */
    bool audited;
    uint32_t events;
};

static uint64_t now_ns(void)
{
    return gau_clock_ns();
}

static double run(const struct walk *walk)
{
    gau_context ctx = {.event = 1};
    uint64_t began;

    if (walk->worker) {
        struct gau_worker *const w = walk->worker;

        gau_section_worker = w->dispatch.mask ? w : NULL;
        began = now_ns();
        for (uint32_t i = 0; i < walk->events; i++) {
            w->ctx.event++;
            if (w->ctx.event >= w->dispatch.until)
                gau_dispatch_select_event(&w->dispatch, &w->job->svc, w->ctx.event);
            if (walk->audited)
                gau_execute_event(w);
            else
                bench_unaudited_event(w);
        }
        gau_section_worker = NULL;
    } else {
        began = now_ns();
        for (uint32_t i = 0; i < walk->events; i++) {
            ctx.event++;
            walk->nodes->run(walk->nodes, &ctx);
        }
    }
    return (double)(now_ns() - began) / walk->events / BENCH_BRANCHES;
}

/* --- clocks -------------------------------------------------------------------------------- */

enum { READINGS = 2000 };

/* Inlined, so that what is measured is the reading and not a call. In ns. */
static inline __attribute__((__always_inline__)) double two_reads(
    uint64_t (*read)(const struct gau_clock *), const struct gau_clock *clock)
{
    const uint64_t began = now_ns();
    volatile uint64_t sink;

    for (int i = 0; i < READINGS; i++) {
        sink = read(clock);
        sink = read(clock);
    }
    (void)sink;
    return (double)(now_ns() - began) / READINGS;
}

static uint64_t read_monotonic(const struct gau_clock *clock)
{
    struct timespec now;

    (void)clock;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_nsec;
}

static void run_clocks(void)
{
    static const char *const group = "Clocks";
    static struct bench_rounds tsc, monotonic;
    const struct gau_clock clock = gau_clock_choose(), none = {0};

    for (int i = 0; i < ROUNDS; i++) {
        double before = bench_calibrate();

        bench_round_add(&tsc, two_reads(gau_clock_ticks, &clock), before);
        before = bench_calibrate();
        bench_round_add(&monotonic, two_reads(read_monotonic, &none), before);
    }
    bench_rounds(group, clock.tsc ? "two bare TSC reads" : "two bare reads (no TSC here)", &tsc,
                 "ns", NULL);
    bench_rounds(group, "two clock_gettime(CLOCK_MONOTONIC)", &monotonic, "ns", NULL);
}

/* --- comparisons --------------------------------------------------------------------------- */

/* Per branch in ns. */
static struct bench_rounds difference, above_reads, ratio, ours, theirs;

/* Of the rounds above. */
static void compare(const struct walk *a, const struct walk *b)
{
    const struct gau_clock clock = gau_clock_choose();

    difference.n = above_reads.n = ratio.n = ours.n = theirs.n = 0;
    run(a), run(b);
    for (int i = 0; i < ROUNDS; i++) {
        const double before = bench_calibrate();
        const double a1 = run(a), b1 = run(b), b2 = run(b), a2 = run(a);
        const double reads = two_reads(gau_clock_ticks, &clock);

        bench_round_add(&difference, (a1 + a2 - b1 - b2) / 2, before);
        bench_round_add(&above_reads, (a1 + a2 - b1 - b2) / 2 - reads, before);
        bench_round_add(&ratio, (a1 + a2) / (b1 + b2), before);
        bench_round_add(&ours, (a1 + a2) / 2, before);
        bench_round_add(&theirs, (b1 + b2) / 2, before);
    }
}

/* --- cases --------------------------------------------------------------------------------- */

static const struct audit_case {
    const char *name;
    const char *audits[4];
    const char *aim;
    bool clock;     /* needs two timestamps */
    bool collector; /* with an empty collector of ITT */
} cases[] = {
    {"no auditor", {NULL}, "<= 0.5", false, false},
    {"1 empty auditor", {"EmptyHooks/N1", NULL}, NULL, false, false},
    {"3 empty auditors",
     {"EmptyHooks/N1", "EmptyHooks/N2", "EmptyHooks/N3", NULL},
     NULL,
     false,
     false},
    {"TimerAuditor", {"TimerAuditor", NULL}, NULL, true, false},
    {"TimerAuditor, before StartFromEventN",
     {"TimerAuditor:StartFromEventN=1000000000000000", NULL},
     "<= 0.5",
     false,
     false},
    {"TimerAuditor, all branches excluded",
     {"TimerAuditor:ExcludeAlgorithms=A,B", NULL},
     NULL,
     false,
     false},
    {"TimerAuditor, disabled (Enable)",
     {"TimerAuditor:Enable=false", NULL},
     "<= 0.5",
     false,
     false},
    {"IttAuditor, empty collector", {"IttAuditor", NULL}, NULL, false, true},
    {"IttAuditor, before StartFromEventN",
     {"IttAuditor:StartFromEventN=1000000000000000", NULL},
     "<= 0.5",
     false,
     true},
    {"IttAuditor, no collector", {"IttAuditor", NULL}, "<= 1.5", false, false},
};

enum { CASES = sizeof cases / sizeof *cases };

static void run_case(const char *group, const struct audit_case *c, const char *leaf,
                     uint32_t events)
{
    struct bench_job *job;

    if (c->collector)
        setenv("INTEL_LIBITTNOTIFY64", BENCH_COLLECTOR, 1);
    else
        unsetenv("INTEL_LIBITTNOTIFY64");
    job = bench_job_new(leaf, c->audits);
    const struct walk audited = {.worker = bench_job_worker(job),
                                 .audited = true,
                                 .events = events};
    const struct walk bare = {.worker = bench_job_worker(job), .events = events};

    compare(&audited, &bare);
    bench_rounds(group, c->name, &difference, "ns/pair", c->aim);
    if (c->clock)
        bench_rounds(group, "  above two bare TSC reads", &above_reads, "ns/pair", "<= 8");
    bench_job_free(job);
}

static void run_cases(const char *group, const char *leaf, uint32_t events)
{
    for (int i = 0; i < CASES; i++)
        run_case(group, &cases[i], leaf, events);
}

/* One section in every leaf: 13 more pairs on 20 branches. */
static void run_sections(const char *group, uint32_t events)
{
    static const char *const names[] = {"a section, no auditor", "a section, TimerAuditor"};
    static const char *const audits[][2] = {{NULL, NULL}, {"TimerAuditor", NULL}};

    for (int i = 0; i < 2; i++) {
        struct bench_job *const with = bench_job_new("Section", audits[i]);
        struct bench_job *const without = bench_job_new("Nothing", audits[i]);
        const struct walk a = {.worker = bench_job_worker(with), .audited = true, .events = events};
        const struct walk b = {.worker = bench_job_worker(without),
                               .audited = true,
                               .events = events};

        compare(&a, &b);
        for (int k = 0; k < difference.n; k++)
            difference.values[k] *= BENCH_BRANCHES / 13.;
        bench_rounds(group, names[i], &difference, "ns/pair", NULL);
        bench_job_free(with);
        bench_job_free(without);
    }
}

static void run_dispatch(uint32_t events)
{
    static const char *const none[] = {NULL};
    static const char *const group = "Dispatch: the walk without auditors, leaves do nothing";
    struct bench_job *const job = bench_job_new("Nothing", none);
    char self[1] = {0};
    const struct walk of_job = {.worker = bench_job_worker(job), .audited = true, .events = events};
    const struct walk bare = {.nodes = bench_nodes(bench_nothing, self), .events = events};

    compare(&of_job, &bare);
    bench_rounds(group, "bare walk by function pointers", &theirs, "ns/branch", NULL);
    bench_rounds(group, "gaudit", &ours, "ns/branch", NULL);
    bench_rounds(group, "gaudit / bare walk", &ratio, "", "<= 1.5");
    bench_job_free(job);
}

void bench_walks(void)
{
    run_clocks();
    run_dispatch(2000);
    run_cases("Hooks, leaves do nothing: above the walk with hooks compiled out", "Nothing", 1000);
    run_sections("Sections, leaves do nothing: above a leaf without", 1000);
    run_cases("Hooks, leaves work for about 1 us", "Work", 50);
}
