/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf(), versionsort() */
#include "merge_ranks.h"

#include "merge_recorded.h"
#include "merge_results.h"
#include "merge_symbols.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "table/heap.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the folders --------------------------------------------------------------------------- */

static bool has_file(const char *folder, const char *name)
{
    char path[PATH_MAX];

    return snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

/* The program that started the ranks may have a run.json of its own. */
bool gau_is_of_ranks(const char *folder)
{
    gau_error ignored = {0};
    json_t *run;
    bool merged;

    if (!has_file(folder, "ranks.json"))
        return false;
    run = has_file(folder, "run.json") ? gau_document_load(folder, "run", &ignored) : NULL;
    merged = json_object_get(run, "results");
    json_decref(run);
    return !merged;
}

bool gau_is_merged_of_ranks(const char *folder)
{
    gau_error ignored = {0};
    json_t *const run =
        has_file(folder, "run.json") ? gau_document_load(folder, "run", &ignored) : NULL;
    const json_t *const results = json_object_get(run, "results");
    bool found = false;

    for (size_t i = 0; i < json_array_size(results); i++)
        found |= json_is_integer(json_object_get(json_array_get(results, i), "rank"));
    json_decref(run);
    return found;
}

static int is_rank(const struct dirent *entry)
{
    return strncmp(entry->d_name, "rank-", 5) == 0;
}

static bool add_folder(struct gau_rank_folders *out, const char *folder, const char *name)
{
    const uint32_t n = out->n;
    uint32_t size = out->size;
    char *path;

    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return false;
    if (!has_file(path, "run.json")) {
        free(path);
        return true;
    }
    if (gau_array_grow(&out->names, n, &size, sizeof *out->names) &&
        gau_array_grow(&out->paths, n, &out->size, sizeof *out->paths) &&
        (out->names[n] = strdup(name))) {
        out->paths[n] = path;
        out->n++;
        return true;
    }
    free(path);
    return false;
}

bool gau_rank_folders_list(struct gau_rank_folders *out, const char *folder, gau_error *error)
{
    struct dirent **entries;
    const int n = scandir(folder, &entries, is_rank, versionsort);

    *out = (struct gau_rank_folders){0};
    for (int i = 0; i < n; i++) {
        if (error->status == GAU_OK && !add_folder(out, folder, entries[i]->d_name))
            gau_fail_memory(error, "ranks of '%.*s'", GAU_QUOTE(folder));
        free(entries[i]);
    }
    if (n < 0)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' is not a result folder: %s", GAU_QUOTE(folder),
                       strerror(errno));
    else if (out->n == 0)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' is of an MPI job whose ranks have no results: no run.json",
                       GAU_QUOTE(folder));
    if (n >= 0)
        free(entries);
    return error->status == GAU_OK;
}

void gau_rank_folders_clear(struct gau_rank_folders *folders)
{
    for (uint32_t i = 0; i < folders->n; i++) {
        free(folders->names[i]);
        free(folders->paths[i]);
    }
    free(folders->names);
    free(folders->paths);
    *folders = (struct gau_rank_folders){0};
}

/* --- links --------------------------------------------------------------------------------- */

struct linking {
    const char *into, *rank, *folder; /* the rank's name and folder, absolute */
    gau_error *error;
};

static void make_link(const struct linking *l, const char *target, const char *name)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s/%s", l->into, name) >= (int)sizeof path ||
        symlink(target, path) != 0)
        gau_fail_first(l->error, GAU_ERR_IO, "'%s/%s' cannot be made: %s", l->into, name,
                       strerror(errno));
}

/* samples.gtr becomes samples-rank-3.gtr, and samples-17.gtr samples-rank-3-17.gtr. */
static void link_file(const struct linking *l, const char *file)
{
    static const char first[] = "samples";
    const char *const rest = file + sizeof first - 1, *const dot = strrchr(file, '.');
    char target[PATH_MAX], name[NAME_MAX + 1];

    if (strncmp(file, first, sizeof first - 1) != 0 || !dot || strcmp(dot, ".gtr") != 0 ||
        (*rest != '.' && *rest != '-'))
        return;
    if (snprintf(name, sizeof name, "samples-%s%s", l->rank, rest) < (int)sizeof name &&
        snprintf(target, sizeof target, "%s/%s", l->folder, file) < (int)sizeof target)
        make_link(l, target, name);
}

static void link_rank(const char *into, const char *name, const char *path, gau_error *error)
{
    char *const folder = realpath(path, NULL);
    const struct linking l = {into, name, folder, error};
    DIR *const dir = folder ? opendir(folder) : NULL;
    const struct dirent *entry;

    if (!dir)
        gau_fail_first(error, GAU_ERR_IO, "'%s': %s", path, strerror(errno));
    else
        make_link(&l, folder, name);
    while (dir && error->status == GAU_OK && (entry = readdir(dir)))
        link_file(&l, entry->d_name);
    if (dir)
        closedir(dir);
    free(folder);
}

/* Files of the program that started the ranks: samples of all, and what goes with them. */
static void link_own(const char *folder, const char *into, gau_error *error)
{
    static const char *const names[] = {"ranks.json", "collect.json", "symbols.json"};
    char *const whole = realpath(folder, NULL);
    const struct linking l = {into, "", whole, error};
    DIR *const dir = whole ? opendir(whole) : NULL;
    const struct dirent *entry;
    char target[PATH_MAX];

    while (dir && (entry = readdir(dir))) {
        bool wanted = strncmp(entry->d_name, "samples", 7) == 0;

        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            wanted |= strcmp(entry->d_name, names[i]) == 0;
        if (wanted && !has_file(into, entry->d_name) && error->status == GAU_OK &&
            snprintf(target, sizeof target, "%s/%s", whole, entry->d_name) < (int)sizeof target)
            make_link(&l, target, entry->d_name);
    }
    if (dir)
        closedir(dir);
    free(whole);
}

/* --- all of it ----------------------------------------------------------------------------- */

static void merge_listed(const struct gau_rank_folders *ranks, const char *into, gau_error *error)
{
    const struct gau_merge_request request = {.folders = (const char *const *)ranks->paths,
                                              .names = (const char *const *)ranks->names,
                                              .n = ranks->n,
                                              .into = into,
                                              .different_jobs = true};
    struct gau_merge_notes notes;

    if (gau_merge_results(&request, &notes, error) == GAU_OK)
        gau_merge_symbols((const char *const *)ranks->paths, ranks->n, into, error);
    if (error->status == GAU_OK)
        gau_merge_recorded(request.folders, request.names, request.n, into, error);
    for (uint32_t i = 0; i < ranks->n && error->status == GAU_OK; i++)
        link_rank(into, ranks->names[i], ranks->paths[i], error);
}

gau_status gau_merge_ranks(const char *folder, const char *into, gau_error *error)
{
    struct gau_rank_folders ranks;

    if (gau_rank_folders_list(&ranks, folder, error))
        merge_listed(&ranks, into, error);
    if (error->status == GAU_OK)
        link_own(folder, into, error);
    gau_rank_folders_clear(&ranks);
    return error->status;
}
