/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem, SEEK_DATA */
#include "trace_reader.h"

#include "block_codec.h"
#include "rbwp_format.h"
#include "rbwp_reader.h"
#include "show_records.h"
#include "trace_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Two blocks, so that most blocks are in it completely. */
enum { WINDOW = 2 * GAU_TRACE_BLOCK_MAX, HEADER_MAX = 4096 };

/* Limit for checking places that look like blocks but are none, so that files made of such places
 * do not cost more than others. */
enum { SPENT_MAX = 64 << 20, SPENT_PER_BYTE = 4 };

struct reading {
    int fd;
    uint64_t size;   /* of the file when it was opened, or less if it was truncated */
    uint64_t offset; /* in the file, of `begin` */
    unsigned char *window;
    size_t capacity, begin, end;
    int error;      /* errno, if the file cannot be read */
    uint64_t spent; /* bytes whose checksum was wrong */
    bool any;       /* a block was read; `last` is its number */
    uint64_t last;
    unsigned char *raw; /* room for a block that was compressed; NULL: there was none yet */
    bool no_memory;     /* for it */
    struct gau_trace_show_state state;
    char *message;
    size_t message_size;
};

static enum gau_trace_status fail(struct reading *r, enum gau_trace_status status,
                                  const char *format, ...) __attribute__((format(printf, 3, 4)));

static enum gau_trace_status fail(struct reading *r, enum gau_trace_status status,
                                  const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(r->message, r->message_size, format, arguments);
    va_end(arguments);
    return status;
}

/* --- bytes ----------------------------------------------------------------------------------- */

/* True: the next `need` bytes, at most a block, are in the window. */
static bool fill_window(struct reading *r, size_t need)
{
    size_t have = r->end - r->begin;

    if (need <= have)
        return true;
    if (need > r->size - r->offset)
        return false;
    memmove(r->window, r->window + r->begin, have);
    r->begin = 0;
    while (have < need) {
        const uint64_t rest = r->size - r->offset - have;
        const size_t room = r->capacity - have;
        const ssize_t n =
            pread(r->fd, r->window + have, room < rest ? room : rest, (off_t)(r->offset + have));

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            r->error = n < 0 ? errno : 0;
            r->size = r->offset + have; /* it was truncated */
            break;
        }
        have += (size_t)n;
    }
    r->end = have;
    return have >= need;
}

static void skip(struct reading *r, uint64_t n)
{
    const size_t have = r->end - r->begin;

    r->begin = n < have ? r->begin + (size_t)n : r->end;
    r->offset += n;
    r->state.damage.bytes_skipped += n;
    r->state.damage.tail_bytes += n;
}

/* Files may have holes of any size. */
static void skip_hole(struct reading *r)
{
    const uint64_t at = r->offset + (r->end - r->begin);
    const off_t data = lseek(r->fd, (off_t)at, SEEK_DATA);
    uint64_t next = at;

    if (data >= 0)
        next = (uint64_t)data;
    else if (errno == ENXIO)
        next = r->size;
    if (next > at)
        skip(r, (next < r->size ? next : r->size) - r->offset);
}

/* Moves to the next place that looks like the start of a block. */
static bool search_block(struct reading *r)
{
    const uint32_t magic = GAU_TRACE_BLOCK_MAGIC;

    skip(r, 1);
    while (fill_window(r, sizeof magic)) {
        const size_t have = r->end - r->begin;
        const unsigned char *const begin = r->window + r->begin;
        const unsigned char *const found = memmem(begin, have, &magic, sizeof magic);

        if (found) {
            skip(r, (uint64_t)(found - begin));
            return true;
        }
        skip(r, have - sizeof magic + 1);
        skip_hole(r);
    }
    return false;
}

/* The checksum of data that contains it at that offset, where zero is assumed. */
static uint32_t sum_of(const unsigned char *bytes, size_t size, size_t at)
{
    const uint32_t none = 0;
    const size_t after = at + sizeof none;
    uint32_t crc = gau_trace_crc(0, bytes, at);

    crc = gau_trace_crc(crc, &none, sizeof none);
    return gau_trace_crc(crc, bytes + after, size - after);
}

/* --- blocks ---------------------------------------------------------------------------------- */

/* True if the window starts with a block, of this size. */
static bool is_block(struct reading *r, uint32_t *size)
{
    struct gau_trace_block block;
    uint32_t crc;

    if (!fill_window(r, sizeof block))
        return false;
    memcpy(&block, r->window + r->begin, sizeof block);
    if (block.magic != GAU_TRACE_BLOCK_MAGIC || block.size < sizeof block || block.size % 8 ||
        block.size > GAU_TRACE_BLOCK_MAX || !fill_window(r, block.size))
        return false;
    crc = sum_of(r->window + r->begin, block.size, offsetof(struct gau_trace_block, checksum));
    *size = block.size;
    if (crc != block.checksum)
        r->spent += block.size;
    return crc == block.checksum;
}

/* The block without compression, or NULL: the codec is not known or the stream is damaged, which is
 * counted; or there is no memory. */
static unsigned char *expand(struct reading *r, unsigned char *memory)
{
    const struct gau_trace_block *const block = (const void *)memory;

    if (block->codec == GAU_TRACE_UNCOMPRESSED)
        return memory;
    if (!r->raw)
        r->raw = malloc(GAU_TRACE_BLOCK_MAX);
    r->no_memory = !r->raw;
    if (r->raw && gau_trace_expand(block, r->raw, &r->no_memory))
        return r->raw;
    r->state.damage.unknown += !r->no_memory;
    return NULL;
}

static bool show_block(struct reading *r, unsigned char *memory, uint64_t offset)
{
    const struct gau_trace_visitor *const visitor = r->state.visitor;
    unsigned char *const raw = expand(r, memory);

    if (r->no_memory ||
        (visitor->block && !visitor->block(r->state.user, (const void *)memory, offset)))
        return false;
    return !raw || gau_trace_show(&r->state, raw);
}

/* Passes on the records of the current block. Returns false if a callback ended the reading, or
 * there is no memory. */
static bool take_block(struct reading *r, uint32_t size)
{
    /* Bytes before it have been used. */
    unsigned char *const aligned = r->window + r->begin / 8 * 8;
    struct gau_trace_damage *const damage = &r->state.damage;
    uint64_t sequence;

    memcpy(&sequence, r->window + r->begin + offsetof(struct gau_trace_block, sequence), 8);
    if (r->any && sequence <= r->last) {
        skip(r, size);
        damage->tail_bytes = 0;
        damage->misplaced++;
        damage->misplaced_bytes += size;
        return true;
    }
    if (aligned != r->window + r->begin)
        memmove(aligned, r->window + r->begin, size);
    damage->missing += sequence - (r->any ? r->last + 1 : 0);
    damage->blocks++;
    damage->tail_bytes = 0;
    r->any = true;
    r->last = sequence;
    r->begin += size;
    r->offset += size;
    return show_block(r, aligned, r->offset - size);
}

static enum gau_trace_status read_blocks(struct reading *r)
{
    while (r->offset < r->size && r->spent <= SPENT_MAX + SPENT_PER_BYTE * r->offset) {
        uint32_t size = 0;

        if (is_block(r, &size)) {
            if (!take_block(r, size))
                return r->no_memory
                           ? fail(r, GAU_TRACE_NO_MEMORY, "out of memory (compressed block)")
                           : fail(r, GAU_TRACE_STOPPED, "stopped before the end");
        } else if (!search_block(r)) {
            break;
        }
    }
    if (r->offset < r->size)
        skip(r, r->size - r->offset);
    if (r->error)
        return fail(r, GAU_TRACE_NO_FILE, "%s", strerror(r->error));
    return GAU_TRACE_OK;
}

/* --- files ----------------------------------------------------------------------------------- */

static enum gau_trace_status read_header(struct reading *r, struct gau_trace_header *header)
{
    if (!fill_window(r, sizeof *header) ||
        memcmp(r->window, GAU_TRACE_MAGIC, sizeof header->magic) != 0)
        return r->error ? fail(r, GAU_TRACE_NO_FILE, "%s", strerror(r->error))
                        : fail(r, GAU_TRACE_NO_TRACE, "not a trace file");
    memcpy(header, r->window, sizeof *header);
    if (header->header_size < sizeof *header || header->header_size > HEADER_MAX ||
        !fill_window(r, header->header_size))
        return fail(r, GAU_TRACE_NO_TRACE, "the header is damaged");
    if (sum_of(r->window, header->header_size, offsetof(struct gau_trace_header, checksum)) !=
        header->checksum)
        return fail(r, GAU_TRACE_NO_TRACE, "the header is damaged");
    if (header->version != GAU_TRACE_VERSION)
        return fail(r, GAU_TRACE_NO_VERSION,
                    "version %u of the format, this gaudit reads version %d", header->version,
                    GAU_TRACE_VERSION);
    r->begin += header->header_size;
    r->offset += header->header_size;
    return GAU_TRACE_OK;
}

static enum gau_trace_status open_file(struct reading *r, const char *path)
{
    struct stat info;

    /* Not blocking, since it might be a FIFO. */
    r->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (r->fd < 0 || fstat(r->fd, &info) != 0)
        return fail(r, GAU_TRACE_NO_FILE, "%s", strerror(errno));
    if (!S_ISREG(info.st_mode))
        return fail(r, GAU_TRACE_NO_TRACE, "not a regular file");
    r->size = (uint64_t)info.st_size;
    r->capacity = r->size < WINDOW ? (size_t)r->size : WINDOW;
    r->window = malloc(r->capacity ? r->capacity : 1);
    return r->window ? GAU_TRACE_OK : fail(r, GAU_TRACE_NO_MEMORY, "out of memory (read buffer)");
}

/* Kernel files have size 0, whatever they contain. */
static bool is_empty(const struct reading *r)
{
    char byte;

    return r->size == 0 && pread(r->fd, &byte, 1, 0) == 0;
}

enum { RBWP_MAGIC_SIZE = sizeof GAU_RBWP_MAGIC - 1 };

static bool is_rbwp(struct reading *r)
{
    return fill_window(r, RBWP_MAGIC_SIZE) &&
           memcmp(r->window, GAU_RBWP_MAGIC, RBWP_MAGIC_SIZE) == 0;
}

static enum gau_trace_status read_content(struct reading *r, struct gau_trace_header *header)
{
    enum gau_trace_status status = GAU_TRACE_OK;

    if (is_rbwp(r))
        return gau_rbwp_read(r->fd, r->size, &r->state, header, r->message, r->message_size);
    if (!is_empty(r))
        status = read_header(r, header);
    return status == GAU_TRACE_OK ? read_blocks(r) : status;
}

static enum gau_trace_status read_file(struct reading *r, const char *path,
                                       struct gau_trace_header *header)
{
    enum gau_trace_status status = open_file(r, path);

    if (status == GAU_TRACE_OK)
        status = read_content(r, header);
    gau_trace_show_end(&r->state);
    free(r->window);
    free(r->raw);
    if (r->fd >= 0)
        close(r->fd);
    return status;
}

enum gau_trace_status gau_trace_read(const char *path, const struct gau_trace_visitor *visitor,
                                     void *user, struct gau_trace_header *header,
                                     struct gau_trace_damage *damage, char *message, size_t size)
{
    struct reading *const r = calloc(1, sizeof *r);
    struct gau_trace_header own = {.version = 0};
    enum gau_trace_status status;

    if (!r) {
        snprintf(message, size, "out of memory (trace reader)");
        return GAU_TRACE_NO_MEMORY;
    }
    r->state.visitor = visitor;
    r->state.user = user;
    r->message = message;
    r->message_size = size;
    status = read_file(r, path, &own);
    if (header)
        *header = own;
    if (damage)
        *damage = r->state.damage;
    free(r);
    return status;
}

bool gau_trace_is_rbwp(const char *path)
{
    char magic[RBWP_MAGIC_SIZE];
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    const bool is_one = fd >= 0 && pread(fd, magic, sizeof magic, 0) == sizeof magic &&
                        memcmp(magic, GAU_RBWP_MAGIC, sizeof magic) == 0;

    if (fd >= 0)
        close(fd);
    return is_one;
}
