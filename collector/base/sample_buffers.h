/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_SAMPLE_BUFFERS_H
#define GAUDIT_COLLECTOR_BASE_SAMPLE_BUFFERS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/*
 * The buffer between the threads of the program and the writer thread: a fixed number of chunks. A
 * thread fills one with samples or with entries of its lane, puts it into the queue of full ones
 * and gets the next; the writer thread empties and frees them. When none is free, samples and
 * entries are dropped. All functions but the waiting are lock-free and may be called in signal
 * handlers.
 */

enum { GAU_CHUNK_SIZE = 16384, GAU_SAMPLE_DEPTH_MAX = 512 };

/* A sample in a chunk; the next one follows its last program counter. */
struct gau_sample_buffers_sample {
    uint64_t time_ns, weight_ns;
    uint32_t task;
    uint16_t n;     /* program counters */
    uint16_t flags; /* GAU_TRACE_SAMPLE_... */
    uint64_t pcs[];
};

struct gau_chunk {
    uint32_t next;        /* index + 1 of the next in a list, 0: none */
    uint32_t thread;      /* id of the thread that fills it */
    uint32_t committed;   /* bytes of `data` that may be read; release, by the thread */
    uint16_t taken;       /* of these, already read; by the writer thread */
    uint16_t has_entries; /* 1: of a lane, see tasks/task_lane.h; 0: samples */
    uint64_t data[(GAU_CHUNK_SIZE - 16) / 8];
};

/* Maps memory for chunks of @p size bytes in all. Returns false if out of memory. */
bool gau_sample_buffers_open(uint64_t size);

/* NULL if none is free. */
struct gau_chunk *gau_sample_buffers_acquire(void);
void gau_sample_buffers_give(struct gau_chunk *chunk);

/* Puts a full chunk into the queue. */
void gau_sample_buffers_queue(struct gau_chunk *chunk);

/* Takes the whole queue: the chunks in the order of queueing, linked by `next`. */
struct gau_chunk *gau_sample_buffers_unqueue(void);
struct gau_chunk *gau_sample_buffers_next(const struct gau_chunk *chunk);

/* Number of free chunks, approximately. */
uint32_t gau_sample_buffers_free(void);
uint32_t gau_sample_buffers_size(void);

/* Wakes the writer thread, which waits at most that long, unless it was woken since it has @p seen
 * the number of wakes. */
void gau_sample_buffers_wake(void);
uint32_t gau_sample_buffers_wakes(void);
void gau_sample_buffers_wait(uint32_t seen, const struct timespec *most);

/* All are free again: in the child after a fork. */
void gau_sample_buffers_reset(void);

#endif
