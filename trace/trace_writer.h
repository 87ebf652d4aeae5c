/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_WRITER_H
#define GAUDIT_TRACE_WRITER_H

#include "trace_format.h"

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/**
 * @file writer.h
 * Writes a trace file, block by block. It lives in processes that are not ours: no malloc, no
 * stdio, no locks; one thread at a time. Nothing fails: what cannot be written is counted, and
 * later blocks are tried again, so that a disk that has been full for a while costs a gap. A block
 * reaches the file as a whole or not at all; if it cannot be taken back, writing stops for good.
 * SIGXFSZ, with which a limit of file sizes would end the program, does not reach it.
 *
 * What was described in a lost block is not known to readers. Describing it again is always right.
 */

struct gau_trace_writer {
    char path[PATH_MAX]; /* absolute */
    int fd;              /* -1: not open */
    dev_t device;        /* the file, by which a descriptor that the program closed is noticed */
    ino_t inode;
    uint64_t offset; /* of the end of the last whole block */
    uint64_t sequence;
    uint32_t resets;      /* records of this type that were added */
    unsigned char *block; /* being filled; GAU_TRACE_BLOCK_MAX at most */
    uint32_t capacity, used;
    uint64_t lost_blocks;
    int error;   /* errno of the first failure */
    bool broken; /* nothing more can be written */
};

/**
 * Creates the file, which must not exist, close-on-exec and with a high descriptor, out of the way
 * of programs that count on low ones, and writes its header, of which magic, version, size and
 * checksum are filled in. @p memory is where blocks are filled,
 * of @p capacity bytes (at least 4096, a multiple of 8); it stays the caller's. 0, or an errno; the
 * writer is then of no use but not in need of closing.
 */
int gau_trace_create(struct gau_trace_writer *writer, const char *path,
                     const struct gau_trace_header *header, void *memory, uint32_t capacity);

/**
 * Room for a record of @p size bytes (rounded up to 8), zeroed, type and size filled in. A block
 * that cannot take it is written first. The record is the caller's to fill until the next call.
 * NULL if it is larger than an empty block.
 */
void *gau_trace_add(struct gau_trace_writer *writer, enum gau_trace_type type, size_t size);

/** Bytes of a record that still fit into the block that is being filled. */
size_t gau_trace_room(const struct gau_trace_writer *writer);

/** Writes the block that is being filled, if there is anything in it. */
void gau_trace_flush(struct gau_trace_writer *writer);

/** Flushes and closes. Of a file descriptor that is no longer ours it keeps its hands off. */
void gau_trace_close(struct gau_trace_writer *writer);

/**
 * Forgets the file without touching it: in the child after a fork, where the descriptor is closed.
 * What is added from then on is lost.
 */
void gau_trace_forget(struct gau_trace_writer *writer);

/** CRC-32C (Castagnoli), reflected, as in iSCSI; @p crc is 0 or that of what came before. */
uint32_t gau_trace_crc(uint32_t crc, const void *data, size_t size);

#endif
