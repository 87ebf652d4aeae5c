/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* scandir() */
#include "quality.h"

#include "trace/reader.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- one file ------------------------------------------------------------------------------ */

/* Threads write their sums again and again: the last ones count. */
struct reading {
    struct gau_quality_process *process;
    struct gau_trace_thread_totals *threads; /* by their number; 0 is none */
    uint32_t *clocks;                        /* likewise */
    size_t n_threads, max_threads;
    struct gau_trace_process_totals totals;
    bool no_memory;
};

static bool grow(struct reading *reading, size_t n)
{
    const size_t max = 2 * n + 16;
    struct gau_trace_thread_totals *const threads =
        realloc(reading->threads, max * sizeof *threads);
    uint32_t *clocks;

    if (threads)
        reading->threads = threads;
    clocks = threads ? realloc(reading->clocks, max * sizeof *clocks) : NULL;
    if (!clocks) {
        reading->no_memory = true;
        return false;
    }
    reading->clocks = clocks;
    memset(threads + reading->max_threads, 0, (max - reading->max_threads) * sizeof *threads);
    memset(clocks + reading->max_threads, 0, (max - reading->max_threads) * sizeof *clocks);
    reading->max_threads = max;
    return true;
}

static bool on_process(void *user, const struct gau_trace_process *record,
                       struct gau_trace_text command, struct gau_trace_text note)
{
    struct gau_quality_process *const process = ((struct reading *)user)->process;

    (void)command;
    process->known = true;
    process->pid = record->pid;
    process->parent = record->parent;
    process->clock = record->clock;
    process->sees_kernel = record->sees_kernel;
    process->follows_fork = record->follows_fork;
    process->preloaded = record->preloaded;
    process->was_paused |= record->paused != 0;
    process->interval_ns = record->interval_ns;
    process->tick_ns = record->tick_ns;
    snprintf(process->note, sizeof process->note, "%s", note.data);
    return true;
}

static bool on_thread(void *user, const struct gau_trace_thread *thread, struct gau_trace_text name)
{
    struct reading *const reading = user;

    (void)name;
    if (thread->thread >= reading->max_threads && !grow(reading, thread->thread))
        return false;
    if (thread->thread >= reading->n_threads)
        reading->n_threads = thread->thread + 1;
    reading->clocks[thread->thread] = thread->clock;
    return true;
}

static bool on_thread_totals(void *user, const struct gau_trace_thread_totals *totals)
{
    struct reading *const reading = user;

    if (totals->thread < reading->n_threads)
        reading->threads[totals->thread] = *totals;
    return true;
}

static bool on_samples(void *user, uint32_t thread, const struct gau_trace_sample *samples,
                       uint32_t count)
{
    struct gau_quality_sums *const sums = &((struct reading *)user)->process->sums;

    (void)thread;
    sums->samples += count;
    for (uint32_t i = 0; i < count; i++) {
        sums->sampled_ns += samples[i].weight_ns;
        sums->truncated += (samples[i].flags & GAU_TRACE_SAMPLE_TRUNCATED) != 0;
    }
    return true;
}

static bool on_pause(void *user, const struct gau_trace_pause *pause)
{
    ((struct reading *)user)->process->was_paused |= pause->paused != 0;
    return true;
}

static bool on_process_totals(void *user, const struct gau_trace_process_totals *totals)
{
    ((struct reading *)user)->totals = *totals;
    return true;
}

static void add_threads(struct gau_quality_sums *sums, const struct reading *reading)
{
    for (size_t i = 1; i < reading->n_threads; i++) {
        const struct gau_trace_thread_totals *const thread = &reading->threads[i];

        sums->threads++;
        sums->threads_ended += thread->ended != 0;
        sums->other_clock += reading->clocks[i] != reading->process->clock;
        sums->dropped += thread->dropped;
        sums->dropped_ns += thread->dropped_ns;
        sums->by_tables += thread->by_cfi;
        sums->by_frames += thread->by_frame;
        sums->by_search += thread->by_search;
        sums->handler_ns += thread->handler_ns;
        sums->unmatched += thread->unmatched;
        sums->never_ended += thread->never_ended;
        sums->dropped_tasks += thread->dropped_tasks;
    }
}

static void finish(const struct reading *reading, const struct gau_trace_damage *damage)
{
    struct gau_quality_process *const process = reading->process;
    struct gau_quality_sums *const sums = &process->sums;
    const struct gau_trace_process_totals *const totals = &reading->totals;

    add_threads(sums, reading);
    process->user_ns = totals->user_ns;
    process->system_ns = totals->system_ns;
    process->collected_ns = totals->collected_ns;
    process->error = totals->error;
    sums->lost_samples = totals->lost_samples;
    sums->missed = totals->missed;
    sums->lost_blocks = totals->lost_blocks;
    sums->writer_ns = totals->writer_ns;
    sums->threads_unseen = totals->unseen_threads;
    sums->threads_cramped = totals->cramped_threads;
    sums->threads_found = totals->found_threads;
    sums->itt_parts = totals->itt_inits;
    sums->itt_calls = totals->itt_calls;
    sums->ended = totals->ended != 0;
    sums->blocks = damage->blocks;
    sums->missing_blocks = damage->missing;
    sums->skipped_bytes = damage->bytes_skipped;
    sums->tail_bytes = damage->tail_bytes;
    sums->bad_records = damage->bad_records;
    sums->dangling = damage->dangling;
    sums->unknown = damage->unknown;
}

/* False: no memory. */
static bool read_file(struct gau_quality_process *process, const char *folder, const char *name)
{
    static const struct gau_trace_visitor visitor = {
        .process = on_process,
        .thread = on_thread,
        .thread_totals = on_thread_totals,
        .samples = on_samples,
        .pause = on_pause,
        .process_totals = on_process_totals,
    };
    struct reading reading = {.process = process};
    struct gau_trace_damage damage = {0};
    enum gau_trace_status status;
    char path[PATH_MAX];
    struct stat info;

    *process = (struct gau_quality_process){0};
    snprintf(process->file, sizeof process->file, "%s", name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    process->sums.file_bytes = stat(path, &info) == 0 ? (uint64_t)info.st_size : 0;
    status = gau_trace_read(path, &visitor, &reading, NULL, &damage, process->problem,
                            sizeof process->problem);
    if (status == GAU_TRACE_OK)
        process->problem[0] = '\0';
    finish(&reading, &damage);
    free(reading.threads);
    free(reading.clocks);
    return !reading.no_memory && status != GAU_TRACE_NO_MEMORY;
}

/* --- all files ----------------------------------------------------------------------------- */

static int is_samples(const struct dirent *entry)
{
    const char *const name = entry->d_name;
    const size_t length = strlen(name);

    return strcmp(name, "samples.gtr") == 0 ||
           (strncmp(name, "samples-", 8) == 0 && strcmp(name + length - 4, ".gtr") == 0);
}

static int first_comes_first(const struct dirent **a, const struct dirent **b)
{
    const bool first = strcmp((*a)->d_name, "samples.gtr") == 0;
    const bool second = strcmp((*b)->d_name, "samples.gtr") == 0;

    return first != second ? second - first : strcmp((*a)->d_name, (*b)->d_name);
}

/* It has no members but numbers of one type. */
static void add_up(struct gau_quality_sums *all, const struct gau_quality_sums *one)
{
    enum { N = sizeof *all / sizeof(uint64_t) };
    uint64_t to[N], from[N];

    memcpy(to, all, sizeof to);
    memcpy(from, one, sizeof from);
    for (size_t i = 0; i < N; i++)
        to[i] += from[i];
    memcpy(all, to, sizeof to);
}

static bool read_files(struct gau_quality *quality, const char *folder, struct dirent **entries)
{
    for (size_t i = 0; i < quality->count; i++) {
        struct gau_quality_process *const process = &quality->processes[i];

        if (!read_file(process, folder, entries[i]->d_name))
            return false;
        quality->unreadable += process->problem[0] != '\0';
        add_up(&quality->sums, &process->sums);
    }
    return true;
}

gau_status gau_quality_read(struct gau_quality *quality, const char *folder, gau_error *err)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_samples, first_comes_first);
    bool done;

    *quality = (struct gau_quality){0};
    if (count < 0)
        return gau_fail(err, GAU_ERR_IO, "cannot read the folder '%.*s': %s", GAU_QUOTE(folder),
                        strerror(errno));
    quality->processes = calloc((size_t)count + 1, sizeof *quality->processes);
    quality->count = quality->processes ? (size_t)count : 0;
    done = quality->processes && read_files(quality, folder, entries);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return done ? GAU_OK : gau_fail(err, GAU_ERR_MEMORY, "no memory for the samples");
}

void gau_quality_clear(struct gau_quality *quality)
{
    free(quality->processes);
    *quality = (struct gau_quality){0};
}

/* --- asking -------------------------------------------------------------------------------- */

const struct gau_quality_process *gau_quality_first(const struct gau_quality *quality)
{
    const struct gau_quality_process *const first = quality->processes;

    return quality->count > 0 && first->known && strcmp(first->file, "samples.gtr") == 0 ? first
                                                                                         : NULL;
}

uint64_t gau_quality_cpu_ns(const struct gau_quality_process *process)
{
    return process->user_ns + (process->sees_kernel ? process->system_ns : 0);
}

uint64_t gau_quality_known_ns(const struct gau_quality_process *process)
{
    const uint64_t cpu = gau_quality_cpu_ns(process), sampled = process->sums.sampled_ns;

    return process->sums.ended || cpu > sampled ? cpu : sampled;
}

const char *gau_quality_clock_name(uint32_t clock)
{
    static const char *const names[] = {
        [GAU_TRACE_CLOCK_NONE] = "none",
        [GAU_TRACE_CLOCK_PERF_TRAP] = "perf_event cpu-clock, SIGTRAP",
        [GAU_TRACE_CLOCK_PERF_SIGNAL] = "perf_event cpu-clock, SIGPROF",
        [GAU_TRACE_CLOCK_TIMER] = "POSIX timer of the thread's CPU time, SIGPROF",
    };

    return clock < sizeof names / sizeof *names ? names[clock] : "unknown";
}
