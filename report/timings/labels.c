/* SPDX-License-Identifier: Apache-2.0 */
#include "labels.h"

#include <stdlib.h>
#include <string.h>

struct named {
    const struct gau_timing *row;
    size_t number;
};

static int by_name(const void *a, const void *b)
{
    const struct named *const left = a, *const right = b;

    return strcmp(left->row->name, right->row->name);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), n = strlen(end);

    return n <= length && strcmp(text + length - n, end) == 0 &&
           (n == length || text[length - n - 1] == ' ');
}

/* Rows of one name; beyond so many the whole identifier is shown. */
enum { ALIKE_MOST = 100 };

static bool is_alone(const struct named *rows, size_t n, size_t i, const char *end)
{
    for (size_t k = 0; k < n; k++)
        if (k != i && ends_with(rows[k].row->path, end))
            return false;
    return true;
}

static const char *label_of(const struct named *rows, size_t n, size_t i)
{
    const char *const path = rows[i].row->path, *const name = rows[i].row->name;
    const char *end;

    if (n > ALIKE_MOST || !ends_with(path, name))
        return path;
    end = path + strlen(path) - strlen(name);
    while (end > path && !is_alone(rows, n, i, end)) {
        end--;
        while (end > path && end[-1] != ' ')
            end--;
    }
    return end;
}

/* What is not below the root of all shares begins with the name of its own. */
static char *copy_label(const struct gau_timing *row, const char *label, const char *whole)
{
    const bool inside = row->is_root || strcmp(row->root, whole) == 0;
    const size_t size = strlen(row->root) + strlen(label) + 2;
    char *const copy = malloc(size);

    if (copy)
        snprintf(copy, size, "%s%s%s", inside ? "" : row->root, inside ? "" : " ", label);
    return copy;
}

bool gau_labels_make(char **out, const struct gau_timing *const *branches, size_t n_branches,
                     const char *whole)
{
    struct named *const rows = calloc(n_branches + 1, sizeof *rows);
    bool fits = rows != NULL;

    for (size_t i = 0; fits && i < n_branches; i++)
        rows[i] = (struct named){.row = branches[i], .number = i};
    if (fits && n_branches > 1)
        qsort(rows, n_branches, sizeof *rows, by_name);
    for (size_t first = 0, n; fits && first < n_branches; first += n) {
        n = 1;
        while (first + n < n_branches && by_name(&rows[first], &rows[first + n]) == 0)
            n++;
        for (size_t i = 0; fits && i < n; i++) {
            char *const label =
                copy_label(rows[first + i].row, label_of(&rows[first], n, i), whole);

            out[rows[first + i].number] = label;
            fits = label != NULL;
        }
    }
    free(rows);
    return fits;
}
