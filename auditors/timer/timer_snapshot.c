/* SPDX-License-Identifier: Apache-2.0 */
#include "auditors/common/resident_memory.h"
#include "timer_auditor.h"

#include <sched.h>

/*
 * Reads the data of an instance while its thread goes on.
 *
 * Children are read before their parents, as they have higher numbers. Open calls count up to the
 * latest timestamp found so far. So the time of a parent contains that of its children, and self
 * times are not negative.
 */

/* The calls of one branch and kind at a time. */
struct calls {
    uint64_t entered, left, total, began, ended;
};

/*
 * A call is written as began, entered; ended, total, left, histogram. Reading in reverse order
 * makes no field older than those read before it: a total with a call too many includes a call that
 * has ended and is not counted yet.
 */
static struct calls read_calls(const struct branch_stats *branch, unsigned kind)
{
    enum { TRIES = 10000 }; /* the thread may have been stopped while it writes */
    const struct call_stats *const call_stats = &branch->call_stats[kind];
    struct calls m = {0};

    for (int i = 0; i < TRIES; i++) {
        m.left = STATS_GET(call_stats->left);
        m.total = STATS_GET(call_stats->total);
        m.ended = STATS_GET(branch->ended);
        m.entered = STATS_GET(call_stats->entered);
        m.began = STATS_GET(branch->began);
        if (m.entered > m.left && m.ended > m.began)
            sched_yield();
        else if (STATS_GET(call_stats->left) == m.left)
            break;
    }
    return m;
}

static uint64_t copy_histogram(struct branch_stats *into, const struct branch_stats *live,
                               unsigned kind)
{
    uint64_t calls = 0;

    for (size_t i = 0; i < GAU_LOG_BINS; i++) {
        const uint64_t n = STATS_GET(live->histogram[i][kind]);

        into->histogram[i][kind] += n;
        calls += n;
    }
    return calls;
}

void gau_timer_flush_bin(struct timer *timer)
{
    STATS_SET(*timer->bin, *timer->bin + 1);
    STATS_SET(timer->bin, &timer->no_bin);
}

/* The last call of the thread is not in its bin yet. Returns the calls that were added. */
static uint64_t copy_last_bin(struct branch_stats *into, const struct branch_stats *live,
                              unsigned kind, const uint64_t *bin)
{
    const uint64_t *const first = &live->histogram[0][0];
    const size_t n = (size_t)(bin - first);

    if (bin < first || n >= (size_t)GAU_LOG_BINS * STATS_KINDS || n % STATS_KINDS != kind)
        return 0;
    into->histogram[n / STATS_KINDS][kind]++;
    return 1;
}

/* These may be a few calls ahead, as they only grow. */
static void copy_extremes(struct branch_stats *into, const struct branch_stats *live, unsigned kind)
{
    struct call_stats *const to = &into->call_stats[kind];
    const struct call_stats *const from = &live->call_stats[kind];
    const uint64_t max = STATS_GET(from->max), not_min = STATS_GET(from->not_min);
    double sum_sq;

    if (max > to->max) {
        to->max = max;
        to->slowest = STATS_GET(from->slowest);
    }
    if (not_min > to->not_min)
        to->not_min = not_min;
    __atomic_load(&from->sum_sq, &sum_sq, __ATOMIC_ACQUIRE);
    to->sum_sq += sum_sq;
    into->memory_MB[kind] += STATS_GET(live->memory_MB[kind]);
}

static void credit_memory(struct branch_stats *into, const struct branch_stats *live, unsigned kind)
{
    const int64_t began = STATS_GET(live->memory_began);
    const int64_t now = began ? gau_resident_memory_mb() : -1;

    if (now >= 0)
        into->memory_MB[kind] += now + 1 - began;
}

/*
 * CPU time, with that of an open call. Its thread still runs: a thread that ends closes its calls,
 * and waits for a snapshot before that. A call that ends meanwhile may be missing.
 */
static uint64_t cpu_of(const struct timer *live, const struct branch_stats *at, unsigned kind,
                       bool open)
{
    const uint64_t ended = STATS_GET(at->call_stats[kind].cpu_ns);
    const uint64_t began = open ? STATS_GET(at->cpu_began) : 0;
    struct timespec now;
    uint64_t ns;

    if (!began || clock_gettime(STATS_GET(live->cpu_clock), &now) != 0)
        return ended;
    ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec + 1;
    return ended + (ns > began ? ns - began : 0);
}

/* Clocks are read one after the other: a call gets at least the CPU time of its children. */
static void copy_cpu(struct timer *timer, const struct timer *live, const gau_context *ctx,
                     gau_branch b, unsigned kind)
{
    const gau_branch parent = gau_branch_at(ctx, b)->parent;
    const struct branch_stats *const from = &live->branches[b];
    struct branch_stats *const into = &timer->branches[b];
    const bool open =
        STATS_GET(from->call_stats[kind].left) < STATS_GET(from->call_stats[kind].entered);
    const uint64_t ns = cpu_of(live, from, kind, open), inside = into->inside_ns[kind];
    const uint64_t most = ns > inside ? ns : inside;

    into->inside_ns[kind] = 0;
    if (into->call_stats[kind].entered > 0)
        into->call_stats[kind].cpu_ns += most;
    if (parent != GAU_NO_BRANCH)
        timer->branches[parent].inside_ns[kind] += most;
}

/* Returns the ticks that were added. */
static uint64_t copy_calls(struct branch_stats *into, const struct branch_stats *live,
                           unsigned kind, uint64_t *const *bin, uint64_t *latest)
{
    struct call_stats *const call_stats = &into->call_stats[kind];
    uint64_t binned, credit = 0, mean;
    struct calls m;

    if (STATS_GET(live->call_stats[kind].entered) == 0)
        return 0;
    binned = copy_histogram(into, live, kind);
    m = read_calls(live, kind);
    mean = m.left ? m.total / m.left : 0;
    if (m.left > binned)
        binned += copy_last_bin(into, live, kind, STATS_GET(*bin));
    if (m.left > binned) /* ended in between */
        into->histogram[gau_log_bin(mean)][kind] += m.left - binned;
    if (m.left)
        copy_extremes(into, live, kind);
    call_stats->entered += m.left;
    call_stats->left += m.left;
    call_stats->total += m.total;
    *latest = m.ended > *latest ? m.ended : *latest;
    if (m.entered <= m.left)
        return m.total;
    *latest = m.began > *latest ? m.began : *latest;
    credit = *latest - m.began;
    call_stats->entered++;
    gau_call_stats_add(into, kind, credit, 0);
    credit_memory(into, live, kind);
    return m.total + credit;
}

/* Timestamps of different processors may differ by nanoseconds: a call gets at least the time of
 * its children. */
static void copy_branch(struct timer *timer, const struct timer *live, const gau_context *ctx,
                        gau_branch b, uint64_t *latest)
{
    const gau_branch parent = gau_branch_at(ctx, b)->parent;
    struct branch_stats *const into = &timer->branches[b];

    for (unsigned kind = 0; kind < STATS_KINDS; kind++) {
        const uint64_t ticks = copy_calls(into, &live->branches[b], kind, &live->bin, latest);
        const uint64_t inside = into->inside[kind];

        if (into->call_stats[kind].entered > 0 && ticks < inside)
            into->call_stats[kind].total += inside - ticks;
        if (live->cpu_time)
            copy_cpu(timer, live, ctx, b, kind);
        into->inside[kind] = 0;
        if (parent != GAU_NO_BRANCH)
            timer->branches[parent].inside[kind] += ticks > inside ? ticks : inside;
    }
}

uint64_t gau_timer_count_calls(const struct timer *timer)
{
    uint64_t calls = 0;

    for (gau_branch b = 0; b < timer->n_branches; b++)
        for (unsigned kind = 0; kind < STATS_KINDS; kind++)
            calls += timer->branches[b].call_stats[kind].entered;
    return calls;
}

void gau_timer_snapshot(void *into, const void *live, const gau_context *ctx)
{
    struct timer *const timer = into;
    const struct timer *const from = live;
    const uint32_t n = STATS_GET(from->n_branches);
    const uint64_t before = gau_timer_count_calls(timer);
    uint64_t latest = ctx->timestamp;

    if (n > timer->n_branches)
        timer->n_branches = n;
    timer->overhead_per_call_ns += from->overhead_per_call_ns; /* one of them measured it */
    for (gau_branch b = n; b-- > 0;)
        copy_branch(timer, from, ctx, b, &latest);
    if (from->worker < timer->n_workers)
        timer->worker_calls[from->worker] += gau_timer_count_calls(timer) - before;
}
