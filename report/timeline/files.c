/* SPDX-License-Identifier: Apache-2.0 */
#include "files.h"

#include "report/views/document.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char beginning[] = "time-log", ending[] = ".txt", of_worker[] = "-worker";

/* A file name of a log: length of what the logs of all workers share, and the worker. */
struct name {
    size_t stem;
    uint32_t worker;
};

static bool is_log(const char *file)
{
    const size_t length = strlen(file), tail = sizeof ending - 1;

    return length > tail && strncmp(file, beginning, sizeof beginning - 1) == 0 &&
           strchr("-.", file[sizeof beginning - 1]) && strcmp(file + length - tail, ending) == 0;
}

/* "time-log-Fast-worker12.txt": "time-log-Fast", 12. */
static struct name read_name(const char *file)
{
    struct name name = {.stem = strlen(file) - (sizeof ending - 1)};
    size_t digits = 0;

    while (digits < 9 && digits < name.stem && strchr("0123456789", file[name.stem - digits - 1]))
        digits++;
    if (digits > 0 && name.stem >= digits + sizeof of_worker - 1 &&
        strncmp(file + name.stem - digits - (sizeof of_worker - 1), of_worker,
                sizeof of_worker - 1) == 0) {
        name.worker = (uint32_t)strtoul(file + name.stem - digits, NULL, 10);
        name.stem -= digits + sizeof of_worker - 1;
    }
    return name;
}

/* --- lists --------------------------------------------------------------------------------- */

void gau_timeline_files_clear(struct gau_timeline_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->items[i].path);
    free(files->items);
    *files = (struct gau_timeline_files){0};
}

static bool add(struct gau_timeline_files *files, const char *path, uint32_t worker)
{
    struct gau_timeline_file *const items =
        realloc(files->items, (files->count + 1) * sizeof *items);
    char *const copy = strdup(path);

    if (items)
        files->items = items;
    if (items && copy) {
        items[files->count++] = (struct gau_timeline_file){copy, worker};
        return true;
    }
    free(copy);
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct gau_timeline_file *)a)->path,
                  ((const struct gau_timeline_file *)b)->path);
}

static int by_worker(const void *a, const void *b)
{
    const uint32_t x = ((const struct gau_timeline_file *)a)->worker,
                   y = ((const struct gau_timeline_file *)b)->worker;

    return (x > y) - (x < y);
}

/* --- folders ------------------------------------------------------------------------------- */

/* The names of all logs, sorted. */
static bool list(struct gau_timeline_files *names, const char *path, struct gau_view_error *error)
{
    DIR *const folder = opendir(path);
    const struct dirent *entry;
    bool done = true;

    if (!folder) {
        gau_view_fail(error, GAU_VIEW_USAGE, "%.*s: %s", GAU_VIEW_QUOTE(path), strerror(errno));
        return false;
    }
    while (done && (entry = readdir(folder)))
        if (is_log(entry->d_name))
            done = add(names, entry->d_name, read_name(entry->d_name).worker);
    closedir(folder);
    if (!done)
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the logs of '%.*s'",
                      GAU_VIEW_QUOTE(path));
    if (names->count > 0)
        qsort(names->items, names->count, sizeof *names->items, by_name);
    return done;
}

static bool is_of(const char *file, const char *stem, size_t length)
{
    return read_name(file).stem == length && strncmp(file, stem, length) == 0;
}

/* The stem of the logs that are meant: those of the auditor without a name of its own, else of the
 * only one. NULL: see @p error. */
static const char *choose(const struct gau_timeline_files *names, size_t *length, const char *path,
                          struct gau_view_error *error)
{
    const char *const first = names->count > 0 ? names->items[0].path : "";
    const size_t stem = names->count > 0 ? read_name(first).stem : 0;

    *length = sizeof beginning - 1;
    for (size_t i = 0; i < names->count; i++)
        if (is_of(names->items[i].path, beginning, *length))
            return beginning;
    for (size_t i = 1; i < names->count; i++) {
        if (is_of(names->items[i].path, first, stem))
            continue;
        gau_view_fail(error, GAU_VIEW_USAGE,
                      "'%.*s' has several time logs, such as '%.*s' and '%.*s': say which",
                      GAU_VIEW_QUOTE(path), GAU_VIEW_QUOTE(first),
                      GAU_VIEW_QUOTE(names->items[i].path));
        return NULL;
    }
    *length = stem;
    if (names->count > 0)
        return first;
    gau_view_fail(error, GAU_VIEW_USAGE,
                  "'%.*s' has no time log (time-log.txt, which TimeLogAuditor writes)",
                  GAU_VIEW_QUOTE(path));
    return NULL;
}

static bool take(struct gau_timeline_files *files, const char *folder, const char *file,
                 struct gau_view_error *error)
{
    const size_t size = strlen(folder) + strlen(file) + 2;
    char *const path = malloc(size);
    bool done = false;

    if (path) {
        snprintf(path, size, "%s/%s", folder, file);
        done = add(files, path, read_name(file).worker);
    }
    if (!done)
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the logs of '%.*s'",
                      GAU_VIEW_QUOTE(folder));
    free(path);
    return done;
}

static bool find_in(struct gau_timeline_files *files, const char *path,
                    struct gau_view_error *error)
{
    struct gau_timeline_files names = {0};
    const char *stem = NULL;
    size_t length;

    if (list(&names, path, error))
        stem = choose(&names, &length, path, error);
    for (size_t i = 0; stem && i < names.count && error->status == GAU_VIEW_OK; i++)
        if (is_of(names.items[i].path, stem, length))
            take(files, path, names.items[i].path, error);
    gau_timeline_files_clear(&names);
    if (files->count == 0 || error->status != GAU_VIEW_OK)
        return false;
    qsort(files->items, files->count, sizeof *files->items, by_worker);
    files->of_workers = files->count > 1 || files->items[0].worker > 0;
    return true;
}

bool gau_timeline_files_find(struct gau_timeline_files *files, const char *path,
                             struct gau_view_error *error)
{
    struct stat info;
    bool done;

    *files = (struct gau_timeline_files){0};
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        done = find_in(files, path, error);
    } else {
        done = add(files, path, 0);
        if (!done)
            gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the name of a log");
    }
    if (!done)
        gau_timeline_files_clear(files);
    return done;
}
