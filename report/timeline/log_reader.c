/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf() */
#include "log_reader.h"

#include "documents/document.h"
#include "table/heap.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char beginning[] = "time-log", ending[] = ".txt", of_worker[] = "-worker";

enum {
    BEGINNING = sizeof beginning - 1,
    ENDING = sizeof ending - 1,
    OF_WORKER = sizeof of_worker - 1
};

static int is_log(const struct dirent *entry)
{
    const char *const name = entry->d_name;
    const size_t length = strlen(name);

    return length > ENDING && strncmp(name, beginning, BEGINNING) == 0 &&
           strchr("-.", name[BEGINNING]) && strcmp(name + length - ENDING, ending) == 0;
}

/* The stem of "time-log-Fast-worker12.txt" is "time-log-Fast", and its worker 12. */
static void read_name(struct gau_timeline_file *file)
{
    const char *const name = file->name;
    size_t stem = strlen(name) - ENDING, digits = 0;

    while (digits < 9 && digits < stem && strchr("0123456789", name[stem - digits - 1]))
        digits++;
    if (digits > 0 && stem >= digits + OF_WORKER &&
        strncmp(name + stem - digits - OF_WORKER, of_worker, OF_WORKER) == 0) {
        file->worker = (uint32_t)strtoul(name + stem - digits, NULL, 10);
        stem -= digits + OF_WORKER;
    }
    file->stem = stem;
}

void gau_timeline_files_clear(struct gau_timeline_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->items[i].path);
    free(files->items);
    *files = (struct gau_timeline_files){0};
}

/* Adds the file @p name of a folder, or, for NULL, the one at @p path. */
static void add_file(struct gau_timeline_files *files, const char *path, const char *name,
                     gau_error *error)
{
    struct gau_timeline_file *file;
    char *full;

    if (!gau_array_grow(&files->items, files->count, &files->size, sizeof *files->items) ||
        asprintf(&full, name ? "%s/%s" : "%s", path, name) < 0) {
        gau_fail_memory(error, "logs of '%.*s'", GAU_QUOTE(path));
        return;
    }
    file = &files->items[files->count++];
    *file =
        (struct gau_timeline_file){.path = full, .name = full + strlen(path) + 1, .source = path};
    if (name)
        read_name(file);
}

/* --- folders ------------------------------------------------------------------------------- */

static int compare_stems(const struct gau_timeline_file *a, const struct gau_timeline_file *b)
{
    const int order = strncmp(a->name, b->name, a->stem < b->stem ? a->stem : b->stem);

    return order ? order : (a->stem > b->stem) - (a->stem < b->stem);
}

static int compare_files(const void *left, const void *right)
{
    const struct gau_timeline_file *const a = left, *const b = right;
    const int order = compare_stems(a, b);

    return order ? order : (a->worker > b->worker) - (a->worker < b->worker);
}

/* Keeps the logs of the first auditor: the one without a name of its own, or the only one. */
static void choose_files(struct gau_timeline_files *files, uint32_t before, const char *path,
                         gau_error *error)
{
    struct gau_timeline_file *const first = &files->items[before];
    const struct gau_timeline_file *last;

    qsort(first, files->count - before, sizeof *first, compare_files);
    while ((last = &files->items[files->count - 1]), compare_stems(first, last) != 0) {
        if (first->stem != BEGINNING) {
            gau_fail_first(error, GAU_ERR_USAGE,
                           "'%.*s' has several time logs, such as '%.*s' and '%.*s': say which",
                           GAU_QUOTE(path), GAU_QUOTE(first->name), GAU_QUOTE(last->name));
            return;
        }
        free(files->items[--files->count].path);
    }
    for (uint32_t i = before; i < files->count; i++)
        files->items[i].of_workers = files->count - before > 1 || first->worker > 0;
}

/* Lists the logs in @p path, if there are any. */
static void list_files(struct gau_timeline_files *files, const char *path, gau_error *error)
{
    const uint32_t before = files->count;
    struct dirent **entries;
    const int n = scandir(path, &entries, is_log, NULL);

    if (n < 0) {
        gau_fail_first(error, errno == ENOMEM ? GAU_ERR_IO : GAU_ERR_USAGE, "%.*s: %s",
                       GAU_QUOTE(path), strerror(errno));
        return;
    }
    for (int i = 0; i < n; i++) {
        if (error->status == GAU_OK)
            add_file(files, path, entries[i]->d_name, error);
        free(entries[i]);
    }
    free(entries);
    if (n > 0 && error->status == GAU_OK)
        choose_files(files, before, path, error);
}

static bool is_folder(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* A further process has a subfolder in the folder of `gaudit collect`. */
static int is_process(const struct dirent *entry)
{
    static const char first[] = "process-";
    const char *const number = entry->d_name + sizeof first - 1;

    return strncmp(entry->d_name, first, sizeof first - 1) == 0 && number[0] &&
           number[strspn(number, "0123456789")] == '\0';
}

static void list_process(struct gau_timeline_files *files, const char *source, const char *name,
                         gau_error *error)
{
    const uint32_t before = files->count;
    char *path;

    if (asprintf(&path, "%s/%s", source, name) < 0) {
        gau_fail_memory(error, "logs of '%.*s'", GAU_QUOTE(source));
        return;
    }
    if (is_folder(path))
        list_files(files, path, error);
    for (uint32_t i = before; i < files->count; i++) {
        files->items[i].source = source;
        snprintf(files->items[i].process, sizeof files->items[i].process, "%s", name);
    }
    free(path);
}

/* Lists the logs of all processes in @p source; the first has no folder of its own. */
static void list_all(struct gau_timeline_files *files, const char *source, gau_error *error)
{
    const uint32_t before = files->count;
    struct dirent **entries;
    int n;

    list_files(files, source, error);
    if (error->status != GAU_OK)
        return;
    n = scandir(source, &entries, is_process, versionsort);
    for (int i = 0; i < n; i++) {
        if (error->status == GAU_OK)
            list_process(files, source, entries[i]->d_name, error);
        free(entries[i]);
    }
    if (n < 0)
        gau_fail_memory(error, "logs of '%.*s'", GAU_QUOTE(source));
    else
        free(entries);
    if (error->status == GAU_OK && files->count == before)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' has no time log (time-log.txt, which TimeLogAuditor writes)",
                       GAU_QUOTE(source));
    for (uint32_t i = before; i < files->count; i++)
        files->items[i].of_processes = files->items[files->count - 1].process[0] != '\0';
}

bool gau_timeline_files_find(struct gau_timeline_files *files,
                             const struct gau_timeline_sources *sources, gau_error *error)
{
    *files = (struct gau_timeline_files){.sources = sources};
    for (size_t i = 0; i < sources->count && error->status == GAU_OK; i++) {
        const char *const path = sources->paths[i];

        if (is_folder(path))
            list_all(files, path, error);
        else
            add_file(files, path, NULL, error);
    }
    if (error->status != GAU_OK)
        gau_timeline_files_clear(files);
    return error->status == GAU_OK;
}

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
