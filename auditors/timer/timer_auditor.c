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
    struct timer *const timer = self;

    gau_stats_add_branch(&timer->stats, branch);
    STATS_SET(timer->n_branches, branch + 1);
}

/* --- hooks --------------------------------------------------------------------------------- */

/* The memory of the enclosing call, plus 1; 0: there is none, or it is not known. */
static int64_t memory_of_parent(const struct timer *timer, const gau_context *ctx)
{
    const gau_branch parent = gau_branch_at(ctx, ctx->branch)->parent;

    return parent == GAU_NO_BRANCH ? 0 : timer->branches[parent].of.open.memory_began;
}

static int64_t memory_now(const struct timer *timer, const gau_context *ctx)
{
    const int64_t megabytes = gau_resident_memory_mb();

    return megabytes >= 0 ? megabytes + 1 : memory_of_parent(timer, ctx);
}

/* Out of the fast path: most jobs do without. */
static __attribute__((__noinline__, __cold__)) void begin_more(struct timer *timer,
                                                               const gau_context *ctx,
                                                               struct gau_branch_stats *at)
{
    if (timer->memory)
        STATS_SET(at->of.open.memory_began, memory_now(timer, ctx));
    if (timer->cpu_time) {
        clockid_t clock;

        if (pthread_getcpuclockid(pthread_self(), &clock) == 0)
            STATS_SET(timer->cpu_clock, clock);
        STATS_SET(at->of.open.cpu_began, ctx->cpu_ns + 1);
    }
}

static __attribute__((__noinline__, __cold__)) void end_more(const struct timer *timer,
                                                             const gau_context *ctx,
                                                             struct gau_branch_stats *at)
{
    uint64_t *const cpu_ns = &at->cpu_ns[timer->kind];
    int64_t *const memory = &at->memory_MB[timer->kind];

    if (timer->cpu_time) {
        const uint64_t ns = ctx->cpu_ns + 1 - at->of.open.cpu_began;

        STATS_SET(at->of.open.cpu_began,
                  0); /* first: snapshots must not add a call that is in the sum already */
        STATS_SET(*cpu_ns, *cpu_ns + ns);
    }
    if (timer->memory) {
        const int64_t now = memory_now(timer, ctx);

        if (now && at->of.open.memory_began)
            STATS_SET(*memory, *memory + now - at->of.open.memory_began);
        STATS_SET(at->of.open.memory_began, 0);
    }
}

static __attribute__((__noinline__, __cold__)) void note_unended(struct timer *timer,
                                                                 gau_branch branch)
{
    if (timer->unended++ == 0)
        timer->unended_branch = branch;
}

/* The framework does the same itself where it need not call the hooks. */
static void timer_before(void *self, const gau_context *ctx)
{
    struct timer *const timer = self;
    struct gau_call_stats *const of = gau_stats_of(&timer->stats, ctx->branch);

    if (__builtin_expect(gau_stats_is_open(of->began), 0))
        note_unended(timer, ctx->branch);
    gau_stats_begin(of, ctx->timestamp);
    if (__builtin_expect(!timer->stats.all, 0))
        begin_more(timer, ctx, &timer->branches[ctx->branch]);
}

/* A read of the input that found no event. */
static __attribute__((__noinline__, __cold__)) void forget_call(struct timer *timer,
                                                                gau_branch branch)
{
    gau_stats_forget(gau_stats_of(&timer->stats, branch));
    STATS_SET(timer->branches[branch].of.open.memory_began, 0);
}

static void timer_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct timer *const timer = self;

    if (__builtin_expect(outcome.raw == GAU_END, 0)) {
        forget_call(timer, ctx->branch);
        return;
    }
    gau_stats_end(&timer->stats, gau_stats_of(&timer->stats, ctx->branch), ctx->timestamp,
                  ctx->event);
    if (__builtin_expect(!timer->stats.all, 0))
        end_more(timer, ctx, &timer->branches[ctx->branch]);
}

static void select_kind(struct timer *timer)
{
    timer->kind = timer->events >= timer->warm_up_events ? GAU_STATS_COUNTED : GAU_STATS_WARM_UP;
    gau_stats_select_kind(&timer->stats, timer->kind, timer->n_branches);
}

static void timer_end_event(void *self, const gau_context *ctx)
{
    struct timer *const timer = self;

    (void)ctx;
    timer->events++;
    select_kind(timer);
}

/* --- steps --------------------------------------------------------------------------------- */

static gau_status timer_initialize(void *self, gau_context *ctx)
{
    struct timer *const timer = self;

    if (!gau_stats_open(&timer->stats, timer->branches))
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (statistics of calls)");
    timer->stats.all = !timer->cpu_time && !timer->memory;
    select_kind(timer);
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

enum { OVERHEAD_PAIRS = 500 };

/* As the framework does before hooks. */
static void take_timestamp(const struct timer *timer, gau_context *ctx)
{
    if (timer->cpu_time)
        ctx->cpu_ns = gau_clock_thread_ns();
    ctx->timestamp = gau_timestamp(ctx);
}

static uint64_t least_of(const gau_context *ctx, struct timer *trial)
{
    enum { ROUNDS = 20 };
    void (*volatile before)(void *, const gau_context *) = timer_before;
    void (*volatile after)(void *, const gau_context *, gau_outcome) = timer_after;
    gau_context at = *ctx;
    uint64_t least = UINT64_MAX;

    at.branch = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t began = gau_timestamp(ctx);
        uint64_t ticks;

        for (int pair = 0; pair < OVERHEAD_PAIRS; pair++) {
            take_timestamp(trial, &at);
            before(trial, &at);
            take_timestamp(trial, &at);
            after(trial, &at, (gau_outcome){0});
        }
        ticks = gau_timestamp(ctx) - began;
        least = ticks < least ? ticks : least;
    }
    return least;
}

/* The cost of a pair of hooks with its two timestamps: the least mean of some rounds. */
static gau_status measure_overhead(struct timer *timer, const gau_context *ctx)
{
    struct gau_branch_stats scratch = {0};
    struct timer trial = {.branches = &scratch,
                          .cpu_time = timer->cpu_time,
                          .memory = timer->memory};

    if (!gau_stats_open(&trial.stats, &scratch))
        return gau_fail(ctx->error, GAU_ERR_MEMORY,
                        "out of memory (calibration of the cost of a call)");
    trial.stats.all = timer->stats.all;
    gau_stats_add_branch(&trial.stats, 0);
    timer->overhead_per_call_ns = 1e9 * gau_seconds(ctx, least_of(ctx, &trial)) / OVERHEAD_PAIRS;
    gau_stats_close(&trial.stats);
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

    gau_stats_flush(&timer->stats);
    if (ctx->worker < timer->n_workers)
        timer->worker_calls[ctx->worker] = gau_timer_count_calls(timer);
    return GAU_OK;
}

static void note_open_calls(struct timer *timer)
{
    for (gau_branch b = 0; b < timer->n_branches; b++)
        if (gau_stats_is_open(gau_stats_of(&timer->stats, b)->began))
            note_unended(timer, b);
}

static void timer_merge(void *self, void *other)
{
    struct timer *const timer = self, *const o = other;

    gau_stats_flush(&timer->stats);
    gau_stats_flush(&o->stats);
    note_open_calls(o);
    for (uint32_t i = 0; i < timer->n_workers; i++)
        timer->worker_calls[i] += o->worker_calls[i];
    while (timer->n_branches < o->n_branches)
        timer_branch_added(timer, timer->n_branches);
    for (gau_branch b = 0; b < o->n_branches; b++)
        for (unsigned kind = 0; kind < GAU_STATS_KINDS; kind++)
            gau_stats_merge(&timer->stats, &timer->branches[b], kind, &o->branches[b], kind);
    timer->stats.unbinned += o->stats.unbinned;
    if (timer->unended == 0)
        timer->unended_branch = o->unended_branch;
    timer->unended += o->unended;
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
        struct gau_branch_stats *const at = &timer->branches[b];

        if (has_warm_up(ctx, b) || !at->kinds[GAU_STATS_WARM_UP].calls)
            continue;
        gau_stats_merge(&timer->stats, at, GAU_STATS_COUNTED, at, GAU_STATS_WARM_UP);
        gau_stats_clear(&timer->stats, at, GAU_STATS_WARM_UP);
    }
}

static gau_status timer_finalize(void *self, gau_context *ctx)
{
    struct timer *const timer = self;

    gau_stats_flush(&timer->stats);
    note_open_calls(timer);
    count_setup(timer, ctx);
    gau_timer_write_document(timer, ctx);
    return gau_timer_check(timer, ctx);
}

static void timer_release(void *self)
{
    struct timer *const timer = self;

    if (timer->resident_opened)
        gau_resident_memory_close();
    gau_stats_close(&timer->stats);
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
    .auditor =
        GAU_AUDITOR(.wants_timestamps = true, .branch_added = timer_branch_added,
                    .end_event = timer_end_event, .before = timer_before, .after = timer_after,
                    .snapshot = gau_timer_snapshot, .usage = gau_timer_usage,
                    GAU_CPU_TIME_IF(struct timer, cpu_time), GAU_PER_BRANCH(struct timer, branches),
                    GAU_CALL_STATISTICS(struct timer, stats)),
};
GAU_MODULE(&timer_class);
