/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

#include "auditors/common/resident_memory.h"
#include "timer_auditor.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* TimerAuditor: call statistics of every branch; see doc/reference/results.md. */

static const gau_property timer_properties[] = {
    GAU_INT(struct timer, warm_up_events, "WarmUpEvents", 1, 0, INT64_MAX, "",
            "Events of each worker that count as warm-up, separately"),
    GAU_BOOL(struct timer, cpu_time, "CpuTime", false,
             "Also measure CPU time; costs about 0.4 us per call or more: "
             "see 'per call' below the table"),
    GAU_BOOL(struct timer, memory, "Memory", false,
             "Also measure the growth of the process's resident memory; costs 2 to 20 us per call: "
             "see 'per call' below the table"),
    GAU_PROPERTY_END,
};

static void timer_branch_added(void *self, gau_branch branch)
{
    STATS_SET(((struct timer *)self)->n_branches, branch + 1);
}

/* --- hooks --------------------------------------------------------------------------------- */

/* The memory of the enclosing call, plus 1; 0: there is none, or it is not known. */
static int64_t memory_of_parent(const struct timer *timer, const gau_context *ctx)
{
    const gau_branch parent = gau_branch_at(ctx, ctx->branch)->parent;

    return parent == GAU_NO_BRANCH ? 0 : timer->branches[parent].memory_began;
}

static int64_t memory_now(const struct timer *timer, const gau_context *ctx)
{
    const int64_t megabytes = gau_resident_memory_mb();

    return megabytes >= 0 ? megabytes + 1 : memory_of_parent(timer, ctx);
}

/* A tail call of the hooks, out of the fast path: most jobs do without. */
static __attribute__((__noinline__, __cold__)) void begin_more(struct timer *timer,
                                                               const gau_context *ctx,
                                                               struct branch_stats *at)
{
    if (timer->memory)
        STATS_SET(at->memory_began, memory_now(timer, ctx));
    if (timer->cpu_time) {
        clockid_t clock;

        if (pthread_getcpuclockid(pthread_self(), &clock) == 0)
            STATS_SET(timer->cpu_clock, clock);
        STATS_SET(at->cpu_began, ctx->cpu_ns + 1);
    }
}

static __attribute__((__noinline__, __cold__)) void end_more(const struct timer *timer,
                                                             const gau_context *ctx,
                                                             struct branch_stats *at)
{
    uint64_t *const cpu_ns = &at->call_stats[timer->kind].cpu_ns;
    int64_t *const memory = &at->memory_MB[timer->kind];

    if (timer->cpu_time) {
        const uint64_t ns = ctx->cpu_ns + 1 - at->cpu_began;

        STATS_SET(at->cpu_began,
                  0); /* first: snapshots must not add a call that is in the sum already */
        STATS_SET(*cpu_ns, *cpu_ns + ns);
    }
    if (timer->memory) {
        const int64_t now = memory_now(timer, ctx);

        if (now && at->memory_began)
            STATS_SET(*memory, *memory + now - at->memory_began);
        STATS_SET(at->memory_began, 0);
    }
}

static void timer_before(void *self, const gau_context *ctx)
{
    struct timer *const timer = self;
    struct branch_stats *const at = &timer->branches[ctx->branch];
    struct call_stats *const call_stats = &at->call_stats[timer->kind];

    STATS_SET(at->began, ctx->timestamp);
    STATS_SET(call_stats->entered, call_stats->entered + 1);
    if (__builtin_expect(timer->more, 0))
        begin_more(timer, ctx, at);
}

/* A read of the input that found no event. */
static __attribute__((__noinline__, __cold__)) void forget_call(const struct timer *timer,
                                                                struct branch_stats *at)
{
    struct call_stats *const call_stats = &at->call_stats[timer->kind];

    STATS_SET(call_stats->entered, call_stats->entered - 1);
    STATS_SET(at->memory_began, 0);
}

static void timer_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct timer *const timer = self;
    struct branch_stats *const at = &timer->branches[ctx->branch];
    const uint64_t ended = ctx->timestamp;
    uint64_t ticks = ended - at->began;
    uint64_t *bin, *last;

    if (__builtin_expect(outcome.raw == GAU_END, 0)) {
        forget_call(timer, at);
        return;
    }
    /* A TSC that differs between processors must not make a call of 5 years. */
    if (__builtin_expect((int64_t)ticks < 0, 0))
        ticks = 0;
    STATS_SET(at->ended, ended);
    last = timer->bin;
    STATS_SET(*last, *last + 1);
    bin = gau_call_stats_sum(at, timer->kind, ticks, ctx->event);
    STATS_SET(timer->bin, bin);
    if (__builtin_expect(timer->more, 0))
        end_more(timer, ctx, at);
}

static void timer_end_event(void *self, const gau_context *ctx)
{
    struct timer *const timer = self;

    (void)ctx;
    timer->kind = ++timer->events >= timer->warm_up_events ? STATS_COUNTED : STATS_WARM_UP;
}

/* --- steps --------------------------------------------------------------------------------- */

static gau_status timer_initialize(void *self, gau_context *ctx)
{
    struct timer *const timer = self;

    timer->bin = &timer->no_bin;
    timer->kind = timer->warm_up_events == 0 ? STATS_COUNTED : STATS_WARM_UP;
    timer->more = timer->cpu_time || timer->memory;
    timer->worker = ctx->worker;
    timer->n_workers = gau_worker_count(ctx);
    timer->resident_opened = timer->memory && gau_resident_memory_open();
    if (timer->memory && !timer->resident_opened && ctx->worker == 0)
        gau_warning(ctx, "the memory cannot be measured: /proc/self/statm: %s", strerror(errno));
    timer->worker_calls = calloc(timer->n_workers, sizeof *timer->worker_calls);
    if (!timer->worker_calls)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (time accounting)");
    return GAU_OK;
}

/* As the framework does before hooks. */
static void take_timestamp(const struct timer *timer, gau_context *ctx)
{
    if (timer->cpu_time)
        ctx->cpu_ns = gau_clock_thread_ns();
    ctx->timestamp = gau_timestamp(ctx);
}

/* The cost of a pair of hooks with its two timestamps: the least mean of some rounds. */
static gau_status measure_overhead(struct timer *timer, const gau_context *ctx)
{
    enum { ROUNDS = 20, PAIRS = 500 };
    struct branch_stats *const scratch = calloc(1, sizeof *scratch);
    struct timer trial = {.branches = scratch,
                          .cpu_time = timer->cpu_time,
                          .memory = timer->memory,
                          .more = timer->more};
    void (*volatile before)(void *, const gau_context *) = timer_before;
    void (*volatile after)(void *, const gau_context *, gau_outcome) = timer_after;
    gau_context at = *ctx;
    uint64_t least = UINT64_MAX;

    if (!scratch)
        return gau_fail(ctx->error, GAU_ERR_MEMORY,
                        "out of memory (calibration of the cost of a call)");
    trial.bin = &trial.no_bin;
    at.branch = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t began = gau_timestamp(ctx);
        uint64_t ticks;

        for (int pair = 0; pair < PAIRS; pair++) {
            take_timestamp(timer, &at);
            before(&trial, &at);
            take_timestamp(timer, &at);
            after(&trial, &at, (gau_outcome){0});
        }
        ticks = gau_timestamp(ctx) - began;
        least = ticks < least ? ticks : least;
    }
    free(scratch);
    timer->overhead_per_call_ns = 1e9 * gau_seconds(ctx, least) / PAIRS;
    return GAU_OK;
}

/* Once: later threads do not wait for it. */
static gau_status timer_start(void *self, gau_context *ctx)
{
    return ctx->worker == 0 ? measure_overhead(self, ctx) : GAU_OK;
}

static gau_status timer_stop(void *self, gau_context *ctx)
{
    struct timer *const timer = self;

    gau_timer_flush_bin(timer);
    if (ctx->worker < timer->n_workers)
        timer->worker_calls[ctx->worker] = gau_timer_count_calls(timer);
    return GAU_OK;
}

static void timer_merge(void *self, void *other)
{
    struct timer *const timer = self, *const o = other;

    gau_timer_flush_bin(timer);
    gau_timer_flush_bin(o);
    for (uint32_t i = 0; i < timer->n_workers; i++)
        timer->worker_calls[i] += o->worker_calls[i];
    for (gau_branch b = 0; b < o->n_branches; b++)
        for (unsigned kind = 0; kind < STATS_KINDS; kind++)
            gau_call_stats_merge(&timer->branches[b], kind, &o->branches[b], kind);
    if (o->n_branches > timer->n_branches)
        timer->n_branches = o->n_branches;
}

/* Events have a warm-up, and the input that reads them; items of background work have none. */
static bool has_warm_up(const gau_context *ctx, gau_branch branch)
{
    const gau_branch_info *info = gau_branch_at(ctx, branch);

    while (info->depth > 1)
        info = gau_branch_at(ctx, info->parent);
    if (info->depth == 0 || gau_branch_root(ctx, branch) != GAU_ROOT_BACKGROUND)
        return gau_branch_root(ctx, branch) == GAU_ROOT_EVENT;
    return info->component != GAU_NO_COMPONENT;
}

/* What has none was counted as such before the first event of its thread. */
static void count_setup(struct timer *timer, const gau_context *ctx)
{
    for (gau_branch b = 0; b < timer->n_branches; b++) {
        struct branch_stats *const at = &timer->branches[b];

        if (has_warm_up(ctx, b) || !at->call_stats[STATS_WARM_UP].entered)
            continue;
        gau_call_stats_merge(at, STATS_COUNTED, at, STATS_WARM_UP);
        gau_call_stats_clear(at, STATS_WARM_UP);
    }
}

static gau_status timer_finalize(void *self, gau_context *ctx)
{
    struct timer *const timer = self;

    gau_timer_flush_bin(timer);
    count_setup(timer, ctx);
    gau_timer_write_document(timer, ctx);
    return gau_timer_check(timer, ctx);
}

static void timer_release(void *self)
{
    struct timer *const timer = self;

    if (timer->resident_opened)
        gau_resident_memory_close();
    free(timer->worker_calls);
}

static const gau_class timer_class = {
    GAU_CLASS("TimerAuditor", struct timer, "Measures the time spent on every branch."),
    .properties = timer_properties,
    .initialize = timer_initialize,
    .start = timer_start,
    .stop = timer_stop,
    .merge = timer_merge,
    .finalize = timer_finalize,
    .release = timer_release,
    .auditor = GAU_AUDITOR(.wants_timestamps = true, .branch_added = timer_branch_added,
                           .end_event = timer_end_event, .before = timer_before,
                           .after = timer_after, .snapshot = gau_timer_snapshot,
                           .usage = gau_timer_usage, GAU_CPU_TIME_IF(struct timer, cpu_time),
                           GAU_PER_BRANCH(struct timer, branches)),
};
GAU_MODULE(&timer_class);
