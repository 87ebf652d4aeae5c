/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SAMPLES_SAMPLE_QUALITY_H
#define GAUDIT_REPORT_SAMPLES_SAMPLE_QUALITY_H

#include "samples.h"

/*
 * How good the samples of a result are: what all its files samples*.gtr add up to. What is damaged
 * is counted.
 */

/* Sums over the threads of a process, or of all processes. Times are in nanoseconds. */
struct gau_quality_sums {
    uint64_t samples, sampled_ns; /* in the file: the sum of the weights of samples */
    uint64_t truncated;
    uint64_t dropped, dropped_ns, lost_samples, lost_blocks, missed;
    uint64_t frames_by_cfi, frames_by_frame_pointer, frames_by_stack_scan;
    uint64_t handler_ns, writer_ns;
    uint64_t threads, threads_ended, threads_not_sampled, other_clock;
    uint64_t threads_small_signal_stack, threads_found, unrecorded_children;
    uint64_t itt_clients, itt_calls;
    uint64_t unmatched_ends, unclosed_tasks, dropped_tasks;
    uint64_t lists, entries, dropped_lists; /* of the timeline of tasks */
    uint64_t file_bytes, blocks, missing_blocks, skipped_bytes, tail_bytes;
    uint64_t invalid_records, dangling_references, unknown;
    uint64_t faults; /* of a background-work profile, for which nothing is left out */
    uint64_t misplaced, misplaced_bytes;
    uint64_t lost_lanes; /* have lists, but no definition */
    uint64_t ended;      /* processes that ended normally */
};

/* One file: a process, or the part of its life between two calls of exec(). */
struct gau_quality_process {
    char file[64];
    char problem[160]; /* why it could not be read; "": it could */
    char note[256];    /* why no better clock was used */
    bool known;        /* it says what it is of: */
    struct gau_trace_process process;
    struct gau_trace_process_totals totals;
    bool was_paused;
    uint32_t lost_lane; /* the first of those without a definition */
    bool is_refused;    /* the report is refused: the rest of the file is not shown */
    uint32_t resumes;   /* how often the collection went on after a pause */
    struct gau_quality_sums sums;
};

struct gau_quality {
    struct gau_quality_process *processes; /* in the order of the profile, from 0 on */
    size_t count;
    size_t unreadable;
    struct gau_quality_sums sums;
};

/* Sums up the quality of all processes of a profile. That may have only totals, and may be freed
 * afterwards. False: out of memory. To be cleared in any case. */
bool gau_quality_of(struct gau_quality *quality, const struct gau_samples *profile);
void gau_quality_clear(struct gau_quality *quality);

/* Returns the process that was started; NULL if it has no file that could be read. */
const struct gau_quality_process *gau_quality_first(const struct gau_quality *quality);

/* Returns the CPU time that is sampled: with system time if the clock includes the kernel. */
uint64_t gau_quality_cpu_ns(const struct gau_quality_process *process);

/* Returns the CPU time of the program, as its parent knows it, that is in no file; below 0: files
 * have more. */
double gau_quality_unknown_s(const struct gau_quality *quality, double cpu_s);

/*
 * Returns whether files have much more: some processes were not waited for, so that the parent does
 * not know their CPU time.
 */
bool gau_quality_is_unwaited(const struct gau_quality *quality, double cpu_s);

/* Returns whether so much of the program's CPU time is in no file that it is worth a warning. */
bool gau_quality_is_incomplete(const struct gau_quality *quality, double cpu_s);

/* Returns how many blocks, bytes and records were lost after they were written. */
uint64_t gau_quality_damage(const struct gau_quality_sums *sums);

/* Returns a name such as "perf_event cpu-clock, SIGTRAP". */
const char *gau_quality_clock_name(uint32_t clock);

/* These warnings are shared by 'collect' and the reports. */

typedef void gau_warnings_say(void *to, const char *sentence);

/* Says which threads have no samples, or not all of them. */
void gau_warnings_of_threads(const struct gau_quality_sums *sums, gau_warnings_say *say, void *to);

/* Says what cannot be read of a file. */
void gau_warnings_of_file(const struct gau_quality_process *process, gau_warnings_say *say,
                          void *to);

/* Says how much of @p cpu_s, which the parent of the program knows of, is in no file. */
void gau_warnings_of_unknown(double unknown_s, double cpu_s, gau_warnings_say *say, void *to);

#endif
