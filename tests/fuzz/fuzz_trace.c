/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create() */
#include "tests/trace/forged_file.h"
#include "tests/trace/reader_contract.h"

#include "trace/trace_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * Input of the reader, by libFuzzer. The first byte selects the meaning of the others, since
 * checksums would reject nearly everything: a file as it is, a file whose checksums are put right,
 * or records, around which blocks are made, compressed ones, too. reader_contract.h checks the
 * result.
 */

enum {
    AS_IT_IS,
    CHECKSUMS, /* are put right */
    RECORDS,   /* one block; from here on bits are added */
    HALVES = 1,
    GAP = 2,    /* a number is left out between the blocks */
    RESETS = 4, /* the second block says that there was one before */
    PACKED = 8, /* both are compressed */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct forge forge;

static bool put_block_right(size_t at)
{
    struct gau_trace_block block;

    if (forge.size - at < sizeof block)
        return false;
    memcpy(&block, forge.data + at, sizeof block);
    if (block.magic != GAU_TRACE_BLOCK_MAGIC || block.size < sizeof block ||
        block.size > forge.size - at)
        return false;
    block.checksum = 0;
    memcpy(forge.data + at, &block, sizeof block);
    block.checksum = gau_trace_crc(0, forge.data + at, block.size);
    memcpy(forge.data + at, &block, sizeof block);
    return true;
}

static void put_checksums_right(void)
{
    struct gau_trace_header header;

    if (forge.size < sizeof header)
        return;
    memcpy(&header, forge.data, sizeof header);
    if (header.header_size < sizeof header || header.header_size > forge.size)
        return;
    header.checksum = 0;
    memcpy(forge.data, &header, sizeof header);
    header.checksum = gau_trace_crc(0, forge.data, header.header_size);
    memcpy(forge.data, &header, sizeof header);
    for (size_t at = header.header_size; at < forge.size;) {
        struct gau_trace_block block;

        if (put_block_right(at)) {
            memcpy(&block, forge.data + at, sizeof block);
            at += block.size;
        } else {
            at++;
        }
    }
}

static void wrap(const uint8_t *data, size_t size, unsigned how)
{
    const size_t whole = size / 8 * 8;
    const size_t first = how & HALVES ? whole / 16 * 8 : whole;
    const struct gau_trace_block second = {
        .magic = GAU_TRACE_BLOCK_MAGIC,
        .sequence = how & GAP ? 2 : 1,
        .resets = how & RESETS ? 1 : 0,
    };

    forge_begin(&forge);
    if (how & PACKED) {
        forge_packed(&forge, 0, data, first);
        forge_packed(&forge, second.sequence, data + first, whole - first);
        return;
    }
    forge_plain(&forge, 0, data, first);
    forge_block(&forge, second, data + first, whole - first);
}

static void read_forged(void)
{
    static int fd = -1;
    static char path[64];
    struct gau_trace_damage damage;

    if (fd < 0) {
        fd = memfd_create("trace", 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    if (fd < 0 || ftruncate(fd, 0) != 0 ||
        pwrite(fd, forge.data, forge.size, 0) != (ssize_t)forge.size)
        abort();
    promises_check(path, &damage);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > GAU_TRACE_BLOCK_MAX)
        return 0;
    if (data[0] >= RECORDS) {
        wrap(data + 1, size - 1, data[0] - RECORDS);
    } else {
        forge.size = 0;
        forge_bytes(&forge, data + 1, size - 1);
        if (data[0] == CHECKSUMS)
            put_checksums_right();
    }
    read_forged();
    return 0;
}
