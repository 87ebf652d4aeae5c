/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* versionsort() */
#include "trace_files.h"

#include "documents/document.h"

#include "documents/trace_documents.h"
#include "table/heap.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int is_trace(const struct dirent *entry)
{
    static const char ending[] = ".gtr";
    const size_t length = strlen(entry->d_name), n = sizeof ending - 1;

    return length > n && strcmp(entry->d_name + length - n, ending) == 0;
}

static int is_process(const struct dirent *entry)
{
    return gau_result_is_process(entry->d_name);
}

static bool is_folder(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Takes @p path. */
static void add_path(struct gau_trace_files *files, char *path, gau_error *error)
{
    if (path && gau_array_grow(&files->paths, files->count, &files->room, sizeof *files->paths)) {
        files->paths[files->count++] = path;
        return;
    }
    free(path);
    gau_fail_memory(error, "names of trace files");
}

static char *join(const char *folder, const char *name)
{
    char *path;

    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

static void add_elsewhere(void *user, const char *path, gau_error *error)
{
    add_path(user, strdup(path), error);
}

static void add_files(struct gau_trace_files *files, const char *folder, gau_error *error)
{
    struct dirent **entries = NULL;
    const int n = scandir(folder, &entries, is_trace, versionsort);

    if (n < 0)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s': %s", GAU_QUOTE(folder), strerror(errno));
    for (int i = 0; i < n; i++) {
        if (error->status == GAU_OK)
            add_path(files, join(folder, entries[i]->d_name), error);
        free(entries[i]);
    }
    free(entries);
    if (error->status == GAU_OK)
        gau_trace_documents_read(folder, add_elsewhere, files, error);
}

static void add_process(struct gau_trace_files *files, const char *folder, const char *name,
                        gau_error *error)
{
    char *const path = join(folder, name);

    if (!path)
        gau_fail_memory(error, "names of trace files");
    else if (is_folder(path))
        add_files(files, path, error);
    free(path);
}

static void add_folder(struct gau_trace_files *files, const char *folder, gau_error *error)
{
    const uint32_t before = files->count;
    struct dirent **entries = NULL;
    int n;

    add_files(files, folder, error);
    n = error->status == GAU_OK ? scandir(folder, &entries, is_process, versionsort) : 0;
    for (int i = 0; i < n; i++) {
        if (error->status == GAU_OK)
            add_process(files, folder, entries[i]->d_name, error);
        free(entries[i]);
    }
    free(entries);
    if (files->count == before)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' has no trace files (*.gtr), as 'gaudit run JOB.xml --timeline -o "
                       "DIR' and 'gaudit collect -o DIR -- PROGRAM' write",
                       GAU_QUOTE(folder));
}

void gau_trace_files_add(struct gau_trace_files *files, const char *path, gau_error *error)
{
    if (is_folder(path))
        add_folder(files, path, error);
    else
        add_path(files, strdup(path), error);
}

void gau_trace_files_clear(struct gau_trace_files *files)
{
    for (uint32_t i = 0; i < files->count; i++)
        free(files->paths[i]);
    free(files->paths);
    *files = (struct gau_trace_files){0};
}
