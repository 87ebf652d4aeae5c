/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_auditor.h"

#include <gaudit/gaudit.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const compressions[] = {"None", "Zlib", NULL};

static const gau_property trace_properties[] = {
    GAU_INT(struct trace_log, detail, "Detail", 1, 1, 2, "",
            "1: events, sequences, algorithms, background items, and sections that are below none "
            "of these; 2: all sections"),
    GAU_STRING(struct trace_log, file, "File", "",
               "The file; %r is the rank of the process, %p its number, %h the host; empty: "
               "timeline.gtr in the result folder or, if there is none, in the working directory"),
    GAU_INT(struct trace_log, queue_size, "QueueSize", 64, 1, 65536, "MB",
            "Memory for what waits to be written; when it is full, the oldest is dropped"),
    GAU_ENUM(struct trace_log, compression, "Compression", TRACE_UNCOMPRESSED, compressions,
             "Of the blocks of the file"),
    GAU_BOOL(struct trace_log, cpu_time, "CpuTime", false,
             "Also the CPU time of each call; what is missing to its time was waiting"),
    GAU_INT(struct trace_log, rbwp_level, "Rbwp", 0, 0, 2, "",
            "1: also a profile of background work in the format of Realm; 2: with sub-items"),
    GAU_STRING(struct trace_log, rbwp_file, "RbwpFile", "",
               "Its file; % is the rank of the process, or 0; empty: bgwork_profile_%.bin in the "
               "result folder or, if there is none, in the working directory"),
    GAU_STRING(
        struct trace_log, rbwp_buffer, "RbwpBuffer", "1024",
        "MB that wait in memory at the most, for half a second; Unlimited: all, until the end"),
    GAU_PROPERTY_END,
};

/* --- hooks --------------------------------------------------------------------------------- */

/* Sections below an algorithm, or the like, are in detail 2 only. */
static bool is_detail(const struct trace_log *log, const gau_context *ctx, const gau_branch_info *b)
{
    const gau_branch_kind above = gau_branch_at(ctx, b->parent)->kind;

    if (b->kind != GAU_BRANCH_SECTION)
        return false;
    return above == GAU_BRANCH_SECTION
               ? log->skips[b->parent]
               : above != GAU_BRANCH_KIND_ROOT && above != GAU_BRANCH_SEQUENCE;
}

static void trace_branch_added(void *self, gau_branch branch)
{
    struct trace_log *const log = self;
    const gau_branch_info *const info = gau_branch_at(log->ctx, branch);

    if (info->kind == GAU_BRANCH_KIND_ROOT)
        log->skips[branch] = branch != GAU_ROOT_EVENT;
    else
        log->skips[branch] =
            info->depth >= TRACE_DEPTH || (log->detail < 2 && is_detail(log, log->ctx, info));
}

static void trace_thread_begin(void *self, const gau_context *ctx)
{
    struct trace_worker *const worker = self;
    struct trace_log *const log = worker->log;

    gau_timeline_note_thread(worker);
    worker->number = ctx->worker;
    worker->begun = worker->around_event = GAU_NO_BRANCH;
    worker->next = __atomic_load_n(&log->workers, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&log->workers, &worker->next, worker, false,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        ;
}

/* Ticks since the entry before, which becomes this one. The clocks of two processors may differ. */
static inline uint64_t advance(struct trace_worker *worker, uint64_t timestamp)
{
    const uint64_t before = worker->stamp;

    worker->stamp = timestamp > before ? timestamp : before;
    return worker->stamp - before;
}

/* The entry is complete for the writing thread. */
/* NOLINTNEXTLINE(readability-non-const-parameter): the pointer is kept, and written through */
static inline void publish(struct trace_worker *worker, uint8_t *end)
{
    __atomic_store_n(&worker->at, end, __ATOMIC_RELEASE);
}

static bool has_room(struct trace_worker *worker, const gau_context *ctx, bool open)
{
    return worker->at < worker->limit || gau_trace_worker_renew(worker, ctx, open);
}

static uint8_t *put_event(struct trace_worker *worker, uint64_t ticks, uint64_t event)
{
    uint8_t *const at = gau_entry_code(worker->at, ticks, GAU_ENTRY_EVENT, 1);
    const uint64_t rise = event - worker->event;

    worker->event = event;
    return gau_entry_put(at, gau_entry_zigzag((int64_t)rise));
}

/* A thread begins with one of these, unless a filter leaves it out: then it is known at the next.
 */
static bool begins_thread(const struct trace_log *log, gau_branch branch)
{
    const gau_branch_info *const info = gau_branch_at(log->ctx, branch);

    return info->kind == GAU_BRANCH_KIND_ROOT || info->parent == GAU_ROOT_BACKGROUND;
}

/* The number of a branch is coded once; that of what may begin a thread never. */
static void set_code(struct trace_call *call, gau_branch branch)
{
    uint8_t bytes[16];

    call->size = (uint64_t)(gau_entry_put(bytes, branch) - bytes);
    memcpy(&call->code, bytes, sizeof call->code);
}

/* What is not in trace_before(). */
static __attribute__((noinline, cold)) void before_slow(struct trace_worker *worker,
                                                        const gau_context *ctx)
{
    struct trace_call *const call = &worker->calls[ctx->branch];
    const bool begins = worker->log->rbwp && begins_thread(worker->log, ctx->branch);
    uint64_t ticks;
    bool has_block;

    if (begins)
        gau_trace_worker_check_thread(worker);
    if (worker->log->skips[ctx->branch])
        return;
    if (ctx->branch == GAU_ROOT_EVENT)
        gau_trace_worker_begin_event(worker, ctx);
    else if (call->size == 0 && !begins)
        set_code(call, ctx->branch);
    has_block = has_room(worker, ctx, false);
    ticks = advance(worker, ctx->timestamp);
    call->begin = worker->stamp;
    worker->begun = ctx->branch;
    call->cpu_ns = ctx->cpu_ns;
    if (has_block)
        publish(worker, ctx->branch == GAU_ROOT_EVENT
                            ? put_event(worker, ticks, ctx->event)
                            : gau_entry_begin(worker->at, ticks, ctx->branch));
}

static void trace_before(void *self, const gau_context *ctx)
{
    struct trace_worker *const worker = self;
    struct trace_call *const call = &worker->calls[ctx->branch];
    uint8_t *at = worker->at;

    if (__builtin_expect(call->size == 0 || at >= worker->hot_limit, 0)) {
        before_slow(worker, ctx);
        return;
    }
    at = gau_entry_put(at, advance(worker, ctx->timestamp) << 2 | GAU_ENTRY_FORM_BEGIN);
    call->begin = worker->stamp;
    worker->begun = ctx->branch;
    memcpy(at, &call->code, sizeof call->code);
    publish(worker, at + call->size);
}

static uint8_t *put_end(uint8_t *at, uint64_t ticks, const gau_outcome *outcome)
{
    if (outcome->flags == 0 && outcome->final >= GAU_OK)
        return gau_entry_end(at, ticks,
                             outcome->final == GAU_OK ? GAU_ENTRY_FORM_ACCEPTED
                                                      : GAU_ENTRY_FORM_REJECTED);
    at = gau_entry_code(at, ticks, GAU_ENTRY_END, 2);
    at = gau_entry_put(at, gau_entry_zigzag(outcome->final));
    return gau_entry_put(at, outcome->flags);
}

/* What is not in trace_after(). */
static __attribute__((noinline, cold)) void after_slow(struct trace_worker *worker,
                                                       const gau_context *ctx,
                                                       const gau_outcome *outcome)
{
    struct trace_call *const call = &worker->calls[ctx->branch];
    bool has_block;
    uint64_t ticks;
    uint8_t *at;

    if (call->begin == 0)
        return;
    has_block = has_room(worker, ctx, true);
    call->begin = 0;
    ticks = advance(worker, ctx->timestamp);
    if (!has_block)
        return;
    at = worker->at;
    if (worker->log->cpu_time)
        at = gau_entry_put(gau_entry_code(at, 0, GAU_ENTRY_CPU, 1), ctx->cpu_ns - call->cpu_ns);
    publish(worker, put_end(at, ticks, outcome));
}

static void trace_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct trace_worker *const worker = self;
    struct trace_call *const call = &worker->calls[ctx->branch];
    const uint32_t decision = (uint32_t)outcome.final;
    uint8_t *const at = worker->at;

    if (__builtin_expect(call->begin == 0 || at >= worker->hot_limit || outcome.flags != 0 ||
                             decision > GAU_REJECT,
                         0)) {
        after_slow(worker, ctx, &outcome);
        return;
    }
    call->begin = 0;
    publish(worker, gau_entry_put(at, advance(worker, ctx->timestamp) << 2 |
                                          (GAU_ENTRY_FORM_ACCEPTED + decision)));
}

static void trace_not_called(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct trace_worker *const worker = self;
    uint8_t *at;

    if (worker->log->skips[ctx->branch] || !has_room(worker, ctx, false))
        return;
    at = gau_entry_code(worker->at, advance(worker, ctx->timestamp), GAU_ENTRY_NOT_CALLED, 3);
    at = gau_entry_put(gau_entry_put(at, ctx->branch), gau_entry_zigzag(outcome.final));
    publish(worker, gau_entry_put(at, outcome.flags));
}

/* What is later than now is now. */
static uint64_t not_after(uint64_t ns, uint64_t now_ns)
{
    return ns < now_ns ? ns : now_ns;
}

/* Ticks before @p stamp, at the most all of them. */
static uint64_t ticks_before(uint64_t stamp, uint64_t ns, double tick_ns)
{
    const double ticks = (double)ns / tick_ns;

    return ticks < (double)stamp ? (uint64_t)ticks : stamp;
}

/* In the lane of the thread that reports it; readers give it to that of the processor. */
static void trace_external_work(void *self, const gau_context *ctx, gau_branch branch,
                                uint64_t start_ns, uint64_t stop_ns)
{
    enum { TICKS = 1 << 30 };
    struct trace_worker *const worker = self;
    const double tick_ns = 1e9 * gau_seconds(ctx, TICKS) / TICKS;
    const uint64_t now = gau_timestamp(ctx), now_ns = gau_clock_ns();
    const uint64_t stops_ns = not_after(stop_ns, now_ns);
    const uint64_t stop = now - ticks_before(now, now_ns - stops_ns, tick_ns);
    const uint64_t took = ticks_before(stop, stops_ns - not_after(start_ns, stops_ns), tick_ns);
    uint64_t ticks;
    uint8_t *at;

    if (stop_ns < start_ns || !has_room(worker, ctx, true))
        return;
    ticks = advance(worker, now);
    at = gau_entry_put(gau_entry_code(worker->at, ticks, GAU_ENTRY_INTERVAL, 3), branch);
    at = gau_entry_put(at, gau_entry_zigzag((int64_t)(stop - worker->stamp)));
    publish(worker, gau_entry_put(at, took));
}

static gau_status trace_flush(void *self, void *state, gau_context *ctx)
{
    struct trace_log *const log = self;

    (void)state;
    (void)ctx;
    if (!log->runs || getpid() != log->process)
        return GAU_OK;
    pthread_mutex_lock(&log->lock);
    gau_timeline_writer_pass(log, true);
    pthread_mutex_unlock(&log->lock);
    return GAU_OK;
}

/* --- steps --------------------------------------------------------------------------------- */

static gau_status trace_initialize(void *self, gau_context *ctx)
{
    struct trace_log *const log = self;
    pthread_condattr_t clock;

    log->process = getpid();
    log->ctx = ctx;
    pthread_mutex_init(&log->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&log->condition, &clock);
    pthread_condattr_destroy(&clock);
    if (!gau_trace_pool_init(&log->pool, (size_t)log->queue_size << 20))
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (QueueSize %" PRIi64 " MB)",
                        log->queue_size);
    return GAU_OK;
}

static gau_status trace_start(void *self, gau_context *ctx)
{
    struct trace_log *const log = self;
    gau_status status;

    gau_timeline_file_set_zero(log);
    GAU_TRY(gau_timeline_choose_name(log, ctx));
    GAU_TRY(gau_timeline_rbwp_open(log, ctx));
    status = gau_timeline_file_open(log, ctx);
    if (status < 0) {
        gau_timeline_rbwp_remove(log);
        return status;
    }
    if (!gau_timeline_writer_start(log))
        return gau_fail(ctx->error, GAU_ERR_IO, "'%s': no thread can be started that writes it",
                        log->path);
    return GAU_OK;
}

static void trace_thread_end(void *self, const gau_context *ctx)
{
    struct trace_worker *const worker = self;
    struct trace_log *const log = worker->log;

    (void)ctx;
    if (!log->recording || getpid() != log->process)
        return;
    gau_timeline_writer_stop(log);
    gau_trace_worker_end(worker);
    gau_timeline_writer_pass(log, false);
    log->missing += worker->misses; /* no list comes behind these */
}

static gau_status trace_finalize(void *self, gau_context *ctx)
{
    struct trace_log *const log = self;

    if (!log->recording || getpid() != log->process)
        return GAU_OK;
    log->ctx = ctx;
    gau_timeline_writer_stop(log);
    gau_timeline_file_add_totals(log, true);
    gau_trace_close(&log->writer);
    log->recording = false;
    gau_timeline_write_result(log, ctx);
    return GAU_OK;
}

static void trace_release(void *self)
{
    struct trace_log *const log = self;

    if (getpid() == log->process)
        gau_timeline_writer_stop(log);
    gau_trace_pool_clear(&log->pool);
    for (uint32_t i = 0; i < log->n_lanes; i++)
        free(log->lanes[i].open);
    free(log->lanes);
    if (log->rbwp)
        gau_rbwp_clear(log->rbwp);
    free(log->rbwp);
    free(log->memory);
    free(log->path);
    if (log->process) {
        pthread_mutex_destroy(&log->lock);
        pthread_cond_destroy(&log->condition);
    }
}

static const gau_class trace_class = {
    GAU_CLASS("TraceAuditor", struct trace_log,
              "Records when every call began and ended, as a timeline."),
    .properties = trace_properties,
    .shared = true,
    .initialize = trace_initialize,
    .start = trace_start,
    .finalize = trace_finalize,
    .release = trace_release,
    .auditor = GAU_AUDITOR(.wants_timestamps = true, .branch_added = trace_branch_added,
                           .before = trace_before, .after = trace_after,
                           .not_called = trace_not_called, .external_work = trace_external_work,
                           .flush = trace_flush, GAU_CPU_TIME_IF(struct trace_log, cpu_time),
                           GAU_PER_BRANCH(struct trace_log, skips),
                           GAU_PER_THREAD(struct trace_worker, log),
                           GAU_PER_THREAD_BRANCH(struct trace_worker, calls),
                           .thread_begin = trace_thread_begin, .thread_end = trace_thread_end),
};
GAU_MODULE(&trace_class);
