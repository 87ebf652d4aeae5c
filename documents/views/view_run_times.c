/* SPDX-License-Identifier: Apache-2.0 */
#include "view_counts.h"
#include "view_functions.h"
#include "view_timing.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Times and decisions of a run in one table: of each branch what is asked first. */

enum { SUM = 1, CALL_TIMES, BAR_SIGNS = 10 };

/* The bar is hidden first where the terminal is too narrow. */
#define COLUMNS(COLUMN)                                                    \
    COLUMN(CALLS, COUNT("Calls", "calls"))                                 \
    COLUMN(TOTAL, MEASURED("Total", "total_s", SUM))                       \
    COLUMN(TOTAL_SHARE, PERCENTAGE("", "total_percent", 1))                \
    COLUMN(BAR, {.name = "",                                               \
                 .key = "",                                                \
                 .type = GAU_COLUMN_BAR,                                   \
                 .signs = BAR_SIGNS,                                       \
                 .rank = 5,                                                \
                 .shown = GAU_IN_DISPLAY_FORMATS})                         \
    COLUMN(MEAN, MEASURED("Mean", "mean_s", CALL_TIMES), [MEAN].rank = 2)  \
    COLUMN(P99, MEASURED("p99", "p99_s", CALL_TIMES), [P99].rank = 3)      \
    COLUMN(SLOWEST, COUNT("Slowest", "slowest_event"), [SLOWEST].rank = 4) \
    COLUMN(RATE, PERCENTAGE("Rate", "rate_percent", 0), [RATE].rank = 1)

enum column { BEFORE_FIRST = GAU_BRANCH_N_COLUMNS - 1, COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {GAU_BRANCH_COLUMNS(GAU_COLUMN_ROW)
                                                         COLUMNS(GAU_COLUMN_ROW)};

struct joined {
    const struct gau_timer_branches *branches;
    const struct gau_timer_branches *warm_up; /* NULL: none, or these are shown */
    const struct gau_branch_counts *counts;   /* NULL: none */
    double whole;                             /* the time of all events, in seconds */
};

/* Returns the node of the counts that is that branch of the timer. */
static size_t counted_node(const struct joined *joined, size_t node)
{
    return joined->counts
               ? gau_tree_find(&joined->counts->tree, joined->branches->tree.nodes[node].branch)
               : GAU_NO_NODE;
}

static bool was_called(const void *data, size_t node)
{
    const struct joined *const joined = data;
    const size_t counted = counted_node(joined, node);

    return joined->branches->items[node].calls > 0 ||
           (counted != GAU_NO_NODE && gau_branch_counts_ran(joined->counts, counted));
}

/* All calls, also those of warm-up events, as the rate is of all of them. */
static int64_t calls_of(const struct joined *joined, size_t node)
{
    const int64_t branch = joined->branches->tree.nodes[node].branch;
    const size_t before =
        joined->warm_up ? gau_tree_find(&joined->warm_up->tree, branch) : GAU_NO_NODE;

    int64_t calls = joined->branches->items[node].calls;

    if (before != GAU_NO_NODE &&
        __builtin_add_overflow(calls, joined->warm_up->items[before].calls, &calls))
        calls = INT64_MAX; /* of a damaged document */
    return calls;
}

static void fill_row(struct gau_table *table, size_t node, const void *data)
{
    const struct joined *const joined = data;
    const struct gau_timer_branch *const branch = &joined->branches->items[node];
    const size_t counted = counted_node(joined, node);
    const double part = branch->times[GAU_TIMER_TOTAL] / joined->whole;

    gau_table_set_integer(table, CALLS, calls_of(joined, node));
    gau_table_set_real(table, TOTAL, branch->times[GAU_TIMER_TOTAL]);
    if (joined->branches->tree.nodes[node].root == joined->branches->main && joined->whole > 0) {
        gau_table_set_real(table, TOTAL_SHARE, 100 * part);
        gau_table_set_real(table, BAR, fmax(0, fmin(part, 1)));
    }
    if (branch->calls > 0) {
        gau_table_set_real(table, MEAN, branch->times[GAU_TIMER_MEAN]);
        gau_table_set_real(table, P99, branch->times[GAU_TIMER_P99]);
        if (branch->slowest > 0)
            gau_table_set_integer(table, SLOWEST, branch->slowest);
    }
    if (counted != GAU_NO_NODE)
        gau_table_set_real(table, RATE, gau_branch_counts_rate(joined->counts, counted));
}

/* A filter of the timer may leave out branches with decisions: then these need their own table. */
static bool has_all_counted(const struct gau_tree *timed, const struct gau_branch_counts *counts)
{
    for (size_t i = 0; i < counts->tree.n; i++) {
        const struct gau_tree_node *const counted = &counts->tree.nodes[i];
        const size_t node = gau_tree_find(timed, counted->branch);

        if (gau_branch_counts_ran(counts, i) &&
            (node == GAU_NO_NODE || strcmp(timed->nodes[node].path, counted->path) != 0))
            return false;
    }
    return true;
}

/* --- a mean far above the median ------------------------------------------------------------ */

enum { CALLS_LEAST = 100 }; /* of which a median says something */
#define MEAN_TO_MEDIAN 2.0
#define SHARE_LEAST 0.05  /* of the time of the events: below it the mean does not matter */
#define BUSY_CPU_PART 0.8 /* a branch that computes has a processor for more of its time */

/* Only branches without others in them: how long a sequence takes depends on what it decides. */
static bool is_far_above_median(const struct joined *joined, size_t node)
{
    const struct gau_timer_branches *const branches = joined->branches;
    const struct gau_timer_branch *const branch = &branches->items[node];

    return branches->tree.nodes[node].first_child == GAU_NO_NODE &&
           branches->tree.nodes[node].root == branches->main && branch->calls >= CALLS_LEAST &&
           branch->times[GAU_TIMER_P50] > 0 &&
           branch->times[GAU_TIMER_TOTAL] > SHARE_LEAST * joined->whole &&
           branch->times[GAU_TIMER_MEAN] > MEAN_TO_MEDIAN * branch->times[GAU_TIMER_P50];
}

/* Only the longest of them is named. CPU time shows whether it had a processor all the time. */
static void add_note_of_mean(struct gau_table *table, const struct joined *joined)
{
    const struct gau_timer_branches *const branches = joined->branches;
    size_t longest = GAU_NO_NODE;
    const double *times;
    const char *name;

    for (size_t i = 0; i < branches->tree.n; i++)
        if (is_far_above_median(joined, i) &&
            (longest == GAU_NO_NODE || branches->items[i].times[GAU_TIMER_TOTAL] >
                                           branches->items[longest].times[GAU_TIMER_TOTAL]))
            longest = i;
    if (longest == GAU_NO_NODE)
        return;
    times = branches->items[longest].times;
    name = branches->tree.nodes[longest].name;
    if (!branches->cpu)
        gau_table_footer(table,
                         "note: the mean of '%.*s' is far above its median: the machine was busy, "
                         "or few events are slow (slowest event %" PRId64
                         "); -s TimerAuditor.CpuTime=true shows which",
                         GAU_QUOTE(name), branches->items[longest].slowest);
    else if (times[GAU_TIMER_CPU_TOTAL] < BUSY_CPU_PART * times[GAU_TIMER_TOTAL])
        gau_table_footer(table,
                         "note: the mean of '%.*s' is far above its median, and it had a processor "
                         "for %.0f %% of its time: the machine was busy, or it waited; use the CPU "
                         "time (-v shows it)",
                         GAU_QUOTE(name),
                         100 * times[GAU_TIMER_CPU_TOTAL] / times[GAU_TIMER_TOTAL]);
    else
        gau_table_footer(table,
                         "note: the mean of '%.*s' is far above its median: few events are slow, "
                         "the slowest is event %" PRId64,
                         GAU_QUOTE(name), branches->items[longest].slowest);
}

/* --- all of it ------------------------------------------------------------------------------ */

static void add_warm_up(struct gau_table *table, const struct gau_timer_document *timer,
                        bool instead)
{
    const int64_t n = timer->warm_up.events;

    if (instead)
        gau_table_footer(table,
                         "no other event ran than %" PRId64 " warm-up event%s, whose times "
                         "these are",
                         n, n == 1 ? "" : "s");
    else if (n > 0)
        gau_table_footer(table, "times are without %" PRId64 " warm-up event%s", n,
                         n == 1 ? "" : "s");
}

static void add_table(struct gau_page *page, const struct gau_timer_document *timer,
                      const struct gau_branch_counts *counts)
{
    const bool instead = timer->branches.events == 0 && timer->warm_up.events > 0;
    const struct gau_timer_branches *const shown = instead ? &timer->warm_up : &timer->branches;
    const struct joined joined = {.branches = shown,
                                  .warm_up = instead ? NULL : &timer->warm_up,
                                  .counts = counts,
                                  .whole = shown->main == GAU_NO_NODE
                                               ? 0
                                               : shown->items[shown->main].times[GAU_TIMER_TOTAL]};
    const struct gau_tree_rows rows = {NULL, fill_row, &joined};
    struct gau_column ours[N_COLUMNS];
    struct gau_tree tree = shown->tree;
    struct gau_table *table;

    for (size_t i = 0; i < N_COLUMNS; i++)
        ours[i] = columns[i];
    if (counts)
        ours[RATE].decimals = gau_branch_counts_decimals(counts);
    table = gau_page_add(page, "times", ours, counts ? N_COLUMNS : RATE);
    if (!table)
        return;
    if (shown->main != GAU_NO_NODE)
        tree.nodes[shown->main].shown = true;
    gau_tree_show(&tree, was_called, &joined);
    if (!gau_tree_add_rows(table, &tree, NULL, &rows, page->error))
        return;
    gau_view_loop_title(table, &page->fields, page->instance);
    gau_view_timing_warn(table, page->document, timer, shown);
    add_note_of_mean(table, &joined);
    add_warm_up(table, timer, instead);
}

bool gau_view_run_times(struct gau_page *page, const struct gau_document_fields *counts)
{
    struct gau_timer_document timer;
    struct gau_branch_counts branch_counts = {0};
    bool joined = false;

    if (gau_timer_document_read(&timer, &page->fields, GAU_TIMER_ALL) &&
        (!counts || gau_branch_counts_read(&branch_counts, counts))) {
        gau_tree_show(&branch_counts.tree, NULL, NULL);
        joined = counts && has_all_counted(&timer.branches.tree, &branch_counts);
        add_table(page, &timer, joined ? &branch_counts : NULL);
    }
    gau_branch_counts_clear(&branch_counts);
    gau_timer_document_clear(&timer);
    return joined;
}
