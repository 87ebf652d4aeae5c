/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* strsep() */
#include "log_reader.h"

#include "documents/document.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { COLUMNS = 8 };

/* --- one of them --------------------------------------------------------------------------- */

bool gau_log_open(struct gau_log *log, const char *path, gau_error *error)
{
    struct stat info;

    *log = (struct gau_log){.path = path};
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' is not a regular file", GAU_QUOTE(path));
        return false;
    }
    log->file = fopen(path, "r");
    if (!log->file)
        gau_fail_first(error, errno == ENOENT ? GAU_ERR_USAGE : GAU_ERR_IO, "%.*s: %s",
                       GAU_QUOTE(path), strerror(errno));
    return log->file;
}

void gau_log_close(struct gau_log *log)
{
    fclose(log->file);
    free(log->line);
}

/* --- lines --------------------------------------------------------------------------------- */

__attribute__((__format__(__printf__, 3, 4))) static bool refuse(const struct gau_log *log,
                                                                 gau_error *error,
                                                                 const char *format, ...)
{
    char text[400];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    gau_fail_first(error, GAU_ERR_IO, "%.*s:%" PRIu64 ": %s", GAU_QUOTE(log->path), log->number,
                   text);
    return false;
}

enum line { LINE, LINE_CUT, LINE_NONE };

/* Reads a line without its end. A NUL byte is replaced, as it would hide what is behind it. */
static enum line read_line(struct gau_log *log, gau_error *error)
{
    ssize_t length;
    bool complete;

    errno = 0;
    length = getline(&log->line, &log->size, log->file);
    if (length < 0 && !feof(log->file))
        gau_fail_first(error, GAU_ERR_IO, "%.*s: %s", GAU_QUOTE(log->path), strerror(errno));
    if (length < 0)
        return LINE_NONE;
    log->number++;
    if (length >= GAU_LOG_LINE_MAX) {
        refuse(log, error, "a line of more than %d bytes: not a time log", GAU_LOG_LINE_MAX - 1);
        return LINE_NONE;
    }
    complete = log->line[length - 1] == '\n';
    length -= complete;
    length -= length > 0 && log->line[length - 1] == '\r';
    log->line[length] = '\0';
    for (ssize_t i = 0; i < length; i++)
        if (!log->line[i])
            log->line[i] = '\x01';
    return complete ? LINE : LINE_CUT;
}

/* --- columns ------------------------------------------------------------------------------- */

static bool read_count(uint64_t *out, const char *text, uint64_t most)
{
    char *rest;

    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    *out = strtoull(text, &rest, 10);
    return !*rest && errno == 0 && *out <= most;
}

static bool read_seconds(double *out, const char *text)
{
    char *rest;

    if (!text[0] || !strchr("+-.0123456789", text[0]))
        return false;
    *out = strtod(text, &rest);
    return !*rest && isfinite(*out) && fabs(*out) <= 1e15;
}

/* Cuts the line into columns; the last one may hold no TAB, as for the reader of the format. */
static size_t split_columns(char *line, char *columns[COLUMNS])
{
    size_t n = 0;

    for (char *column; (column = strsep(&line, "\t")); n++)
        if (n < COLUMNS)
            columns[n] = column;
    return n;
}

static bool parse_entry(const struct gau_log *log, struct gau_log_entry *entry, gau_error *error)
{
    static const char *const names[] = {
        "id",           "parent id",        "depth",         "start in ticks",
        "end in ticks", "start in seconds", "end in seconds"};
    char *columns[COLUMNS];
    const size_t n = split_columns(log->line, columns);
    uint64_t counts[5];
    double *const seconds[2] = {&entry->start_s, &entry->end_s};

    if (n != COLUMNS)
        return refuse(log, error, "%zu column%s instead of %d: not a time log", n,
                      n == 1 ? "" : "s", COLUMNS);
    for (int i = 0; i < 5; i++)
        if (!read_count(&counts[i], columns[i], i < 3 ? UINT32_MAX : UINT64_MAX))
            return refuse(log, error, "the %s is not a whole number, but '%.40s'", names[i],
                          columns[i]);
    for (int i = 0; i < 2; i++)
        if (!read_seconds(seconds[i], columns[5 + i]))
            return refuse(log, error, "the %s is not a number, but '%.40s'", names[5 + i],
                          columns[5 + i]);
    entry->id = (uint32_t)counts[0];
    entry->parent = (uint32_t)counts[1];
    entry->depth = (uint32_t)counts[2];
    entry->start_ticks = counts[3];
    entry->end_ticks = counts[4];
    entry->label = columns[7];
    return true;
}

bool gau_log_next(struct gau_log *log, struct gau_log_entry *entry, gau_error *error)
{
    gau_error cut = {0};
    enum line line;

    while ((line = read_line(log, error)) != LINE_NONE) {
        log->line[strcspn(log->line, "#")] = '\0';
        if (!log->line[0])
            continue;
        if (line == LINE)
            return parse_entry(log, entry, error);
        if (parse_entry(log, entry, &cut))
            return true;
        log->cut = true; /* by the end of the program, or by a full disk */
    }
    return false;
}
