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
 * compiled out.
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

struct comparison {
    double difference, ratio, a, b; /* medians, per branch in ns */
};

static struct comparison compare(const struct walk *a, const struct walk *b)
{
    double differences[ROUNDS], ratios[ROUNDS], as[ROUNDS], bs[ROUNDS];

    run(a), run(b);
    for (int i = 0; i < ROUNDS; i++) {
        const double a1 = run(a), b1 = run(b), b2 = run(b), a2 = run(a);

        as[i] = (a1 + a2) / 2;
        bs[i] = (b1 + b2) / 2;
        differences[i] = as[i] - bs[i];
        ratios[i] = as[i] / bs[i];
    }
    return (struct comparison){bench_median(differences, ROUNDS), bench_median(ratios, ROUNDS),
                               bench_median(as, ROUNDS), bench_median(bs, ROUNDS)};
}

/* --- clocks -------------------------------------------------------------------------------- */

/* Inlined, so that what is measured is the reading and not a call. */
static inline __attribute__((__always_inline__)) double two_reads(
    uint64_t (*read)(const struct gau_clock *), const struct gau_clock *clock)
{
    enum { PAIRS = 20000 };
    double values[ROUNDS];
    volatile uint64_t sink;

    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t began = now_ns();

        for (int k = 0; k < PAIRS; k++) {
            sink = read(clock);
            sink = read(clock);
        }
        values[i] = (double)(now_ns() - began) / PAIRS;
    }
    (void)sink;
    return bench_median(values, ROUNDS);
}

static uint64_t read_monotonic(const struct gau_clock *clock)
{
    struct timespec now;

    (void)clock;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_nsec;
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
                     uint32_t events, double two_tsc)
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
    const double cost = compare(&audited, &bare).difference;

    bench_line(group, c->name, cost, "ns/pair", c->aim);
    if (c->clock)
        bench_line(group, "  above two bare TSC reads", cost - two_tsc, "ns/pair", "<= 8");
    bench_job_free(job);
}

static void run_cases(const char *group, const char *leaf, uint32_t events, double two_tsc)
{
    for (int i = 0; i < CASES; i++)
        run_case(group, &cases[i], leaf, events, two_tsc);
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

        bench_line(group, names[i], compare(&a, &b).difference * BENCH_BRANCHES / 13, "ns/pair",
                   NULL);
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
    const struct walk ours = {.worker = bench_job_worker(job), .audited = true, .events = events};
    const struct walk bare = {.nodes = bench_nodes(bench_nothing, self), .events = events};
    const struct comparison c = compare(&ours, &bare);

    bench_line(group, "bare walk by function pointers", c.b, "ns/branch", NULL);
    bench_line(group, "gaudit", c.a, "ns/branch", NULL);
    bench_line(group, "gaudit / bare walk", c.ratio, "", "<= 1.5");
    bench_job_free(job);
}

void bench_walks(void)
{
    static const char *const clocks = "Clocks";
    const struct gau_clock tsc = gau_clock_choose(), monotonic = {0};
    const double two_tsc = two_reads(gau_clock_ticks, &tsc);

    bench_line(clocks, tsc.tsc ? "two bare TSC reads" : "two bare reads (no TSC here)", two_tsc,
               "ns", NULL);
    bench_line(clocks, "two clock_gettime(CLOCK_MONOTONIC)", two_reads(read_monotonic, &monotonic),
               "ns", NULL);
    run_dispatch(2000);
    run_cases("Hooks, leaves do nothing: above the walk with hooks compiled out", "Nothing", 1000,
              two_tsc);
    run_sections("Sections, leaves do nothing: above a leaf without", 1000);
    run_cases("Hooks, leaves work for about 1 us", "Work", 50, two_tsc);
}
