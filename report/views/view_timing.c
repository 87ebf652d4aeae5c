/* SPDX-License-Identifier: Apache-2.0 */
#include "report/documents/branch_tree.h"
#include "report/documents/document.h"
#include "report/documents/page.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool lap_happened(const void *data, size_t node)
{
    const struct gau_laps *const laps = data;

    return laps->items[node].calls > 0;
}

/* --- the table ----------------------------------------------------------------------------- */

enum column {
    TYPE = GAU_PLACE_N,
    CALLS,
    TOTAL_TIME,
    TOTAL_SHARE,
    SELF_TIME,
    SELF_SHARE,
    FIRST_STATISTIC, /* GAU_LAP_MEAN to GAU_LAP_P99 */
    SLOWEST = FIRST_STATISTIC + GAU_LAP_P99 - GAU_LAP_MEAN + 1,
    CPU_TOTAL_TIME,
    CPU_SELF_TIME,
    N_COLUMNS
};

#define STATISTIC(time) (FIRST_STATISTIC + (time)-GAU_LAP_MEAN)

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
    [STATISTIC(GAU_LAP_MEAN)] = MEASURED("Mean", "mean_s", CALL_TIMES),
    [STATISTIC(GAU_LAP_MIN)] = MEASURED("Min", "min_s", CALL_TIMES),
    [STATISTIC(GAU_LAP_MAX)] = MEASURED("Max", "max_s", CALL_TIMES),
    [STATISTIC(GAU_LAP_STDDEV)] = MEASURED("Std.dev.", "stddev_s", CALL_TIMES),
    [STATISTIC(GAU_LAP_P50)] = MEASURED("p50", "p50_s", CALL_TIMES),
    [STATISTIC(GAU_LAP_P90)] = MEASURED("p90", "p90_s", CALL_TIMES),
    [STATISTIC(GAU_LAP_P99)] = MEASURED("p99", "p99_s", CALL_TIMES),
    [SLOWEST] = COUNT("Slowest event", "slowest_event"),
    [CPU_TOTAL_TIME] = MEASURED("CPU total", "cpu_total_s", CPU_TIMES),
    [CPU_SELF_TIME] = MEASURED("CPU self", "cpu_self_s", CPU_TIMES),
};

/* Shares of the event time; there is none for what runs outside events. */
static void set_shares(struct gau_table *table, const struct gau_laps *laps, size_t node)
{
    const double whole = laps->items[laps->main].times[GAU_LAP_TOTAL];

    if (laps->tree.nodes[node].root != laps->main || whole <= 0)
        return;
    gau_table_set_real(table, TOTAL_SHARE, 100 * laps->items[node].times[GAU_LAP_TOTAL] / whole);
    gau_table_set_real(table, SELF_SHARE, 100 * laps->items[node].times[GAU_LAP_SELF] / whole);
}

static void fill_row(struct gau_table *table, size_t node, const void *data)
{
    const struct gau_laps *const laps = data;
    const struct gau_lap *const lap = &laps->items[node];

    gau_table_set_text(table, TYPE, lap->type);
    gau_table_set_integer(table, CALLS, lap->calls);
    gau_table_set_real(table, TOTAL_TIME, lap->times[GAU_LAP_TOTAL]);
    gau_table_set_real(table, SELF_TIME, lap->times[GAU_LAP_SELF]);
    set_shares(table, laps, node);
    for (size_t i = GAU_LAP_MEAN; i <= GAU_LAP_P99 && lap->calls > 0; i++)
        if (i != GAU_LAP_STDDEV || lap->calls > 1)
            gau_table_set_real(table, STATISTIC(i), lap->times[i]);
    if (lap->slowest >= 0 && lap->calls > 0)
        gau_table_set_integer(table, SLOWEST, lap->slowest);
    if (!laps->cpu)
        return;
    gau_table_set_real(table, CPU_TOTAL_TIME, lap->times[GAU_LAP_CPU_TOTAL]);
    gau_table_set_real(table, CPU_SELF_TIME, lap->times[GAU_LAP_CPU_SELF]);
}

static double sort_value(const void *data, size_t node, const char *sort)
{
    const struct gau_lap *const lap = &((const struct gau_laps *)data)->items[node];

    if (strcmp(sort, "calls") == 0)
        return (double)lap->calls;
    if (strcmp(sort, "self") == 0)
        return lap->times[GAU_LAP_SELF];
    if (strcmp(sort, "mean") == 0)
        return lap->times[GAU_LAP_MEAN];
    return lap->times[strcmp(sort, "max") == 0 ? GAU_LAP_MAX : GAU_LAP_TOTAL];
}

static struct gau_table *add_laps(struct gau_page *page, const char *name,
                                  const struct gau_laps *laps)
{
    const struct gau_tree_rows rows = {sort_value, fill_row, laps};
    struct gau_column suited[N_COLUMNS];
    struct gau_table *table;

    memcpy(suited, columns, sizeof suited);
    if (laps->program)
        suited[SLOWEST].shown = GAU_IN_DATA_FORMATS;
    table = gau_page_add(page, name, suited, laps->cpu ? N_COLUMNS : CPU_TOTAL_TIME);
    if (!table || !gau_tree_add_rows(table, &laps->tree, page->options->sort, &rows, page->error))
        return NULL;
    return table;
}

/* --- lines below it ------------------------------------------------------------------------ */

/* The check of the table: the self times of all rows against the time of the events. */
static void close_table(struct gau_table *table, const struct gau_laps *laps, int64_t workers)
{
    char time[64], of[96];
    double self = 0, share;

    if (!(laps->program || laps->events > 0) || laps->items[laps->main].times[GAU_LAP_TOTAL] <= 0) {
        gau_table_footer(table, "no event was timed");
        return;
    }
    for (size_t i = 0; i < laps->tree.n; i++)
        if (laps->tree.nodes[i].root == laps->main)
            self += laps->items[i].times[GAU_LAP_SELF];
    share = 100 * self / laps->items[laps->main].times[GAU_LAP_TOTAL];
    gau_quantity_text(time, sizeof time, laps->items[laps->main].times[GAU_LAP_TOTAL], "s");
    if (laps->program)
        snprintf(of, sizeof of, "sections of a program");
    else
        snprintf(of, sizeof of, "%" PRId64 " event%s, %" PRId64 " worker%s", laps->events,
                 laps->events == 1 ? "" : "s", workers, workers == 1 ? "" : "s");
    gau_table_footer(table, "%.1f %% of %s in %s", share, time, of);
    if (!(fabs(share - 100) < 0.05))
        gau_table_footer(table,
                         "warning: the self times of the branches do not add up to the time "
                         "of the %s",
                         laps->program ? "program" : "events");
}

static void warn_of_nonsense(struct gau_table *table, const struct gau_laps *laps)
{
    for (size_t i = 0; i < laps->tree.n; i++) {
        const double self = laps->items[i].times[GAU_LAP_SELF];
        char time[64], text[256];

        if (gau_laps_doubt(text, sizeof text, laps, i))
            gau_table_footer(table, "warning: the times of '%s' are wrong: %s",
                             laps->tree.nodes[i].path, text);
        if (!(self >= 0))
            gau_table_footer(table, "warning: '%s' has a negative self time: %s",
                             laps->tree.nodes[i].path,
                             gau_quantity_text(time, sizeof time, self, "s"));
    }
}

static void add_circumstances(struct gau_table *table, const struct gau_document_fields *fields,
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

static void mention_first(struct gau_table *table, const struct gau_laps *first, bool instead)
{
    const int64_t events = first->events;
    char time[64];

    if (events == 0)
        return;
    gau_quantity_text(time, sizeof time, first->items[first->main].times[GAU_LAP_MEAN], "s");
    gau_table_footer(table, "warm-up event(s) of each worker kept apart: %" PRId64 "%s%s%s", events,
                     instead ? "; shown here because no other event ran" : ", ",
                     instead ? "" : time,
                     instead ? "" : " on average (gaudit report --table warm_up)");
}

/* With what is shown of them. */
static bool read_laps(struct gau_laps *out, const struct gau_page *page, const char *table)
{
    if (!gau_laps_read(out, &page->fields, table))
        return false;
    if (out->main != GAU_NO_NODE)
        out->tree.nodes[out->main].shown = true;
    gau_tree_show(&out->tree, page->options->all ? NULL : lap_happened, out);
    return true;
}

/* --- books --------------------------------------------------------------------------------- */

enum book { WORKER, LOOP, EVENT, INPUT, WAITING, MERGE, REST, REST_SHARE, AUDITORS, N_BOOK };

static const struct gau_column book_columns[N_BOOK] = {
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

/* What may be left over: 0.1 % and a microsecond per event; 0.1 ms, as first events touch memory.
 */
static double allowance(double loop, double events)
{
    return fmax(1e-3 * loop + 1e-6 * events, 1e-4);
}

/* The rest is computed from what is shown beside it: it cannot disagree. */
static double rest_of(const double book[N_BOOK])
{
    return book[LOOP] - book[EVENT] - book[INPUT] - book[WAITING] - book[MERGE];
}

static void read_book(const struct gau_document_fields *row, double out[N_BOOK])
{
    for (size_t i = LOOP; i <= MERGE; i++)
        out[i] = gau_document_fields_real(row, book_columns[i].key);
    out[AUDITORS] = gau_document_fields_real_or_null(row, book_columns[AUDITORS].key);
    out[REST] = rest_of(out);
}

static void set_book(struct gau_table *table, const double book[N_BOOK])
{
    for (size_t i = LOOP; i <= REST; i++)
        gau_table_set_real(table, i, book[i]);
    if (book[LOOP] > 0)
        gau_table_set_real(table, REST_SHARE, 100 * book[REST] / book[LOOP]);
    gau_table_set_real(table, AUDITORS, book[AUDITORS]);
}

static void check_rest(struct gau_table *table, const char *whose, const double book[N_BOOK],
                       double events)
{
    char rest[64], allowed[64];

    if (fabs(book[REST]) <= allowance(book[LOOP], events))
        return;
    gau_quantity_text(rest, sizeof rest, book[REST], "s");
    gau_quantity_text(allowed, sizeof allowed, allowance(book[LOOP], events), "s");
    gau_table_footer(table, "warning: the books of %s do not close: %s unaccounted, %s allowed",
                     whose, rest, allowed);
}

/* The file's own rest must be that of its entries. */
static void check_entry(struct gau_table *table, int64_t worker, double written,
                        const double book[N_BOOK])
{
    char rest[64];

    if (fabs(written - book[REST]) <= 1e-9 + 1e-6 * fabs(book[LOOP]))
        return;
    gau_quantity_text(rest, sizeof rest, written, "s");
    gau_table_footer(table,
                     "warning: the file has %s unaccounted for worker %" PRId64
                     ", which is not what its entries leave",
                     rest, worker);
}

static void add_book(struct gau_table *table, const struct gau_document_fields *row, double events,
                     double sum[N_BOOK])
{
    const int64_t worker = gau_document_fields_count(row, "worker");
    const double written = gau_document_fields_real(row, "unaccounted_s");
    double book[N_BOOK] = {0};
    char whose[48];

    read_book(row, book);
    gau_table_row(table, 0);
    gau_table_set_integer(table, WORKER, worker);
    set_book(table, book);
    for (size_t i = LOOP; i < N_BOOK; i++)
        sum[i] += book[i];
    check_entry(table, worker, written, book);
    snprintf(whose, sizeof whose, "worker %" PRId64, worker);
    check_rest(table, whose, book, events);
}

/* The events of one worker are in its row if the file has them; else those of all are the bound. */
static double events_of(const struct gau_document_fields *row, double events)
{
    return gau_document_fields_have(row, "events")
               ? (double)gau_document_fields_count(row, "events")
               : events;
}

static void add_sum(struct gau_table *table, const double sum[N_BOOK], double events)
{
    gau_table_total(table);
    gau_table_set_text(table, WORKER, "all");
    set_book(table, sum);
    check_rest(table, "all workers", sum, events);
}

static void add_books(struct gau_page *page, double events)
{
    const json_t *const rows = gau_document_fields_table(&page->fields, "loop_times", true);
    struct gau_table *const table = gau_page_add(page, "loop_times", book_columns, N_BOOK);
    double sum[N_BOOK] = {0}, all = 0;

    if (!table)
        return;
    gau_table_title(table, "Loop times: where the time of each worker went");
    for (size_t i = 0; i < json_array_size(rows) && page->error->status == GAU_VIEW_OK; i++) {
        const struct gau_document_fields row =
            gau_document_fields_row(&page->fields, "loop_times", rows, i);

        add_book(table, &row, events_of(&row, events), sum);
        all += events_of(&row, 0);
    }
    page->items[page->count - 1].on_request = json_array_size(rows) == 0; /* of a program */
    if (json_array_size(rows) > 1)
        add_sum(table, sum, all > 0 ? all : events);
    gau_table_footer(table, "[auditors] is estimated: calls times calibrated cost; it is part of "
                            "the other columns");
}

/* --- all of it ----------------------------------------------------------------------------- */

static void add_tables(struct gau_page *page, const struct gau_laps *laps,
                       const struct gau_laps *first)
{
    const bool instead = laps->events == 0 && first->events > 0;
    const struct gau_laps *const shown = instead ? first : laps;
    const char *const instance = page->instance;
    const int64_t workers = gau_document_fields_count(&page->fields, "workers");
    struct gau_table *table = add_laps(page, "branches", shown);

    if (!table)
        return;
    gau_table_title(table, "Time per branch%s%s", instance ? ": " : "", instance ? instance : "");
    close_table(table, shown, workers);
    warn_of_nonsense(table, shown);
    mention_first(table, first, instead);
    add_circumstances(table, &page->fields, shown->program);
    add_books(page, (double)laps->events + (double)first->events);
    table = add_laps(page, "warm_up", first);
    if (!table)
        return;
    page->items[page->count - 1].on_request = true;
    gau_table_title(table, "Time per branch in the warm-up event(s) of each worker");
    close_table(table, first, workers);
}

void gau_view_timing(struct gau_page *page)
{
    struct gau_laps laps = {0}, first = {0};

    if (page->options->failed_checks)
        gau_view_timing_check(page);
    else if (read_laps(&laps, page, "branches") && read_laps(&first, page, "warm_up"))
        add_tables(page, &laps, &first);
    gau_laps_clear(&laps);
    gau_laps_clear(&first);
}
