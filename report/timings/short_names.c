/* SPDX-License-Identifier: Apache-2.0 */
#include "timings.h"

#include <stdlib.h>
#include <string.h>

struct named {
    const struct gau_timer_row *row; /* NULL: before the first, and behind the last */
    size_t number;
};

/* Identifiers are read from their ends, so that those with the same last words are neighbours. */
static int by_end(const void *a, const void *b)
{
    const char *const left = ((const struct named *)a)->row->path;
    const char *const right = ((const struct named *)b)->row->path;
    size_t i = strlen(left), k = strlen(right);

    for (; i > 0 && k > 0; i--, k--)
        if (left[i - 1] != right[k - 1])
            return (unsigned char)left[i - 1] - (unsigned char)right[k - 1];
    return (i > 0) - (k > 0);
}

static bool ends_with(const struct gau_timer_row *row, const char *end)
{
    const size_t length = row ? strlen(row->path) : 0, n = strlen(end);

    return row && n <= length && strcmp(row->path + length - n, end) == 0 &&
           (n == length || row->path[length - n - 1] == ' ');
}

static const char *label_of(const struct named *named)
{
    const char *const path = named->row->path, *const name = named->row->name;
    const char *end = ends_with(named->row, name) ? path + strlen(path) - strlen(name) : path;

    while (end > path && (ends_with(named[-1].row, end) || ends_with(named[1].row, end))) {
        end--;
        while (end > path && end[-1] != ' ')
            end--;
    }
    return end;
}

/* A branch that is not below the root of all shares begins with the name of its own root. */
static char *copy_label(const struct gau_timer_row *row, const char *label, const char *whole)
{
    const bool inside = row->is_root || strcmp(row->root, whole) == 0;
    const size_t size = strlen(row->root) + strlen(label) + 2;
    char *const copy = malloc(size);

    if (copy)
        snprintf(copy, size, "%s%s%s", inside ? "" : row->root, inside ? "" : " ", label);
    return copy;
}

bool gau_labels_make(char **out, const struct gau_timer_row *const *branches, size_t n,
                     const char *whole)
{
    struct named *const rows = calloc(n + 2, sizeof *rows);
    bool fits = rows != NULL;

    for (size_t i = 0; fits && i < n; i++)
        rows[i + 1] = (struct named){.row = branches[i], .number = i};
    if (fits)
        qsort(rows + 1, n, sizeof *rows, by_end);
    for (size_t i = 1; fits && i <= n; i++) {
        out[rows[i].number] = copy_label(rows[i].row, label_of(&rows[i]), whole);
        fits = out[rows[i].number] != NULL;
    }
    free(rows);
    return fits;
}

/* The names of branches are not known here, so their last words stand for them. */
bool gau_labels_of_paths(char **out, const char *const *paths, size_t n)
{
    struct gau_timer_row *const rows = calloc(n + 1, sizeof *rows);
    const struct gau_timer_row **const list = calloc(n + 1, sizeof *list);
    bool fits = rows && list;

    for (size_t i = 0; fits && i < n; i++) {
        const char *const blank = strrchr(paths[i], ' ');

        rows[i] = (struct gau_timer_row){.path = paths[i],
                                         .name = blank && blank[1] ? blank + 1 : paths[i],
                                         .root = ""};
        list[i] = &rows[i];
    }
    fits = fits && gau_labels_make(out, list, n, "");
    free(list);
    free(rows);
    return fits;
}
