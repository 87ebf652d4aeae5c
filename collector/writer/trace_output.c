/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_output.h"

#include "collector/base/clock_now.h"
#include "collector/base/collection_state.h"
#include "collector/base/sample_buffers.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/modules/modules.h"
#include "collector/sampling/sampler.h"
#include "collector/sampling/signal_handler.h"
#include "collector/sampling/thread_registry.h"
#include "collector/tasks/task_lane.h"
#include "stack_table.h"
#include "trace_records.h"
#include "writer_thread.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    PASSES_MOST = 10, /* per second */
    PASSES_LEAST = 4,
    PAUSES = 256,
    BLOCK_BYTES = 1 << 18,
    ATTEMPTS = 1000,
};

static struct {
    const struct gau_collector_config *config;
    bool began_paused;
    struct gau_records records;
    bool has_file, has_failed;
    bool lost_handler;
    bool is_over; /* everything is written */
    uint64_t passes;
    struct pause {
        uint64_t time_ns;
        bool paused;
    } pauses[PAUSES];
    uint32_t n_pauses;
    uint64_t resume_ns; /* when to resume; 0: never */
} trace;

/* --- the file ------------------------------------------------------------------------------ */

static _Alignas(8) unsigned char block[BLOCK_BYTES];

/* The first process has the plain name. Others, and programs that replace each other by exec() in
 * one process, get numbers; those of ranks of an MPI job have it in front. */
static void make_path(char *path, size_t size, const struct gau_collector_config *config,
                      unsigned attempt)
{
    const long pid = (long)getpid();
    const bool is_first = config->first == 0 || config->first == pid;
    const char *const folder = config->output;
    char rank[32] = "";

    if (config->rank >= 0)
        snprintf(rank, sizeof rank, "rank-%ld-", config->rank);
    if (attempt == 0 && is_first)
        snprintf(path, size, "%s/samples.gtr", folder);
    else if (attempt <= 1)
        snprintf(path, size, "%s/samples-%s%ld.gtr", folder, rank, pid);
    else
        snprintf(path, size, "%s/samples-%s%ld-%u.gtr", folder, rank, pid, attempt);
}

/* CLOCK_REALTIME when CLOCK_MONOTONIC was @p time_ns. */
static uint64_t epoch_of(uint64_t time_ns)
{
    return gau_now(CLOCK_REALTIME) - gau_collection_clock() + time_ns;
}

static bool create_file(struct gau_trace_writer *writer, const struct gau_collector_config *config,
                        uint64_t start_ns)
{
    const struct gau_trace_header header = {
        .content = GAU_TRACE_SAMPLES,
        .pid = (uint32_t)getpid(),
        .start_ns = start_ns,
        .start_epoch_ns = epoch_of(start_ns),
    };
    char path[PATH_MAX];
    int error = EEXIST;

    for (unsigned attempt = 0; attempt < ATTEMPTS && error == EEXIST; attempt++) {
        make_path(path, sizeof path, config, attempt);
        error = gau_trace_create(writer, path, &header, block, (uint32_t)sizeof block);
    }
    if (error)
        gau_collector_config_complain("cannot write '%.200s': %s; nothing is recorded", path,
                                      strerror(error));
    return error == 0;
}

/* Opened late: processes without data leave no file. */
static bool open_file(void)
{
    if (trace.has_file)
        return true;
    if (trace.has_failed ||
        !create_file(&trace.records.writer, trace.config, trace.records.start_ns)) {
        if (!trace.has_failed)
            gau_collection_count_unrecorded();
        trace.has_failed = true;
        return false;
    }
    trace.has_file = true;
    gau_trace_records_process(&trace.records, trace.began_paused);
    gau_trace_records_modules(&trace.records);
    return true;
}

/* --- samples ------------------------------------------------------------------------------- */

static struct gau_thread *thread_of(uint32_t id)
{
    struct gau_thread *thread = gau_threads_first();

    while (thread && thread->id != id)
        thread = thread->next;
    return thread;
}

static void take_chunk(struct gau_chunk *chunk)
{
    const uint32_t committed = __atomic_load_n(&chunk->committed, __ATOMIC_ACQUIRE);
    struct gau_thread *const thread = thread_of(chunk->thread);

    if (committed == chunk->taken)
        return;
    if (open_file()) {
        if (thread)
            gau_trace_records_thread(&trace.records, thread);
        if (!chunk->has_entries)
            gau_trace_records_samples(&trace.records, chunk, chunk->taken, committed);
        else if (thread)
            gau_trace_records_entries(&trace.records, thread, chunk, committed);
    }
    chunk->taken = (uint16_t)committed;
}

static void take_full_chunks(void)
{
    struct gau_chunk *chunk = gau_sample_buffers_unqueue();

    while (chunk) {
        struct gau_chunk *const next = gau_sample_buffers_next(chunk);

        take_chunk(chunk);
        gau_sample_buffers_give(chunk);
        chunk = next;
    }
}

/*
 * Ended threads are noted before the queue is taken: all that they put into it is in it then. For
 * others, the chunk that is being filled is noted, too: anything queued later is newer. A thread
 * that has announced its end but is still listed is kept, or the next scan would take it for a new
 * one. The main thread is listed until the process ends.
 */
static void note_thread(struct gau_thread *thread, bool final)
{
    thread->has_ended = gau_threads_state(thread) == GAU_THREAD_ENDED &&
                        (final || thread->tid == getpid() || gau_threads_has_ended(thread->tid));
    thread->seen_chunk = __atomic_load_n(&thread->chunk, __ATOMIC_ACQUIRE);
    gau_task_lane_note(gau_thread_tasks_lane(thread->tasks));
}

static void close_thread(struct gau_thread *thread)
{
    struct gau_chunk *const entries = gau_thread_tasks_lane(thread->tasks)->chunk;

    if (thread->chunk)
        gau_sample_buffers_give(thread->chunk);
    if (entries)
        gau_sample_buffers_give(entries);
    thread->chunk = NULL;
    if (open_file()) {
        gau_trace_records_thread(&trace.records, thread);
        gau_trace_records_task_totals(&trace.records, thread);
        gau_trace_records_thread_totals(&trace.records, thread, true);
    }
    trace.records.past_calls += thread->calls;
    gau_trace_records_end_lane(&trace.records, thread);
    gau_thread_tasks_clear(thread->tasks);
    gau_threads_set_state(thread, GAU_THREAD_FREE);
}

static void take_all_samples(bool final)
{
    trace.records.pass_ns = gau_collection_clock();
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        note_thread(thread, final);
    take_full_chunks();
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next) {
        struct gau_chunk *const entries =
            gau_task_lane_current(gau_thread_tasks_lane(thread->tasks));

        if (entries)
            take_chunk(entries);
        if (thread->seen_chunk && thread->seen_chunk == thread->chunk)
            take_chunk(thread->seen_chunk);
        if (thread->has_ended)
            close_thread(thread);
    }
}

/* --- totals -------------------------------------------------------------------------------- */

static bool has_changed(struct gau_thread *thread)
{
    const uint64_t samples = __atomic_load_n(&thread->samples, __ATOMIC_RELAXED);
    const uint64_t calls = __atomic_load_n(&thread->calls, __ATOMIC_RELAXED);
    const bool changed =
        samples != thread->written_samples || calls != thread->written_calls || !thread->described;

    thread->written_samples = samples;
    thread->written_calls = calls;
    return changed;
}

/* In a block of their own: on a full disk a small one may fit where samples do not, so that losses
 * are reported. */
static void write_totals(bool ended)
{
    gau_trace_records_flush(&trace.records);
    if (trace.records.incomplete)
        gau_trace_records_process(&trace.records, trace.began_paused);
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        if (gau_threads_state(thread) == GAU_THREAD_LIVE && (has_changed(thread) || ended)) {
            gau_trace_records_thread(&trace.records, thread);
            gau_trace_records_task_totals(&trace.records, thread);
            gau_trace_records_thread_totals(&trace.records, thread, false);
        }
    gau_trace_records_task_totals(&trace.records, NULL);
    if (trace.config->timeline)
        gau_trace_records_timeline_totals(&trace.records, gau_writer_cpu(), ended);
    gau_trace_records_process_totals(&trace.records, gau_writer_cpu(), ended);
}

static void write_pauses(void)
{
    for (uint32_t i = 0; i < trace.n_pauses; i++)
        gau_trace_records_pause(&trace.records, trace.pauses[i].time_ns, trace.pauses[i].paused);
    trace.n_pauses = 0;
}

void gau_trace_output_pause(uint64_t time_ns, bool paused)
{
    gau_lock_take(GAU_LOCK_TRACE_OUTPUT);
    if (trace.n_pauses < PAUSES)
        trace.pauses[trace.n_pauses++] = (struct pause){time_ns, paused};
    gau_lock_release(GAU_LOCK_TRACE_OUTPUT);
}

/* --- passes -------------------------------------------------------------------------------- */

/* The program may set its own handler where it cannot be intercepted: then sampling ends. */
static void check_handler(void)
{
    const int lost = trace.lost_handler ? 0 : gau_signal_handler_lost();

    if (!lost)
        return;
    trace.lost_handler = true;
    gau_sampler_give_up(lost);
    if (trace.has_file)
        gau_trace_records_process(&trace.records, trace.began_paused);
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        thread->described = false;
}

/* More often where new threads are not announced but found by the scan. */
static unsigned passes_per_second(void)
{
    return gau_collection_preloaded() ? PASSES_LEAST : PASSES_MOST;
}

static bool has_samples(void)
{
    const struct gau_thread *thread = gau_threads_first();

    while (thread && thread->samples == 0)
        thread = thread->next;
    return thread != NULL;
}

/* For processes without samples: most are children that end at once. */
static bool is_worth_a_file(bool final)
{
    return gau_collection_inits() > 0 || trace.passes >= passes_per_second() ||
           (final && trace.config->first == (long)getpid());
}

static void pass_samples(bool final)
{
    const bool with_totals = final || ++trace.passes % passes_per_second() == 0;
    const pid_t writer = gau_writer_tid();

    if (final && !trace.has_file && !is_worth_a_file(true) && !has_samples())
        return;
    gau_trace_records_repeat_definitions(&trace.records);
    gau_loaded_modules_scan();
    /* Before the writer thread is registered it would be taken for a thread of the program. */
    if (writer && (with_totals || gau_sampler_is_lost() ||
                   (!gau_collection_preloaded() && gau_threads_have_changed())))
        gau_thread_registry_scan(writer);
    check_handler();
    take_all_samples(final);
    if (is_worth_a_file(final))
        open_file();
    if (!trace.has_file)
        return;
    gau_trace_records_unloaded_modules(&trace.records);
    write_pauses();
    if (with_totals)
        write_totals(final);
    gau_trace_records_flush(&trace.records);
}

static bool has_come(uint64_t *time_ns)
{
    if (*time_ns == 0 || gau_collection_clock() < *time_ns)
        return false;
    *time_ns = 0;
    return true;
}

struct timespec gau_trace_output_wait(void)
{
    const uint64_t now = gau_collection_clock(), step = 1000000000 / passes_per_second();
    const uint64_t resume = trace.resume_ns > now ? trace.resume_ns - now : 1;

    return (struct timespec){.tv_nsec = (long)(trace.resume_ns && resume < step ? resume : step)};
}

bool gau_trace_output_pass(void)
{
    gau_loaded_modules_wait();
    gau_lock_take(GAU_LOCK_TRACE_OUTPUT);
    if (!trace.is_over)
        pass_samples(false);
    gau_lock_release(GAU_LOCK_TRACE_OUTPUT);
    return has_come(&trace.resume_ns);
}

bool gau_trace_output_is_due(void)
{
    return trace.passes % passes_per_second() == 0;
}

/* --- begin and end ------------------------------------------------------------------------- */

bool gau_trace_output_open(const struct gau_collector_config *config)
{
    trace.config = config;
    gau_task_lane_wanted = config->timeline;
    trace.began_paused = gau_collection_paused(); /* also in the child of a fork() */
    trace.records.start_ns = gau_collection_clock();
    trace.records.begun_ns = gau_collection_time();
    trace.resume_ns =
        config->resume_after_ns ? trace.records.start_ns + config->resume_after_ns : 0;
    return gau_stack_table_open();
}

void gau_trace_output_flush(void)
{
    gau_lock_take(GAU_LOCK_TRACE_OUTPUT);
    pass_samples(true);
    gau_lock_release(GAU_LOCK_TRACE_OUTPUT);
}

void gau_trace_output_finish(void)
{
    gau_lock_take(GAU_LOCK_TRACE_OUTPUT);
    trace.is_over = true;
    pass_samples(true);
    if (trace.has_file)
        gau_trace_close(&trace.records.writer);
    trace.has_file = false;
    trace.has_failed = true;
    gau_lock_release(GAU_LOCK_TRACE_OUTPUT);
}

void gau_trace_output_forget(void)
{
    if (trace.has_file)
        gau_trace_forget(&trace.records.writer);
    memset(&trace.records, 0, sizeof trace.records);
    trace.has_file = trace.has_failed = false;
    trace.passes = trace.n_pauses = 0;
}
