/* SPDX-License-Identifier: Apache-2.0 */
#include "function_rows.h"

#include "report/views/columns.h"
#include "report/views/document.h"

#include <math.h>
#include <string.h>

enum column {
    SHARE_A,
    SHARE_B,
    POINTS,
    TIME_A,
    TIME_B,
    CHANGE,
    INTERVAL,
    CLEAR,
    SAMPLES_A,
    SAMPLES_B,
    FUNCTION,
    BRANCH,
    NAME,
    MODULE,
    TASK,
    STATE,
    SHARE_A_DATA,
    SHARE_B_DATA,
    POINTS_DATA,
    POINTS_ERROR,
    TIME_A_DATA,
    TIME_B_DATA,
    RATIO,
    RATIO_LOW,
    RATIO_HIGH,
    INTERVAL_FROM,
    P_VALUE,
    CLEAR_FLAG,
    N_COLUMNS
};

static const struct gau_column columns[N_COLUMNS] = {
    [SHARE_A] = SHARE("A"),
    [SHARE_B] = SHARE("B"),
    [POINTS] = PEOPLE("points"),
    [TIME_A] = TIME("CPU A"),
    [TIME_B] = TIME("CPU B"),
    [CHANGE] = PEOPLE("change"),
    [INTERVAL] = PEOPLE("95 % interval"),
    [CLEAR] = LABEL(""),
    [SAMPLES_A] = COUNT("n A", "samples_a"),
    [SAMPLES_B] = COUNT("n B", "samples_b"),
    [FUNCTION] = LABEL("Function"),
    [BRANCH] = LABEL("Branch"),
    [NAME] = DATA("function", GAU_COLUMN_TEXT),
    [MODULE] = DATA("module", GAU_COLUMN_TEXT),
    [TASK] = DATA("task", GAU_COLUMN_TEXT),
    [STATE] = DATA("state", GAU_COLUMN_TEXT),
    [SHARE_A_DATA] = DATA("a_percent", GAU_COLUMN_REAL),
    [SHARE_B_DATA] = DATA("b_percent", GAU_COLUMN_REAL),
    [POINTS_DATA] = DATA("points", GAU_COLUMN_REAL),
    [POINTS_ERROR] = DATA("points_error", GAU_COLUMN_REAL),
    [TIME_A_DATA] = DATA("cpu_a_s", GAU_COLUMN_REAL),
    [TIME_B_DATA] = DATA("cpu_b_s", GAU_COLUMN_REAL),
    [RATIO] = DATA("cpu_ratio", GAU_COLUMN_REAL),
    [RATIO_LOW] = DATA("cpu_ratio_low", GAU_COLUMN_REAL),
    [RATIO_HIGH] = DATA("cpu_ratio_high", GAU_COLUMN_REAL),
    [INTERVAL_FROM] = DATA("interval_from", GAU_COLUMN_TEXT),
    [P_VALUE] = DATA("p", GAU_COLUMN_REAL),
    [CLEAR_FLAG] = DATA("clear", GAU_COLUMN_INTEGER),
};

struct filling {
    const struct gau_changed_functions *functions;
    const struct gau_branches *branches;
    const char *plus_minus;
    bool for_people;
};

static bool is_told(const struct gau_changed_function *row)
{
    return row->a.samples + row->b.samples >= GAU_SAMPLED_LEAST;
}

/* Whether an interval is of sampling alone. */
static bool is_of_sampling(const struct gau_changed_function *row)
{
    return !row->between_runs && row->time.ratio.low > 0;
}

/* Branches are called as in the table of branches. */
static const char *label_of(const struct gau_branches *branches, const char *task)
{
    for (size_t i = 0; i < branches->n; i++)
        if (strcmp(branches->rows[i]->path, task) == 0)
            return branches->labels[i];
    return task;
}

static const char *state_of(const struct gau_changed_function *row)
{
    return row->a.samples == 0 ? "new" : row->b.samples == 0 ? "gone" : "both";
}

static void set_change(struct gau_table *table, const struct gau_changed_function *row)
{
    char text[GAU_CHANGE_TEXT_SIZE];

    if (row->a.samples == 0 || row->b.samples == 0) {
        gau_table_set_text(table, CHANGE, row->a.samples == 0 ? "only B" : "only A");
        return;
    }
    if (gau_change_text(text, sizeof text, row->time.ratio.value)[0])
        gau_table_set_text(table, CHANGE, text);
    if (gau_change_interval_text(text, sizeof text, &row->time.ratio)[0])
        gau_table_set_text(table, INTERVAL, text);
    gau_table_set_text(table, CLEAR, row->mark.clear ? "*" : is_of_sampling(row) ? "s" : "");
}

static void set_for_people(struct gau_table *table, const struct gau_changed_function *row,
                           const struct filling *filling)
{
    char points[GAU_CHANGE_TEXT_SIZE], text[2 * GAU_CHANGE_TEXT_SIZE];

    gau_change_points_text(points, sizeof points, row->share_b - row->share_a);
    snprintf(text, sizeof text, "%s %s %.2f", points, filling->plus_minus, row->points_error);
    gau_table_set_real(table, SHARE_A, row->share_a);
    gau_table_set_real(table, SHARE_B, row->share_b);
    if (points[0])
        gau_table_set_text(table, POINTS, text);
    gau_table_set_real(table, TIME_A, row->time.a);
    gau_table_set_real(table, TIME_B, row->time.b);
    set_change(table, row);
}

static void set_for_programs(struct gau_table *table, const struct gau_changed_function *row)
{
    gau_table_set_integer(table, SAMPLES_A, (int64_t)row->a.samples);
    gau_table_set_integer(table, SAMPLES_B, (int64_t)row->b.samples);
    gau_table_set_text(table, NAME, row->function->name);
    gau_table_set_text(table, MODULE, row->function->module);
    gau_table_set_text(table, TASK, row->function->task);
    gau_table_set_text(table, STATE, state_of(row));
    gau_table_set_real(table, SHARE_A_DATA, row->share_a);
    gau_table_set_real(table, SHARE_B_DATA, row->share_b);
    gau_table_set_real(table, POINTS_DATA, row->share_b - row->share_a);
    gau_table_set_real(table, POINTS_ERROR, row->points_error);
    gau_table_set_real(table, TIME_A_DATA, row->time.a);
    gau_table_set_real(table, TIME_B_DATA, row->time.b);
    gau_table_set_real(table, RATIO, row->time.ratio.value);
    gau_table_set_real(table, RATIO_LOW, row->time.ratio.low);
    gau_table_set_real(table, RATIO_HIGH, row->time.ratio.high);
    gau_table_set_text(table, INTERVAL_FROM, row->between_runs ? "runs" : "samples");
    gau_table_set_real(table, P_VALUE, row->mark.p);
    if (!isnan(row->mark.p))
        gau_table_set_integer(table, CLEAR_FLAG, row->mark.clear);
}

static void fill(struct gau_table *table, size_t room, const void *data)
{
    const struct filling *const filling = data;

    for (uint32_t i = 0; i < filling->functions->n; i++) {
        const struct gau_changed_function *const row = &filling->functions->items[i];

        if (filling->for_people && !is_told(row))
            continue;
        gau_table_row(table, 0);
        set_for_people(table, row, filling);
        set_for_programs(table, row);
        gau_sheet_set_name(table, FUNCTION, row->function->label, room);
        gau_sheet_set_name(table, BRANCH, label_of(filling->branches, row->function->task), room);
    }
}

static void explain_intervals(struct gau_table *table,
                              const struct gau_changed_functions *functions)
{
    bool some = false;

    for (uint32_t i = 0; i < functions->n; i++)
        some |= is_told(&functions->items[i]) && is_of_sampling(&functions->items[i]);
    if (functions->tests == 0) {
        gau_table_footer(table, "95 %% of sampling: how well samples know the times of these runs");
        gau_table_footer(table, "how much runs differ by chance is not known: nothing is marked");
        return;
    }
    gau_table_footer(table,
                     "95 %% interval: from the spread of runs; *: not chance, among %zu row%s "
                     "(Holm, 5 %%)",
                     functions->tests, functions->tests == 1 ? "" : "s");
    if (some)
        gau_table_footer(table, "s: interval of sampling alone, as not each run has samples of "
                                "the function: no test");
}

static size_t count_left_out(const struct gau_changed_functions *functions)
{
    size_t left_out = 0;

    for (uint32_t i = 0; i < functions->n; i++)
        left_out += is_told(&functions->items[i]) ? 0 : 1;
    return left_out;
}

static void explain(struct gau_table *table, const struct filling *filling)
{
    const struct gau_changed_functions *const functions = filling->functions;
    const struct gau_sampled_functions *const sampled = &functions->sampled;
    const size_t na = functions->n_a;

    gau_table_footer(table,
                     "A, B: shares of CPU time, %.0f and %.0f samples; points: change %s standard "
                     "error of sampling",
                     (double)gau_sampled_sum(sampled->wholes, na).samples,
                     (double)gau_sampled_sum(sampled->wholes + na, sampled->n_runs - na).samples,
                     filling->plus_minus);
    gau_table_footer(table, "CPU times are per event");
    explain_intervals(table, functions);
    gau_sampled_explain(table, sampled, count_left_out(functions));
}

/* What would be empty. */
static void hide(struct gau_column *shown, const struct gau_changed_functions *functions)
{
    if (functions->tests == 0) {
        shown[INTERVAL].name = "95 % of sampling";
        shown[CLEAR].shown = GAU_SHOWN_TO_PROGRAMS;
    }
    for (size_t i = 0; i < N_COLUMNS && count_left_out(functions) == functions->n; i++)
        shown[i].shown = GAU_SHOWN_TO_PROGRAMS;
}

/* There may be none, which is not worth a word: a timer needs no samples. */
static void add_table(struct gau_changes *changes, const struct gau_changed_functions *functions)
{
    static const size_t optional[] = {SAMPLES_A, TIME_A, SHARE_A, SAMPLES_B, INTERVAL};
    const struct filling filling = {.functions = functions,
                                    .branches = &changes->branches,
                                    .plus_minus = gau_changes_plus_minus(changes),
                                    .for_people = gau_changes_for_people(changes)};
    struct gau_column shown[N_COLUMNS];
    const struct gau_sheet sheet = {
        .columns = shown,
        .n_columns = N_COLUMNS,
        .optional = optional,
        .n_optional = sizeof optional / sizeof *optional,
        .fill = fill,
        .data = &filling,
    };
    struct gau_table *table;

    memcpy(shown, columns, sizeof shown);
    if (filling.for_people)
        hide(shown, functions);
    table = gau_sheet_add(changes->page, GAU_CHANGES_FUNCTIONS, &sheet);
    if (table) {
        gau_table_title(table, "CPU time per function and branch, sampled");
        explain(table, &filling);
    }
}

void gau_changes_add_functions(struct gau_changes *changes)
{
    const struct gau_changed_functions *const functions = changes->functions;
    const char *const problem = functions->sampled.problem;

    if (gau_changed_functions_known(functions))
        add_table(changes, functions);
    else if (changes->options->table)
        gau_view_fail(changes->error, GAU_VIEW_USAGE, "%s",
                      problem ? problem
                              : "not both sides have samples, as 'gaudit profile --time' records "
                                "them");
}
