/* SPDX-License-Identifier: Apache-2.0 */
#include "report/documents/branch_tree.h"
#include "report/documents/document.h"
#include "report/documents/page.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool was_called(const void *data, size_t node)
{
    const struct gau_timer_branches *const branches = data;

    return branches->items[node].calls > 0;
}

/* --- the table ----------------------------------------------------------------------------- */

enum column {
    TYPE = GAU_PLACE_N,
    CALLS,
    TOTAL_TIME,
    TOTAL_SHARE,
    SELF_TIME,
    SELF_SHARE,
    FIRST_STATISTIC, /* GAU_TIMER_MEAN to GAU_TIMER_P99 */
    SLOWEST = FIRST_STATISTIC + GAU_TIMER_P99 - GAU_TIMER_MEAN + 1,
    CPU_TOTAL_TIME,
    CPU_SELF_TIME,
    N_COLUMNS
};

#define STATISTIC(time) (FIRST_STATISTIC + (time)-GAU_TIMER_MEAN)

/* Each group has one unit: sums, times of a call, and CPU times. */
enum { SUMS = 1, CALL_TIMES, CPU_TIMES };

static const struct gau_column columns[N_COLUMNS] = {
    GAU_PLACE_COLUMNS,
    [TYPE] = DATA("type", GAU_COLUMN_TEXT),
    [CALLS] = COUNT("Calls", "calls"),
    [TOTAL_TIME] = MEASURED("Total", "total_s", SUMS),
    [TOTAL_SHARE] = PERCENTAGE("Total", "total_percent", 1),
    [SELF_TIME] = MEASURED("Self", "self_s", SUMS),
    [SELF_SHARE] = PERCENTAGE("Self", "self_percent", 1),
    [STATISTIC(GAU_TIMER_MEAN)] = MEASURED("Mean", "mean_s", CALL_TIMES),
    [STATISTIC(GAU_TIMER_MIN)] = MEASURED("Min", "min_s", CALL_TIMES),
    [STATISTIC(GAU_TIMER_MAX)] = MEASURED("Max", "max_s", CALL_TIMES),
    [STATISTIC(GAU_TIMER_STDDEV)] = MEASURED("Std.dev.", "stddev_s", CALL_TIMES),
    [STATISTIC(GAU_TIMER_P50)] = MEASURED("p50", "p50_s", CALL_TIMES),
    [STATISTIC(GAU_TIMER_P90)] = MEASURED("p90", "p90_s", CALL_TIMES),
    [STATISTIC(GAU_TIMER_P99)] = MEASURED("p99", "p99_s", CALL_TIMES),
    [SLOWEST] = COUNT("Slowest event", "slowest_event"),
    [CPU_TOTAL_TIME] = MEASURED("CPU total", "cpu_total_s", CPU_TIMES),
    [CPU_SELF_TIME] = MEASURED("CPU self", "cpu_self_s", CPU_TIMES),
};

/* Shares of the event time; there is none for what runs outside events. */
static void set_shares(struct gau_table *table, const struct gau_timer_branches *branches,
                       size_t node)
{
    const double whole = branches->items[branches->main].times[GAU_TIMER_TOTAL];

    if (branches->tree.nodes[node].root != branches->main || whole <= 0)
        return;
    gau_table_set_real(table, TOTAL_SHARE,
                       100 * branches->items[node].times[GAU_TIMER_TOTAL] / whole);
    gau_table_set_real(table, SELF_SHARE,
                       100 * branches->items[node].times[GAU_TIMER_SELF] / whole);
}

static void fill_row(struct gau_table *table, size_t node, const void *data)
{
    const struct gau_timer_branches *const branches = data;
    const struct gau_timer_branch *const branch = &branches->items[node];

    gau_table_set_text(table, TYPE, branch->type);
    gau_table_set_integer(table, CALLS, branch->calls);
    gau_table_set_real(table, TOTAL_TIME, branch->times[GAU_TIMER_TOTAL]);
    gau_table_set_real(table, SELF_TIME, branch->times[GAU_TIMER_SELF]);
    set_shares(table, branches, node);
    for (size_t i = GAU_TIMER_MEAN; i <= GAU_TIMER_P99 && branch->calls > 0; i++)
        if (i != GAU_TIMER_STDDEV || branch->calls > 1)
            gau_table_set_real(table, STATISTIC(i), branch->times[i]);
    if (branch->slowest >= 0 && branch->calls > 0)
        gau_table_set_integer(table, SLOWEST, branch->slowest);
    if (!branches->cpu)
        return;
    gau_table_set_real(table, CPU_TOTAL_TIME, branch->times[GAU_TIMER_CPU_TOTAL]);
    gau_table_set_real(table, CPU_SELF_TIME, branch->times[GAU_TIMER_CPU_SELF]);
}

static double sort_value(const void *data, size_t node, const char *sort)
{
    const struct gau_timer_branch *const branch =
        &((const struct gau_timer_branches *)data)->items[node];

    if (strcmp(sort, "calls") == 0)
        return (double)branch->calls;
    if (strcmp(sort, "self") == 0)
        return branch->times[GAU_TIMER_SELF];
    if (strcmp(sort, "mean") == 0)
        return branch->times[GAU_TIMER_MEAN];
    return branch->times[strcmp(sort, "max") == 0 ? GAU_TIMER_MAX : GAU_TIMER_TOTAL];
}

static struct gau_table *add_branches(struct gau_page *page, const char *name,
                                      const struct gau_timer_branches *branches)
{
    const struct gau_tree_rows rows = {sort_value, fill_row, branches};
    struct gau_column suited[N_COLUMNS];
    struct gau_table *table;

    memcpy(suited, columns, sizeof suited);
    if (branches->program)
        suited[SLOWEST].shown = GAU_IN_DATA_FORMATS;
    table = gau_page_add(page, name, suited, branches->cpu ? N_COLUMNS : CPU_TOTAL_TIME);
    if (!table ||
        !gau_tree_add_rows(table, &branches->tree, page->options->sort, &rows, page->error))
        return NULL;
    return table;
}

/* --- lines below it ------------------------------------------------------------------------ */

/* The check of the table: the self times of all rows against the time of the events. */
static void close_table(struct gau_table *table, const struct gau_timer_branches *branches,
                        int64_t workers)
{
    char time[64], of[96];
    double self = 0, share;

    if (!(branches->program || branches->events > 0) ||
        branches->items[branches->main].times[GAU_TIMER_TOTAL] <= 0) {
        gau_table_footer(table, "no event was timed");
        return;
    }
    for (size_t i = 0; i < branches->tree.n; i++)
        if (branches->tree.nodes[i].root == branches->main)
            self += branches->items[i].times[GAU_TIMER_SELF];
    share = 100 * self / branches->items[branches->main].times[GAU_TIMER_TOTAL];
    gau_quantity_text(time, sizeof time, branches->items[branches->main].times[GAU_TIMER_TOTAL],
                      "s");
    if (branches->program)
        snprintf(of, sizeof of, "sections of a program");
    else
        snprintf(of, sizeof of, "%" PRId64 " event%s, %" PRId64 " worker%s", branches->events,
                 branches->events == 1 ? "" : "s", workers, workers == 1 ? "" : "s");
    gau_table_footer(table, "%.1f %% of %s in %s", share, time, of);
    if (!(fabs(share - 100) < 0.05))
        gau_table_footer(table,
                         "warning: the self times of the branches do not add up to the time "
                         "of the %s",
                         branches->program ? "program" : "events");
}

static void warn_of_errors(struct gau_table *table, const struct gau_timer_branches *branches)
{
    for (size_t i = 0; i < branches->tree.n; i++) {
        const double self = branches->items[i].times[GAU_TIMER_SELF];
        char time[64], text[256];

        if (gau_timer_branches_find_error(text, sizeof text, branches, i))
            gau_table_footer(table, "warning: the times of '%s' are wrong: %s",
                             branches->tree.nodes[i].path, text);
        if (!(self >= 0))
            gau_table_footer(table, "warning: '%s' has a negative self time: %s",
                             branches->tree.nodes[i].path,
                             gau_quantity_text(time, sizeof time, self, "s"));
    }
}

static void add_clock_and_window(struct gau_table *table, const struct gau_document_fields *fields,
                                 bool program)
{
    const double overhead = gau_document_fields_real_or_null(fields, "overhead_per_call_ns");
    const char *const clock = gau_document_fields_text(fields, "clock");
    char cost[64] = "", window[GAU_WINDOW_SIZE], text[64];
    int64_t ends[2];

    gau_document_fields_pair(fields, "event_window", ends);
    if (isfinite(overhead))
        snprintf(cost, sizeof cost, ", %s per call",
                 gau_quantity_text(text, sizeof text, overhead, "ns"));
    if (program)
        gau_table_footer(table, "clock %s%s", clock, cost);
    else if (strcmp(gau_window_text(window, ends), "all") == 0)
        gau_table_footer(table, "clock %s%s; all events", clock, cost);
    else
        gau_table_footer(table, "clock %s%s; events %s", clock, cost, window);
}

static void add_warm_up(struct gau_table *table, const struct gau_timer_branches *first,
                        bool instead)
{
    const int64_t events = first->events;
    char time[64];

    if (events == 0)
        return;
    gau_quantity_text(time, sizeof time, first->items[first->main].times[GAU_TIMER_MEAN], "s");
    gau_table_footer(table, "warm-up event(s) of each worker kept apart: %" PRId64 "%s%s%s", events,
                     instead ? "; shown here because no other event ran" : ", ",
                     instead ? "" : time,
                     instead ? "" : " on average (gaudit report --table warm_up)");
}

/* Reads the branches, and marks those that are shown. */
static bool read_branches(struct gau_timer_branches *out, const struct gau_page *page,
                          const char *table)
{
    if (!gau_timer_branches_read(out, &page->fields, table))
        return false;
    if (out->main != GAU_NO_NODE)
        out->tree.nodes[out->main].shown = true;
    gau_tree_show(&out->tree, page->options->all ? NULL : was_called, out);
    return true;
}

/* --- loop times ---------------------------------------------------------------------------- */

enum loop_time {
    WORKER,
    LOOP,
    EVENT,
    INPUT,
    WAITING,
    MERGE,
    REST,
    REST_SHARE,
    AUDITORS,
    N_LOOP_TIME
};

static const struct gau_column loop_time_columns[N_LOOP_TIME] = {
    [WORKER] = COUNT("Worker", "worker"),
    [LOOP] = MEASURED("Loop", "loop_s", 1),
    [EVENT] = MEASURED("Events", "event_s", 1),
    [INPUT] = MEASURED("Input", "input_s", 1),
    [WAITING] = MEASURED("Waiting", "waiting_s", 1),
    [MERGE] = MEASURED("Merging", "merge_s", 1),
    [REST] = MEASURED("[unaccounted]", "unaccounted_s", 1),
    [REST_SHARE] = PERCENTAGE("", "unaccounted_percent", 2),
    [AUDITORS] = MEASURED("of which [auditors]", "auditors_estimate_s", 1),
};

/*
 * Allowed unaccounted time: 0.1 % and a microsecond per event; 0.1 ms, as first events touch
 * memory.
 */
static double allowance(double loop, double events)
{
    return fmax(1e-3 * loop + 1e-6 * events, 1e-4);
}

/* Unaccounted time is computed from the columns beside it, so that it always agrees with them. */
static double rest_of(const double loop_time[N_LOOP_TIME])
{
    return loop_time[LOOP] - loop_time[EVENT] - loop_time[INPUT] - loop_time[WAITING] -
           loop_time[MERGE];
}

static void read_loop_times(const struct gau_document_fields *row, double out[N_LOOP_TIME])
{
    for (size_t i = LOOP; i <= MERGE; i++)
        out[i] = gau_document_fields_real(row, loop_time_columns[i].key);
    out[AUDITORS] = gau_document_fields_real_or_null(row, loop_time_columns[AUDITORS].key);
    out[REST] = rest_of(out);
}

static void set_loop_times(struct gau_table *table, const double loop_time[N_LOOP_TIME])
{
    for (size_t i = LOOP; i <= REST; i++)
        gau_table_set_real(table, i, loop_time[i]);
    if (loop_time[LOOP] > 0)
        gau_table_set_real(table, REST_SHARE, 100 * loop_time[REST] / loop_time[LOOP]);
    gau_table_set_real(table, AUDITORS, loop_time[AUDITORS]);
}

static void check_rest(struct gau_table *table, const char *whose,
                       const double loop_time[N_LOOP_TIME], double events)
{
    char rest[64], allowed[64];

    if (fabs(loop_time[REST]) <= allowance(loop_time[LOOP], events))
        return;
    gau_quantity_text(rest, sizeof rest, loop_time[REST], "s");
    gau_quantity_text(allowed, sizeof allowed, allowance(loop_time[LOOP], events), "s");
    gau_table_footer(
        table, "warning: the time accounting of %s does not add up: %s unaccounted, %s allowed",
        whose, rest, allowed);
}

/* The unaccounted time in the file must be that of its entries. */
static void check_entry(struct gau_table *table, int64_t worker, double written,
                        const double loop_time[N_LOOP_TIME])
{
    char rest[64];

    if (fabs(written - loop_time[REST]) <= 1e-9 + 1e-6 * fabs(loop_time[LOOP]))
        return;
    gau_quantity_text(rest, sizeof rest, written, "s");
    gau_table_footer(table,
                     "warning: the file has %s unaccounted for worker %" PRId64
                     ", which is not what its entries leave",
                     rest, worker);
}

static void add_worker(struct gau_table *table, const struct gau_document_fields *row,
                       double events, double sum[N_LOOP_TIME])
{
    const int64_t worker = gau_document_fields_count(row, "worker");
    const double written = gau_document_fields_real(row, "unaccounted_s");
    double loop_time[N_LOOP_TIME] = {0};
    char whose[48];

    read_loop_times(row, loop_time);
    gau_table_row(table, 0);
    gau_table_set_integer(table, WORKER, worker);
    set_loop_times(table, loop_time);
    for (size_t i = LOOP; i < N_LOOP_TIME; i++)
        sum[i] += loop_time[i];
    check_entry(table, worker, written, loop_time);
    snprintf(whose, sizeof whose, "worker %" PRId64, worker);
    check_rest(table, whose, loop_time, events);
}

/* The events of one worker are in its row if the file has them; else those of all are the bound. */
static double events_of(const struct gau_document_fields *row, double events)
{
    return gau_document_fields_have(row, "events")
               ? (double)gau_document_fields_count(row, "events")
               : events;
}

static void add_sum(struct gau_table *table, const double sum[N_LOOP_TIME], double events)
{
    gau_table_total(table);
    gau_table_set_text(table, WORKER, "all");
    set_loop_times(table, sum);
    check_rest(table, "all workers", sum, events);
}

static void add_loop_times(struct gau_page *page, double events)
{
    const json_t *const rows = gau_document_fields_table(&page->fields, "loop_times", true);
    struct gau_table *const table =
        gau_page_add(page, "loop_times", loop_time_columns, N_LOOP_TIME);
    double sum[N_LOOP_TIME] = {0}, all = 0;

    if (!table)
        return;
    gau_table_title(table, "Loop times: how each worker spent the event loop");
    for (size_t i = 0; i < json_array_size(rows) && page->error->status == GAU_VIEW_OK; i++) {
        const struct gau_document_fields row =
            gau_document_fields_row(&page->fields, "loop_times", rows, i);

        add_worker(table, &row, events_of(&row, events), sum);
        all += events_of(&row, 0);
    }
    page->items[page->count - 1].on_request = json_array_size(rows) == 0; /* of a program */
    if (json_array_size(rows) > 1)
        add_sum(table, sum, all > 0 ? all : events);
    gau_table_footer(table, "[auditors] is estimated: calls times calibrated cost; it is part of "
                            "the other columns");
}

/* --- all of it ----------------------------------------------------------------------------- */

static void add_tables(struct gau_page *page, const struct gau_timer_branches *branches,
                       const struct gau_timer_branches *first)
{
    const bool instead = branches->events == 0 && first->events > 0;
    const struct gau_timer_branches *const shown = instead ? first : branches;
    const char *const instance = page->instance;
    const int64_t workers = gau_document_fields_count(&page->fields, "workers");
    struct gau_table *table = add_branches(page, "branches", shown);

    if (!table)
        return;
    gau_table_title(table, "Time per branch%s%s", instance ? ": " : "", instance ? instance : "");
    close_table(table, shown, workers);
    warn_of_errors(table, shown);
    add_warm_up(table, first, instead);
    add_clock_and_window(table, &page->fields, shown->program);
    add_loop_times(page, (double)branches->events + (double)first->events);
    table = add_branches(page, "warm_up", first);
    if (!table)
        return;
    page->items[page->count - 1].on_request = true;
    gau_table_title(table, "Time per branch in the warm-up event(s) of each worker");
    close_table(table, first, workers);
}

void gau_view_timing(struct gau_page *page)
{
    struct gau_timer_branches branches = {0}, first = {0};

    if (page->options->failed_checks)
        gau_view_timing_check(page);
    else if (read_branches(&branches, page, "branches") && read_branches(&first, page, "warm_up"))
        add_tables(page, &branches, &first);
    gau_timer_branches_clear(&branches);
    gau_timer_branches_clear(&first);
}
