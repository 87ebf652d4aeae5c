/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"
#include "plain_row.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of a file that are read at a time. */
enum { BLOCK = 256 * 1024 };

/* Bytes that can be read behind the text. */
enum { BEHIND_TEXT = 8 };

/* --- opening ------------------------------------------------------------------------------- */

static const char *kind_of(mode_t mode)
{
    if (S_ISDIR(mode))
        return "a directory";
    if (S_ISFIFO(mode))
        return "a pipe";
    return S_ISCHR(mode) || S_ISBLK(mode) ? "a device" : "something else";
}

gau_status gau_csv_open(struct gau_csv_reader *reader, const char *path, gau_error *err)
{
    const size_t block = reader->block ? reader->block : BLOCK;
    struct stat facts;

    *reader = (struct gau_csv_reader){.path = strdup(path),
                                      .text = malloc(GAU_CSV_MAX_ROW + 1 + block + BEHIND_TEXT),
                                      .block = block,
                                      .fd = -1};
    if (!reader->path || !reader->text)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (reading '%.*s')", GAU_QUOTE(path));
    reader->fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (reader->fd < 0 || fstat(reader->fd, &facts) != 0)
        return gau_fail(err, GAU_ERR_IO, "%s: %s", path, strerror(errno));
    if (!S_ISREG(facts.st_mode))
        return gau_fail(err, GAU_ERR_IO, "%s: is %s, not a file", path, kind_of(facts.st_mode));
    reader->size = (uint64_t)facts.st_size;
    gau_csv_rewind(reader);
    return GAU_OK;
}

void gau_csv_close(struct gau_csv_reader *reader)
{
    if (reader->path && reader->fd >= 0)
        close(reader->fd);
    free(reader->path);
    free(reader->text);
    *reader = (struct gau_csv_reader){0};
}

void gau_csv_rewind(struct gau_csv_reader *reader)
{
    reader->next = reader->end = 0;
    reader->read = 0;
    reader->line = 1;
}

/* Another block, behind the unused text, which moves to the beginning. The end of a file
 * that grows is where it was when it was opened. */
static gau_status fill_buffer(struct gau_csv_reader *reader, gau_error *err)
{
    const uint64_t left = reader->size - reader->read;
    const size_t wanted = left < reader->block ? (size_t)left : reader->block;
    ssize_t n;

    reader->end -= reader->next;
    memmove(reader->text, reader->text + reader->next, reader->end);
    reader->next = 0;
    do
        n = pread(reader->fd, reader->text + reader->end, wanted, (off_t)reader->read);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return gau_fail(err, GAU_ERR_IO, "%s: cannot be read: %s", reader->path, strerror(errno));
    if (n == 0)
        return gau_fail(err, GAU_ERR_IO,
                        "%s: became shorter while it was read: %" PRIu64 " of %" PRIu64 " bytes",
                        reader->path, reader->read, reader->size);
    reader->end += (size_t)n;
    reader->read += (uint64_t)n;
    return GAU_OK;
}

/* --- rows ---------------------------------------------------------------------------------- */

enum state { AT_FIELD, IN_FIELD, IN_QUOTES, BEHIND_QUOTE, BROKEN };

/* A row, or an empty line, as far as it was scanned. */
struct scan {
    size_t length;  /* without the line's end */
    uint64_t lines; /* that ended in quotes */
    uint32_t columns;
    enum gau_csv_fault fault;
    bool ended; /* by a line's end */
};

static inline uint32_t count_bits_of_bytes(uint64_t highest)
{
    return (uint32_t)(((highest >> 7) * UINT64_C(0x0101010101010101)) >> 56);
}

static inline uint64_t load(const char *at)
{
    uint64_t bytes;

    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/* Those of a text of any length. */
static uint32_t count_commas(const char *text, size_t n)
{
    uint32_t commas = 0;
    size_t i = 0;

    for (; i + 8 <= n; i += 8)
        commas += count_bits_of_bytes(gau_csv_bytes_equal(load(text + i), ','));
    if (i < n)
        commas += count_bits_of_bytes(
            gau_csv_bytes_equal(gau_csv_first_bytes(load(text + i), (unsigned)(n - i)), ','));
    return commas;
}

/* Nearly all rows are one line without a quote: these need no states. False: this one is another.
 */
static bool scan_plain(struct scan *scan, const char *text, size_t length)
{
    const char *newline;
    size_t n;

    *scan = (struct scan){.ended = true};
    if (gau_csv_scan_line(&scan->length, &scan->columns, text, length))
        return true;
    newline = memchr(text, '\n', length);
    n = newline ? (size_t)(newline - text) : 0;
    if (!newline || n > GAU_CSV_MAX_ROW || memchr(text, '"', n) || memchr(text, '\0', n))
        return false;
    scan->length = n;
    scan->columns = count_commas(text, n) + 1;
    return true;
}

/* The state behind a character that is not in quotes, and not the line's end. */
static enum state scan_character(struct scan *scan, enum state state, char c)
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

static struct scan scan_row(const char *text, size_t length)
{
    enum state state = AT_FIELD;
    struct scan scan;

    if (scan_plain(&scan, text, length))
        return scan;
    scan = (struct scan){.columns = 1};
    for (; scan.length < length && scan.length <= GAU_CSV_MAX_ROW && !scan.ended; scan.length++) {
        const char c = text[scan.length];

        scan.ended = c == '\n' && state != IN_QUOTES;
        if (scan.ended)
            break;
        if (state != IN_QUOTES)
            state = scan_character(&scan, state, c);
        else if (c == '"')
            state = BEHIND_QUOTE;
        else
            scan.lines += c == '\n';
        if (c == '\0')
            scan.fault = GAU_CSV_NUL;
    }
    if (scan.length > GAU_CSV_MAX_ROW)
        scan.fault = scan.lines ? GAU_CSV_OPEN_QUOTE : GAU_CSV_TOO_LONG;
    else if (state == IN_QUOTES)
        scan.fault = GAU_CSV_OPEN_QUOTE;
    return scan;
}

/* Advances to the next line. The one before may have any length. */
static gau_status pass_line(struct gau_csv_reader *reader, gau_error *err)
{
    const char *newline;

    while (!(newline = memchr(reader->text + reader->next, '\n', reader->end - reader->next))) {
        reader->next = reader->end;
        if (reader->read == reader->size)
            return GAU_OK;
        GAU_TRY(fill_buffer(reader, err));
    }
    reader->next = (size_t)(newline - reader->text) + 1;
    return GAU_OK;
}

/* If a row is too long, or a quote does not end, only the first line is given up. */
static gau_status pass_row(struct gau_csv_reader *reader, const struct scan *scan, gau_error *err)
{
    const bool given_up = scan->fault == GAU_CSV_OPEN_QUOTE || scan->fault == GAU_CSV_TOO_LONG;

    reader->line += given_up ? 1 : scan->lines + 1;
    if (given_up)
        return pass_line(reader, err);
    reader->next += scan->length + scan->ended;
    return GAU_OK;
}

/* A row, or an empty line, with all of its text; a byte order mark of UTF-8 is skipped. */
static gau_status find_row(struct scan *scan, struct gau_csv_reader *reader, gau_error *err)
{
    for (;;) {
        const char *const text = reader->text + reader->next;
        const size_t length = reader->end - reader->next;

        *scan = scan_row(text, length);
        if (!scan->ended && scan->length <= GAU_CSV_MAX_ROW && reader->read < reader->size) {
            GAU_TRY(fill_buffer(reader, err));
            continue;
        }
        if (reader->read > length || length < 3 || memcmp(text, "\xEF\xBB\xBF", 3) != 0)
            return length > 0 ? GAU_OK : GAU_END;
        reader->next += 3;
    }
}

static size_t without_return(const char *text, size_t length)
{
    return length > 0 && text[length - 1] == '\r' ? length - 1 : length;
}

gau_status gau_csv_next_row(struct gau_csv_row *row, struct gau_csv_reader *reader, gau_error *err)
{
    struct scan scan;

    do {
        const gau_status status = find_row(&scan, reader, err);
        const char *const text = reader->text + reader->next;

        if (status != GAU_OK)
            return status;
        *row = (struct gau_csv_row){.text = text,
                                    .length = without_return(text, scan.length),
                                    .line = reader->line,
                                    .columns = scan.columns,
                                    .fault = scan.fault};
        GAU_TRY(pass_row(reader, &scan, err));
    } while (row->length == 0 && row->fault == GAU_CSV_FINE);
    row->number = ++reader->number;
    return GAU_OK;
}
