/* SPDX-License-Identifier: Apache-2.0 */
#include "log.h"

#include "report/views/document.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { COLUMNS = 8 };

/* --- files --------------------------------------------------------------------------------- */

bool gau_log_open(struct gau_log *log, const char *path, struct gau_view_error *error)
{
    struct stat info;

    *log = (struct gau_log){.path = path};
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        gau_view_fail(error, GAU_VIEW_USAGE, "'%.*s' is not a regular file", GAU_VIEW_QUOTE(path));
        return false;
    }
    log->file = fopen(path, "r");
    log->line = malloc(GAU_LOG_LINE_MAX);
    if (!log->file)
        gau_view_fail(error, errno == ENOENT ? GAU_VIEW_USAGE : GAU_VIEW_FAILED, "%.*s: %s",
                      GAU_VIEW_QUOTE(path), strerror(errno));
    else if (!log->line)
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory to read '%.*s'", GAU_VIEW_QUOTE(path));
    else
        return true;
    gau_log_close(log);
    return false;
}

void gau_log_close(struct gau_log *log)
{
    if (log->file)
        fclose(log->file);
    free(log->line);
    log->file = NULL;
    log->line = NULL;
}

/* --- lines --------------------------------------------------------------------------------- */

__attribute__((__format__(__printf__, 3, 4))) static bool refuse(const struct gau_log *log,
                                                                 struct gau_view_error *error,
                                                                 const char *format, ...)
{
    char text[400];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    gau_view_fail(error, GAU_VIEW_FAILED, "%.*s:%" PRIu64 ": %s", GAU_VIEW_QUOTE(log->path),
                  log->number, text);
    return false;
}

enum line { LINE, LINE_CUT, LINE_NONE };

/* The next line without its end. A NUL byte is kept from hiding what is behind it. */
static enum line read_line(struct gau_log *log, struct gau_view_error *error)
{
    size_t length = 0;
    int c;

    while ((c = getc_unlocked(log->file)) != EOF && c != '\n') {
        if (length == GAU_LOG_LINE_MAX - 1) {
            log->number++;
            refuse(log, error, "a line of more than %d bytes: not a time log",
                   GAU_LOG_LINE_MAX - 1);
            return LINE_NONE;
        }
        log->line[length++] = (char)(c ? c : '\x01');
    }
    if (ferror(log->file)) {
        gau_view_fail(error, GAU_VIEW_FAILED, "%.*s: %s", GAU_VIEW_QUOTE(log->path),
                      strerror(errno));
        return LINE_NONE;
    }
    if (c == EOF && length == 0)
        return LINE_NONE;
    if (length > 0 && log->line[length - 1] == '\r')
        length--;
    log->line[length] = '\0';
    log->number++;
    return c == EOF ? LINE_CUT : LINE;
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
static size_t split(char *line, char *columns[COLUMNS])
{
    size_t n = 0;

    for (char *at = line; at; n++) {
        char *const tab = strchr(at, '\t');

        if (n < COLUMNS)
            columns[n] = at;
        if (tab)
            *tab = '\0';
        at = tab ? tab + 1 : NULL;
    }
    return n;
}

static bool parse(const struct gau_log *log, struct gau_log_entry *entry,
                  struct gau_view_error *error)
{
    static const char *const names[] = {
        "id",           "parent id",        "depth",         "start in ticks",
        "end in ticks", "start in seconds", "end in seconds"};
    char *columns[COLUMNS];
    const size_t n = split(log->line, columns);
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

bool gau_log_next(struct gau_log *log, struct gau_log_entry *entry, struct gau_view_error *error)
{
    struct gau_view_error cut = {0};
    enum line line;

    while ((line = read_line(log, error)) != LINE_NONE) {
        log->line[strcspn(log->line, "#")] = '\0';
        if (!log->line[0])
            continue;
        if (line == LINE)
            return parse(log, entry, error);
        if (parse(log, entry, &cut))
            return true;
        log->cut = true; /* by the end of the program, or by a full disk */
    }
    return false;
}
