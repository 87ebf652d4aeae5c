/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_WRITER_TRACE_RECORDS_H
#define GAUDIT_COLLECTOR_WRITER_TRACE_RECORDS_H

#include "collector/base/sample_buffers.h"
#include "collector/threads/threads.h"

#include "trace/trace_writer.h"

/*
 * The records of the trace, made from the collector's state. With the lock of trace_output.h held.
 * Definitions are written once, unless a block was lost.
 */

struct gau_records {
    struct gau_trace_writer writer;
    uint64_t start_ns;
    uint64_t begun_ns;       /* gau_collection_time() at the start */
    uint64_t pass_ns;        /* when the current pass began */
    uint32_t modules, types; /* defined so far */
    uint32_t removals;       /* of modules, recorded so far */
    uint32_t depth;          /* of the last stack, whose callers have numbers */
    uint64_t in_block;       /* samples in the current block */
    uint64_t lost_blocks, lost_samples;
    uint64_t past_calls;                       /* of ITT, by threads that have ended */
    uint32_t lanes;                            /* that have got a number */
    uint64_t past_dropped, past_dropped_bytes; /* of their lanes */
    uint64_t found;       /* threads that the program did not make by pthread_create() */
    bool redefine_stacks; /* stacks must be defined again */
    bool incomplete;      /* definitions were in lost blocks */
};

/* Defines the process, once, or again. */
void gau_trace_records_process(struct gau_records *records, bool paused);

/* If definitions were lost, all are repeated from here on. */
void gau_trace_records_repeat_definitions(struct gau_records *records);

/* Writes new and unloaded modules; new task types and threads. */
void gau_trace_records_modules(struct gau_records *records);
void gau_trace_records_unloaded_modules(struct gau_records *records);
void gau_trace_records_types(struct gau_records *records);
void gau_trace_records_thread(struct gau_records *records, struct gau_thread *thread);

/* Writes the samples of a chunk between two byte offsets; all are of a thread that has been
 * defined. */
void gau_trace_records_samples(struct gau_records *records, const struct gau_chunk *chunk,
                               uint32_t from, uint32_t to);

/* Writes what has come into a chunk of entries, up to a byte offset, of a thread that has been
 * defined. */
void gau_trace_records_entries(struct gau_records *records, struct gau_thread *thread,
                               struct gau_chunk *chunk, uint32_t to);
void gau_trace_records_timeline_totals(struct gau_records *records, uint64_t writer_ns, bool ended);

/* Keeps the sums of the lane of a thread that has ended. */
void gau_trace_records_end_lane(struct gau_records *records, const struct gau_thread *thread);

void gau_trace_records_pause(struct gau_records *records, uint64_t time_ns, bool paused);
void gau_trace_records_thread_totals(struct gau_records *records, struct gau_thread *thread,
                                     bool ended);
void gau_trace_records_task_totals(struct gau_records *records, struct gau_thread *thread);
void gau_trace_records_process_totals(struct gau_records *records, uint64_t writer_ns, bool ended);

/* Like gau_trace_add() and gau_trace_flush(), but count losses. */
void *gau_trace_records_add(struct gau_records *records, enum gau_trace_type type, size_t size);
void gau_trace_records_flush(struct gau_records *records);

#endif
