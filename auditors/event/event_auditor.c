/* SPDX-License-Identifier: Apache-2.0 */
#include "event_auditor.h"

#include <gaudit/gaudit.h>

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const gau_property event_properties[] = {
    GAU_BOOL(struct event_log, memory, "Memory", true,
             "Read the resident memory of the process before and after each event"),
    GAU_BOOL(struct event_log, cpu_time, "CpuTime", true, "Measure CPU time"),
    GAU_STRING(struct event_log, output.file, "File", "",
               "The file in k4Bench's format; empty: that of K4BENCH_EVENT_JSON or, if that is not "
               "set, LABEL_events.json in the result folder"),
    GAU_BOOL(struct event_log, output.k4bench, "K4Bench", false,
             "Without a result folder, write k4Bench's file into the working directory"),
    GAU_STRING(struct event_log, output.label, "Label", "k4bench",
               "The label in the name of that file"),
    GAU_PROPERTY_END,
};

/* --- hooks --------------------------------------------------------------------------------- */

static const struct gau_trace_memory unknown = {GAU_TRACE_UNKNOWN, GAU_TRACE_UNKNOWN,
                                                GAU_TRACE_UNKNOWN};

static void event_thread_begin(void *self, const gau_context *ctx)
{
    struct event_worker *const worker = self;

    worker->worker = ctx->worker - worker->log->first_worker;
    worker->events = malloc(EVENT_BATCH * sizeof *worker->events);
    worker->sums = calloc(1, sizeof *worker->sums);
}

/* Memory is that of the process: another event that is open meanwhile changes it, too. */
static void event_begin_event(void *self, const gau_context *ctx)
{
    struct event_worker *const worker = self;
    struct event_log *const log = worker->log;

    (void)ctx;
    worker->overlapped = __atomic_fetch_add(&log->open, 1, __ATOMIC_RELAXED) > 0;
    worker->begun = __atomic_add_fetch(&log->begun, 1, __ATOMIC_RELAXED);
    worker->open.begin = log->memory ? gau_process_memory_read(&log->status) : unknown;
}

static void event_before(void *self, const gau_context *ctx)
{
    struct event_worker *const worker = self;

    worker->open.number = ctx->event;
    worker->open.start = ctx->timestamp;
    worker->open.cpu_ns = ctx->cpu_ns;
}

static uint32_t flags_of(const gau_outcome *outcome)
{
    return (outcome->flags & GAU_OUTCOME_ERROR ? GAU_TRACE_EVENT_ERROR : 0u) |
           (outcome->flags & GAU_OUTCOME_ABORTED ? GAU_TRACE_EVENT_ABORTED : 0u) |
           (outcome->flags & GAU_OUTCOME_UNFINISHED ? GAU_TRACE_EVENT_UNFINISHED : 0u);
}

static void event_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct event_worker *const worker = self;
    struct gau_trace_event *const event = &worker->open;

    event->duration = ctx->timestamp > event->start ? ctx->timestamp - event->start : 0;
    event->cpu_ns = worker->log->cpu_time ? ctx->cpu_ns - event->cpu_ns : UINT64_MAX;
    event->decision = outcome.final == GAU_OK  ? GAU_TRACE_ACCEPTED
                      : outcome.final < GAU_OK ? GAU_TRACE_FAILED
                                               : GAU_TRACE_REJECTED;
    event->flags = flags_of(&outcome);
}

static void add_event(struct event_sums *sums, const struct gau_trace_event *event)
{
    const uint32_t anonymous = event->end.anonymous;

    sums->overlapped += (event->flags & GAU_TRACE_EVENT_OVERLAPPED) != 0;
    sums->accepted += event->decision == GAU_TRACE_ACCEPTED;
    sums->ticks += (double)event->duration;
    sums->cpu_ns += (double)event->cpu_ns;
    sums->histogram[gau_log_bin(event->duration)]++;
    if (sums->events++ == 0 || event->duration > sums->slowest_ticks) {
        sums->slowest_ticks = event->duration;
        sums->slowest = event->number;
    }
    if (anonymous == GAU_TRACE_UNKNOWN)
        return;
    if (sums->first_at == 0) {
        sums->first_at = event->start;
        sums->first = event->end;
    }
    sums->last_at = event->start;
    sums->last = event->end;
    if (anonymous > sums->most.anonymous)
        sums->most = event->end;
}

/* The events of a list are a block of their own. */
static void pass_on(struct event_worker *worker, const gau_context *ctx)
{
    struct event_output *const output = &worker->log->output;
    const size_t size = worker->used * sizeof *worker->events;
    struct gau_trace_event_list *list;
    struct gau_hook_calls before;

    if (worker->used > 0 && gau_event_output_lock(output, &before)) {
        list =
            gau_event_output_add(output, GAU_TRACE_EVENT_LIST, sizeof *list + size, worker->used);
        list->worker = worker->worker;
        list->count = worker->used;
        memcpy(list->events, worker->events, size);
        gau_event_output_unlock(output, ctx, before, true);
    }
    worker->used = 0;
}

static void event_end_event(void *self, const gau_context *ctx)
{
    struct event_worker *const worker = self;
    struct event_log *const log = worker->log;
    struct gau_trace_event *const event = &worker->open;
    const uint64_t end = event->start + event->duration;

    event->end = log->memory ? gau_process_memory_read(&log->status) : unknown;
    __atomic_fetch_sub(&log->open, 1, __ATOMIC_RELAXED);
    if (worker->overlapped || __atomic_load_n(&log->begun, __ATOMIC_RELAXED) != worker->begun)
        event->flags |= GAU_TRACE_EVENT_OVERLAPPED;
    if (__builtin_expect(!worker->events || !worker->sums, 0)) {
        gau_event_output_lose(&log->output, ctx);
        return;
    }
    add_event(worker->sums, event);
    if (worker->used == 0)
        worker->due = end + log->output.patience;
    worker->events[worker->used++] = *event;
    if (worker->used == EVENT_BATCH || end >= worker->due)
        pass_on(worker, ctx);
}

static gau_status event_flush(void *self, void *state, gau_context *ctx)
{
    (void)self;
    if (state)
        pass_on(state, ctx);
    return GAU_OK;
}

/* --- steps --------------------------------------------------------------------------------- */

static const struct event_output_kind kind = {"events", "_events.json", "K4BENCH_EVENT_JSON",
                                              GAU_TRACE_EVENTS, EVENT_BLOCK};

static gau_status event_initialize(void *self, gau_context *ctx)
{
    struct event_log *const log = self;

    log->status = DESCRIPTOR_NONE;
    log->first_worker = gau_worker_count(ctx) ? 0 : 1;
    gau_event_output_init(&log->output, &kind);
    log->sums = calloc(1, sizeof *log->sums);
    if (!log->sums)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (sums of events)");
    if (!gau_private_fd_take(&log->status, open("/proc/self/status", O_RDONLY | O_CLOEXEC)) &&
        log->memory)
        gau_warning(ctx, "/proc/self/status cannot be read: memory of events is not known");
    return GAU_OK;
}

static gau_status event_start(void *self, gau_context *ctx)
{
    return gau_event_output_open(&((struct event_log *)self)->output, ctx);
}

static void add_sums(struct event_sums *sums, const struct event_sums *other)
{
    if (other->slowest_ticks > sums->slowest_ticks || sums->events == 0) {
        sums->slowest_ticks = other->slowest_ticks;
        sums->slowest = other->slowest;
    }
    sums->events += other->events;
    sums->accepted += other->accepted;
    sums->overlapped += other->overlapped;
    sums->ticks += other->ticks;
    sums->cpu_ns += other->cpu_ns;
    for (size_t bin = 0; bin < GAU_LOG_BINS; bin++)
        sums->histogram[bin] += other->histogram[bin];
    if (other->first_at && (sums->first_at == 0 || other->first_at < sums->first_at)) {
        sums->first_at = other->first_at;
        sums->first = other->first;
    }
    if (other->last_at > sums->last_at) {
        sums->last_at = other->last_at;
        sums->last = other->last;
    }
    if (other->most.anonymous > sums->most.anonymous)
        sums->most = other->most;
}

static void event_thread_end(void *self, const gau_context *ctx)
{
    struct event_worker *const worker = self;

    if (worker->events)
        pass_on(worker, ctx);
    if (worker->sums)
        add_sums(worker->log->sums, worker->sums);
    free(worker->events);
    free(worker->sums);
    worker->events = NULL;
    worker->sums = NULL;
}

/* --- the document -------------------------------------------------------------------------- */

/* The duration that a part of the events does not exceed. */
static double percentile(const struct event_sums *sums, double part)
{
    const double rank = part * (double)(sums->events - 1);
    uint64_t below = 0;
    size_t bin = 0;

    while (bin < GAU_LOG_BINS - 1 && (double)(below + sums->histogram[bin]) <= rank)
        below += sums->histogram[bin++];
    return gau_log_middle(bin);
}

static void write_memory(gau_result *result, const struct event_sums *sums)
{
    const double mib = 1.0 / 1024;

    if (sums->first_at == 0)
        return;
    gau_result_real(result, "anonymous_first", "MiB", mib * sums->first.anonymous);
    gau_result_real(result, "anonymous_last", "MiB", mib * sums->last.anonymous);
    gau_result_real(result, "anonymous_most", "MiB", mib * sums->most.anonymous);
}

static void write_document(const struct event_log *log, gau_context *ctx)
{
    const struct event_sums *const sums = log->sums;
    gau_result *const result = gau_result_open(ctx, "events");
    const double n = (double)sums->events, tick_s = gau_seconds(ctx, 1);

    gau_result_integer(result, "events", "", (int64_t)sums->events);
    gau_result_integer(result, "accepted", "", (int64_t)sums->accepted);
    if (sums->events > 0) {
        gau_result_real(result, "mean", "s", tick_s * sums->ticks / n);
        gau_result_real(result, "p50", "s", tick_s * percentile(sums, 0.50));
        gau_result_real(result, "p99", "s", tick_s * percentile(sums, 0.99));
        gau_result_real(result, "max", "s", tick_s * (double)sums->slowest_ticks);
        gau_result_integer(result, "slowest_event", "", (int64_t)sums->slowest);
        if (log->cpu_time)
            gau_result_real(result, "cpu_mean", "s", 1e-9 * sums->cpu_ns / n);
    }
    write_memory(result, sums);
    gau_result_integer(result, "overlapped", "", (int64_t)sums->overlapped);
    if (log->output.json_path)
        gau_result_text(result, "k4bench_file", log->output.json_shown);
    gau_result_merge(result, "mean_s mean events, max_s max, slowest_event at max_s, "
                             "cpu_mean_s mean events, anonymous_most_MiB max, overlapped sum");
}

static gau_status event_finalize(void *self, gau_context *ctx)
{
    struct event_log *const log = self;

    if (getpid() != log->output.process)
        return GAU_OK;
    gau_event_output_close(&log->output, ctx);
    gau_k4bench_events_write(log, ctx);
    gau_event_output_finish(&log->output, ctx);
    write_document(log, ctx);
    return GAU_OK;
}

static void event_release(void *self)
{
    struct event_log *const log = self;

    gau_private_fd_close(&log->status);
    gau_event_output_clear(&log->output);
    free(log->sums);
}

static const gau_class event_class = {
    GAU_CLASS("EventAuditor", struct event_log,
              "Records time, memory and decision of every event."),
    .properties = event_properties,
    .shared = true,
    .initialize = event_initialize,
    .start = event_start,
    .finalize = event_finalize,
    .release = event_release,
    .auditor =
        GAU_AUDITOR(.wants_timestamps = true, .only_events = true, .begin_event = event_begin_event,
                    .end_event = event_end_event, .before = event_before, .after = event_after,
                    GAU_PER_THREAD(struct event_worker, log),
                    GAU_CPU_TIME_IF(struct event_log, cpu_time), .thread_begin = event_thread_begin,
                    .thread_end = event_thread_end, .flush = event_flush),
};
GAU_MODULE(&event_class);
