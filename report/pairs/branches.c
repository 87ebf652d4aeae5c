/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/columns.h"
#include "report/views/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BRANCH, CHANGE, PAIRS = CHANGE + GAU_PAIRS_CHANGE, N_COLUMNS };

struct row {
    const struct gau_series *series;
    struct gau_pairs_change change;
};

struct branches {
    struct gau_pairs_work *work;
    struct row *rows, total; /* the largest change first */
    size_t n;
};

static struct row measure(struct gau_pairs_work *work, const struct gau_series *series)
{
    const struct gau_series_set *const set = &work->series;
    struct row row = {.series = series};

    for (size_t i = 0; i < work->n; i++) {
        work->a[i] = set->events * series->values[GAU_SIDE_A][i];
        work->b[i] = set->events * series->values[GAU_SIDE_B][i];
    }
    row.change = gau_pairs_measure(work);
    for (int side = 0; side < 2; side++) /* also of a branch that one side alone has */
        if (row.change.n == 0)
            row.change.mean[side] = set->events * gau_series_mean(set, series, (enum gau_side)side);
    return row;
}

static int by_difference(const void *left, const void *right)
{
    const double a = fabs(gau_pairs_difference(&((const struct row *)left)->change));
    const double b = fabs(gau_pairs_difference(&((const struct row *)right)->change));

    return a > b ? -1 : a < b;
}

static void set_cells(struct gau_table *table, const struct branches *branches,
                      const struct row *row, size_t room)
{
    static const char *const only[] = {"gone", "new"};

    gau_sheet_set_name(table, BRANCH, room ? row->series->label : row->series->path, room);
    gau_pairs_set_change(branches->work, table, CHANGE, &row->change, only);
    gau_table_set_integer(table, PAIRS, (int64_t)row->change.n);
}

static void fill(struct gau_table *table, size_t room, const void *data)
{
    const struct branches *const branches = data;

    for (size_t i = 0; i < branches->n; i++) {
        gau_table_row(table, 0);
        set_cells(table, branches, &branches->rows[i], room);
    }
    gau_table_total(table);
    set_cells(table, branches, &branches->total, room);
}

static void add_table(struct branches *branches)
{
    static const size_t optional[] = {CHANGE + GAU_PAIRS_DIFFERENCE, CHANGE + GAU_PAIRS_A};
    struct gau_pairs_work *const work = branches->work;
    struct gau_column suited[N_COLUMNS] = {[BRANCH] = {.name = "Branch", .key = "branch"},
                                           [PAIRS] = DATA("pairs", GAU_COLUMN_INTEGER)};
    const struct gau_sheet sheet = {
        .columns = suited,
        .n_columns = N_COLUMNS,
        .optional = optional,
        .n_optional = sizeof optional / sizeof *optional,
        .fill = fill,
        .data = branches,
    };
    struct gau_table *table;
    size_t intervals = 0;

    memcpy(&suited[CHANGE], gau_pairs_columns, sizeof gau_pairs_columns);
    gau_sheet_set_step(suited, N_COLUMNS, branches->total.change.mean[0]);
    table = gau_sheet_add(&work->page, GAU_PAIRS_BRANCHES, &sheet);
    if (!table)
        return;
    gau_pairs_title(work, table,
                    work->series.cpu ? "CPU time per branch, without its children, in a run"
                                     : "Wall time per branch, without its children, in a run");
    gau_table_footer(table, "%zu pair%s of runs, %.6g events each", work->n,
                     work->n == 1 ? "" : "s", work->series.events);
    for (size_t i = 0; i < branches->n; i++)
        intervals += branches->rows[i].change.ratio.low > 0;
    gau_pairs_tell_intervals(table, work->n, intervals);
}

void gau_pairs_add_branches(struct gau_pairs_work *work)
{
    const struct gau_series_set *const set = &work->series;
    struct branches branches = {.work = work, .rows = calloc(set->n + 1, sizeof *branches.rows)};

    if (!branches.rows) {
        gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory to compare %zu branches", set->n);
        return;
    }
    branches.total = measure(work, &set->total);
    work->total = branches.total.change;
    for (size_t i = 0; i < set->n; i++)
        if (set->rows[i].count[0] + set->rows[i].count[1] > 0)
            branches.rows[branches.n++] = measure(work, &set->rows[i]);
    qsort(branches.rows, branches.n, sizeof *branches.rows, by_difference);
    add_table(&branches);
    free(branches.rows);
}
