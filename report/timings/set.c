/* SPDX-License-Identifier: Apache-2.0 */
#include "timings.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Paths of folders. */
struct folders {
    char **items;
    size_t n;
};

static void clear_folders(struct folders *folders)
{
    for (size_t i = 0; i < folders->n; i++)
        free(folders->items[i]);
    free(folders->items);
    *folders = (struct folders){0};
}

static char *join(const char *folder, const char *name)
{
    const size_t length = strlen(folder), size = length + strlen(name) + 2;
    const char *const slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    char *const path = malloc(size);

    if (path)
        snprintf(path, size, "%s%s%s", folder, slash, name);
    return path;
}

static bool no_memory(struct gau_view_error *error, const char *folder)
{
    gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the results in '%.*s'",
                  GAU_VIEW_QUOTE(folder));
    return false;
}

/* --- which folders ------------------------------------------------------------------------- */

static bool has_file(const char *folder, const char *name, struct gau_view_error *error)
{
    char *const path = join(folder, name);
    const bool is_there = path && access(path, F_OK) == 0;

    if (!path)
        no_memory(error, folder);
    free(path);
    return is_there;
}

/* Takes the path over, also if there is no memory. */
static bool add_folder(struct folders *folders, char *path)
{
    char **const items = path ? realloc(folders->items, (folders->n + 1) * sizeof *items) : NULL;

    if (!items) {
        free(path);
        return false;
    }
    folders->items = items;
    items[folders->n++] = path;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Two numbers of any length, and where they end. */
static int by_number(const char **a, const char **b)
{
    size_t left, right;
    int order;

    *a += strspn(*a, "0");
    *b += strspn(*b, "0");
    left = strspn(*a, "0123456789");
    right = strspn(*b, "0123456789");
    order = left == right ? memcmp(*a, *b, left) : left < right ? -1 : 1;
    *a += left;
    *b += right;
    return order;
}

/* By letters and numbers: v9 before v10. */
static int by_name(const void *left, const void *right)
{
    const char *a = *(char *const *)left, *b = *(char *const *)right;
    int order = 0;

    while (order == 0 && *a && *b) {
        if (is_digit(*a) && is_digit(*b))
            order = by_number(&a, &b);
        else
            order = (unsigned char)*a++ - (unsigned char)*b++;
    }
    if (order == 0)
        order = (*a != '\0') - (*b != '\0');
    return order ? order : strcmp(*(char *const *)left, *(char *const *)right);
}

/* The folders in it that have a run.json, sorted by name. */
static bool list_results(struct folders *out, const char *folder, struct gau_view_error *error)
{
    DIR *const dir = opendir(folder);
    const struct dirent *entry;
    bool fits = true;

    if (!dir) {
        gau_view_fail(error, GAU_VIEW_USAGE, "'%.*s' is not a result folder: %s",
                      GAU_VIEW_QUOTE(folder), strerror(errno));
        return false;
    }
    while (fits && (entry = readdir(dir))) {
        char *path;

        if (entry->d_name[0] == '.')
            continue;
        path = join(folder, entry->d_name);
        if (path && !has_file(path, "run.json", error))
            free(path);
        else
            fits = add_folder(out, path);
    }
    closedir(dir);
    if (out->n > 1)
        qsort(out->items, out->n, sizeof *out->items, by_name);
    return fits || no_memory(error, folder);
}

/* --- reading ------------------------------------------------------------------------------- */

static bool add_result(struct gau_timings_set *set, const char *folder,
                       struct gau_view_error *error)
{
    struct gau_timings *const runs = realloc(set->runs, (set->n + 1) * sizeof *runs);

    if (!runs)
        return no_memory(error, folder);
    set->runs = runs;
    if (gau_timings_read(&runs[set->n], folder, error) != GAU_VIEW_OK)
        return false;
    set->n++;
    return true;
}

static void add_path(struct gau_timings_set *set, const char *path, struct gau_view_error *error)
{
    struct folders folders = {0};

    if (has_file(path, "run.json", error) || has_file(path, "timer.json", error)) {
        add_result(set, path, error);
        return;
    }
    if (error->status == GAU_VIEW_OK && list_results(&folders, path, error) && folders.n == 0)
        gau_view_fail(error, GAU_VIEW_USAGE,
                      "'%.*s' is not a result folder, and there is none in it: no run.json",
                      GAU_VIEW_QUOTE(path));
    for (size_t i = 0; i < folders.n && error->status == GAU_VIEW_OK; i++)
        add_result(set, folders.items[i], error);
    clear_folders(&folders);
}

enum gau_view_status gau_timings_set_read(struct gau_timings_set *out, const char *const *paths,
                                          size_t n, struct gau_view_error *error)
{
    *out = (struct gau_timings_set){0};
    for (size_t i = 0; i < n && error->status == GAU_VIEW_OK; i++)
        add_path(out, paths[i], error);
    if (n == 0)
        gau_view_fail(error, GAU_VIEW_USAGE, "no result folder was given");
    if (error->status != GAU_VIEW_OK)
        gau_timings_set_clear(out);
    return error->status;
}

/* --- the same ones ------------------------------------------------------------------------- */

static bool is_copy(const struct gau_timings *a, const struct gau_timings *b)
{
    const char *const start = gau_timings_text(a, "start");
    bool same = start[0] && strcmp(start, gau_timings_text(b, "start")) == 0 && a->n == b->n;

    for (size_t i = 0; same && i < a->n; i++)
        same = strcmp(a->rows[i].path, b->rows[i].path) == 0 &&
               !(a->rows[i].self_s < b->rows[i].self_s) && !(a->rows[i].self_s > b->rows[i].self_s);
    return same && a->n > 0;
}

bool gau_timings_are_one(const struct gau_timings *a, const struct gau_timings *b)
{
    struct stat left, right;

    return is_copy(a, b) || (stat(a->folder, &left) == 0 && stat(b->folder, &right) == 0 &&
                             left.st_dev == right.st_dev && left.st_ino == right.st_ino);
}

size_t gau_timings_set_drop_repeated(struct gau_timings_set *set, size_t *last)
{
    const size_t given = set->n;

    *last = set->n = 0;
    for (size_t i = 0; i < given; i++) {
        size_t which = 0;

        while (which < set->n && !gau_timings_are_one(&set->runs[which], &set->runs[i]))
            which++;
        if (which < set->n) {
            gau_timings_clear(&set->runs[i]);
            *last = which + 1;
        } else {
            set->runs[set->n++] = set->runs[i];
        }
    }
    return given - set->n;
}

void gau_timings_set_clear(struct gau_timings_set *set)
{
    for (size_t i = 0; i < set->n; i++)
        gau_timings_clear(&set->runs[i]);
    free(set->runs);
    *set = (struct gau_timings_set){0};
}
