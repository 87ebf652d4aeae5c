/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/tables/tables.h"

#include "table/suggest.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- order --------------------------------------------------------------------------------- */

double gau_row_longest(const struct gau_comparison_row *row)
{
    const double seconds = fmax(row->seconds[0], row->seconds[1]);

    return isnan(seconds) ? -1 : seconds;
}

static const struct gau_comparison_row *row_at(const void *place)
{
    return *(const struct gau_comparison_row *const *)place;
}

static int by_name(const void *a, const void *b)
{
    const int order = strcmp(row_at(a)->row->path, row_at(b)->row->path);

    return order ? order : strcmp(row_at(a)->row->root, row_at(b)->row->root);
}

static int larger_first(double a, double b)
{
    return (a < b) - (a > b);
}

static int by_time(const void *a, const void *b)
{
    const int order = larger_first(gau_row_longest(row_at(a)), gau_row_longest(row_at(b)));

    return order ? order : by_name(a, b);
}

static double ratio_of(const struct gau_comparison_row *row)
{
    return isnan(row->adjusted.value) ? 0 : row->adjusted.value;
}

static int by_ratio(const void *a, const void *b)
{
    const int order = larger_first(ratio_of(row_at(a)), ratio_of(row_at(b)));

    return order ? order : by_time(a, b);
}

/* Failed rows have the highest rank, then come significant ones, and at the end small ones. */
static int rank_row(const struct gau_comparison_row *row)
{
    if (row->failed)
        return 3;
    return row->verdict == GAU_SIGNIFICANT ? 2 : row->verdict == GAU_SMALL ? 0 : 1;
}

static int by_verdict(const void *a, const void *b)
{
    const int order = rank_row(row_at(b)) - rank_row(row_at(a));

    return order ? order : by_time(a, b);
}

const char *const gau_comparison_sorts[] = {"verdict", "ratio", "time", "name", NULL};
static int (*const orders[])(const void *, const void *) = {by_verdict, by_ratio, by_time, by_name};

/* --- which rows ---------------------------------------------------------------------------- */

enum { OF_TASK = GAU_ROWS_TASKS, OF_MODULE = GAU_ROWS_FUNCTIONS + 1, OF_VERDICT, FILTER_KEYS };

/* The first keys are kinds of rows, and have their numbers. */
static const char *const filter_keys[FILTER_KEYS] = {"branch", "task", "function", "module",
                                                     "verdict"};

/* Returns FILTER_KEYS if the text is no filter. */
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

static const char *verdict_text(enum gau_verdict verdict)
{
    static const char *const texts[] = {
        [GAU_SIGNIFICANT] = "significant",
        [GAU_NOT_SIGNIFICANT] = "not significant",
        [GAU_INCONCLUSIVE] = "inconclusive",
        [GAU_SMALL] = "too small",
        [GAU_ADDED] = "added",
        [GAU_REMOVED] = "removed",
        [GAU_NOT_TESTED] = "not tested",
    };

    return texts[verdict];
}

/* An equal text matches, since brackets in a name are not meant as a set of letters. */
static bool matches_pattern(const char *pattern, const char *text)
{
    return strcmp(pattern, text) == 0 || fnmatch(pattern, text, 0) == 0;
}

/* A row matches by its displayed name or its path. Keys that such rows do not have match. */
static bool matches_key(const char *pattern, size_t key, enum gau_matrix_rows kind,
                        const struct gau_comparison_row *row)
{
    if (key == OF_VERDICT)
        return matches_pattern(pattern, verdict_text(row->verdict));
    if (key == (size_t)kind)
        return matches_pattern(pattern, row->row->label) ||
               matches_pattern(pattern, row->row->path);
    if (kind == GAU_ROWS_FUNCTIONS && key == OF_TASK)
        return matches_pattern(pattern, row->row->root);
    return key != OF_MODULE || kind != GAU_ROWS_FUNCTIONS ||
           matches_pattern(pattern, row->row->module);
}

/* If a key has filters with "=", one of them must match; of those with "!=" none. */
static bool passes_filters(const struct gau_comparison_row *row, enum gau_matrix_rows kind,
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

/* --- a filter that matches nothing --------------------------------------------------------- */

/* Offers the value of the key; returns whether the row matches. Values are as matches_key() has
 * them. */
static bool offer_row(struct gau_suggest *suggest, size_t key, enum gau_matrix_rows kind,
                      const struct gau_comparison_row *row)
{
    if (key == OF_VERDICT || gau_row_longest(row) <= 0)
        return key == OF_VERDICT;
    gau_suggest_offer(suggest, key == (size_t)kind ? row->row->label
                               : key == OF_TASK    ? row->row->root
                                                   : row->row->module);
    return matches_key(suggest->wanted, key, kind, row);
}

static bool is_key_of(size_t key, enum gau_matrix_rows kind)
{
    return key == (size_t)kind ||
           (kind == GAU_ROWS_FUNCTIONS && (key == OF_TASK || key == OF_MODULE));
}

void gau_rows_filter_hint(char *text, size_t size, const struct gau_comparison *comparison,
                          const struct gau_comparison_paths *filters)
{
    const enum gau_matrix_rows kind = comparison->matrix->kind;

    snprintf(text, size, "no row passes the filters");
    for (size_t i = 0; i < filters->n; i++) {
        const char *const equals = strchr(filters->items[i], '=');
        const size_t key = filter_key(filters->items[i]);
        struct gau_suggest suggest = gau_suggest_by_words(equals + 1);
        bool found = equals[-1] == '!' || !is_key_of(key, kind);

        for (size_t row = 0; row < comparison->n && !found; row++)
            found = offer_row(&suggest, key, kind, &comparison->rows[row]);
        if (found)
            continue;
        snprintf(text, size, "no row passes the filters: there is no %s '%.200s'%s%.200s%s",
                 filter_keys[key], equals + 1, suggest.best ? "; did you mean '" : "",
                 suggest.best ? suggest.best : "", suggest.best ? "'?" : "");
        return;
    }
}

/* --- all ----------------------------------------------------------------------------------- */

size_t gau_rows_select(const struct gau_comparison_row **out,
                       const struct gau_comparison *comparison, const char *sort,
                       const struct gau_comparison_paths *filters)
{
    size_t n = 0, by = 0;

    while (sort && strcmp(sort, gau_comparison_sorts[by]) != 0)
        by++;
    for (size_t i = 0; i < comparison->n; i++)
        if (gau_row_longest(&comparison->rows[i]) > 0 &&
            passes_filters(&comparison->rows[i], comparison->matrix->kind, filters))
            out[n++] = &comparison->rows[i];
    qsort(out, n, sizeof(const struct gau_comparison_row *), orders[by]);
    return n;
}

void gau_verdict_set(struct gau_table *table, size_t column, const struct gau_comparison_row *row)
{
    const bool slower = row->failed || row->adjusted.value > 1;

    gau_table_set_text(table, column, verdict_text(row->verdict));
    if (row->verdict == GAU_SIGNIFICANT)
        gau_table_mark(table, column, slower ? GAU_CELL_BAD : GAU_CELL_GOOD);
}

void gau_gate_set(struct gau_table *table, size_t column, const struct gau_comparison_row *row)
{
    gau_table_set_text(table, column, row->failed ? "FAILED" : "");
    if (row->failed)
        gau_table_mark(table, column, GAU_CELL_BAD);
}

double gau_row_value(const struct gau_comparison *comparison, const struct gau_comparison_row *row,
                     size_t run)
{
    const bool adjusted = comparison->limits.runs == GAU_RUNS_SEPARATE && comparison->is_adjusted &&
                          !row->row->is_total;

    return row->row->values[GAU_BASELINE][run] /
           (adjusted ? gau_slowdown(&comparison->others, row->row, GAU_BASELINE, run) : 1);
}
