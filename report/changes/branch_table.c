/* SPDX-License-Identifier: Apache-2.0 */
#include "branch_rows.h"

#include "report/views/columns.h"

#include "report/views/document.h"

#include <math.h>
#include <string.h>

enum column {
    SHARE_A,
    SHARE_B,
    POINTS,
    SELF_A,
    SELF_B,
    SELF_CHANGE,
    INTERVAL,
    CLEAR,
    TOTAL_CHANGE,
    TOTAL_INTERVAL,
    OTHER_CHANGE,
    CALLS_CHANGE,
    P50_CHANGE,
    P99_CHANGE,
    LABEL,
    PATH,
    ROOT,
    TYPE,
    STATE,
    BASIS,
    RATIO,
    RATIO_LOW,
    RATIO_HIGH,
    P_VALUE,
    CLEAR_FLAG,
    TOTAL_LOW,
    TOTAL_HIGH,
    CPU_TOTAL_LOW,
    CPU_TOTAL_HIGH,
    WALL_LOW,
    WALL_HIGH,
    P50_LOW,
    P50_HIGH,
    P90_LOW,
    P90_HIGH,
    P99_LOW,
    P99_HIGH,
    FIRST_MEASURE, /* a, b and, but for shares, the ratio of each measure */
    N_COLUMNS = FIRST_MEASURE + 3 * GAU_CHANGED_MEASURES
};

#define MEASURE(measure, key_a, key_b, key_ratio)                                          \
    [FIRST_MEASURE + 3 * measure] = DATA(key_a, GAU_COLUMN_REAL),                          \
                         [FIRST_MEASURE + 3 * measure + 1] = DATA(key_b, GAU_COLUMN_REAL), \
                         [FIRST_MEASURE + 3 * measure + 2] = DATA(key_ratio, GAU_COLUMN_REAL)

static const struct gau_column columns[N_COLUMNS] = {
    [SHARE_A] = SHARE("A"),
    [SHARE_B] = SHARE("B"),
    [POINTS] = PEOPLE("points"),
    [SELF_A] = TIME("self A"),
    [SELF_B] = TIME("self B"),
    [SELF_CHANGE] = PEOPLE("change"),
    [INTERVAL] = PEOPLE("95 % interval"),
    [CLEAR] = {.name = "", .key = "", .shown = GAU_SHOWN_TO_PEOPLE},
    [TOTAL_CHANGE] = PEOPLE("total"),
    [TOTAL_INTERVAL] = PEOPLE("its interval"),
    [OTHER_CHANGE] = PEOPLE("wall self"),
    [CALLS_CHANGE] = PEOPLE("calls"),
    [P50_CHANGE] = PEOPLE("p50"),
    [P99_CHANGE] = PEOPLE("p99"),
    [LABEL] = {.name = "Branch", .key = "", .shown = GAU_SHOWN_TO_PEOPLE},
    [PATH] = DATA("path", GAU_COLUMN_TEXT),
    [ROOT] = DATA("root", GAU_COLUMN_TEXT),
    [TYPE] = DATA("type", GAU_COLUMN_TEXT),
    [STATE] = DATA("state", GAU_COLUMN_TEXT),
    [BASIS] = DATA("basis", GAU_COLUMN_TEXT),
    [RATIO] = DATA("ratio", GAU_COLUMN_REAL),
    [RATIO_LOW] = DATA("ratio_low", GAU_COLUMN_REAL),
    [RATIO_HIGH] = DATA("ratio_high", GAU_COLUMN_REAL),
    [P_VALUE] = DATA("p", GAU_COLUMN_REAL),
    [CLEAR_FLAG] = DATA("clear", GAU_COLUMN_INTEGER),
    [TOTAL_LOW] = DATA("total_ratio_low", GAU_COLUMN_REAL),
    [TOTAL_HIGH] = DATA("total_ratio_high", GAU_COLUMN_REAL),
    [CPU_TOTAL_LOW] = DATA("cpu_total_ratio_low", GAU_COLUMN_REAL),
    [CPU_TOTAL_HIGH] = DATA("cpu_total_ratio_high", GAU_COLUMN_REAL),
    [WALL_LOW] = DATA("self_ratio_low", GAU_COLUMN_REAL),
    [WALL_HIGH] = DATA("self_ratio_high", GAU_COLUMN_REAL),
    [P50_LOW] = DATA("p50_ratio_low", GAU_COLUMN_REAL),
    [P50_HIGH] = DATA("p50_ratio_high", GAU_COLUMN_REAL),
    [P90_LOW] = DATA("p90_ratio_low", GAU_COLUMN_REAL),
    [P90_HIGH] = DATA("p90_ratio_high", GAU_COLUMN_REAL),
    [P99_LOW] = DATA("p99_ratio_low", GAU_COLUMN_REAL),
    [P99_HIGH] = DATA("p99_ratio_high", GAU_COLUMN_REAL),
    MEASURE(GAU_CHANGED_SELF, "self_a_s", "self_b_s", "self_ratio"),
    MEASURE(GAU_CHANGED_TOTAL, "total_a_s", "total_b_s", "total_ratio"),
    MEASURE(GAU_CHANGED_CPU, "cpu_self_a_s", "cpu_self_b_s", "cpu_self_ratio"),
    MEASURE(GAU_CHANGED_CPU_TOTAL, "cpu_total_a_s", "cpu_total_b_s", "cpu_total_ratio"),
    MEASURE(GAU_CHANGED_CALLS, "calls_a", "calls_b", "calls_ratio"),
    MEASURE(GAU_CHANGED_SELF_SHARE, "self_a_percent", "self_b_percent", "self_points"),
    MEASURE(GAU_CHANGED_TOTAL_SHARE, "total_a_percent", "total_b_percent", "total_points"),
    MEASURE(GAU_CHANGED_CPU_SHARE, "cpu_self_a_percent", "cpu_self_b_percent", "cpu_self_points"),
    MEASURE(GAU_CHANGED_CPU_TOTAL_SHARE, "cpu_total_a_percent", "cpu_total_b_percent",
            "cpu_total_points"),
    MEASURE(GAU_CHANGED_P50, "p50_a_s", "p50_b_s", "p50_ratio"),
    MEASURE(GAU_CHANGED_P90, "p90_a_s", "p90_b_s", "p90_ratio"),
    MEASURE(GAU_CHANGED_P99, "p99_a_s", "p99_b_s", "p99_ratio"),
};

static void set_ratio(struct gau_table *table, size_t column, const struct gau_change *change)
{
    char text[GAU_CHANGE_TEXT_SIZE];

    if (!isnan(change->ratio.value))
        gau_table_set_text(table, column, gau_change_text(text, sizeof text, change->ratio.value));
}

static void set_interval(struct gau_table *table, size_t column, const struct gau_change *change)
{
    char text[GAU_CHANGE_TEXT_SIZE];

    if (gau_change_interval_text(text, sizeof text, &change->ratio)[0])
        gau_table_set_text(table, column, text);
}

/* For what has no room for its interval: a change is shown if it is more than that. */
static void set_clear_ratio(struct gau_table *table, size_t column, const struct gau_change *change)
{
    const bool chance = change->ratio.low <= 1 && change->ratio.high >= 1;

    if (chance)
        gau_table_set_text(table, column, "~");
    else
        set_ratio(table, column, change);
}

static void set_for_people(struct gau_table *table, const struct gau_changed *row,
                           const struct gau_changed_rows *rows)
{
    const struct gau_change *const share = &row->changes[rows->main_share];
    const struct gau_change *const self = &row->changes[rows->main];
    const struct gau_change *const total = &row->changes[rows->main_total];
    char text[GAU_CHANGE_TEXT_SIZE];

    gau_table_set_real(table, SHARE_A, share->a);
    gau_table_set_real(table, SHARE_B, share->b);
    if (gau_change_points_text(text, sizeof text, share->b - share->a)[0])
        gau_table_set_text(table, POINTS, text);
    gau_table_set_real(table, SELF_A, self->a);
    gau_table_set_real(table, SELF_B, self->b);
    if (gau_changed_is_new(row) || gau_changed_is_gone(row)) {
        gau_table_set_text(table, SELF_CHANGE, gau_changed_is_new(row) ? "new" : "gone");
        return;
    }
    set_ratio(table, SELF_CHANGE, self);
    set_interval(table, INTERVAL, self);
    gau_table_set_text(table, CLEAR, row->mark.clear ? "*" : "");
    set_ratio(table, TOTAL_CHANGE, total);
    set_interval(table, TOTAL_INTERVAL, total);
    set_clear_ratio(table, OTHER_CHANGE, &row->changes[GAU_CHANGED_SELF]);
    set_ratio(table, CALLS_CHANGE, &row->changes[GAU_CHANGED_CALLS]);
    set_clear_ratio(table, P50_CHANGE, &row->changes[GAU_CHANGED_P50]);
    set_clear_ratio(table, P99_CHANGE, &row->changes[GAU_CHANGED_P99]);
}

static void set_limits(struct gau_table *table, size_t column, const struct gau_changed *row,
                       enum gau_changed_measure measure)
{
    gau_table_set_real(table, column, row->changes[measure].ratio.low);
    gau_table_set_real(table, column + 1, row->changes[measure].ratio.high);
}

static void set_measures(struct gau_table *table, const struct gau_changed *row)
{
    for (enum gau_changed_measure i = 0; i < GAU_CHANGED_MEASURES; i++) {
        const struct gau_change *const change = &row->changes[i];
        const size_t column = FIRST_MEASURE + 3 * (size_t)i;

        gau_table_set_real(table, column, change->a);
        gau_table_set_real(table, column + 1, change->b);
        gau_table_set_real(table, column + 2,
                           gau_changed_is_share(i) ? change->b - change->a : change->ratio.value);
    }
    set_limits(table, TOTAL_LOW, row, GAU_CHANGED_TOTAL);
    set_limits(table, CPU_TOTAL_LOW, row, GAU_CHANGED_CPU_TOTAL);
    set_limits(table, WALL_LOW, row, GAU_CHANGED_SELF);
    set_limits(table, P50_LOW, row, GAU_CHANGED_P50);
    set_limits(table, P90_LOW, row, GAU_CHANGED_P90);
    set_limits(table, P99_LOW, row, GAU_CHANGED_P99);
}

static void set_for_programs(struct gau_table *table, const struct gau_changed *row,
                             const struct gau_changed_rows *rows)
{
    const struct gau_change *const self = &row->changes[rows->main];

    gau_table_set_text(table, PATH, row->row->path);
    gau_table_set_text(table, ROOT, row->row->root);
    gau_table_set_text(table, TYPE, row->row->type);
    gau_table_set_text(table, STATE,
                       gau_changed_is_new(row)    ? "new"
                       : gau_changed_is_gone(row) ? "gone"
                                                  : "both");
    gau_table_set_text(table, BASIS, rows->cpu ? "cpu" : "wall");
    gau_table_set_real(table, RATIO, self->ratio.value);
    gau_table_set_real(table, RATIO_LOW, self->ratio.low);
    gau_table_set_real(table, RATIO_HIGH, self->ratio.high);
    gau_table_set_real(table, P_VALUE, self->p);
    if (!isnan(self->p))
        gau_table_set_integer(table, CLEAR_FLAG, row->mark.clear);
    set_measures(table, row);
}

/* Roots that only hold others have no time of their own. */
static bool is_empty(const struct gau_changed *row)
{
    const struct gau_change *const self = &row->changes[GAU_CHANGED_SELF];

    return !(fabs(self->a) > 0) && !(fabs(self->b) > 0);
}

static void fill(struct gau_table *table, size_t room, const void *data)
{
    const struct gau_changed_rows *const rows = data;

    for (size_t i = 0; i < rows->n; i++) {
        if (is_empty(&rows->items[i]) && rows->for_people)
            continue;
        gau_table_row(table, 0);
        set_for_people(table, &rows->items[i], rows);
        gau_sheet_set_name(table, LABEL, rows->items[i].label, room);
        set_for_programs(table, &rows->items[i], rows);
    }
}

static void explain(struct gau_table *table, const struct gau_changed_rows *rows)
{
    gau_table_footer(table,
                     "A, B: shares of self %stime; points: their change, by which rows are sorted",
                     rows->cpu ? "CPU " : "");
    gau_table_footer(table, "times are per event, p50 and p99 %sper call%s",
                     rows->cpu ? "wall times " : "",
                     rows->same_calls ? "; all are called as often" : "");
    if (rows->tests > 0)
        gau_table_footer(table,
                         "95 %% interval: from the spread of runs; *: not chance, among %zu row%s "
                         "(Holm, 5 %%)",
                         rows->tests, rows->tests == 1 ? "" : "s");
    if (rows->tests > 0)
        gau_table_footer(table, "~: %sp50, p99: no change is within the 95 %% interval",
                         rows->cpu ? "wall self, " : "");
    if (rows->n == 0)
        gau_table_footer(table, "no branch was called");
}

/* What would be empty, or the same in all rows. */
static void hide(struct gau_column *shown, const struct gau_changed_rows *rows)
{
    if (rows->cpu)
        shown[TOTAL_CHANGE].name = "CPU total";
    else
        shown[OTHER_CHANGE].shown = GAU_SHOWN_TO_PROGRAMS;
    if (rows->same_calls)
        shown[CALLS_CHANGE].shown = GAU_SHOWN_TO_PROGRAMS;
    if (rows->tests == 0)
        shown[INTERVAL].shown = shown[TOTAL_INTERVAL].shown = shown[CLEAR].shown =
            GAU_SHOWN_TO_PROGRAMS;
}

void gau_changes_add_branches(struct gau_changes *changes)
{
    static const size_t optional[] = {TOTAL_INTERVAL, P99_CHANGE,   OTHER_CHANGE,
                                      P50_CHANGE,     CALLS_CHANGE, SELF_A,
                                      TOTAL_CHANGE,   SHARE_A,      SELF_B};
    struct gau_column shown[N_COLUMNS];
    struct gau_changed_rows rows;
    const struct gau_sheet sheet = {
        .columns = shown,
        .n_columns = N_COLUMNS,
        .optional = optional,
        .n_optional = sizeof optional / sizeof *optional,
        .fill = fill,
        .data = &rows,
    };
    struct gau_table *table;

    if (!gau_changed_rows_read(&rows, changes)) {
        gau_changes_no_memory(changes);
    } else {
        memcpy(shown, columns, sizeof shown);
        rows.for_people = gau_changes_for_people(changes);
        if (rows.for_people)
            hide(shown, &rows);
        table = gau_sheet_add(changes->page, GAU_CHANGES_BRANCHES, &sheet);
        if (table) {
            gau_table_title(table, "Self %stime per branch", rows.cpu ? "CPU " : "");
            explain(table, &rows);
        }
    }
    gau_changed_rows_clear(&rows);
}
