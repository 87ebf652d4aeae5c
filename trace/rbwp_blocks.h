/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_RBWP_BLOCKS_H
#define GAUDIT_TRACE_RBWP_BLOCKS_H

#include "rbwp_format.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The blocks of an RBWP file that is being written. Complete blocks stay in memory; when there are
 * more than the limit, the oldest are written until half of it is left. A block that cannot be
 * written is lost, and counted; the file has whole blocks only.
 */

struct gau_rbwp_settings {
    const char *path;
    uint32_t node;   /* rank of the process, from 0 */
    int level;       /* 1: items, 2: also sub-items */
    bool compressed; /* blocks, by zlib, if that makes them smaller */
    uint64_t buffer; /* limit of what is in memory, bytes; 0: none */
    int64_t zero_ns; /* when the run began, ns of CLOCK_REALTIME */
};

/* The records of a thread that are not in a complete block. */
struct gau_rbwp_block {
    uint64_t thread;
    int64_t base_ns, last_ns; /* absolute, of the first and last record */
    uint32_t sequence, count, size;
    unsigned char data[GAU_RBWP_BLOCK_MAX];
};

struct gau_rbwp_complete;

struct gau_rbwp_file {
    char path[PATH_MAX];
    int fd; /* -1: none */
    bool compressed;
    bool closed;                             /* with names */
    uint64_t offset;                         /* of the end of the last whole block */
    struct gau_rbwp_complete *oldest, **end; /* in memory */
    uint64_t kept, limit;                    /* bytes in memory */
    uint32_t sequence;                       /* of the next block */
    uint64_t blocks, records, lost_blocks;
    int error; /* errno of the first failure */
    unsigned char packed[GAU_RBWP_BLOCK_MAX];
};

/* Creates the file, which must not exist. Returns 0 or an errno. */
int gau_rbwp_file_create(struct gau_rbwp_file *file, const struct gau_rbwp_settings *settings);

/* Room for a record with a payload of @p size bytes, which the caller fills in; its stamp and type
 * are written. A full block is completed first. */
unsigned char *gau_rbwp_add(struct gau_rbwp_file *file, struct gau_rbwp_block *block, int64_t ns,
                            enum gau_rbwp_record type, uint32_t size);

/* Completes the block, if it has records. */
void gau_rbwp_block_end(struct gau_rbwp_file *file, struct gau_rbwp_block *block);

/* Writes what is in memory. */
void gau_rbwp_file_flush(struct gau_rbwp_file *file);

/* The descriptors, of @p items and @p sub_items, are written behind the blocks, and the header says
 * where. Without them the file counts as not closed. */
void gau_rbwp_file_close(struct gau_rbwp_file *file, const unsigned char *descriptors, size_t size,
                         uint32_t items, uint32_t sub_items);

/* Forgets what is in memory: in a child after a fork, and after close. */
void gau_rbwp_file_clear(struct gau_rbwp_file *file);

/* --- numbers of the format: these return the end of what they wrote ------------------------ */

static inline unsigned char *gau_rbwp_put(unsigned char *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (unsigned char)(number >> 8 * i);
    return at;
}

#endif
