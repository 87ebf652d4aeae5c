/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf() */
#include "files.h"

#include "report/views/document.h"

#include <dirent.h>
#include <errno.h>
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

/* "time-log-Fast-worker12.txt": the stem "time-log-Fast", worker 12. */
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

/* The file @p name of a folder, or, for NULL, the one at @p path. */
static void add(struct gau_timeline_files *files, const char *path, const char *name,
                struct gau_view_error *error)
{
    struct gau_timeline_file *const items =
        realloc(files->items, (files->count + 1) * sizeof *items);
    struct gau_timeline_file *const file = items ? &items[files->count] : NULL;

    if (items)
        files->items = items;
    if (!file || asprintf(&file->path, name ? "%s/%s" : "%s", path, name) < 0) {
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the logs of '%.*s'",
                      GAU_VIEW_QUOTE(path));
        return;
    }
    *file = (struct gau_timeline_file){.path = file->path, .name = file->path + strlen(path) + 1};
    if (name)
        read_name(file);
    files->count++;
}

/* --- folders ------------------------------------------------------------------------------- */

static int compare_stems(const struct gau_timeline_file *a, const struct gau_timeline_file *b)
{
    const int order = strncmp(a->name, b->name, a->stem < b->stem ? a->stem : b->stem);

    return order ? order : (a->stem > b->stem) - (a->stem < b->stem);
}

static int compare(const void *left, const void *right)
{
    const struct gau_timeline_file *const a = left, *const b = right;
    const int order = compare_stems(a, b);

    return order ? order : (a->worker > b->worker) - (a->worker < b->worker);
}

/* Keeps the logs of the first auditor: the one without a name of its own, or the only one. */
static void choose(struct gau_timeline_files *files, const char *path, struct gau_view_error *error)
{
    const struct gau_timeline_file *const first = files->items, *last;

    qsort(files->items, files->count, sizeof *files->items, compare);
    while ((last = &files->items[files->count - 1]), compare_stems(first, last) != 0) {
        if (first->stem != BEGINNING) {
            gau_view_fail(error, GAU_VIEW_USAGE,
                          "'%.*s' has several time logs, such as '%.*s' and '%.*s': say which",
                          GAU_VIEW_QUOTE(path), GAU_VIEW_QUOTE(first->name),
                          GAU_VIEW_QUOTE(last->name));
            return;
        }
        free(files->items[--files->count].path);
    }
    files->of_workers = files->count > 1 || first->worker > 0;
}

static void list(struct gau_timeline_files *files, const char *path, struct gau_view_error *error)
{
    struct dirent **entries;
    const int n = scandir(path, &entries, is_log, NULL);

    if (n < 0) {
        gau_view_fail(error, errno == ENOMEM ? GAU_VIEW_FAILED : GAU_VIEW_USAGE, "%.*s: %s",
                      GAU_VIEW_QUOTE(path), strerror(errno));
        return;
    }
    for (int i = 0; i < n; i++) {
        if (error->status == GAU_VIEW_OK)
            add(files, path, entries[i]->d_name, error);
        free(entries[i]);
    }
    free(entries);
    if (n == 0)
        gau_view_fail(error, GAU_VIEW_USAGE,
                      "'%.*s' has no time log (time-log.txt, which TimeLogAuditor writes)",
                      GAU_VIEW_QUOTE(path));
    if (error->status == GAU_VIEW_OK)
        choose(files, path, error);
}

bool gau_timeline_files_find(struct gau_timeline_files *files, const char *path,
                             struct gau_view_error *error)
{
    struct stat info;

    *files = (struct gau_timeline_files){0};
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        list(files, path, error);
    else
        add(files, path, NULL, error);
    if (error->status != GAU_VIEW_OK)
        gau_timeline_files_clear(files);
    return error->status == GAU_VIEW_OK;
}
