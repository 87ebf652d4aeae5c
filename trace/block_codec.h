/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_BLOCK_CODEC_H
#define GAUDIT_TRACE_BLOCK_CODEC_H

#include "trace_writer.h"

/*
 * Compression of blocks by zlib, at its fastest. It needs memory from malloc().
 */

/* What the writer calls then. Returns the bytes; 0: they do not fit. */
uint32_t gau_trace_pack(void *to, uint32_t room, const void *from, uint32_t size);

/* From now on the blocks of the writer are compressed, if that makes them smaller. @p memory is a
 * buffer as large as that of the writer; the caller owns it. */
void gau_trace_compress(struct gau_trace_writer *writer, void *memory);

/* Makes of a compressed block one that is not, in @p raw, of GAU_TRACE_BLOCK_MAX bytes. False: the
 * codec is not known, or the stream is damaged or not as long as the block says; or there was no
 * memory, and @p no_memory becomes true. */
bool gau_trace_expand(const struct gau_trace_block *block, unsigned char *raw, bool *no_memory);

#endif
