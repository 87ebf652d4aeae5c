/* SPDX-License-Identifier: Apache-2.0 */
#include "branches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double gau_branches_events(const struct gau_timings *run)
{
    return run->events > 0 ? (double)run->events : 1;
}

const struct gau_timing *gau_branches_whole(const struct gau_timings *run)
{
    for (size_t i = 0; i < run->n; i++)
        if (run->rows[i].path == run->whole)
            return run->event_s > 0 ? &run->rows[i] : NULL;
    return NULL;
}

static bool is_inside(const struct gau_timings *run, const struct gau_timing *row)
{
    return run->event_s > 0 && strcmp(row->root, run->whole) == 0;
}

double gau_branches_self_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return is_inside(run, row) ? 100 * row->self_s / run->event_s : (double)NAN;
}

double gau_branches_total_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return is_inside(run, row) ? 100 * row->total_s / run->event_s : (double)NAN;
}

static double cpu_share(const struct gau_timings *run, const struct gau_timing *row, double time_s)
{
    const struct gau_timing *const whole = gau_branches_whole(run);

    if (!whole || !is_inside(run, row) || !(whole->cpu_total_s > 0))
        return (double)NAN;
    return 100 * time_s / whole->cpu_total_s;
}

double gau_branches_cpu_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return cpu_share(run, row, row->cpu_self_s);
}

double gau_branches_cpu_total_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return cpu_share(run, row, row->cpu_total_s);
}

/* --- joining ------------------------------------------------------------------------------- */

static bool is_in_some(const struct gau_timings *const *runs, size_t from, size_t n,
                       const struct gau_timing *row)
{
    for (size_t i = from; i < n; i++) {
        const struct gau_timing *const other = gau_timings_match(runs[i], row);

        if (other && (other->calls > 0 || other->total_s > 0))
            return true;
    }
    return false;
}

/* From the last run to the first, each without what later ones have. */
static void add_rows(struct gau_branches *out, const struct gau_timings *const *runs, size_t n)
{
    for (size_t i = n; i-- > 0;)
        for (size_t k = 0; k < runs[i]->n; k++) {
            const struct gau_timing *const row = &runs[i]->rows[k];

            if ((row->calls > 0 || row->total_s > 0) && !is_in_some(runs, i + 1, n, row))
                out->rows[out->n++] = row;
        }
}

/* --- labels -------------------------------------------------------------------------------- */

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

static bool make_labels(struct gau_branches *out, const char *whole)
{
    struct named *const rows = calloc(out->n + 1, sizeof *rows);
    bool fits = rows != NULL;

    for (size_t i = 0; fits && i < out->n; i++)
        rows[i] = (struct named){.row = out->rows[i], .number = i};
    if (fits && out->n > 1)
        qsort(rows, out->n, sizeof *rows, by_name);
    for (size_t first = 0, n; fits && first < out->n; first += n) {
        n = 1;
        while (first + n < out->n && by_name(&rows[first], &rows[first + n]) == 0)
            n++;
        for (size_t i = 0; fits && i < n; i++) {
            char *const label =
                copy_label(rows[first + i].row, label_of(&rows[first], n, i), whole);

            out->labels[rows[first + i].number] = label;
            fits = label != NULL;
        }
    }
    free(rows);
    return fits;
}

bool gau_branches_join(struct gau_branches *out, const struct gau_timings *const *runs, size_t n)
{
    size_t most = 0;

    *out = (struct gau_branches){0};
    for (size_t i = 0; i < n; i++)
        most += runs[i]->n;
    out->rows = calloc(most + 1, sizeof *out->rows);
    out->labels = calloc(most + 1, sizeof *out->labels);
    if (!out->rows || !out->labels)
        return false;
    add_rows(out, runs, n);
    return make_labels(out, n > 0 ? runs[n - 1]->whole : "");
}

void gau_branches_clear(struct gau_branches *branches)
{
    for (size_t i = 0; branches->labels && i < branches->n; i++)
        free(branches->labels[i]);
    free(branches->labels);
    free(branches->rows);
    *branches = (struct gau_branches){0};
}
