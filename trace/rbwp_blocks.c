/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* flock() */

#include "rbwp_blocks.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

/* A complete block, as it is in the file. */
struct gau_rbwp_complete {
    struct gau_rbwp_complete *next;
    uint32_t size;
    unsigned char bytes[];
};

/* --- the file ------------------------------------------------------------------------------ */

static int write_whole(struct gau_rbwp_file *file, const unsigned char *bytes, size_t size,
                       uint64_t offset)
{
    size_t done = 0;

    while (done < size) {
        const ssize_t n = pwrite(file->fd, bytes + done, size - done, (off_t)(offset + done));

        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR)
            return n == 0 ? EIO : errno;
    }
    return 0;
}

/* The limit of file sizes sends SIGXFSZ, which the program must not get. */
static int write_quietly(struct gau_rbwp_file *file, const unsigned char *bytes, size_t size,
                         uint64_t offset)
{
    const struct timespec now = {0};
    sigset_t limit, before, pending;
    int error;

    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    sigemptyset(&pending);
    pthread_sigmask(SIG_BLOCK, &limit, &before);
    sigpending(&pending);
    error = write_whole(file, bytes, size, offset);
    if (error == EFBIG && !sigismember(&pending, SIGXFSZ))
        sigtimedwait(&limit, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error && !file->error)
        file->error = error;
    return error;
}

static int write_header(struct gau_rbwp_file *file, const struct gau_rbwp_settings *settings)
{
    unsigned char header[GAU_RBWP_HEADER_SIZE] = GAU_RBWP_MAGIC;
    unsigned char *at = header + 4;

    at = gau_rbwp_put(at, GAU_RBWP_VERSION, 2);
    at = gau_rbwp_put(at, settings->level >= 2 ? GAU_RBWP_FINE : 0, 2);
    at = gau_rbwp_put(at, settings->node, 4);
    gau_rbwp_put(at, (uint64_t)settings->zero_ns, 8);
    file->offset = GAU_RBWP_HEADER_SIZE;
    return write_quietly(file, header, sizeof header, 0);
}

int gau_rbwp_file_create(struct gau_rbwp_file *file, const struct gau_rbwp_settings *settings)
{
    int error;

    memset(file, 0, offsetof(struct gau_rbwp_file, packed));
    file->end = &file->oldest;
    file->limit = settings->buffer;
    file->compressed = settings->compressed;
    snprintf(file->path, sizeof file->path, "%s", settings->path);
    file->fd = open(settings->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file->fd < 0)
        return errno;
    flock(file->fd, LOCK_EX | LOCK_NB);
    error = write_header(file, settings);
    if (error) {
        close(file->fd);
        unlink(settings->path);
        file->fd = -1;
    }
    return error;
}

/* The next block takes the place of one that could not be written. */
static void write_oldest(struct gau_rbwp_file *file)
{
    struct gau_rbwp_complete *const block = file->oldest;

    if (write_quietly(file, block->bytes, block->size, file->offset) == 0)
        file->offset += block->size;
    else
        file->lost_blocks++;
    file->kept -= block->size;
    file->oldest = block->next;
    if (!file->oldest)
        file->end = &file->oldest;
    free(block);
}

void gau_rbwp_file_flush(struct gau_rbwp_file *file)
{
    while (file->oldest)
        write_oldest(file);
}

void gau_rbwp_file_close(struct gau_rbwp_file *file, const unsigned char *descriptors, size_t size,
                         uint32_t items, uint32_t sub_items)
{
    unsigned char counts[GAU_RBWP_HEADER_SIZE - GAU_RBWP_AT_ITEMS];

    gau_rbwp_file_flush(file);
    gau_rbwp_put(gau_rbwp_put(gau_rbwp_put(counts, items, 4), sub_items, 4), file->offset, 8);
    /* What is left of a block that could not be written would follow the descriptors. */
    if (ftruncate(file->fd, (off_t)file->offset) == 0 &&
        write_quietly(file, descriptors, size, file->offset) == 0)
        file->closed = write_quietly(file, counts, sizeof counts, GAU_RBWP_AT_ITEMS) == 0;
    gau_rbwp_file_clear(file);
}

void gau_rbwp_file_clear(struct gau_rbwp_file *file)
{
    while (file->oldest) {
        struct gau_rbwp_complete *const next = file->oldest->next;

        free(file->oldest);
        file->oldest = next;
    }
    file->end = &file->oldest;
    if (file->fd >= 0) {
        flock(file->fd, LOCK_UN); /* forked children have it, too */
        close(file->fd);
    }
    file->fd = -1;
}

/* --- blocks -------------------------------------------------------------------------------- */

static uint32_t pack(struct gau_rbwp_file *file, const struct gau_rbwp_block *block)
{
    uLongf packed = sizeof file->packed;

    if (!file->compressed ||
        compress2(file->packed, &packed, block->data, block->size, Z_DEFAULT_COMPRESSION) != Z_OK)
        return 0;
    return packed < block->size ? (uint32_t)packed : 0;
}

void gau_rbwp_block_end(struct gau_rbwp_file *file, struct gau_rbwp_block *block)
{
    const uint32_t packed = block->count ? pack(file, block) : 0;
    const uint32_t size = packed ? packed : block->size;
    struct gau_rbwp_complete *complete;
    unsigned char *at;

    if (!block->count)
        return;
    complete = malloc(sizeof *complete + GAU_RBWP_BLOCK_HEADER_SIZE + size);
    if (complete) {
        *complete = (struct gau_rbwp_complete){.size = GAU_RBWP_BLOCK_HEADER_SIZE + size};
        at = gau_rbwp_put(complete->bytes, block->thread, 8);
        at = gau_rbwp_put(gau_rbwp_put(at, block->sequence, 4), block->count, 4);
        at = gau_rbwp_put(gau_rbwp_put(at, (uint64_t)block->base_ns, 8), block->size, 4);
        memcpy(gau_rbwp_put(at, packed, 4), packed ? file->packed : block->data, size);
        *file->end = complete;
        file->end = &complete->next;
        file->kept += complete->size;
        file->blocks++;
        file->records += block->count;
    } else {
        file->lost_blocks++;
        file->error = file->error ? file->error : ENOMEM;
    }
    block->count = block->size = 0;
    if (file->limit && file->kept > file->limit)
        while (file->kept > file->limit / 2)
            write_oldest(file);
}

/* Its bytes: the highest bits of the first say how many. */
static unsigned char *put_big(unsigned char *at, uint64_t number, int bytes)
{
    for (int i = bytes; i-- > 0;)
        *at++ = (unsigned char)(number >> 8 * i);
    return at;
}

static unsigned char *put_stamp(unsigned char *at, int64_t last_ns, int64_t ns)
{
    const int64_t later = ns - last_ns;

    if (later >= 0 && later < GAU_RBWP_SHORT)
        return put_big(at, (uint64_t)later, 2);
    if (later >= 0 && later < GAU_RBWP_LONG)
        return put_big(at, UINT64_C(2) << 30 | (uint64_t)later, 4);
    return put_big(at, UINT64_C(3) << 62 | ((uint64_t)ns & (UINT64_MAX >> 2)), 8);
}

unsigned char *gau_rbwp_add(struct gau_rbwp_file *file, struct gau_rbwp_block *block, int64_t ns,
                            enum gau_rbwp_record type, uint32_t size)
{
    unsigned char *at;

    if (block->size + 8 + 1 + size > GAU_RBWP_BLOCK_MAX)
        gau_rbwp_block_end(file, block);
    if (block->count == 0) {
        block->sequence = file->sequence++;
        block->base_ns = ns;
        block->last_ns = 0;
    }
    at = put_stamp(block->data + block->size, block->last_ns, ns);
    *at++ = (unsigned char)type;
    block->size = (uint32_t)(at - block->data) + size;
    block->count++;
    block->last_ns = ns;
    return at;
}
