/* SPDX-License-Identifier: Apache-2.0 */
#include "forged_file.h"

#include "trace/block_codec.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void need(bool condition)
{
    if (!condition)
        abort();
}

void forge_bytes(struct forge *forge, const void *bytes, size_t size)
{
    need(size <= sizeof forge->data - forge->size);
    if (size)
        memcpy(forge->data + forge->size, bytes, size);
    forge->size += size;
}

void forge_header(struct forge *forge, struct gau_trace_header header, size_t size)
{
    unsigned char bytes[8192] = {0};

    need(size >= sizeof header && size <= sizeof bytes);
    header.checksum = 0;
    memcpy(bytes, &header, sizeof header);
    header.checksum = gau_trace_crc(0, bytes, size);
    memcpy(bytes, &header, sizeof header);
    forge->size = 0;
    forge_bytes(forge, bytes, size);
}

void forge_begin(struct forge *forge)
{
    struct gau_trace_header header = {.version = GAU_TRACE_VERSION,
                                      .header_size = sizeof header,
                                      .content = GAU_TRACE_SAMPLES};

    memcpy(header.magic, GAU_TRACE_MAGIC, sizeof header.magic);
    forge_header(forge, header, sizeof header);
}

void forge_block(struct forge *forge, struct gau_trace_block block, const void *records,
                 size_t size)
{
    block.size = (uint32_t)(sizeof block + size);
    block.raw_size = block.raw_size ? block.raw_size : (uint32_t)size;
    block.checksum = 0;
    block.checksum = gau_trace_crc(gau_trace_crc(0, &block, sizeof block), records, size);
    forge_bytes(forge, &block, sizeof block);
    forge_bytes(forge, records, size);
}

void forge_plain(struct forge *forge, uint64_t sequence, const void *records, size_t size)
{
    forge_block(forge,
                (struct gau_trace_block){.magic = GAU_TRACE_BLOCK_MAGIC, .sequence = sequence},
                records, size);
}

/* The stream of zlib ends where it says, so that what pads it means nothing. */
void forge_packed(struct forge *forge, uint64_t sequence, const void *records, size_t size)
{
    static unsigned char stream[2 * GAU_TRACE_BLOCK_MAX];
    struct gau_trace_writer writer = {.fd = -1};
    uint32_t used;

    gau_trace_compress(&writer, stream);
    used = writer.pack(stream, sizeof stream - 8, records, (uint32_t)size);
    need(used > 0);
    memset(stream + used, 0, 8);
    forge_block(forge,
                (struct gau_trace_block){.magic = GAU_TRACE_BLOCK_MAGIC,
                                         .sequence = sequence,
                                         .codec = GAU_TRACE_ZLIB,
                                         .raw_size = (uint32_t)size},
                stream, (used + 7) / 8 * 8);
}

/* Shortened afterwards: a file system may write a file that was emptied first to its disk at once.
 */
void forge_write(const struct forge *forge, const char *path)
{
    const int fd = open(path, O_WRONLY | O_CREAT, 0666);

    need(fd >= 0 && write(fd, forge->data, forge->size) == (ssize_t)forge->size);
    need(ftruncate(fd, (off_t)forge->size) == 0);
    close(fd);
}
