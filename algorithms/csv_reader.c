/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- opening ------------------------------------------------------------------------------- */

static const char *kind_of(mode_t mode)
{
    if (S_ISDIR(mode))
        return "a directory";
    if (S_ISFIFO(mode))
        return "a pipe";
    return S_ISCHR(mode) || S_ISBLK(mode) ? "a device" : "something else";
}

/* Of a file that grows, what there was when it was opened. */
static gau_status read_text(struct gau_csv_reader *reader, int fd, gau_error *err)
{
    struct stat facts;

    if (fstat(fd, &facts) != 0)
        return gau_fail(err, GAU_ERR_IO, "%s: %s", reader->path, strerror(errno));
    if (!S_ISREG(facts.st_mode))
        return gau_fail(err, GAU_ERR_IO, "%s: is %s, not a file", reader->path,
                        kind_of(facts.st_mode));
    reader->text = malloc((size_t)facts.st_size + 1);
    if (!reader->text)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory to read '%.*s'", GAU_QUOTE(reader->path));
    while (reader->size < (size_t)facts.st_size) {
        const ssize_t n =
            read(fd, reader->text + reader->size, (size_t)facts.st_size - reader->size);

        if (n < 0 && errno != EINTR)
            return gau_fail(err, GAU_ERR_IO, "%s: cannot be read: %s", reader->path,
                            strerror(errno));
        if (n == 0)
            return gau_fail(err, GAU_ERR_IO,
                            "%s: became shorter while it was read: %zu of %jd bytes", reader->path,
                            reader->size, (intmax_t)facts.st_size);
        reader->size += n > 0 ? (size_t)n : 0;
    }
    return GAU_OK;
}

gau_status gau_csv_open(struct gau_csv_reader *reader, const char *path, gau_error *err)
{
    gau_status status;
    int fd;

    *reader = (struct gau_csv_reader){.path = strdup(path)};
    if (!reader->path)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory to read '%.*s'", GAU_QUOTE(path));
    fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return gau_fail(err, GAU_ERR_IO, "%s: %s", path, strerror(errno));
    status = read_text(reader, fd, err);
    close(fd);
    gau_csv_rewind(reader);
    return status;
}

void gau_csv_close(struct gau_csv_reader *reader)
{
    free(reader->path);
    free(reader->text);
    *reader = (struct gau_csv_reader){0};
}

/* Behind the mark that some programs put in front of UTF-8. */
void gau_csv_rewind(struct gau_csv_reader *reader)
{
    reader->next = reader->size >= 3 && memcmp(reader->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    reader->line = 1;
}

/* --- rows ---------------------------------------------------------------------------------- */

enum state { AT_FIELD, IN_FIELD, IN_QUOTES, BEHIND_QUOTE, BROKEN };

/* A row, or an empty line, as far as it was looked at. */
struct scan {
    size_t length;  /* without the line's end */
    uint64_t lines; /* that ended in quotes */
    uint32_t columns;
    enum gau_csv_fault fault;
    bool ended; /* by a line's end */
};

/* Nearly all rows are one line without a quote: these need no states. False: this one is another.
 */
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

/* Of a row that is too long, or a quote that does not end, only the first line is given up. */
static void pass(struct gau_csv_reader *reader, const struct scan *scan)
{
    const size_t left = reader->size - reader->next;
    const char *const text = reader->text + reader->next;
    const bool given_up = scan->fault == GAU_CSV_OPEN_QUOTE || scan->fault == GAU_CSV_TOO_LONG;
    const char *const newline = given_up ? memchr(text, '\n', left) : NULL;

    reader->line += given_up ? 1 : scan->lines + 1;
    if (given_up)
        reader->next += newline ? (size_t)(newline - text) + 1 : left;
    else
        reader->next += scan->length + scan->ended;
}

static size_t without_return(const char *text, size_t length)
{
    return length > 0 && text[length - 1] == '\r' ? length - 1 : length;
}

bool gau_csv_next_row(struct gau_csv_row *row, struct gau_csv_reader *reader)
{
    while (reader->next < reader->size) {
        const char *const text = reader->text + reader->next;
        const struct scan scan = scan_row(text, reader->size - reader->next);

        *row = (struct gau_csv_row){.text = text,
                                    .length = without_return(text, scan.length),
                                    .line = reader->line,
                                    .columns = scan.columns,
                                    .fault = scan.fault};
        pass(reader, &scan);
        if (row->length == 0 && row->fault == GAU_CSV_FINE)
            continue;
        row->number = ++reader->number;
        return true;
    }
    return false;
}
