/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* flock() */

#include "trace_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static_assert(sizeof(off_t) == 8, "large files");

/* High, since programs rely on low numbers; lower if the limit is. */
enum { HIGH_FD = 1000, LOWEST_FD = 16, CAPACITY_MIN = 4096 };

/* --- bytes ----------------------------------------------------------------------------------- */

/* Returns 0 or an errno; then the file is unchanged, or the writer broken. */
static int write_whole(struct gau_trace_writer *writer, const void *data, size_t size)
{
    const char *const bytes = data;
    size_t done = 0;

    while (done < size) {
        const ssize_t n =
            pwrite(writer->fd, bytes + done, size - done, (off_t)(writer->offset + done));
        const int error = n < 0 ? errno : EIO;

        if (n > 0) {
            done += (size_t)n;
        } else if (error != EINTR) {
            if (done && ftruncate(writer->fd, (off_t)writer->offset) != 0)
                writer->broken = true;
            return error;
        }
    }
    writer->offset += size;
    return 0;
}

/* Growing beyond the limit of file sizes sends SIGXFSZ to the writing thread. It must not reach the
 * program, neither now nor when it unblocks its signals. */
static int write_quietly(struct gau_trace_writer *writer, const void *data, size_t size)
{
    const struct timespec now = {0};
    sigset_t limit, before, pending;
    int error;

    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    sigemptyset(&pending);
    pthread_sigmask(SIG_BLOCK, &limit, &before);
    sigpending(&pending);
    error = write_whole(writer, data, size);
    if (error == EFBIG && !sigismember(&pending, SIGXFSZ))
        sigtimedwait(&limit, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

/* --- the file -------------------------------------------------------------------------------- */

static int move_up(int fd)
{
    for (int lowest = HIGH_FD; fd >= 0 && fd < lowest && lowest >= LOWEST_FD; lowest /= 2) {
        const int high = fcntl(fd, F_DUPFD_CLOEXEC, lowest);

        if (high >= 0) {
            close(fd);
            return high;
        }
    }
    return fd;
}

static bool is_ours(const struct gau_trace_writer *writer, int fd, struct stat *info)
{
    return fstat(fd, info) == 0 && info->st_dev == writer->device && info->st_ino == writer->inode;
}

/* ENOENT: the file was removed, ESTALE: it was made shorter. Writing on would be in vain. */
static int check_file(const struct gau_trace_writer *writer, const struct stat *info)
{
    if (info->st_nlink == 0)
        return ENOENT;
    return (uint64_t)info->st_size < writer->offset ? ESTALE : 0;
}

/* Programs may close all descriptors that they do not know, and reuse the number; then it is not
 * closed here. Not blocking, since the path may be that of a FIFO by now. */
static int find_file(struct gau_trace_writer *writer)
{
    struct stat info;
    int fd;

    if (writer->fd >= 0 && is_ours(writer, writer->fd, &info))
        return check_file(writer, &info);
    writer->fd = -1;
    fd = open(writer->path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return errno;
    if (!is_ours(writer, fd, &info)) {
        close(fd);
        return ESTALE;
    }
    writer->fd = move_up(fd);
    return check_file(writer, &info);
}

static int set_path(struct gau_trace_writer *writer, const char *path)
{
    const size_t size = strlen(path) + 1;
    size_t n = 0;

    if (*path != '/') {
        if (!getcwd(writer->path, sizeof writer->path))
            return errno;
        n = strlen(writer->path);
        writer->path[n++] = '/';
    }
    if (size > sizeof writer->path - n)
        return ENAMETOOLONG;
    memcpy(writer->path + n, path, size);
    return 0;
}

static int create_file(struct gau_trace_writer *writer)
{
    struct stat info;

    writer->fd =
        move_up(open(writer->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (writer->fd < 0 || fstat(writer->fd, &info) != 0)
        return errno;
    writer->device = info.st_dev;
    writer->inode = info.st_ino;
    return 0;
}

static int write_header(struct gau_trace_writer *writer, const struct gau_trace_header *given)
{
    struct gau_trace_header header = *given;

    memcpy(header.magic, GAU_TRACE_MAGIC, sizeof header.magic);
    header.version = GAU_TRACE_VERSION;
    header.header_size = sizeof header;
    header.checksum = 0;
    header.checksum = gau_trace_crc(0, &header, sizeof header);
    return write_quietly(writer, &header, sizeof header);
}

/* --- blocks ---------------------------------------------------------------------------------- */

static void begin_block(struct gau_trace_writer *writer)
{
    const struct gau_trace_block block = {
        .magic = GAU_TRACE_BLOCK_MAGIC,
        .sequence = writer->sequence,
        .resets = writer->resets,
    };

    memcpy(writer->block, &block, sizeof block);
    writer->used = sizeof block;
}

/* Compresses the block, into writer->packed; returns the bytes of what is to be written. */
static unsigned char *pack_block(struct gau_trace_writer *writer, struct gau_trace_block *block)
{
    const uint32_t head = (uint32_t)sizeof *block;
    uint32_t packed = 0;

    if (writer->pack)
        packed = writer->pack(writer->packed + head, block->raw_size, writer->block + head,
                              block->raw_size);
    if (packed == 0 || packed + 7 >= block->raw_size)
        return writer->block;
    memset(writer->packed + head + packed, 0, 8 - packed % 8);
    block->size = head + (packed + 7) / 8 * 8;
    block->codec = writer->codec;
    return writer->packed;
}

static int write_block(struct gau_trace_writer *writer)
{
    struct gau_trace_block block;
    unsigned char *bytes;
    int error;

    if (writer->broken)
        return EIO;
    error = find_file(writer);
    if (error)
        return error;
    memcpy(&block, writer->block, sizeof block);
    block.size = writer->used;
    block.raw_size = writer->used - (uint32_t)sizeof block;
    bytes = pack_block(writer, &block);
    memcpy(bytes, &block, sizeof block);
    block.checksum = gau_trace_crc(0, bytes, block.size);
    memcpy(bytes, &block, sizeof block);
    return write_quietly(writer, bytes, block.size);
}

void gau_trace_flush(struct gau_trace_writer *writer)
{
    const int saved = errno;
    int error;

    if (writer->used <= sizeof(struct gau_trace_block))
        return;
    error = write_block(writer);
    if (error) {
        writer->lost_blocks++;
        writer->error = writer->error ? writer->error : error;
        if (error == EBADF)
            writer->fd = -1; /* our file, but a descriptor of the program */
    }
    writer->sequence++;
    begin_block(writer);
    errno = saved;
}

void *gau_trace_add(struct gau_trace_writer *writer, enum gau_trace_type type, size_t size)
{
    struct gau_trace_record *record;
    uint32_t rounded;

    assert(size >= sizeof *record);
    if (size > writer->capacity - sizeof(struct gau_trace_block))
        return NULL;
    rounded = ((uint32_t)size + 7) / 8 * 8;
    if (rounded > writer->capacity - writer->used)
        gau_trace_flush(writer);
    record = (void *)(writer->block + writer->used);
    memset(record, 0, rounded);
    record->type = type;
    record->size = rounded;
    writer->used += rounded;
    writer->resets += type == GAU_TRACE_STACKS_RESET;
    return record;
}

size_t gau_trace_room(const struct gau_trace_writer *writer)
{
    return writer->capacity - writer->used;
}

/* --- open, close, fork -------------------------------------------------------------------- */

static int begin_file(struct gau_trace_writer *writer, const char *path,
                      const struct gau_trace_header *header)
{
    int error = set_path(writer, path);

    if (error)
        return error;
    error = create_file(writer);
    if (!error)
        error = write_header(writer, header);
    if (error && writer->fd >= 0) {
        close(writer->fd);
        unlink(writer->path);
    }
    return error;
}

int gau_trace_create(struct gau_trace_writer *writer, const char *path,
                     const struct gau_trace_header *header, void *memory, uint32_t capacity)
{
    const int saved = errno;
    int error;

    assert(capacity >= CAPACITY_MIN && capacity <= GAU_TRACE_BLOCK_MAX && capacity % 8 == 0);
    memset(writer, 0, sizeof *writer);
    writer->block = memory;
    writer->capacity = capacity;
    error = begin_file(writer, path, header);
    if (error) {
        writer->fd = -1;
        writer->error = error;
        writer->broken = true;
    }
    begin_block(writer);
    errno = saved;
    return error;
}

void gau_trace_forget(struct gau_trace_writer *writer)
{
    const int saved = errno;
    struct stat info;

    if (writer->fd >= 0 && is_ours(writer, writer->fd, &info))
        close(writer->fd);
    writer->fd = -1;
    writer->broken = true;
    begin_block(writer);
    errno = saved;
}

int gau_trace_lock(struct gau_trace_writer *writer)
{
    const int saved = errno;
    struct stat info;
    int error = 0;

    if (flock(writer->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        error = EWOULDBLOCK;
    else if (!is_ours(writer, writer->fd, &info) || info.st_nlink == 0)
        error = EBUSY;
    writer->locked = error == 0;
    errno = saved;
    return error;
}

void gau_trace_close(struct gau_trace_writer *writer)
{
    struct stat info;

    gau_trace_flush(writer);
    if (writer->locked && writer->fd >= 0 && is_ours(writer, writer->fd, &info))
        flock(writer->fd, LOCK_UN);
    gau_trace_forget(writer);
}
