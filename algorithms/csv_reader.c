/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 256 * 1024 };
static const size_t max_buffer = (size_t)1 << 30;

/* --- bytes --------------------------------------------------------------------------------- */

static gau_status make_room(struct gau_csv_reader *reader, gau_error *err)
{
    const size_t used = reader->end - reader->kept;
    size_t capacity = reader->capacity;
    char *larger;

    if (capacity - used < PIECE)
        capacity = 2 * capacity + PIECE;
    if (capacity > max_buffer)
        return gau_fail(err, GAU_ERR_IO,
                        "%s:%" PRIu64 ": the rows of one event are larger than 1 GiB", reader->path,
                        reader->line);
    if (reader->kept > 0)
        memmove(reader->buffer, reader->buffer + reader->kept, used);
    reader->next -= reader->kept;
    reader->kept = 0;
    reader->end = used;
    if (capacity == reader->capacity)
        return GAU_OK;
    larger = realloc(reader->buffer, capacity);
    if (!larger)
        return gau_fail(err, GAU_ERR_MEMORY, "%s: no memory for a piece of %zu bytes", reader->path,
                        capacity);
    reader->buffer = larger;
    reader->capacity = capacity;
    return GAU_OK;
}

/* A file that has become shorter would be taken for one with fewer events. */
static gau_status end_of_file(struct gau_csv_reader *reader, gau_error *err)
{
    reader->at_end = true;
    if (reader->consumed >= reader->size)
        return GAU_OK;
    return gau_fail(err, GAU_ERR_IO,
                    "%s: became shorter while it was read: %" PRIu64 " of %" PRIu64 " bytes",
                    reader->path, reader->consumed, reader->size);
}

/* More bytes behind reader->end, or reader->at_end. What is kept may move. */
static gau_status fill(struct gau_csv_reader *reader, gau_error *err)
{
    ssize_t n;

    GAU_TRY(make_room(reader, err));
    do
        n = read(reader->fd, reader->buffer + reader->end, reader->capacity - reader->end);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return gau_fail(err, GAU_ERR_IO, "%s: cannot be read: %s", reader->path, strerror(errno));
    if (n == 0)
        return end_of_file(reader, err);
    reader->end += (size_t)n;
    reader->consumed += (uint64_t)n;
    return GAU_OK;
}

/* The mark that some programs put in front of UTF-8. */
static gau_status skip_mark(struct gau_csv_reader *reader, gau_error *err)
{
    while (reader->end < 3 && !reader->at_end)
        GAU_TRY(fill(reader, err));
    if (reader->end >= 3 && memcmp(reader->buffer, "\xEF\xBB\xBF", 3) == 0)
        reader->kept = reader->next = 3;
    return GAU_OK;
}

/* --- opening ------------------------------------------------------------------------------- */

static const char *kind_of(mode_t mode)
{
    if (S_ISDIR(mode))
        return "a directory";
    if (S_ISFIFO(mode))
        return "a pipe";
    return S_ISCHR(mode) || S_ISBLK(mode) ? "a device" : "something else";
}

static gau_status check_file(struct gau_csv_reader *reader, gau_error *err)
{
    struct stat facts;

    if (fstat(reader->fd, &facts) != 0)
        return gau_fail(err, GAU_ERR_IO, "%s: %s", reader->path, strerror(errno));
    if (!S_ISREG(facts.st_mode))
        return gau_fail(err, GAU_ERR_IO, "%s: is %s, not a file", reader->path,
                        kind_of(facts.st_mode));
    reader->size = (uint64_t)facts.st_size;
    return GAU_OK;
}

gau_status gau_csv_open(struct gau_csv_reader *reader, const char *path, gau_error *err)
{
    *reader = (struct gau_csv_reader){.fd = -1, .line = 1};
    reader->path = strdup(path);
    if (!reader->path)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for a path");
    reader->fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (reader->fd < 0)
        return gau_fail(err, GAU_ERR_IO, "%s: %s", path, strerror(errno));
    GAU_TRY(check_file(reader, err));
    return skip_mark(reader, err);
}

void gau_csv_close(struct gau_csv_reader *reader)
{
    if (reader->path && reader->fd >= 0)
        close(reader->fd);
    free(reader->path);
    free(reader->buffer);
    *reader = (struct gau_csv_reader){.fd = -1};
}

gau_status gau_csv_rewind(struct gau_csv_reader *reader, gau_error *err)
{
    if (lseek(reader->fd, 0, SEEK_SET) != 0)
        return gau_fail(err, GAU_ERR_IO, "%s: %s", reader->path, strerror(errno));
    reader->kept = reader->next = reader->end = 0;
    reader->line = 1;
    reader->consumed = 0;
    reader->at_end = false;
    return skip_mark(reader, err);
}

/* --- rows ---------------------------------------------------------------------------------- */

enum state { AT_FIELD, IN_FIELD, IN_QUOTES, BEHIND_QUOTE, BROKEN };

/* Where a scan has got to; places are offsets from the row's begin, which stay when it moves. */
struct scan {
    enum state state;
    size_t at;
    size_t first_line; /* length of it, with its end; 0: not known yet */
    uint64_t lines;
    uint32_t columns;
    enum gau_csv_fault fault;
};

static void stray_quote(struct scan *scan)
{
    scan->fault = GAU_CSV_STRAY_QUOTE;
    scan->state = BROKEN;
}

static void step_in_quotes(struct scan *scan, char c)
{
    if (c == '"')
        scan->state = BEHIND_QUOTE;
    if (c != '\n')
        return;
    scan->lines++;
    if (scan->first_line == 0)
        scan->first_line = scan->at + 1;
}

static void step_quote(struct scan *scan)
{
    if (scan->state == AT_FIELD || scan->state == BEHIND_QUOTE)
        scan->state = IN_QUOTES;
    else if (scan->state == IN_FIELD)
        stray_quote(scan);
}

static void step_comma(struct scan *scan)
{
    scan->columns++;
    if (scan->state != BROKEN)
        scan->state = AT_FIELD;
}

/* Of all characters but the line's end, outside quotes. */
static void step(struct scan *scan, char c)
{
    if (c == ',') {
        step_comma(scan);
    } else if (c == '"') {
        step_quote(scan);
    } else if (scan->state == BEHIND_QUOTE && c != '\r') {
        stray_quote(scan);
    } else if (scan->state == AT_FIELD) {
        scan->state = IN_FIELD;
    }
    if (c == '\0')
        scan->fault = GAU_CSV_NUL;
}

/* True at the end of a line outside quotes; scan->at is there. */
static bool scan_on(struct scan *scan, const char *text, size_t length)
{
    for (; scan->at < length; scan->at++) {
        const char c = text[scan->at];

        if (scan->state == IN_QUOTES) {
            step_in_quotes(scan, c);
            if (c == '\0')
                scan->fault = GAU_CSV_NUL;
        } else if (c == '\n') {
            return true;
        } else if (scan->state != IN_FIELD || c == ',' || c == '"' || c == '\0') {
            step(scan, c);
        }
    }
    return false;
}

/* Passes over the rest of a line that is too long to be kept. */
static gau_status discard_line(struct gau_csv_reader *reader, gau_error *err)
{
    const char *newline = NULL;

    while (!reader->at_end && !newline) {
        reader->end = reader->next;
        GAU_TRY(fill(reader, err));
        newline = memchr(reader->buffer + reader->next, '\n', reader->end - reader->next);
    }
    reader->line++;
    reader->next = newline ? (size_t)(newline - reader->buffer) + 1 : reader->end;
    return GAU_OK;
}

/* Of a quote that does not end, only the first line is given up. */
static gau_status resume(struct gau_csv_reader *reader, const struct scan *scan, gau_error *err)
{
    if (scan->first_line == 0 && scan->fault == GAU_CSV_TOO_LONG)
        return discard_line(reader, err);
    reader->line++;
    reader->next = scan->first_line ? reader->next + scan->first_line : reader->end;
    return GAU_OK;
}

/* Nearly all rows are one line without a quote: these need no states. False: this one is another,
 * or its end is not there yet. */
static bool scan_plain(struct scan *scan, const char *text, size_t length)
{
    const char *const newline = memchr(text, '\n', length);
    const size_t n = newline ? (size_t)(newline - text) : 0;
    uint32_t commas = 0, others = 0;

    for (size_t i = 0; i < n; i++) {
        commas += text[i] == ',';
        others += text[i] == '"' || text[i] == '\0';
    }
    if (!newline || others || n > GAU_CSV_MAX_ROW)
        return false;
    scan->at = n;
    scan->columns = commas + 1;
    return true;
}

/* One row, or an empty line (length 0). The begin of the row is reader->next. */
static gau_status scan_row(struct scan *scan, struct gau_csv_reader *reader, gau_error *err)
{
    *scan = (struct scan){.state = AT_FIELD, .columns = 1};
    if (scan_plain(scan, reader->buffer + reader->next, reader->end - reader->next))
        return GAU_OK;
    while (!scan_on(scan, reader->buffer + reader->next, reader->end - reader->next)) {
        if (scan->at > GAU_CSV_MAX_ROW) {
            scan->fault = scan->first_line ? GAU_CSV_OPEN_QUOTE : GAU_CSV_TOO_LONG;
            return GAU_OK;
        }
        if (reader->at_end)
            break;
        GAU_TRY(fill(reader, err));
    }
    if (scan->state == IN_QUOTES)
        scan->fault = GAU_CSV_OPEN_QUOTE;
    else if (scan->at > GAU_CSV_MAX_ROW)
        scan->fault = GAU_CSV_TOO_LONG;
    return GAU_OK;
}

static size_t without_return(const char *text, size_t length)
{
    return length > 0 && text[length - 1] == '\r' ? length - 1 : length;
}

static gau_status finish_row(struct gau_csv_row *row, struct gau_csv_reader *reader,
                             const struct scan *scan, gau_error *err)
{
    const char *const text = reader->buffer + reader->next;

    *row = (struct gau_csv_row){.begin = reader->next - reader->kept,
                                .length = without_return(text, scan->at),
                                .line = reader->line,
                                .number = reader->number,
                                .columns = scan->columns,
                                .fault = scan->fault};
    if (scan->fault == GAU_CSV_OPEN_QUOTE ||
        (scan->fault == GAU_CSV_TOO_LONG && reader->next + scan->at >= reader->end))
        return resume(reader, scan, err);
    reader->line += scan->lines + 1;
    reader->next += scan->at + (reader->next + scan->at < reader->end);
    return GAU_OK;
}

gau_status gau_csv_next_row(struct gau_csv_row *row, struct gau_csv_reader *reader, gau_error *err)
{
    struct scan scan;

    do {
        GAU_TRY(scan_row(&scan, reader, err));
        if (scan.at == 0 && reader->at_end && reader->next == reader->end)
            return GAU_END;
        GAU_TRY(finish_row(row, reader, &scan, err));
    } while (row->length == 0 && row->fault == GAU_CSV_FINE);
    row->number = ++reader->number;
    return GAU_OK;
}

void gau_csv_drop_before(struct gau_csv_reader *reader, struct gau_csv_row *row)
{
    reader->kept = row ? reader->kept + row->begin : reader->next;
    if (row)
        row->begin = 0;
}
