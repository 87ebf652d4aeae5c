/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_TASKS_TASK_LANE_H
#define GAUDIT_COLLECTOR_TASKS_TASK_LANE_H

#include "collector/base/sample_buffers.h"

#include "trace/trace_format.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The lane of a thread: begin and end of each of its tasks, as entries of trace/timeline_entries.h,
 * in chunks of sample_buffers.h. Written by the thread, without a lock, an allocation or a system
 * call, but that a full chunk may wake the writer thread; read by the writer thread.
 *
 * A chunk begins with what was open. If no chunk is free, the newest entries are dropped, as
 * samples are, and counted; a quarter of the chunks is left to samples.
 */

enum { GAU_TASK_LANE_DEPTH = 512 }; /* deeper tasks are intervals */

/* At the beginning of a chunk; the entries follow the open tasks. */
struct gau_task_lane_head {
    uint64_t first;   /* the stamp of the entry before */
    uint64_t dropped; /* lists of the lane so far */
    uint32_t depth, reserved;
    struct gau_trace_open open[];
};

/* Zeroed memory is a lane without entries. */
struct gau_task_lane {
    uint32_t thread; /* its number */

    /* Changed by the thread. */
    struct gau_chunk *chunk;         /* that is being filled; NULL: none */
    uint64_t begun;                  /* chunks so far */
    uint64_t stamp;                  /* of the last entry; stamps do not fall */
    uint64_t dropped, dropped_bytes; /* lists and bytes of their entries */
    bool is_dropping;
    uint32_t depth;

    /* Of the writer thread. */
    uint32_t number;       /* of the lane; 0: none yet */
    bool described;        /* the lane is defined in the file */
    uint64_t seen, lists;  /* chunks begun when the pass began; lists written */
    uint64_t read_dropped; /* lists dropped before the chunk that is being read */
    uint64_t read_stamp;   /* the state where its next entry begins */
    uint32_t read_depth;

    struct gau_trace_open open[GAU_TASK_LANE_DEPTH], read_open[GAU_TASK_LANE_DEPTH];
};

/* Where a task began. Zeroed: it has no entries. */
struct gau_task_lane_mark {
    uint64_t begin_ns;
    uint32_t depth; /* 0: it is not in the stack of the lane, but an interval when it ends */
};

/* True if lanes are recorded in this process. Set before the first thread has one. */
extern bool gau_task_lane_wanted __attribute__((visibility("hidden")));

/* Begins a task in the stack, at CLOCK_MONOTONIC @p clock_ns. */
struct gau_task_lane_mark gau_task_lane_begin(struct gau_task_lane *lane, uint32_t type,
                                              uint64_t clock_ns);

/*
 * Ends a task. Those inside end as unfinished, and are intervals when they end themselves. @p
 * unfinished: the program did not end it.
 */
void gau_task_lane_end(struct gau_task_lane *lane, uint32_t type,
                       const struct gau_task_lane_mark *mark, uint64_t clock_ns, bool unfinished);

/* What is in no stack, and has ended. */
void gau_task_lane_interval(struct gau_task_lane *lane, uint32_t type, uint64_t begin_ns,
                            uint64_t end_ns, uint64_t clock_ns);

/* In the child of a fork: what is open begins at @p clock_ns. */
void gau_task_lane_restart(struct gau_task_lane *lane, uint64_t clock_ns);

/* The lane has no entries. Its chunk is to be given back before, if buffers were not reset. */
void gau_task_lane_clear(struct gau_task_lane *lane);

/* --- the writer thread ----------------------------------------------------------------------- */

/* Before full chunks are taken from the queue. */
void gau_task_lane_note(struct gau_task_lane *lane);

/* The chunk that is being filled, unless there may be full ones that were not in the queue. */
struct gau_chunk *gau_task_lane_current(const struct gau_task_lane *lane);

/* Begins to read a chunk, if it is new. Returns how many bytes of entries have come, at @p bytes,
 * up to the byte offset @p to. */
uint32_t gau_task_lane_news(struct gau_task_lane *lane, struct gau_chunk *chunk, uint32_t to,
                            const uint8_t **bytes);

/* Follows the entries of the list, so that the next one begins with what is open then; completes
 * the stamp of its last entry. */
void gau_task_lane_follow(struct gau_task_lane *lane, struct gau_trace_entry_list *list);

#endif
