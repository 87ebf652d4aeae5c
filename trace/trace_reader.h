/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_READER_H
#define GAUDIT_TRACE_READER_H

#include "trace_format.h"

#include <stdbool.h>

/**
 * @file reader.h
 * Reads a trace file. No byte of it is trusted: whatever a file holds, what the visitor is shown
 * keeps the promises made here. The file may still grow, or shrink, while it is read.
 */

/** A text of a record; it ends with NUL after `size` bytes, but may hold others. */
struct gau_trace_text {
    const char *data;
    uint32_t size;
};

/**
 * What is found, in the order of the file. Callbacks may be NULL. What they are given lives until
 * they return. A callback that returns false ends the reading.
 *
 * Numbers of modules, tasks, threads and stacks that are shown have been shown before, or are 0;
 * what refers to something that was never described, since its block was lost, refers to 0 instead
 * and is counted in gau_trace_damage. Where that would mean something else, the record is not shown
 * but only counted: totals of threads and tasks, the end of a module. (The address in a module that
 * is not known becomes 0, too.) No number is larger than GAU_TRACE_ID_MAX. The stack of a caller
 * has a smaller number than its own.
 *
 * The process is shown once at most; modules and task types once, the first description counts;
 * stacks once between resets; threads again when their name or clock changes. A reset that was in a
 * lost block is shown before the next block. Lists have at least one entry. Fields that are
 * enumerations here, or 0 or 1, hold nothing else; flags may have bits that are not named.
 */
struct gau_trace_visitor {
    bool (*process)(void *user, const struct gau_trace_process *process,
                    struct gau_trace_text command, struct gau_trace_text note);
    bool (*module)(void *user, const struct gau_trace_module *module, const uint8_t *build_id,
                   struct gau_trace_text path);
    bool (*module_unloaded)(void *user, const struct gau_trace_module_unloaded *gone);
    bool (*task_type)(void *user, const struct gau_trace_task_type *type,
                      struct gau_trace_text domain, struct gau_trace_text name);
    bool (*thread)(void *user, const struct gau_trace_thread *thread, struct gau_trace_text name);
    bool (*thread_totals)(void *user, const struct gau_trace_thread_totals *totals);
    bool (*stacks)(void *user, uint32_t first, const struct gau_trace_stack *stacks,
                   uint32_t count);
    bool (*stacks_reset)(void *user);
    bool (*samples)(void *user, uint32_t thread, const struct gau_trace_sample *samples,
                    uint32_t count);
    bool (*task_totals)(void *user, uint32_t thread, const struct gau_trace_task_total *totals,
                        uint32_t count);
    bool (*pause)(void *user, const struct gau_trace_pause *pause);
    bool (*process_totals)(void *user, const struct gau_trace_process_totals *totals);
};

/** What stands behind the texts of a task type that the visitor is shown. NULL: nothing, its name
 * is all there is to say. */
struct gau_trace_task_function *gau_trace_function_of(const struct gau_trace_task_type *type);

/** What is wrong with a file that could be read all the same. */
struct gau_trace_damage {
    uint64_t blocks;        /* whole ones that were read */
    uint64_t missing;       /* gaps in their numbers, in blocks */
    uint64_t bytes_skipped; /* that belong to no whole block */
    uint64_t tail_bytes;    /* of these, at the end of the file: a block that was being written */
    uint64_t bad_records;   /* in whole blocks, that make no sense */
    uint64_t dangling;      /* references to what was never described */
    uint64_t unknown;       /* records of types, and compressed blocks, that are not known here */
};

enum gau_trace_status {
    GAU_TRACE_OK = 0,
    GAU_TRACE_STOPPED,    /* a callback wanted no more */
    GAU_TRACE_NO_FILE,    /* cannot be opened or read */
    GAU_TRACE_NO_TRACE,   /* it is not a trace file */
    GAU_TRACE_NO_VERSION, /* of a later version than this reader */
    GAU_TRACE_NO_MEMORY,
};

/**
 * Reads the file at @p path. @p header and @p damage are filled in as far as reading got, and may
 * be NULL. On failure, @p message is one line that says what is wrong, without the path; it may be
 * NULL if @p size is 0.
 *
 * A file of no bytes is that of a process that came to its end when it had just made it: nothing is
 * shown, and the version in the header is 0.
 */
enum gau_trace_status gau_trace_read(const char *path, const struct gau_trace_visitor *visitor,
                                     void *user, struct gau_trace_header *header,
                                     struct gau_trace_damage *damage, char *message, size_t size);

#endif
