/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SAMPLES_SAMPLES_H
#define GAUDIT_REPORT_SAMPLES_SAMPLES_H

#include "task_times.h"

#include "trace/trace_reader.h"

/**
 * @file samples.h
 * The samples of a result, all processes together, as arrays. Elements are numbered from 1 on over
 * all files, independent of their numbers there; element 0 of each array is zeroed and means none.
 * The same stack, and the same task type, has one number, whichever file and part of it it is from.
 */

/* The process of one file, which has the number of the file. */
struct gau_samples_process {
    const char *path;
    enum gau_trace_status status; /* not GAU_TRACE_OK: `problem` says why; what was read counts */
    const char *problem;
    struct gau_trace_header header;
    struct gau_trace_damage damage;
    bool described; /* the next is known */
    struct gau_trace_process process;
    const char *command; /* its arguments, with blanks between them */
    const char *note;
    bool totalled; /* the next is known */
    struct gau_trace_process_totals totals;
    uint64_t sample_count, weight_ns; /* of the samples that are here, of all threads */
    uint64_t truncated_count;         /* of these, with call stacks that are cut short */
    uint64_t lists, entries;          /* of its timeline; only of gau_samples_read_totals() */
    uint64_t dropped_lists;           /* of entries */
};

struct gau_samples_module {
    uint32_t process;
    uint32_t flags; /* GAU_TRACE_MODULE_... */
    const char *path;
    const uint8_t *build_id;
    uint32_t build_id_size;
};

struct gau_samples_thread {
    uint32_t process;
    uint32_t tid;
    uint32_t clock;
    uint64_t start_ns;
    const char *name;
    struct gau_trace_thread_totals totals; /* the last; zeroed: none */
    uint64_t sample_count, weight_ns;      /* of the samples that are here */
};

struct gau_samples_task {
    uint32_t kind; /* enum gau_trace_task_kind; 0: outside any task */
    const char *domain, *name;
    uint32_t module; /* of the function that it is called by, whose address in memory is its name */
    uint64_t address; /* of the function, in the file of the module; module 0: none is known */
    uint64_t sample_count, weight_ns;
    struct gau_task_times *times; /* NULL: no entries */
};

struct gau_samples_stack {
    uint32_t caller; /* 0: there is none, or none known; else a smaller number */
    uint32_t module; /* 0: unknown; the address is then one in memory */
    uint64_t address;
};

struct gau_samples_sample {
    uint64_t time_ns;
    uint64_t weight_ns;
    uint32_t stack, task, thread;
    uint32_t flags; /* GAU_TRACE_SAMPLE_... */
};

/* Sums of one task type on one thread; thread 0: of the whole process. */
struct gau_samples_task_total {
    uint32_t process, thread, task;
    uint64_t entries, total_ns, self_ns;
};

struct gau_samples_pause {
    uint64_t time_ns;
    uint32_t process;
    bool paused;
};

/* Counts are with element 0. */
struct gau_samples {
    struct gau_samples_process *processes;
    struct gau_samples_module *modules;
    struct gau_samples_thread *threads;
    struct gau_samples_task *tasks;
    struct gau_samples_stack *stacks;
    struct gau_samples_sample *samples;    /* from 0 on; by file, then in the order of the file */
    struct gau_samples_task_total *totals; /* from 0 on */
    struct gau_samples_pause *pauses;      /* from 0 on */
    uint32_t process_count, module_count, thread_count, task_count, stack_count;
    uint32_t sample_count, total_count, pause_count;
    uint64_t weight_ns; /* of all samples */
    bool has_lanes;     /* of tasks */
};

/**
 * Reads samples.gtr and samples-*.gtr of a folder, in the order of their names. NULL: there are
 * none, or out of memory; @p message is then one line. A file that cannot be read is among the
 * processes, with what is wrong with it.
 */
struct gau_samples *gau_samples_read(const char *folder, char *message, size_t size);

/** Whether the folder has such files; none is read. */
bool gau_samples_exist(const char *folder);

/**
 * Reads only totals of each process and thread, without modules, stacks, samples and tasks, so that
 * the profile stays small for long runs. A folder without files is a profile without processes.
 * NULL: out of memory.
 */
struct gau_samples *gau_samples_read_totals(const char *folder);
void gau_samples_free(struct gau_samples *profile);

#endif
