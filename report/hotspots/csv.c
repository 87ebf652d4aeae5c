/* SPDX-License-Identifier: Apache-2.0 */
#include "writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * A row for each innermost group, with the columns of VTune in their order, then our own. VTune
 * tells spin and overhead from what it calls effective time; here all of it is effective.
 */

enum own { SAMPLES, ERROR, SHARE, SHARE_ERROR, N_OWN };

enum { FUNCTION_COLUMNS = 4, TIME_COLUMNS = 4 };

static const char *const times[TIME_COLUMNS] = {"CPU Time", "CPU Time:Effective Time",
                                                "CPU Time:Spin Time", "CPU Time:Overhead Time"};

static const char *const of_functions[FUNCTION_COLUMNS] = {"Module", "Function (Full)",
                                                           "Source File", "Start Address"};

static const char *const own[N_OWN] = {
    [SAMPLES] = "Samples",
    [ERROR] = "CPU Time:Standard Error",
    [SHARE] = "CPU Time:Percent",
    [SHARE_ERROR] = "CPU Time:Percent Standard Error",
};

/* Where a group of columns begins. */
struct sheet {
    const struct gau_hot_page *page;
    struct gau_table *table;
    size_t time, function, own;
    bool has[FUNCTION_COLUMNS]; /* the columns of a function that are no keys themselves */
    struct row {
        const struct gau_hot_group *group;
        double measure;
        size_t number;
    } * rows;
    size_t n_rows;
};

static bool has_key(const struct gau_hot_query *query, enum gau_hot_key key)
{
    for (size_t i = 0; i < query->keys.count; i++)
        if (query->keys.items[i] == key)
            return true;
    return false;
}

static size_t add_column(struct gau_column *columns, size_t count, const char *name)
{
    columns[count] = (struct gau_column){.name = name, .key = name, .type = GAU_COLUMN_TEXT};
    return count + 1;
}

static bool make_table(struct sheet *sheet)
{
    const struct gau_hot_query *const query = sheet->page->query;
    struct gau_column columns[GAU_HOT_KEYS + TIME_COLUMNS + FUNCTION_COLUMNS + N_OWN];
    const char *const delimiter = sheet->page->options->delimiter;
    size_t n = 0;

    for (size_t i = 0; i < query->keys.count; i++)
        n = add_column(columns, n, gau_hot_key_column(query->keys.items[i]));
    sheet->time = n;
    for (size_t i = 0; i < TIME_COLUMNS; i++)
        n = add_column(columns, n, times[i]);
    sheet->function = n;
    for (size_t i = 0; i < FUNCTION_COLUMNS; i++)
        if (sheet->has[i])
            n = add_column(columns, n, of_functions[i]);
    sheet->own = n;
    for (size_t i = 0; i < N_OWN; i++)
        n = add_column(columns, n, own[i]);
    sheet->table = gau_table_new(columns, n);
    if (sheet->table && delimiter)
        gau_table_delimiter(sheet->table, delimiter);
    return sheet->table != NULL;
}

/* --- rows ---------------------------------------------------------------------------------- */

static void set_text(const struct sheet *sheet, size_t column, const char *text)
{
    char *const clean = gau_hot_clean(text);

    if (clean)
        gau_table_set_text(sheet->table, column, clean);
    else
        gau_hot_no_memory(sheet->page);
    free(clean);
}

/* The functions of one group of a call stack. */
static void put_functions(const struct gau_hot_page *page, const struct gau_hot_group *group,
                          FILE *out)
{
    char room[GAU_HOT_TEXT_SIZE];

    fputs(gau_hot_group_text(page->result, page->query, group, room, sizeof room), out);
    for (uint32_t i = 0; i < group->tail_count; i++)
        fprintf(out, " <- %s",
                gau_hot_function_name(page->result, page->grouping->tails[group->tail + i]));
}

/* The callers that end with this group: "f <- g <- main". */
static void set_stack(const struct sheet *sheet, size_t column, const struct gau_hot_group *group)
{
    const struct gau_hot_page *const page = sheet->page;
    const struct gau_hot_group *path[GAU_HOT_FRAMES_MAX];
    char *text = NULL;
    size_t count = 0, size = 0;
    FILE *const stream = open_memstream(&text, &size);
    const uint32_t level = group->level;

    for (; group->level == level && count < GAU_HOT_FRAMES_MAX;
         group = &page->grouping->groups[group->parent])
        path[count++] = group;
    for (size_t i = count; stream && i-- > 0;) {
        fputs(i + 1 < count ? " <- " : "", stream);
        put_functions(page, path[i], stream);
    }
    if (stream && fclose(stream) == 0)
        set_text(sheet, column, text);
    else
        gau_hot_no_memory(page);
    free(text);
}

static void set_keys(const struct sheet *sheet, const struct gau_hot_group *group)
{
    const struct gau_hot_page *const page = sheet->page;
    char room[GAU_HOT_TEXT_SIZE];
    uint32_t done = GAU_HOT_ROOT; /* levels are set from the innermost on */

    for (; group->level != GAU_HOT_ROOT; group = &page->grouping->groups[group->parent]) {
        if (group->level == done)
            continue;
        done = group->level;
        if (page->query->keys.items[done] == GAU_HOT_CALLSTACK)
            set_stack(sheet, done, group);
        else
            set_text(sheet, done,
                     gau_hot_group_text(page->result, page->query, group, room, sizeof room));
    }
}

/* The function of a row, if it is grouped by functions and is not what the limit left out. */
static const struct gau_function *function_of(const struct gau_hot_page *page,
                                              const struct gau_hot_group *group)
{
    for (; group->level != GAU_HOT_ROOT; group = &page->grouping->groups[group->parent])
        if (page->query->keys.items[group->level] == GAU_HOT_FUNCTION)
            return group->others
                       ? NULL
                       : gau_symbolizer_function(page->result->symbols, (uint32_t)group->value);
    return NULL;
}

static void set_function(const struct sheet *sheet, const struct gau_function *function)
{
    const struct gau_hot_result *const result = sheet->page->result;
    char start[32], room[GAU_HOT_TEXT_SIZE];
    const char *const texts[FUNCTION_COLUMNS] = {
        gau_symbolizer_module_name(result->symbols, function->module), function->full,
        gau_hot_text(result, GAU_HOT_SOURCE_FILE, function->file, room, sizeof room), start};
    size_t column = sheet->function;

    snprintf(start, sizeof start, function->start ? "0x%" PRIx64 : "0", function->start);
    for (size_t i = 0; i < FUNCTION_COLUMNS; i++)
        if (sheet->has[i])
            set_text(sheet, column++, texts[i]);
}

static void add_row(const struct sheet *sheet, const struct gau_hot_group *group)
{
    const struct gau_hot_page *const page = sheet->page;
    const struct gau_function *const function = function_of(page, group);
    const double all = (double)page->grouping->groups[0].weight_ns / 100;
    const double seconds = (double)group->own_weight_ns / 1e9;

    gau_table_row(sheet->table, 0);
    set_keys(sheet, group);
    gau_table_set_real(sheet->table, sheet->time, seconds);
    gau_table_set_real(sheet->table, sheet->time + 1, seconds);
    gau_table_set_real(sheet->table, sheet->time + 2, 0);
    gau_table_set_real(sheet->table, sheet->time + 3, 0);
    if (function)
        set_function(sheet, function);
    gau_table_set_integer(sheet->table, sheet->own + SAMPLES, (int64_t)group->own_samples);
    gau_table_set_real(sheet->table, sheet->own + ERROR, gau_hot_error_s(group->own_error_ns));
    gau_table_set_real(sheet->table, sheet->own + SHARE, (double)group->own_weight_ns / all);
    gau_table_set_real(sheet->table, sheet->own + SHARE_ERROR,
                       gau_hot_error_percent(page->grouping, group->own_share_error_ns));
}

/* --- order --------------------------------------------------------------------------------- */

static double measure(const struct gau_hot_group *group, enum gau_hot_sort sort)
{
    switch (sort) {
    case GAU_HOT_BY_TIME: return (double)group->own_weight_ns;
    case GAU_HOT_BY_SAMPLES: return (double)group->own_samples;
    case GAU_HOT_BY_ERROR: return group->own_error_ns;
    case GAU_HOT_BY_NAME: break;
    }
    return 0;
}

/* Falling over all rows; those that are equal stay in the order of the tree. */
static int in_order(const void *a, const void *b)
{
    const struct row *const left = a, *const right = b;

    if (left->measure != right->measure)
        return left->measure < right->measure ? 1 : -1;
    return (left->number > right->number) - (left->number < right->number);
}

static bool take_rows(struct sheet *sheet)
{
    const struct gau_hot_page *const page = sheet->page;
    struct gau_hot_visit visit = {.grouping = page->grouping};

    sheet->rows = calloc(page->grouping->group_count, sizeof *sheet->rows);
    if (!sheet->rows)
        return false;
    while (gau_hot_visit_next(&visit)) {
        if (visit.group.own_samples == 0)
            continue;
        sheet->rows[sheet->n_rows] =
            (struct row){.group = &page->grouping->groups[visit.path[visit.depth].group],
                         .measure = measure(&visit.group, page->query->sort),
                         .number = sheet->n_rows};
        sheet->n_rows++;
    }
    qsort(sheet->rows, sheet->n_rows, sizeof *sheet->rows, in_order);
    return true;
}

void gau_hot_write_csv(const struct gau_hot_page *page)
{
    const bool functions = has_key(page->query, GAU_HOT_FUNCTION);
    struct sheet sheet = {.page = page,
                          .has = {functions && !has_key(page->query, GAU_HOT_MODULE), functions,
                                  functions && !has_key(page->query, GAU_HOT_SOURCE_FILE),
                                  functions}};
    bool done = make_table(&sheet) && take_rows(&sheet);

    for (size_t i = 0; done && i < sheet.n_rows; i++) {
        add_row(&sheet, sheet.rows[i].group);
        gau_table_pour(sheet.table, gau_hot_csv_format(page->options), page->out);
    }
    done = done && gau_table_write(sheet.table, gau_hot_csv_format(page->options), page->out) == 0;
    if (!done)
        gau_hot_no_memory(page);
    gau_table_free(sheet.table);
    free(sheet.rows);
}
