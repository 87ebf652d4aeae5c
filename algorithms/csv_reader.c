/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of the buffer, beside the longest row. */
enum { PIECE = 256 * 1024, CAPACITY = GAU_CSV_MAX_ROW + 1 + PIECE };

/* --- bytes --------------------------------------------------------------------------------- */

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

/* Fills the buffer behind what was not taken yet, which moves to its beginning. */
static gau_status fill(struct gau_csv_reader *reader, gau_error *err)
{
    reader->end -= reader->next;
    memmove(reader->buffer, reader->buffer + reader->next, reader->end);
    reader->next = 0;
    while (reader->end < CAPACITY && !reader->at_end) {
        const ssize_t n = read(reader->fd, reader->buffer + reader->end, CAPACITY - reader->end);

        if (n < 0 && errno != EINTR)
            return gau_fail(err, GAU_ERR_IO, "%s: cannot be read: %s", reader->path,
                            strerror(errno));
        if (n == 0)
            return end_of_file(reader, err);
        reader->end += n > 0 ? (size_t)n : 0;
        reader->consumed += n > 0 ? (uint64_t)n : 0;
    }
    return GAU_OK;
}

/* From the first byte, but for the mark that some programs put in front of UTF-8. */
static gau_status begin(struct gau_csv_reader *reader, gau_error *err)
{
    reader->next = reader->end = 0;
    reader->line = 1;
    reader->consumed = 0;
    reader->at_end = false;
    GAU_TRY(fill(reader, err));
    if (reader->end >= 3 && memcmp(reader->buffer, "\xEF\xBB\xBF", 3) == 0)
        reader->next = 3;
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
    *reader = (struct gau_csv_reader){.fd = -1, .path = strdup(path), .buffer = malloc(CAPACITY)};
    if (!reader->path || !reader->buffer)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory to read '%.*s'", GAU_QUOTE(path));
    reader->fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (reader->fd < 0)
        return gau_fail(err, GAU_ERR_IO, "%s: %s", path, strerror(errno));
    GAU_TRY(check_file(reader, err));
    return begin(reader, err);
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
    return begin(reader, err);
}

/* --- rows ---------------------------------------------------------------------------------- */

enum state { AT_FIELD, IN_FIELD, IN_QUOTES, BEHIND_QUOTE, BROKEN };

/* A row, or an empty line, as far as it was looked at. */
struct scan {
    size_t length;     /* without the line's end */
    size_t first_line; /* length of that, with its end, if a quote goes on behind it */
    uint64_t lines;    /* that ended in quotes */
    uint32_t columns;
    enum gau_csv_fault fault;
    bool ended; /* by a line's end */
};

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
    *scan = (struct scan){.length = n, .columns = commas + 1, .ended = true};
    return true;
}

/* The state behind a character that is not in quotes, and not the line's end. */
static enum state step(struct scan *scan, enum state state, char c)
{
    const bool stray = c == '"' ? state == IN_FIELD : state == BEHIND_QUOTE && c != '\r';

    if (c == ',') {
        scan->columns++;
        return state == BROKEN ? BROKEN : AT_FIELD;
    }
    if (stray) {
        scan->fault = GAU_CSV_STRAY_QUOTE;
        return BROKEN;
    }
    if (c == '"' && state != BROKEN)
        return IN_QUOTES;
    return state == AT_FIELD ? IN_FIELD : state;
}

static void note_line(struct scan *scan)
{
    if (scan->lines++ == 0)
        scan->first_line = scan->length + 1;
}

static struct scan scan_row(const char *text, size_t length)
{
    struct scan scan = {.columns = 1};
    enum state state = AT_FIELD;

    if (scan_plain(&scan, text, length))
        return scan;
    for (; scan.length < length && scan.length <= GAU_CSV_MAX_ROW && !scan.ended; scan.length++) {
        const char c = text[scan.length];

        scan.ended = c == '\n' && state != IN_QUOTES;
        if (scan.ended)
            break;
        if (state != IN_QUOTES)
            state = step(&scan, state, c);
        else if (c == '"')
            state = BEHIND_QUOTE;
        else if (c == '\n')
            note_line(&scan);
        if (c == '\0')
            scan.fault = GAU_CSV_NUL;
    }
    if (scan.length > GAU_CSV_MAX_ROW)
        scan.fault = scan.first_line ? GAU_CSV_OPEN_QUOTE : GAU_CSV_TOO_LONG;
    else if (state == IN_QUOTES)
        scan.fault = GAU_CSV_OPEN_QUOTE;
    return scan;
}

static gau_status discard_line(struct gau_csv_reader *reader, gau_error *err)
{
    const char *newline;

    while (!(newline = memchr(reader->buffer + reader->next, '\n', reader->end - reader->next)) &&
           !reader->at_end) {
        reader->next = reader->end;
        GAU_TRY(fill(reader, err));
    }
    reader->next = newline ? (size_t)(newline - reader->buffer) + 1 : reader->end;
    return GAU_OK;
}

/* Of a row that is too long, or a quote that does not end, only the first line is given up. */
static gau_status pass(struct gau_csv_reader *reader, const struct scan *scan, gau_error *err)
{
    const bool given_up = scan->fault == GAU_CSV_OPEN_QUOTE || scan->fault == GAU_CSV_TOO_LONG;

    reader->line += given_up ? 1 : scan->lines + 1;
    if (given_up && scan->first_line == 0)
        return discard_line(reader, err);
    reader->next += given_up ? scan->first_line : scan->length + scan->ended;
    return GAU_OK;
}

static size_t without_return(const char *text, size_t length)
{
    return length > 0 && text[length - 1] == '\r' ? length - 1 : length;
}

/* One row, or an empty line. */
static gau_status read_row(struct gau_csv_row *row, struct gau_csv_reader *reader, gau_error *err)
{
    struct scan scan = scan_row(reader->buffer + reader->next, reader->end - reader->next);
    const char *text;

    if (!scan.ended && !reader->at_end && scan.length <= GAU_CSV_MAX_ROW) {
        GAU_TRY(fill(reader, err));
        scan = scan_row(reader->buffer, reader->end);
    }
    if (reader->next == reader->end)
        return GAU_END;
    text = reader->buffer + reader->next;
    *row = (struct gau_csv_row){.begin = reader->next,
                                .length = without_return(text, scan.length),
                                .line = reader->line,
                                .columns = scan.columns,
                                .fault = scan.fault};
    return pass(reader, &scan, err);
}

gau_status gau_csv_next_row(struct gau_csv_row *row, struct gau_csv_reader *reader, gau_error *err)
{
    do {
        const gau_status status = read_row(row, reader, err);

        if (status != GAU_OK)
            return status;
    } while (row->length == 0 && row->fault == GAU_CSV_FINE);
    row->number = ++reader->number;
    return GAU_OK;
}
