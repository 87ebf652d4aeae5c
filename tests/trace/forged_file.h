/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_TRACE_FORGED_FILE_H
#define TESTS_TRACE_FORGED_FILE_H

#include "trace/trace_format.h"

/* Files that no writer makes, in memory: any content with right checksums. */

struct forge {
    size_t size;
    unsigned char data[4 << 20];
};

/* Begins a file; after it comes a header. */
void forge_begin(struct forge *forge);
void forge_header(struct forge *forge, struct gau_trace_header header, size_t size);

/* Appends. `block` says magic, sequence, resets and codec, and of compressed records
 * their raw size; the other sizes and the checksum are made. */
void forge_bytes(struct forge *forge, const void *bytes, size_t size);
void forge_block(struct forge *forge, struct gau_trace_block block, const void *records,
                 size_t size);

/* A block of this number and nothing unusual. */
void forge_plain(struct forge *forge, uint64_t sequence, const void *records, size_t size);

/* Likewise with records that are compressed, whatever that makes of their size. */
void forge_packed(struct forge *forge, uint64_t sequence, const void *records, size_t size);

/* Replaces the file. */
void forge_write(const struct forge *forge, const char *path);

#endif
