/* SPDX-License-Identifier: Apache-2.0 */
#include "view_timing.h"
#include "view_functions.h"
#include "views.h"

#include "documents/branch_groups.h"
#include "documents/document.h"

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

/* Each group has one unit: sums, times of a call, and CPU times. */
enum { SUMS = 1, CALL_TIMES, CPU_TIMES };

/* The most important ones come first. */
enum {
    RANK_TOTAL,
    RANK_MEAN,
    RANK_P99,
    RANK_SLOWEST,
    RANK_SELF,
    RANK_MAX,
    RANK_MIN,
    RANK_STDDEV,
    RANK_CPU_SELF,
    RANK_CPU_TOTAL,
    RANK_P50,
    RANK_P90,
    RANK_MEMORY,
};

/* COLUMN(identifier, column) is defined twice: for the enumeration, and for the rows. */
#define TOTAL_PERCENT PERCENTAGE("Total", "total_percent", 1)
#define SELF_PERCENT PERCENTAGE("Self", "self_percent", 1)
#define SUM(name, key, title, ...)                                                    \
    COLUMN(name##_TIME, MEASURED(title, key, SUMS), [name##_TIME].rank = RANK_##name) \
    COLUMN(name##_SHARE, name##_PERCENT, [name##_SHARE].rank = RANK_##name)
#define STATISTIC(name, key, title, ...) \
    COLUMN(name##_TIME, MEASURED(title, key, CALL_TIMES), [name##_TIME].rank = RANK_##name)
#define CPU_TIME(name, key, title, ...) \
    COLUMN(name##_TIME, MEASURED(title, key, CPU_TIMES), [name##_TIME].rank = RANK_##name)
#define MEMORY(title, key_)                                                                       \
    {                                                                                             \
        .name = title, .key = key_, .unit = "MB", .type = GAU_COLUMN_INTEGER, .rank = RANK_MEMORY \
    }
#define TIMING_COLUMNS                                                                \
    COLUMN(TYPE, DATA("type", GAU_COLUMN_TEXT))                                       \
    COLUMN(CALLS, COUNT("Calls", "calls"))                                            \
    GAU_TIMER_SUMS(SUM)                                                               \
    GAU_TIMER_STATISTICS(STATISTIC)                                                   \
    COLUMN(SLOWEST, COUNT("Slowest", "slowest_event"), [SLOWEST].rank = RANK_SLOWEST) \
    GAU_TIMER_CPU_TIMES(CPU_TIME)                                                     \
    COLUMN(MEMORY_TOTAL, MEMORY("Memory total", "memory_total_MB"))                   \
    COLUMN(MEMORY_SELF, MEMORY("Memory self", "memory_self_MB"))

#define COLUMN GAU_COLUMN_ID
enum column { BEFORE_FIRST = GAU_BRANCH_N_COLUMNS - 1, TIMING_COLUMNS N_COLUMNS };
#undef COLUMN
#define COLUMN GAU_COLUMN_ROW
static const struct gau_column columns[] = {GAU_BRANCH_COLUMNS(GAU_COLUMN_ROW) TIMING_COLUMNS};

/* Columns of memory follow those of CPU times; each are only there where they were measured. */
static size_t first_memory(const struct gau_timer_branches *branches)
{
    return branches->cpu ? MEMORY_TOTAL : CPU_TOTAL_TIME;
}

/* Returns how many of the columns a table has. */
static size_t fit_columns(struct gau_column *adjusted, const struct gau_timer_branches *branches)
{
    const size_t first = first_memory(branches);

    if (!branches->memory)
        return first;
    memmove(&adjusted[first], &columns[MEMORY_TOTAL], 2 * sizeof *columns);
    return first + 2;
}

#define COLUMN_OF(name, ...) [GAU_TIMER_##name] = name##_TIME,
static const enum column column_of[GAU_TIMER_N_TIMES] = {GAU_TIMER_TIMES(COLUMN_OF)};

struct shown_branches {
    const struct gau_timer_branches *branches;
    double whole;
};

/* Shares are of the event time, so what runs outside events has none. */
static void set_shares(struct gau_table *table, const struct shown_branches *shown, size_t node)
{
    const struct gau_timer_branches *const branches = shown->branches;
    const double whole = shown->whole;

    if (branches->tree.nodes[node].root != branches->main || whole <= 0)
        return;
    gau_table_set_real(table, TOTAL_SHARE,
                       100 * branches->items[node].times[GAU_TIMER_TOTAL] / whole);
    gau_table_set_real(table, SELF_SHARE,
                       100 * branches->items[node].times[GAU_TIMER_SELF] / whole);
}

/* Statistics have no meaning without calls, and one call has no deviation. */
static bool has_time(const struct gau_timer_branch *branch, size_t time)
{
    if (column_of[time] < MEAN_TIME || column_of[time] > SLOWEST)
        return true;
    return branch->calls > (time == GAU_TIMER_STDDEV);
}

static void fill_row(struct gau_table *table, size_t node, const void *data)
{
    const struct shown_branches *const shown = data;
    const struct gau_timer_branches *const branches = shown->branches;
    const struct gau_timer_branch *const branch = &branches->items[node];

    gau_table_set_text(table, TYPE, branch->type);
    gau_table_set_integer(table, CALLS, branch->calls);
    set_shares(table, shown, node);
    for (size_t i = 0; i < (branches->cpu ? GAU_TIMER_N_TIMES : GAU_TIMER_CPU_TOTAL); i++)
        if (has_time(branch, i))
            gau_table_set_real(table, column_of[i], branch->times[i]);
    if (branch->slowest > 0 && branch->calls > 0)
        gau_table_set_integer(table, SLOWEST, branch->slowest);
    if (branches->memory) {
        gau_table_set_integer(table, first_memory(branches), branch->total_MB);
        gau_table_set_integer(table, first_memory(branches) + 1, branch->self_MB);
    }
}

static double sort_value(const void *data, size_t node, const char *sort)
{
    const struct shown_branches *const shown = data;
    const struct gau_timer_branch *const branch = &shown->branches->items[node];

    GAU_TIMING_SORT_KEYS(RETURN_IF_KEY)
    return (double)NAN; /* "name" */
}

/* Finds the time that is 100 %: that of the events, or of branches that the user has named, with
 * what is below them. @p required: these must have time. */
static bool find_whole(double *whole, const struct gau_page *page,
                       const struct gau_timer_branches *branches, bool required)
{
    const struct gau_tree *const tree = &branches->tree;
    bool *const within = calloc(tree->n + 1, sizeof *within);

    if (!within) {
        gau_page_fail_memory(page);
    } else if (branches->main == GAU_NO_NODE) {
        *whole = 0;
    } else if (!page->options->relative_to) {
        *whole = branches->items[branches->main].times[GAU_TIMER_TOTAL];
    } else if (gau_branch_mark_within(within, tree, page->options->relative_to, page->error)) {
        for (size_t i = 0; i < tree->n; i++)
            if (within[i] && tree->nodes[i].root == branches->main)
                *whole += branches->items[i].times[GAU_TIMER_SELF];
        if (required)
            gau_branch_check_time(page->options->relative_to, *whole, page->error);
    }
    free(within);
    return page->error->status == GAU_OK;
}

/* The column by which rows are sorted is never hidden: its key is that of the order and a unit. */
static void keep_sorted(struct gau_column *adjusted, const char *sort)
{
    const size_t length = sort ? strlen(sort) : 0;

    for (size_t i = 0; length > 0 && i < N_COLUMNS; i++)
        if (adjusted[i].key && strncmp(adjusted[i].key, sort, length) == 0 &&
            adjusted[i].key[length] == '_')
            adjusted[i].rank = 0;
}

/* @p whole becomes the time that is 100 %. A table that is not @p required has rows on request. */
static struct gau_table *add_branches(double *whole, struct gau_page *page, const char *name,
                                      const struct gau_timer_branches *branches, bool required)
{
    struct shown_branches shown = {.branches = branches};
    const struct gau_tree_rows rows = {sort_value, fill_row, &shown};
    struct gau_column adjusted[N_COLUMNS];
    struct gau_table *table;

    if (!required && (!page->options->table || strcmp(page->options->table, name) != 0))
        return gau_page_add(page, name, columns, 0);
    if (!find_whole(&shown.whole, page, branches, required))
        return NULL;
    *whole = shown.whole;
    if (page->options->group_by)
        return gau_view_timing_groups(page, name, branches, shown.whole);
    memcpy(adjusted, columns, sizeof adjusted);
    if (branches->program)
        adjusted[SLOWEST].shown = GAU_IN_DATA_FORMATS;
    keep_sorted(adjusted, page->options->sort);
    table = gau_page_add(page, name, adjusted, fit_columns(adjusted, branches));
    if (!table ||
        !gau_tree_add_rows(table, &branches->tree, page->options->sort, &rows, page->error))
        return NULL;
    return table;
}

/* Writes "Time per branch", "Time per section", "Time at level 3" or "Time by algorithm: Fast". */
static void put_title(struct gau_table *table, const struct gau_page *page, bool program)
{
    const char *const instance = page->instance, *const group = page->options->group_by;
    gau_error ignored = {0};
    struct gau_branch_key key;
    char by[160];

    snprintf(by, sizeof by, "per %s", program ? "section" : "branch");
    if (group && gau_branch_key_read(&key, group, strlen(group), &ignored))
        gau_branch_key_phrase(by, sizeof by, &key);
    gau_table_title(table, "Time %s%s%s", by, instance ? ": " : "", instance ? instance : "");
}

/* --- all of it ----------------------------------------------------------------------------- */

static void show_branches(struct gau_timer_branches *branches, bool all)
{
    if (branches->main != GAU_NO_NODE)
        branches->tree.nodes[branches->main].shown = true;
    gau_tree_show(&branches->tree, all ? NULL : was_called, branches);
}

static void add_tables(struct gau_page *page, struct gau_timer_document *timer)
{
    const struct gau_timer_branches *const first = &timer->warm_up;
    const bool instead = timer->branches.events == 0 && first->events > 0;
    const struct gau_timer_branches *const shown = instead ? first : &timer->branches;
    const int64_t workers = gau_document_fields_count(&page->fields, "workers");
    double whole = 0;
    struct gau_table *table;

    show_branches(&timer->branches, page->options->all);
    show_branches(&timer->warm_up, page->options->all);
    table = add_branches(&whole, page, "branches", shown, true);
    if (!table)
        return;
    put_title(table, page, shown->program);
    gau_view_timing_close(table, shown, workers, page->options->relative_to, whole);
    gau_view_timing_note_waits(table, shown);
    gau_view_timing_warn(table, page->document, timer, shown);
    gau_view_timing_note_warm_up(table, timer, instead);
    gau_view_timing_note_clock(table, timer, shown->program);
    gau_view_loop_times(page);
    table = add_branches(&whole, page, "warm_up", first, false);
    if (!table)
        return;
    page->items[page->count - 1].on_request = true;
    gau_table_title(table, "Time per branch in the warm-up events of each worker");
    gau_view_timing_close(table, first, workers, page->options->relative_to, whole);
    gau_view_timing_warn_sum(table, first);
}

static void fill_page(struct gau_page *page)
{
    struct gau_timer_document whole, *const timer = page->timer ? page->timer : &whole;

    if (page->timer || gau_timer_document_read(&whole, &page->fields, GAU_TIMER_ALL)) {
        gau_view_limit_events(page, timer);
        if (page->options->sentence)
            gau_view_timing_sentence(page, &timer->branches);
        else if (page->options->failed_checks)
            gau_view_timing_check(page, timer);
        else
            add_tables(page, timer);
    }
    if (!page->timer)
        gau_timer_document_clear(&whole);
}

#define KEY(key, value) #key,
static const char *const sort_keys[] = {"tree", GAU_TIMING_SORT_KEYS(KEY) "name", NULL};

const struct gau_view gau_view_timing = {
    .name = "timing",
    .help = "where the time went, branch by branch, and the loop times of the workers",
    .takes = GAU_VIEW_TAKES_DOCUMENT | GAU_VIEW_TAKES_VALIDATE | GAU_VIEW_TAKES_GROUP_BY |
             GAU_VIEW_TAKES_RELATIVE_TO,
    .write = gau_view_documents_write,
    .document = &(const struct gau_document_view){.kind = "timer",
                                                  .table = "branches",
                                                  .key = "self_s",
                                                  .other = "loop_times",
                                                  .sort_keys = sort_keys,
                                                  .fill = fill_page},
};
