/* SPDX-License-Identifier: Apache-2.0 */
#include "tables.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- order --------------------------------------------------------------------------------- */

enum { BY_VERDICT, BY_RATIO, BY_TIME, BY_NAME, SORTS };

const char *const gau_comparison_sorts[] = {"verdict", "ratio", "time", "name", NULL};

struct sorted {
    const struct gau_comparison_row *row;
    double key, time; /* the largest come first; what is alike is sorted by name */
};

double gau_row_longest(const struct gau_comparison_row *row)
{
    const double seconds = fmax(row->seconds[0], row->seconds[1]);

    return isnan(seconds) ? -1 : seconds;
}

/* What failed, then what is significant, and at the end what is small. */
static double rank(const struct gau_comparison_row *row)
{
    if (row->failed)
        return 3;
    return row->verdict == GAU_SIGNIFICANT ? 2 : row->verdict == GAU_SMALL ? 0 : 1;
}

static struct sorted sorted_by(const struct gau_comparison_row *row, int by)
{
    const double ratio = isnan(row->adjusted.value) ? 0 : row->adjusted.value;

    return (struct sorted){.row = row,
                           .key = by == BY_VERDICT ? rank(row)
                                  : by == BY_RATIO ? ratio
                                                   : 0,
                           .time = by == BY_NAME ? 0 : gau_row_longest(row)};
}

static int compare(const void *left, const void *right)
{
    const struct sorted *const a = left, *const b = right;
    int order;

    if (a->key < b->key || a->key > b->key)
        return a->key > b->key ? -1 : 1;
    if (a->time < b->time || a->time > b->time)
        return a->time > b->time ? -1 : 1;
    order = strcmp(a->row->row->path, b->row->row->path);
    return order ? order : strcmp(a->row->row->root, b->row->row->root);
}

/* --- which rows ---------------------------------------------------------------------------- */

enum { OF_TASK = GAU_ROWS_TASKS, OF_MODULE = GAU_ROWS_FUNCTIONS + 1, OF_VERDICT, FILTER_KEYS };

/* The first ones are kinds of rows. */
static const char *const filter_keys[FILTER_KEYS] = {"branch", "task", "function", "module",
                                                     "verdict"};

/* FILTER_KEYS: there is none. */
static size_t filter_key(const char *text)
{
    const size_t length = strcspn(text, "!=");
    size_t key = 0;

    if (text[length + (text[length] == '!')] != '=')
        return FILTER_KEYS;
    while (key < FILTER_KEYS &&
           (strlen(filter_keys[key]) != length || strncmp(text, filter_keys[key], length) != 0))
        key++;
    return key;
}

bool gau_comparison_filter_is_valid(const char *text)
{
    return filter_key(text) < FILTER_KEYS;
}

/* A name in brackets is not meant as a set of letters. */
static bool matches(const char *pattern, const char *text)
{
    return strcmp(pattern, text) == 0 || fnmatch(pattern, text, 0) == 0;
}

/* By its name as people see it, or by its path. What rows of that kind do not have matches. */
static bool matches_key(const char *pattern, size_t key, enum gau_matrix_rows kind,
                        const struct gau_comparison_row *row)
{
    if (key == OF_VERDICT)
        return matches(pattern, gau_verdict_text(row->verdict));
    if (key == (size_t)kind)
        return matches(pattern, row->row->label) || matches(pattern, row->row->path);
    if (kind == GAU_ROWS_FUNCTIONS && key == OF_TASK)
        return matches(pattern, row->row->root);
    return key != OF_MODULE || kind != GAU_ROWS_FUNCTIONS || matches(pattern, row->row->module);
}

/* Of several filters with "=" and one key, one is to match; with "!=" none. */
static bool passes(const struct gau_comparison_row *row, enum gau_matrix_rows kind,
                   const struct gau_comparison_paths *filters)
{
    bool wanted[FILTER_KEYS] = {false}, found[FILTER_KEYS] = {false};

    for (size_t i = 0; i < filters->n; i++) {
        const char *const equals = strchr(filters->items[i], '=');
        const size_t key = filter_key(filters->items[i]);
        const bool match = matches_key(equals + 1, key, kind, row);

        if (equals[-1] == '!' && match)
            return false;
        wanted[key] |= equals[-1] != '!';
        found[key] |= match;
    }
    for (size_t key = 0; key < FILTER_KEYS; key++)
        if (wanted[key] && !found[key])
            return false;
    return true;
}

/* --- all ----------------------------------------------------------------------------------- */

bool gau_rows_select(const struct gau_comparison_row **out, size_t *n,
                     const struct gau_comparison *comparison, const char *sort,
                     const struct gau_comparison_paths *filters)
{
    struct sorted *const rows = calloc(comparison->n + 1, sizeof *rows);
    int by = 0;

    *n = 0;
    if (!rows)
        return false;

    while (sort && by < SORTS && strcmp(sort, gau_comparison_sorts[by]) != 0)
        by++;
    for (size_t i = 0; i < comparison->n; i++)
        if (gau_row_longest(&comparison->rows[i]) > 0 &&
            passes(&comparison->rows[i], comparison->matrix->kind, filters))
            rows[(*n)++] = sorted_by(&comparison->rows[i], by);
    qsort(rows, *n, sizeof *rows, compare);
    for (size_t i = 0; i < *n; i++)
        out[i] = rows[i].row;
    free(rows);
    return true;
}
