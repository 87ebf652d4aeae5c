/* SPDX-License-Identifier: Apache-2.0 */
#include "history.h"
#include "trend.h"

#include "report/views/columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- for programs: the long form ----------------------------------------------------------- */

enum long_column {
    NUMBER,
    RESULT,
    START,
    VERSION,
    HOST,
    EVENTS,
    PATH,
    ROOT,
    TYPE,
    CALLS,
    TOTAL,
    SELF,
    CPU_TOTAL,
    CPU_SELF,
    TOTAL_SHARE,
    SELF_SHARE,
    P50,
    P90,
    P99,
    N_LONG
};

static const struct gau_column long_columns[N_LONG] = {
    [NUMBER] = DATA("number", GAU_COLUMN_INTEGER),
    [RESULT] = DATA("result", GAU_COLUMN_TEXT),
    [START] = DATA("start", GAU_COLUMN_TEXT),
    [VERSION] = DATA("gaudit", GAU_COLUMN_TEXT),
    [HOST] = DATA("host", GAU_COLUMN_TEXT),
    [EVENTS] = DATA("events", GAU_COLUMN_INTEGER),
    [PATH] = DATA("path", GAU_COLUMN_TEXT),
    [ROOT] = DATA("root", GAU_COLUMN_TEXT),
    [TYPE] = DATA("type", GAU_COLUMN_TEXT),
    [CALLS] = DATA("calls", GAU_COLUMN_INTEGER),
    [TOTAL] = DATA("total_s", GAU_COLUMN_REAL),
    [SELF] = DATA("self_s", GAU_COLUMN_REAL),
    [CPU_TOTAL] = DATA("cpu_total_s", GAU_COLUMN_REAL),
    [CPU_SELF] = DATA("cpu_self_s", GAU_COLUMN_REAL),
    [TOTAL_SHARE] = DATA("total_percent", GAU_COLUMN_REAL),
    [SELF_SHARE] = DATA("self_percent", GAU_COLUMN_REAL),
    [P50] = DATA("p50_s", GAU_COLUMN_REAL),
    [P90] = DATA("p90_s", GAU_COLUMN_REAL),
    [P99] = DATA("p99_s", GAU_COLUMN_REAL),
};

static void add_long_row(struct gau_table *table, const struct gau_timings *run, size_t number,
                         const struct gau_timing *row)
{
    const json_t *const versions = json_object_get(run->run, "versions");

    gau_table_row(table, 0);
    gau_table_set_integer(table, NUMBER, (int64_t)number);
    gau_table_set_text(table, RESULT, run->folder);
    gau_table_set_text(table, START, gau_timings_text(run, "start"));
    gau_table_set_text(table, VERSION, json_string_value(json_object_get(versions, "gaudit")));
    gau_table_set_text(table, HOST, gau_timings_text(run, "host"));
    gau_table_set_integer(table, EVENTS, (int64_t)run->events);
    gau_table_set_text(table, PATH, row->path);
    gau_table_set_text(table, ROOT, row->root);
    gau_table_set_text(table, TYPE, row->type);
    gau_table_set_integer(table, CALLS, (int64_t)row->calls);
    gau_table_set_real(table, TOTAL, row->total_s);
    gau_table_set_real(table, SELF, row->self_s);
    gau_table_set_real(table, CPU_TOTAL, row->cpu_total_s);
    gau_table_set_real(table, CPU_SELF, row->cpu_self_s);
    gau_table_set_real(table, TOTAL_SHARE, gau_branches_total_share(run, row));
    gau_table_set_real(table, SELF_SHARE, gau_branches_self_share(run, row));
    gau_table_set_real(table, P50, row->p50_s);
    gau_table_set_real(table, P90, row->p90_s);
    gau_table_set_real(table, P99, row->p99_s);
}

static void add_long(struct gau_changes *changes)
{
    struct gau_table *const table =
        gau_page_add(changes->page, GAU_CHANGES_BRANCHES, long_columns, N_LONG);

    for (size_t i = 0; table && i < changes->a.set.n; i++) {
        const struct gau_timings *const run = &changes->a.set.runs[i];

        for (size_t k = 0; k < run->n; k++)
            add_long_row(table, run, i + 1, &run->rows[k]);
    }
}

/* --- for people: a row per branch ---------------------------------------------------------- */

/* The last results with a column of their own; all are in the trend. */
enum { RESULTS_MOST = 8 };

enum column {
    SHARE,
    MEDIAN,
    FIRST_RESULT,
    CHANGE = FIRST_RESULT + RESULTS_MOST,
    CLEAR,
    TREND,
    LABEL,
    N_COLUMNS
};

struct branch {
    const struct gau_timing *row;
    const char *label;
    double *values; /* per event, of each result; 0: it does not have the branch */
    double share;   /* of the last result that has the branch */
    struct gau_changes_mark mark;
    size_t rank;
};

struct history {
    const struct gau_changes *changes;
    struct branch *branches;
    double *values;
    size_t n;
    size_t tests;
    bool cpu;
};

static double value_of(const struct history *history, size_t run, const struct gau_timing *row)
{
    const struct gau_timings *const timings = &history->changes->a.set.runs[run];
    const struct gau_timing *const found = gau_timings_match(timings, row);

    if (!found)
        return 0;
    return (history->cpu ? found->cpu_self_s : found->self_s) / gau_branches_events(timings);
}

static double share_of(const struct history *history, const struct gau_timing *row)
{
    const struct gau_timings_set *const set = &history->changes->a.set;

    for (size_t i = set->n; i-- > 0;) {
        const struct gau_timing *const found = gau_timings_match(&set->runs[i], row);

        if (found && found->calls > 0)
            return history->cpu ? gau_branches_cpu_share(&set->runs[i], found)
                                : gau_branches_self_share(&set->runs[i], found);
    }
    return (double)NAN;
}

/* The largest shares first; what has none is last. */
static int by_share(const void *a, const void *b)
{
    const struct branch *const left = a, *const right = b;
    const double x = isnan(left->share) ? -1 : left->share;
    const double y = isnan(right->share) ? -1 : right->share;

    if (x > y || x < y)
        return x < y ? 1 : -1;
    return (left->rank > right->rank) - (left->rank < right->rank);
}

static bool read_history(struct history *out, const struct gau_changes *changes)
{
    const struct gau_branches *const branches = &changes->branches;
    const size_t runs = changes->a.set.n;

    *out = (struct history){.changes = changes,
                            .branches = calloc(branches->n + 1, sizeof *out->branches),
                            .values = calloc(branches->n + 1, runs * sizeof *out->values),
                            .n = branches->n,
                            .cpu = gau_history_has_cpu(changes)};
    if (!out->branches || !out->values)
        return false;
    for (size_t i = 0; i < out->n; i++) {
        struct branch *const branch = &out->branches[i];

        *branch = (struct branch){.row = branches->rows[i],
                                  .label = branches->labels[i],
                                  .values = out->values + i * runs,
                                  .share = share_of(out, branches->rows[i]),
                                  .rank = i};
        for (size_t k = 0; k < runs; k++)
            branch->values[k] = value_of(out, k, branch->row);
        branch->mark.p = gau_trend_p(branch->values, runs);
    }
    if (!gau_changes_mark(&out->branches->mark, out->n, sizeof *out->branches, &out->tests))
        return false;
    qsort(out->branches, out->n, sizeof *out->branches, by_share);
    return true;
}

static bool is_empty(const struct branch *branch, size_t runs)
{
    for (size_t i = 0; i < runs; i++)
        if (fabs(branch->values[i]) > 0)
            return false;
    return true;
}

static void set_change(struct gau_table *table, const struct branch *branch, size_t runs)
{
    const double change = gau_trend_change(branch->values, runs);
    char text[GAU_CHANGE_TEXT_SIZE];

    if (!(branch->values[runs - 1] > 0) && runs > 1)
        gau_table_set_text(table, CHANGE, "gone");
    else if (isnan(change))
        gau_table_set_text(table, CHANGE, runs > 1 ? "new" : NULL);
    else
        gau_table_set_text(table, CHANGE, gau_change_text(text, sizeof text, change));
}

static void fill(struct gau_table *table, size_t room, const void *data)
{
    const struct history *const history = data;
    const size_t runs = history->changes->a.set.n;
    const size_t shown = runs < RESULTS_MOST ? runs : RESULTS_MOST;
    char trend[GAU_TREND_SIZE];

    for (size_t i = 0; i < history->n; i++) {
        const struct branch *const branch = &history->branches[i];
        const double change = gau_trend_change(branch->values, runs);

        if (is_empty(branch, runs))
            continue;
        gau_table_row(table, 0);
        gau_table_set_real(table, SHARE, branch->share);
        gau_table_set_real(table, MEDIAN, branch->values[runs - 1] / change);
        for (size_t k = 0; k < shown; k++)
            if (fabs(branch->values[runs - shown + k]) > 0)
                gau_table_set_real(table, FIRST_RESULT + k, branch->values[runs - shown + k]);
        set_change(table, branch, runs);
        gau_table_set_text(table, CLEAR, branch->mark.clear ? "*" : "");
        gau_table_set_text(table, TREND,
                           gau_trend_text(trend, branch->values, runs,
                                          history->changes->options->unicode));
        gau_sheet_set_name(table, LABEL, branch->label, room);
    }
}

/* Columns of results are called by their numbers. */
static void make_columns(struct gau_column *columns, char (*names)[24], size_t runs)
{
    const size_t shown = runs < RESULTS_MOST ? runs : RESULTS_MOST;
    const struct gau_column time = {
        .key = "", .unit = "s", .type = GAU_COLUMN_REAL, .group = 1, .step = 1e-10};

    columns[SHARE] = (struct gau_column){
        .name = "share", .key = "", .unit = "percent", .type = GAU_COLUMN_REAL, .decimals = 1};
    columns[MEDIAN] = time;
    columns[MEDIAN].name = "before";
    columns[MEDIAN].shown = runs > 2 ? GAU_SHOWN_ALWAYS : GAU_SHOWN_TO_PROGRAMS;
    for (size_t k = 0; k < RESULTS_MOST; k++) {
        snprintf(names[k], sizeof names[k], "%zu", runs - shown + k + 1);
        columns[FIRST_RESULT + k] = time;
        columns[FIRST_RESULT + k].name = names[k];
        columns[FIRST_RESULT + k].shown = k < shown ? GAU_SHOWN_ALWAYS : GAU_SHOWN_TO_PROGRAMS;
    }
    columns[CHANGE] = (struct gau_column){.name = "change", .key = "", .align = GAU_ALIGN_RIGHT};
    columns[CLEAR] = (struct gau_column){.name = "", .key = ""};
    columns[TREND] = (struct gau_column){
        .name = "trend", .key = "", .shown = runs > 2 ? GAU_SHOWN_ALWAYS : GAU_SHOWN_TO_PROGRAMS};
    columns[LABEL] = (struct gau_column){.name = "Branch", .key = ""};
}

static void explain(struct gau_table *table, const struct history *history)
{
    const size_t runs = history->changes->a.set.n;

    gau_table_title(table, "Self %stime per event, by branch", history->cpu ? "CPU " : "");
    if (runs > 2)
        gau_table_footer(table,
                         "before: median of all but the last result; change: of the last from "
                         "that");
    else
        gau_table_footer(table, "share: in the last result that has the branch");
    if (history->tests > 0)
        gau_table_footer(table,
                         "*: the last is not as the others by chance, among %zu rows (Holm, 5 %%)",
                         history->tests);
    if (runs > 1 && runs < 4)
        gau_table_footer(table, "with four results and more there are marks for changes beyond "
                                "chance");
    if (!history->cpu)
        gau_table_footer(table, "wall times: CPU times, which other load does not change, take -s "
                                "TimerAuditor.CpuTime=true");
}

static void add_wide(struct gau_changes *changes)
{
    static const size_t optional[] = {FIRST_RESULT,     FIRST_RESULT + 1, FIRST_RESULT + 2,
                                      FIRST_RESULT + 3, FIRST_RESULT + 4, FIRST_RESULT + 5,
                                      FIRST_RESULT + 6};
    struct gau_column columns[N_COLUMNS];
    char names[RESULTS_MOST][24];
    struct history history;
    const struct gau_sheet sheet = {
        .columns = columns,
        .n_columns = N_COLUMNS,
        .optional = optional,
        .n_optional = changes->a.set.n < RESULTS_MOST ? changes->a.set.n - 1 : RESULTS_MOST - 1,
        .fill = fill,
        .data = &history,
    };
    struct gau_table *table;

    make_columns(columns, names, changes->a.set.n);
    if (read_history(&history, changes)) {
        table = gau_sheet_add(changes->page, GAU_CHANGES_BRANCHES, &sheet);
        if (table)
            explain(table, &history);
    } else {
        gau_changes_no_memory(changes);
    }
    free(history.branches);
    free(history.values);
}

void gau_history_add_branches(struct gau_changes *changes)
{
    if (gau_changes_for_people(changes))
        add_wide(changes);
    else
        add_long(changes);
}
