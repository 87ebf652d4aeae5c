/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf() */
#include "timeline_files.h"

#include "lane_reader.h"

#include "documents/document.h"
#include "documents/trace_documents.h"
#include "table/heap.h"
#include "trace/trace_reader.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char beginning[] = "time-log", ending[] = ".txt", of_worker[] = "-worker";
static const char timeline[] = "timeline", samples[] = "samples", trace_ending[] = ".gtr";

enum { OF_WORKER = sizeof of_worker - 1 };

/* "BEGINNING.txt" or "BEGINNING-NAME.txt" */
static bool is_named(const struct dirent *entry, const char *start, const char *end)
{
    const char *const name = entry->d_name;
    const size_t length = strlen(name), first = strlen(start), last = strlen(end);

    return length >= first + last && strncmp(name, start, first) == 0 &&
           strchr("-.", name[first]) && strcmp(name + length - last, end) == 0;
}

static int is_log(const struct dirent *entry)
{
    return is_named(entry, beginning, ending);
}

static int is_timeline(const struct dirent *entry)
{
    return is_named(entry, timeline, trace_ending);
}

static int is_samples(const struct dirent *entry)
{
    return is_named(entry, samples, trace_ending);
}

/* Where a folder may have a timeline: the first of these that has something is drawn. */
struct kind {
    int (*is_one)(const struct dirent *entry);
    size_t stem; /* of the name without one of an auditor */
    bool is_trace;
    bool has_all; /* each file is drawn, if it has lanes */
};

static const struct kind kinds[] = {
    {is_timeline, sizeof timeline - 1, true, false},
    {is_samples, sizeof samples - 1, true, true},
    {is_log, sizeof beginning - 1, false, false},
};

/* The stem of "time-log-Fast-worker12.txt" is "time-log-Fast", and its worker 12. */
static void read_name(struct gau_timeline_file *file)
{
    const char *const name = file->name;
    size_t stem = strlen(name) - strlen(ending), digits = 0;

    file->stem = stem;
    if (file->is_trace)
        return;

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
                     bool is_trace, gau_error *error)
{
    struct gau_timeline_file *file;
    char *full;

    if (!gau_array_grow(&files->items, files->count, &files->size, sizeof *files->items) ||
        asprintf(&full, name ? "%s/%s" : "%s", path, name) < 0) {
        gau_fail_memory(error, "logs of '%.*s'", GAU_QUOTE(path));
        return;
    }
    file = &files->items[files->count++];
    *file = (struct gau_timeline_file){
        .path = full, .name = strrchr(full, '/'), .source = path, .is_trace = is_trace};
    file->name = file->name ? file->name + 1 : full;
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
static void choose_files(struct gau_timeline_files *files, const struct kind *kind, uint32_t before,
                         const char *path, gau_error *error)
{
    struct gau_timeline_file *const first = &files->items[before];
    const struct gau_timeline_file *last;

    qsort(first, files->count - before, sizeof *first, compare_files);
    while ((last = &files->items[files->count - 1]), compare_stems(first, last) != 0) {
        if (first->stem != kind->stem) {
            gau_fail_first(error, GAU_ERR_USAGE,
                           "'%.*s' has several %s, such as '%.*s' and '%.*s': say which",
                           GAU_QUOTE(path), kind->is_trace ? "timelines" : "time logs",
                           GAU_QUOTE(first->name), GAU_QUOTE(last->name));
            return;
        }
        free(files->items[--files->count].path);
    }
    for (uint32_t i = before; i < files->count; i++)
        files->items[i].of_workers = files->count - before > 1 || first->worker > 0;
}

/* Keeps the files that have lanes. */
static void keep_lanes(struct gau_timeline_files *files, uint32_t before)
{
    uint32_t n = before;

    for (uint32_t i = before; i < files->count; i++)
        if (gau_lanes_exist(files->items[i].path))
            files->items[n++] = files->items[i];
        else
            free(files->items[i].path);
    files->count = n;
}

struct elsewhere {
    struct gau_timeline_files *files;
    const char *source;
};

static void add_elsewhere(void *user, const char *path, gau_error *error)
{
    const struct elsewhere *const to = user;
    struct gau_timeline_file *added;

    add_file(to->files, path, NULL, true, error);
    if (error->status != GAU_OK)
        return;
    added = &to->files->items[to->files->count - 1];
    added->source = to->source;
    added->stem = strlen(added->name);
}

/* Lists the files of a kind in @p path, if there are any; a timeline may also lie elsewhere. */
static void list_files(struct gau_timeline_files *files, const struct kind *kind, const char *path,
                       gau_error *error)
{
    const uint32_t before = files->count;
    struct dirent **entries;
    const int n = scandir(path, &entries, kind->is_one, alphasort);

    if (n < 0) {
        gau_fail_first(error, errno == ENOMEM ? GAU_ERR_IO : GAU_ERR_USAGE, "%.*s: %s",
                       GAU_QUOTE(path), strerror(errno));
        return;
    }
    for (int i = 0; i < n; i++) {
        if (error->status == GAU_OK)
            add_file(files, path, entries[i]->d_name, kind->is_trace, error);
        free(entries[i]);
    }
    free(entries);
    if (kind->is_one == is_timeline && n == 0)
        gau_trace_documents_read(path, add_elsewhere, &(struct elsewhere){files, path}, error);
    if (kind->has_all)
        keep_lanes(files, before);
    else if (files->count > before && error->status == GAU_OK)
        choose_files(files, kind, before, path, error);
}

static bool is_folder(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* A further process has a subfolder in the folder of `gaudit collect`. */
static int is_process(const struct dirent *entry)
{
    return gau_result_is_process(entry->d_name);
}

/* Whether both are one file: an MPI job as one result has links to the samples of its ranks, which
 * are also in their folders. */
static bool is_one_file(const char *a, const char *b)
{
    struct stat left, right;

    return stat(a, &left) == 0 && stat(b, &right) == 0 && left.st_dev == right.st_dev &&
           left.st_ino == right.st_ino;
}

/* A file of samples of rank 3 is samples-rank-3.gtr or samples-rank-3-PID.gtr. */
static bool is_of_process(const char *name, const char *process)
{
    const size_t length = strlen(process);

    return strncmp(name, "samples-", 8) == 0 && strncmp(name + 8, process, length) == 0 &&
           strchr("-.", name[8 + length]);
}

/* Drops the links among the first files, from @p first on, to those of processes. */
static void drop_links(struct gau_timeline_files *files, uint32_t first)
{
    const char *const links = "samples-rank-";
    uint32_t n = first;

    for (uint32_t i = first; i < files->count; i++) {
        const struct gau_timeline_file file = files->items[i];
        bool is_link = false;

        for (uint32_t k = i + 1;
             !file.process[0] && strncmp(file.name, links, strlen(links)) == 0 && !is_link &&
             k < files->count;
             k++)
            is_link = files->items[k].process[0] &&
                      is_of_process(file.name, files->items[k].process) &&
                      is_one_file(file.path, files->items[k].path);
        if (is_link)
            free(file.path);
        else
            files->items[n++] = file;
    }
    files->count = n;
}

static void list_process(struct gau_timeline_files *files, const struct kind *kind,
                         const char *source, const char *name, gau_error *error)
{
    const uint32_t before = files->count;
    char *path;

    if (asprintf(&path, "%s/%s", source, name) < 0) {
        gau_fail_memory(error, "logs of '%.*s'", GAU_QUOTE(source));
        return;
    }
    if (is_folder(path))
        list_files(files, kind, path, error);
    for (uint32_t i = before; i < files->count; i++) {
        files->items[i].source = source;
        snprintf(files->items[i].process, sizeof files->items[i].process, "%s", name);
    }
    free(path);
}

/* Lists the files of all processes in @p source; the first has no folder of its own. */
static void list_all(struct gau_timeline_files *files, const struct kind *kind, const char *source,
                     gau_error *error)
{
    const uint32_t before = files->count;
    struct dirent **entries;
    int n;

    list_files(files, kind, source, error);
    if (error->status != GAU_OK)
        return;
    n = scandir(source, &entries, is_process, versionsort);
    for (int i = 0; i < n; i++) {
        if (error->status == GAU_OK)
            list_process(files, kind, source, entries[i]->d_name, error);
        free(entries[i]);
    }
    if (n < 0)
        gau_fail_memory(error, "logs of '%.*s'", GAU_QUOTE(source));
    else
        free(entries);
    drop_links(files, before);
    for (uint32_t i = before; i < files->count; i++)
        files->items[i].of_processes = files->items[files->count - 1].process[0] != '\0';
}

static void list_source(struct gau_timeline_files *files, const char *source, gau_error *error)
{
    const uint32_t before = files->count;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (error->status == GAU_OK && files->count == before)
            list_all(files, &kinds[i], source, error);
    if (error->status == GAU_OK && files->count == before)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' has no timeline (timeline.gtr, which TraceAuditor writes), and no "
                       "time log (time-log.txt, which TimeLogAuditor writes)",
                       GAU_QUOTE(source));
}

static bool is_trace(const char *path)
{
    const size_t length = strlen(path), end = sizeof trace_ending - 1;

    return (length > end && strcmp(path + length - end, trace_ending) == 0) ||
           gau_trace_is_rbwp(path);
}

bool gau_timeline_files_find(struct gau_timeline_files *files,
                             const struct gau_timeline_sources *sources, gau_error *error)
{
    *files = (struct gau_timeline_files){.sources = sources};
    for (size_t i = 0; i < sources->count && error->status == GAU_OK; i++) {
        const char *const path = sources->paths[i];

        if (is_folder(path))
            list_source(files, path, error);
        else
            add_file(files, path, NULL, is_trace(path), error);
    }
    if (error->status != GAU_OK)
        gau_timeline_files_clear(files);
    return error->status == GAU_OK;
}

bool gau_timeline_exists(const char *folder)
{
    struct gau_timeline_files files;
    gau_error error = {0};
    const bool found = gau_timeline_files_find(
        &files, &(struct gau_timeline_sources){.paths = &folder, .count = 1}, &error);

    gau_timeline_files_clear(&files);
    return found || error.status != GAU_ERR_USAGE;
}
