/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_TRACE_WRITER_H
#define GAUDIT_TRACE_TRACE_WRITER_H

#include "trace_format.h"

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/**
 * @file trace_writer.h
 * Writes a trace file, block by block. It runs in any program: no malloc, no stdio, no locks; one
 * thread at a time. Nothing fails: blocks that cannot be written are counted, and later ones are
 * tried again, so that a disk that was full for a while costs a gap. A block is written completely
 * or not at all; if a part cannot be removed, writing stops for good. SIGXFSZ, sent at a limit of
 * file sizes, does not reach the program.
 *
 * Definitions in a lost block are unknown to readers. Repeating a definition is always allowed.
 */

struct gau_trace_writer {
    char path[PATH_MAX]; /* absolute */
    int fd;              /* -1: not open */
    dev_t device;        /* the file, to detect that the program closed the descriptor */
    ino_t inode;
    uint64_t offset; /* of the end of the last whole block */
    uint64_t sequence;
    uint32_t resets;      /* records of this type that were added */
    unsigned char *block; /* the current block; GAU_TRACE_BLOCK_MAX at most */
    uint32_t capacity, used;
    /* Compression, see block_codec.h; NULL: none. Returns the bytes, 0: they do not fit. */
    uint32_t (*pack)(void *to, uint32_t room, const void *from, uint32_t size);
    unsigned char *packed; /* as large as the block */
    uint16_t codec;
    uint64_t lost_blocks;
    int error;   /* errno of the first failure */
    bool broken; /* nothing more can be written */
    bool locked;
};

/**
 * Creates the file, which must not exist, close-on-exec and with a high descriptor, since programs
 * rely on low ones. Writes its header, of which magic, version, size and checksum are filled in. @p
 * memory is the buffer of blocks, of @p capacity bytes (at least 4096, a multiple of 8); the caller
 * owns it. Returns 0 or an errno; the writer is unusable then and need not be closed.
 */
int gau_trace_create(struct gau_trace_writer *writer, const char *path,
                     const struct gau_trace_header *header, void *memory, uint32_t capacity);

/**
 * Room for a record of @p size bytes (rounded up to 8), zeroed, type and size filled in. A block
 * without room for it is written first. The caller fills the record before the next call. NULL if
 * it is larger than an empty block.
 */
void *gau_trace_add(struct gau_trace_writer *writer, enum gau_trace_type type, size_t size);

/** Bytes of a record that still fit into the current block. */
size_t gau_trace_room(const struct gau_trace_writer *writer);

/** Writes the current block, if it is not empty. */
void gau_trace_flush(struct gau_trace_writer *writer);

/**
 * Locks the file, by flock(), for as long as it is open; where the file system has no locks, this
 * does nothing. Returns 0, EWOULDBLOCK if another has the lock, or EBUSY if another process has
 * removed the file since it was created.
 */
int gau_trace_lock(struct gau_trace_writer *writer);

/**
 * Flushes, unlocks (a child that the program has forked has the descriptor as well) and closes. A
 * descriptor that is no longer ours is not closed.
 */
void gau_trace_close(struct gau_trace_writer *writer);

/**
 * Drops the file without changing it: in the child after a fork, where the descriptor is closed.
 * What is added from then on is lost.
 */
void gau_trace_forget(struct gau_trace_writer *writer);

/** CRC-32C (Castagnoli), reflected, as in iSCSI; @p crc is 0 or that of what came before. */
uint32_t gau_trace_crc(uint32_t crc, const void *data, size_t size);

#endif
