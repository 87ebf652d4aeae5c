/* SPDX-License-Identifier: Apache-2.0 */
#include "block_codec.h"

#include <string.h>
#include <zlib.h>

uint32_t gau_trace_pack(void *to, uint32_t room, const void *from, uint32_t size)
{
    uLongf used = room;

    return compress2(to, &used, from, size, Z_BEST_SPEED) == Z_OK ? (uint32_t)used : 0;
}

void gau_trace_compress(struct gau_trace_writer *writer, void *memory)
{
    writer->packed = memory;
    writer->codec = GAU_TRACE_ZLIB;
    writer->pack = gau_trace_pack;
}

bool gau_trace_expand(const struct gau_trace_block *block, unsigned char *raw, bool *no_memory)
{
    struct gau_trace_block head = *block;
    uLongf size = block->raw_size;
    int result;

    if (block->codec != GAU_TRACE_ZLIB || block->raw_size % 8 ||
        block->raw_size > GAU_TRACE_BLOCK_MAX - sizeof head)
        return false;
    result =
        uncompress(raw + sizeof head, &size, (const Bytef *)(block + 1), block->size - sizeof head);
    *no_memory = result == Z_MEM_ERROR;
    if (result != Z_OK || size != block->raw_size)
        return false;
    head.codec = GAU_TRACE_UNCOMPRESSED;
    head.size = block->raw_size + (uint32_t)sizeof head;
    memcpy(raw, &head, sizeof head);
    return true;
}
