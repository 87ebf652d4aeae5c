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
    uint64_t calls, total;
    uint64_t began; /* as in gau_call_stats */
};

/* While a call is summed up, its begin says so. Else what is read between two equal readings of
 * begin and number belongs together. */
static struct calls read_calls(const struct gau_call_stats *of)
{
    enum { TRIES = 10000 }; /* the thread may have been stopped while it writes */
    struct calls m = {0};

    for (int i = 0; i < TRIES; i++) {
        m.began = STATS_GET(of->began);
        m.calls = STATS_GET(of->calls);
        m.total = STATS_GET(of->total);
        if (m.began == GAU_STATS_ENDING)
            sched_yield();
        else if (STATS_GET(of->began) == m.began && STATS_GET(of->calls) == m.calls)
            break;
    }
    return m;
}

/* Returns the calls that were added. */
static uint64_t copy_octave(struct gau_thread_stats *stats, struct gau_call_stats *into,
                            const struct gau_octave *from)
{
    uint64_t sum = 0;

    for (unsigned bin = 0; bin < from->n_bins; bin++) {
        const uint64_t calls = gau_octave_calls(from, bin);

        if (calls)
            gau_stats_add_to_bin(stats, into, gau_octave_first_bin(from) + bin, calls);
        sum += calls;
    }
    return sum;
}

static uint64_t copy_histogram(struct gau_thread_stats *stats, struct gau_call_stats *into,
                               const struct gau_octaves *from)
{
    uint64_t calls = 0;

    for (uint32_t i = 0; i < GAU_OCTAVES; i++)
        if (from->by_number[i])
            calls += copy_octave(stats, into, from->by_number[i]);
    return calls;
}

/* The last call of the thread is not in its bin yet. Returns the calls that were added. */
static uint64_t copy_last(struct gau_thread_stats *stats, struct gau_call_stats *into,
                          const struct gau_octaves *from, const uint8_t *last)
{
    for (uint32_t i = 0; i < GAU_OCTAVES; i++) {
        const struct gau_octave *const octave = from->by_number[i];

        if (!octave || last < octave->bins || last >= octave->bins + octave->n_bins)
            continue;
        gau_stats_add_to_bin(stats, into,
                             gau_octave_first_bin(octave) + (size_t)(last - octave->bins), 1);
        return 1;
    }
    return 0;
}

/* These may be a few calls ahead, as they only grow. */
static void copy_extremes(struct gau_thread_stats *stats, struct gau_call_stats *into,
                          const struct gau_call_stats *from)
{
    const uint64_t max = STATS_GET(from->max), min = STATS_GET(from->min);
    double sum_sq;

    if (max > into->max) {
        into->max = max;
        gau_stats_note_slowest(stats, into, gau_stats_slowest_event(from));
    }
    if (min < into->min)
        into->min = min;
    __atomic_load(&from->sum_sq, &sum_sq, __ATOMIC_ACQUIRE);
    into->sum_sq += sum_sq;
}

static void copy_memory(struct gau_branch_stats *into, const struct gau_branch_stats *live,
                        unsigned kind, bool open)
{
    const int64_t began = open ? STATS_GET(live->of.open.memory_began) : 0;
    const int64_t now = began ? gau_resident_memory_mb() : -1;

    into->memory_MB[kind] += STATS_GET(live->memory_MB[kind]);
    if (now >= 0)
        into->memory_MB[kind] += now + 1 - began;
}

/*
 * CPU time, with that of an open call. Its thread still runs: a thread that ends closes its calls,
 * and waits for a snapshot before that. A call that ends meanwhile may be missing.
 */
static uint64_t cpu_of(const struct timer *live, const struct gau_branch_stats *at, unsigned kind,
                       bool open)
{
    const uint64_t ended = STATS_GET(at->cpu_ns[kind]);
    const uint64_t began = open ? STATS_GET(at->of.open.cpu_began) : 0;
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
    const struct gau_branch_stats *const from = &live->branches[b];
    struct gau_branch_stats *const into = &timer->branches[b];
    const bool open = gau_stats_is_open(STATS_GET(from->kinds[kind].began));
    const uint64_t ns = cpu_of(live, from, kind, open), inside = into->of.inside_ns[kind];
    const uint64_t most = ns > inside ? ns : inside;

    into->of.inside_ns[kind] = 0;
    if (into->kinds[kind].calls > 0)
        into->cpu_ns[kind] += most;
    if (parent != GAU_NO_BRANCH)
        timer->branches[parent].of.inside_ns[kind] += most;
}

static void add_call(struct gau_thread_stats *stats, struct gau_call_stats *into, uint64_t ticks)
{
    gau_stats_begin(into, 0);
    gau_stats_end(stats, into, ticks, 0);
    gau_stats_flush(stats);
}

/* Returns the ticks that were added. */
static uint64_t copy_calls(struct timer *timer, const struct timer *live, gau_branch b,
                           unsigned kind, uint64_t *latest)
{
    const struct gau_call_stats *const from = &live->branches[b].kinds[kind];
    struct gau_call_stats *const into = &timer->branches[b].kinds[kind];
    uint64_t binned, credit = 0, end;
    struct gau_octaves octaves;
    struct calls m;
    bool open;

    if (STATS_GET(from->octave) == NULL)
        return 0;
    octaves = gau_stats_octaves(from);
    binned = copy_histogram(&timer->stats, into, &octaves);
    m = read_calls(from);
    if (m.calls > binned)
        binned += copy_last(&timer->stats, into, &octaves, STATS_GET(live->stats.last));
    open = m.began != GAU_STATS_ENDING && gau_stats_is_open(m.began);
    end = m.began & ~GAU_STATS_CLOSED; /* or its begin */
    if (m.calls > binned)              /* ended in between */
        gau_stats_add_to_bin(&timer->stats, into, gau_log_bin(m.total / m.calls), m.calls - binned);
    if (m.calls)
        copy_extremes(&timer->stats, into, from);
    into->calls += m.calls;
    into->total += m.total;
    *latest = end > *latest ? end : *latest;
    if (open) {
        credit = *latest - m.began;
        add_call(&timer->stats, into, credit);
    }
    copy_memory(&timer->branches[b], &live->branches[b], kind, open);
    return m.total + credit;
}

/* Timestamps of different processors may differ by nanoseconds: a call gets at least the time of
 * its children. */
static void copy_branch(struct timer *timer, const struct timer *live, const gau_context *ctx,
                        gau_branch b, uint64_t *latest)
{
    const gau_branch parent = gau_branch_at(ctx, b)->parent;
    struct gau_branch_stats *const into = &timer->branches[b];

    for (unsigned kind = 0; kind < GAU_STATS_KINDS; kind++) {
        const uint64_t ticks = copy_calls(timer, live, b, kind, latest);
        const uint64_t inside = into->inside[kind];

        if (into->kinds[kind].calls > 0 && ticks < inside)
            into->kinds[kind].total += inside - ticks;
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
        for (unsigned kind = 0; kind < GAU_STATS_KINDS; kind++)
            calls += timer->branches[b].kinds[kind].calls;
    return calls;
}

void gau_timer_snapshot(void *into, const void *live, const gau_context *ctx)
{
    struct timer *const timer = into;
    const struct timer *const from = live;
    const uint32_t n = STATS_GET(from->n_branches);
    const uint64_t before = gau_timer_count_calls(timer);
    uint64_t latest = ctx->timestamp;

    for (; timer->n_branches < n; timer->n_branches++) /* made since the snapshot began */
        gau_stats_add_branch(&timer->stats, timer->n_branches);
    timer->overhead_per_call_ns += from->overhead_per_call_ns; /* one of them measured it */
    for (gau_branch b = n; b-- > 0;)
        copy_branch(timer, from, ctx, b, &latest);
    if (from->worker < timer->n_workers)
        timer->worker_calls[from->worker] += gau_timer_count_calls(timer) - before;
}
