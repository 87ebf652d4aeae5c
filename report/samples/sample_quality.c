/* SPDX-License-Identifier: Apache-2.0 */
#include "sample_quality.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- one file ------------------------------------------------------------------------------ */

static const char *last_part(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static void describe_process(struct gau_quality_process *to, const struct gau_samples_process *from)
{
    struct stat info;

    snprintf(to->file, sizeof to->file, "%s", last_part(from->path));
    snprintf(to->problem, sizeof to->problem, "%s",
             from->status == GAU_TRACE_OK ? "" : from->problem);
    snprintf(to->note, sizeof to->note, "%s", from->note);
    to->known = from->described;
    to->was_paused = from->process.paused != 0;
    to->process = from->process;
    to->totals = from->totals;
    to->sums.samples = from->sample_count;
    to->sums.sampled_ns = from->weight_ns;
    to->sums.truncated = from->truncated_count;
    to->sums.lists = from->lists;
    to->sums.entries = from->entries;
    to->sums.dropped_lists = from->dropped_lists;
    to->sums.file_bytes = stat(from->path, &info) == 0 ? (uint64_t)info.st_size : 0;
}

static void add_totals(struct gau_quality_sums *sums, const struct gau_trace_process_totals *from)
{
    sums->lost_samples = from->lost_samples;
    sums->missed = from->missed;
    sums->lost_blocks = from->lost_blocks;
    sums->writer_ns = from->writer_ns;
    sums->threads_not_sampled = from->unseen_threads;
    sums->threads_small_signal_stack = from->small_stack_threads;
    sums->threads_found = from->found_threads;
    sums->unrecorded_children = from->unrecorded_children;
    sums->itt_clients = from->itt_inits;
    sums->itt_calls = from->itt_calls;
    sums->ended = from->ended != 0;
}

static void add_damage(struct gau_quality_sums *sums, const struct gau_trace_damage *damage)
{
    sums->blocks = damage->blocks;
    sums->missing_blocks = damage->missing;
    sums->skipped_bytes = damage->bytes_skipped;
    sums->tail_bytes = damage->tail_bytes;
    sums->invalid_records = damage->invalid_records;
    sums->dangling_references = damage->dangling_references;
    sums->unknown = damage->unknown;
    sums->lost_lanes = damage->lost_lanes;
    sums->misplaced = damage->misplaced;
    sums->misplaced_bytes = damage->misplaced_bytes;
}

static void add_thread(struct gau_quality_process *process, const struct gau_samples_thread *thread)
{
    const struct gau_trace_thread_totals *const totals = &thread->totals;
    struct gau_quality_sums *const sums = &process->sums;

    sums->threads++;
    sums->threads_ended += totals->ended != 0;
    sums->other_clock += thread->clock != process->process.clock;
    sums->dropped += totals->dropped;
    sums->dropped_ns += totals->dropped_ns;
    sums->frames_by_cfi += totals->frames_by_cfi;
    sums->frames_by_frame_pointer += totals->frames_by_frame_pointer;
    sums->frames_by_stack_scan += totals->frames_by_stack_scan;
    sums->handler_ns += totals->handler_ns;
    sums->unmatched_ends += totals->unmatched_ends;
    sums->unclosed_tasks += totals->unclosed_tasks;
    sums->dropped_tasks += totals->dropped_tasks;
}

/* --- all files ----------------------------------------------------------------------------- */

/* All members are numbers of one type, and are added as an array. */
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

static void count_pauses(struct gau_quality *quality, const struct gau_samples *profile)
{
    for (uint32_t i = 0; i < profile->pause_count; i++) {
        const struct gau_samples_pause *const pause = &profile->pauses[i];
        struct gau_quality_process *const process = &quality->processes[pause->process - 1];

        if (pause->paused)
            process->was_paused = true;
        else
            process->resumes++;
    }
}

bool gau_quality_of(struct gau_quality *quality, const struct gau_samples *profile)
{
    *quality = (struct gau_quality){0};
    quality->processes = calloc(profile->process_count, sizeof *quality->processes);
    if (!quality->processes)
        return false;
    quality->count = profile->process_count - 1;
    for (uint32_t i = 1; i < profile->process_count; i++) {
        struct gau_quality_process *const process = &quality->processes[i - 1];

        describe_process(process, &profile->processes[i]);
        add_totals(&process->sums, &process->totals);
        add_damage(&process->sums, &profile->processes[i].damage);
        process->lost_lane = profile->processes[i].damage.lost_lane;
        quality->unreadable += process->problem[0] != '\0';
    }
    for (uint32_t i = 1; i < profile->thread_count; i++)
        add_thread(&quality->processes[profile->threads[i].process - 1], &profile->threads[i]);
    count_pauses(quality, profile);
    for (size_t i = 0; i < quality->count; i++)
        add_up(&quality->sums, &quality->processes[i].sums);
    return true;
}

void gau_quality_clear(struct gau_quality *quality)
{
    free(quality->processes);
    *quality = (struct gau_quality){0};
}

/* --- questions ----------------------------------------------------------------------------- */

const struct gau_quality_process *gau_quality_first(const struct gau_quality *quality)
{
    const struct gau_quality_process *const first = quality->processes;

    return quality->count > 0 && first->known && strcmp(first->file, "samples.gtr") == 0 ? first
                                                                                         : NULL;
}

uint64_t gau_quality_cpu_ns(const struct gau_quality_process *process)
{
    return process->totals.user_ns +
           (process->process.includes_kernel_time ? process->totals.system_ns : 0);
}

/* A process that did not end normally may have samples later than its last record of CPU time. */
static uint64_t known_ns(const struct gau_quality_process *process)
{
    const uint64_t cpu = gau_quality_cpu_ns(process), sampled = process->sums.sampled_ns;

    return process->sums.ended || cpu > sampled ? cpu : sampled;
}

/* A process that calls exec() has several files, and the last one has most of its CPU time. */
static bool has_most(const struct gau_quality *quality, size_t i)
{
    const struct gau_quality_process *const all = quality->processes;
    const uint64_t own = known_ns(&all[i]);
    bool most = true;

    for (size_t j = 0; j < quality->count && most; j++)
        most = all[j].process.pid != all[i].process.pid || known_ns(&all[j]) < own ||
               (known_ns(&all[j]) == own && j >= i);
    return most;
}

double gau_quality_unknown_s(const struct gau_quality *quality, double cpu_s)
{
    for (size_t i = 0; i < quality->count; i++)
        if (has_most(quality, i))
            cpu_s -= 1e-9 * (double)known_ns(&quality->processes[i]);
    return cpu_s;
}

bool gau_quality_is_unwaited(const struct gau_quality *quality, double cpu_s)
{
    return gau_quality_unknown_s(quality, cpu_s) < -0.05 * cpu_s - 0.05;
}

bool gau_quality_is_incomplete(const struct gau_quality *quality, double cpu_s)
{
    const double unknown = gau_quality_unknown_s(quality, cpu_s);

    return unknown > 0.1 && unknown > 0.05 * cpu_s;
}

uint64_t gau_quality_damage(const struct gau_quality_sums *sums)
{
    return sums->missing_blocks + (sums->skipped_bytes - sums->tail_bytes) + sums->invalid_records +
           sums->dangling_references + sums->lost_lanes;
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

/* --- warnings ------------------------------------------------------------------------------ */

__attribute__((__format__(__printf__, 3, 4))) static void warn(gau_warnings_say *say, void *to,
                                                               const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    say(to, text);
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static const char *was_or_were(uint64_t n)
{
    return n == 1 ? " was" : "s were";
}

void gau_warnings_of_threads(const struct gau_quality_sums *sums, gau_warnings_say *say, void *to)
{
    const uint64_t unseen = sums->threads_not_sampled, small = sums->threads_small_signal_stack;
    const uint64_t found = sums->threads_found, unrecorded = sums->unrecorded_children;

    if (unseen > 0)
        warn(say, to, "warning: %" PRIu64 " thread%s not sampled: no clock could be had", unseen,
             was_or_were(unseen));
    if (small > 0)
        warn(say, to,
             "warning: %" PRIu64 " thread%s not sampled while the program's alternate signal stack "
             "was too small for it",
             small, was_or_were(small));
    if (found > 0)
        warn(say, to,
             "warning: %" PRIu64 " thread%s found up to a second late: the program did not make "
             "%s by pthread_create()",
             found, was_or_were(found), found == 1 ? "it" : "them");
    if (unrecorded > 0)
        warn(say, to,
             "warning: %" PRIu64 " process%s not recorded: the kernel refused a thread or a file, "
             "as under a seccomp filter",
             unrecorded, unrecorded == 1 ? " was" : "es were");
}

static void add_damaged(char *text, size_t size, uint64_t n, const char *what, const char *more)
{
    const size_t length = strlen(text);

    if (n > 0)
        snprintf(text + length, size - length, "%s%" PRIu64 " %s%s %s", length > 0 ? ", " : "", n,
                 what, plural(n), more);
}

/* Says what there is of these. */
static const char *damage_text(char *text, size_t size, const struct gau_quality_process *process)
{
    const struct gau_quality_sums *const sums = &process->sums;
    size_t length;

    add_damaged(text, size, sums->missing_blocks, "block", "missing");
    add_damaged(text, size, sums->misplaced, "block", "out of order or twice there");
    add_damaged(text, size, sums->skipped_bytes - sums->tail_bytes - sums->misplaced_bytes, "byte",
                "unreadable");
    add_damaged(text, size, sums->invalid_records + sums->dangling_references, "record",
                "with impossible values left out");
    length = strlen(text);
    if (sums->lost_lanes == 1)
        snprintf(text + length, size - length, "%sthe definition of lane %" PRIu32 " lost",
                 length > 0 ? ", " : "", process->lost_lane);
    else if (sums->lost_lanes > 1)
        snprintf(text + length, size - length, "%sthe definitions of %" PRIu64 " lanes lost",
                 length > 0 ? ", " : "", sums->lost_lanes);
    return text;
}

void gau_warnings_of_file(const struct gau_quality_process *process, gau_warnings_say *say,
                          void *to)
{
    const struct gau_quality_sums *const sums = &process->sums;
    char parts[256] = "";

    if (process->problem[0]) {
        warn(say, to, "warning: '%s' cannot be read: %s", process->file, process->problem);
        return;
    }
    if (gau_quality_damage(sums) > 0)
        warn(say, to, "warning: '%s' is damaged: %s%s", process->file,
             damage_text(parts, sizeof parts, process),
             process->is_refused ? "" : "; the rest is shown");
    if (sums->faults > 0)
        warn(say, to, "warning: '%s' has %" PRIu64 " fault%s, for which nothing is left out",
             process->file, sums->faults, plural(sums->faults));
    if (sums->unknown > 0)
        warn(say, to, "warning: '%s' has %" PRIu64 " record%s of a later gaudit, left out",
             process->file, sums->unknown, plural(sums->unknown));
}

void gau_warnings_of_unknown(double unknown_s, double cpu_s, gau_warnings_say *say, void *to)
{
    if (unknown_s < 0)
        warn(say, to,
             "warning: %.3g s of CPU time is of processes that no parent waited for, as when the "
             "parent was killed: it is not in the %.3g s that samples are compared with",
             -unknown_s, cpu_s);
    else
        warn(
            say, to,
            "warning: %.3g s of %.3g s of CPU time is in no file: of processes that were too short "
            "for a sample or cannot be sampled, such as statically linked ones, or after a file's "
            "end",
            unknown_s, cpu_s);
}
