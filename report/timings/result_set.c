/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* versionsort(), S_ISREG() */
#include "timings.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- reading ------------------------------------------------------------------------------- */

static bool has_file(const char *folder, const char *name)
{
    char path[PATH_MAX];

    return snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

struct reading {
    struct gau_timer_result_set *set;
    uint32_t size; /* of its array */
    const struct gau_timer_grouping *grouping;
    gau_error *error;
};

/* --- groups -------------------------------------------------------------------------------- */

static int by_group(const void *a, const void *b)
{
    const struct gau_timer_row *const left = a, *const right = b;
    const int root = strcmp(left->root, right->root);

    if (root != 0 || left->is_root != right->is_root)
        return root != 0 ? root : right->is_root - left->is_root;
    return strcmp(left->group, right->group);
}

static void merge_row(struct gau_timer_row *to, const struct gau_timer_row *from)
{
    to->calls += from->calls;
    to->child_calls += from->child_calls;
    to->total_s += from->total_s;
    to->self_s += from->self_s;
    to->cpu_total_s += from->cpu_total_s;
    to->cpu_self_s += from->cpu_self_s;
}

static void merge_groups(struct gau_timer_result *result)
{
    size_t n = 0;

    for (size_t i = 0; i < result->n; i++)
        result->rows[i].path = result->rows[i].name = result->rows[i].group;
    qsort(result->rows, result->n, sizeof *result->rows, by_group);
    for (size_t i = 0; i < result->n; i++)
        if (n > 0 && by_group(&result->rows[n - 1], &result->rows[i]) == 0)
            merge_row(&result->rows[n - 1], &result->rows[i]);
        else
            result->rows[n++] = result->rows[i];
    result->n = n;
}

/* --- reading ------------------------------------------------------------------------------- */

static void add_result(struct reading *r, const char *folder)
{
    struct gau_timer_result_set *const set = r->set;

    if (!gau_array_grow(&set->runs, (uint32_t)set->n, &r->size, sizeof *set->runs))
        gau_fail_memory(r->error, "results in '%.*s'", GAU_QUOTE(folder));
    else if (gau_timer_result_read(&set->runs[set->n], folder, r->grouping, r->error) == GAU_OK)
        set->n++;
    if (r->error->status == GAU_OK && r->grouping->key)
        merge_groups(&set->runs[set->n - 1]);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* A file of k4Bench has events, and nothing else that a result has. */
static bool is_k4bench_file(const char *path)
{
    const char *const dot = strrchr(path, '.');
    struct stat status;

    return dot && strcmp(dot, ".json") == 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static void add_k4bench_file(struct reading *r, const char *path)
{
    struct gau_timer_result result = {.folder = strdup(path),
                                      .whole = "",
                                      .overhead_s = (double)NAN};

    if (!result.folder ||
        !gau_array_grow(&r->set->runs, (uint32_t)r->set->n, &r->size, sizeof *r->set->runs)) {
        free(result.folder);
        gau_fail_memory(r->error, "'%.*s'", GAU_QUOTE(path));
        return;
    }
    r->set->runs[r->set->n++] = result;
}

/* Adds the folders that have a run.json, sorted by letters and numbers: v9 before v10. */
static void add_results(struct reading *r, const char *folder)
{
    const size_t length = strlen(folder), before = r->set->n;
    const char *const slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    struct dirent **entries;
    const int n = scandir(folder, &entries, is_visible, versionsort);
    char path[PATH_MAX];

    if (n < 0) {
        gau_fail_first(r->error, errno == ENOMEM ? GAU_ERR_IO : GAU_ERR_USAGE,
                       "'%.*s' is not a result folder: %s", GAU_QUOTE(folder), strerror(errno));
        return;
    }
    for (int i = 0; i < n; i++) {
        const int size = snprintf(path, sizeof path, "%s%s%s", folder, slash, entries[i]->d_name);

        if (size < (int)sizeof path && r->error->status == GAU_OK && has_file(path, "run.json"))
            add_result(r, path);
        free(entries[i]);
    }
    free(entries);
    if (r->set->n == before)
        gau_fail_first(r->error, GAU_ERR_USAGE,
                       "'%.*s' is not a result folder, and there is none in it: no run.json",
                       GAU_QUOTE(folder));
}

gau_status gau_timer_result_set_read(struct gau_timer_result_set *out, const char *const *paths,
                                     size_t n, const struct gau_timer_grouping *grouping,
                                     gau_error *error)
{
    struct reading r = {.set = out, .grouping = grouping, .error = error};

    *out = (struct gau_timer_result_set){0};
    for (size_t i = 0; i < n && error->status == GAU_OK; i++) {
        const bool is_result = has_file(paths[i], "run.json") || has_file(paths[i], "timer.json");

        (is_k4bench_file(paths[i]) ? add_k4bench_file
         : is_result               ? add_result
                                   : add_results)(&r, paths[i]);
    }
    if (n == 0)
        gau_fail_first(error, GAU_ERR_USAGE, "no result folder was given");
    if (error->status != GAU_OK)
        gau_timer_result_set_clear(out);
    return error->status;
}

/* --- the same ones ------------------------------------------------------------------------- */

static bool is_copy(const struct gau_timer_result *a, const struct gau_timer_result *b)
{
    const char *const start = gau_timer_result_text(a, "start_time");
    bool same =
        start[0] && strcmp(start, gau_timer_result_text(b, "start_time")) == 0 && a->n == b->n;

    for (size_t i = 0; same && i < a->n; i++)
        same = strcmp(a->rows[i].path, b->rows[i].path) == 0 &&
               !(a->rows[i].self_s < b->rows[i].self_s) && !(a->rows[i].self_s > b->rows[i].self_s);
    return same && a->n > 0;
}

bool gau_timer_result_are_one(const struct gau_timer_result *a, const struct gau_timer_result *b)
{
    struct stat left, right;

    return is_copy(a, b) || (stat(a->folder, &left) == 0 && stat(b->folder, &right) == 0 &&
                             left.st_dev == right.st_dev && left.st_ino == right.st_ino);
}

size_t gau_timer_result_set_drop_repeated(struct gau_timer_result_set *set, size_t *last)
{
    const size_t given = set->n;

    *last = set->n = 0;
    for (size_t i = 0; i < given; i++) {
        size_t which = 0;

        while (which < set->n && !gau_timer_result_are_one(&set->runs[which], &set->runs[i]))
            which++;
        if (which < set->n) {
            gau_timer_result_clear(&set->runs[i]);
            *last = which + 1;
        } else {
            set->runs[set->n++] = set->runs[i];
        }
    }
    return given - set->n;
}

void gau_timer_result_set_clear(struct gau_timer_result_set *set)
{
    for (size_t i = 0; i < set->n; i++)
        gau_timer_result_clear(&set->runs[i]);
    free(set->runs);
    *set = (struct gau_timer_result_set){0};
}
