/* SPDX-License-Identifier: Apache-2.0 */
#include "view_functions.h"
#include "view_timing.h"

#include "documents/document.h"
#include "documents/timer_document.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Whether the numbers of a timer's document are possible. A check has a row with the range that it
 * found; failed rows are listed.
 */

/* The relative rounding error of sums of doubles. */
#define ROUNDING 1e-9

static const struct clock {
    const char *name;
    enum gau_timer_time total, self;
} clocks[] = {
    {"wall", GAU_TIMER_TOTAL, GAU_TIMER_SELF},
    {"CPU", GAU_TIMER_CPU_TOTAL, GAU_TIMER_CPU_SELF},
};

/* One of the two tables, measured by one clock. */
struct measured {
    const struct gau_timer_branches *all;
    const char *table;
    const struct clock *clock;
    double *children; /* of each node, the sum of the totals of its children */
    double whole;     /* the total of the main root */
    double selfs;     /* the sum of the self times below it */
};

/* The range that a check found so far. */
struct finding {
    size_t rows, failed;
    double least, most;
};

enum value { TOTAL_SHARE, SELF_SHARE, SELF_SHARES, LONGEST, SELF, LESS_CHILDREN, LESS_REST };

static const struct check {
    const char *name, *unit, *allowed;
    enum value value;
    double least, most;
} all_checks[] = {
    {"share of total time", "percent", "0 to 100 %", TOTAL_SHARE, 0, 100 * (1 + ROUNDING)},
    {"share of self time", "percent", "0 to 100 %", SELF_SHARE, 0, 100 * (1 + ROUNDING)},
    {"sum of the shares of self time", "percent", "100 +- 0.05 %", SELF_SHARES, 99.95, 100.05},
    {"longest call", "s", "fits total", LONGEST, -INFINITY, INFINITY},
    {"self time", "s", "from 0 on", SELF, 0, INFINITY},
    {"total less that of its children", "s", "from 0 on", LESS_CHILDREN, 0, INFINITY},
    {"self time less what children leave", "s", "0", LESS_REST, 0, 0},
};

struct checks {
    struct gau_table *table;
    const char *document; /* its name */
    size_t made, failed;
};

#define COLUMNS(COLUMN)                                                              \
    COLUMN(NAME, {.name = "Check", .key = "check", .shortened = true})               \
    COLUMN(TABLE, {.name = "Table", .key = "table", .rank = 1})                      \
    COLUMN(CLOCK, {.name = "Clock", .key = "clock", .rank = 2})                      \
    COLUMN(ROWS, COUNT("Rows", "rows"))                                              \
    COLUMN(FOUND, DISPLAY("Found"))                                                  \
    COLUMN(ALLOWED, {.name = "Allowed", .key = "allowed", .align = GAU_ALIGN_RIGHT}) \
    COLUMN(RESULT, {.name = "", .key = "result"})                                    \
    COLUMN(LEAST, DATA("min", GAU_COLUMN_REAL))                                      \
    COLUMN(MOST, DATA("max", GAU_COLUMN_REAL))                                       \
    COLUMN(FAILED, DATA("failed_rows", GAU_COLUMN_INTEGER))

enum column { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

/* A check lists no more failed rows than this. */
enum { ROWS_MOST = 10 };

/* --- values -------------------------------------------------------------------------------- */

static double time_of(const struct measured *measured, size_t node, enum gau_timer_time time)
{
    return measured->all->items[node].times[time];
}

static bool is_part(const struct measured *measured, size_t node)
{
    return measured->all->tree.nodes[node].root == measured->all->main;
}

/* Returns the difference of two times; 0 if it is within rounding. */
static double rest_of(double time, double other, double rounded)
{
    return fabs(time - other) <= ROUNDING * rounded ? 0 : time - other;
}

/* Returns NAN if there is nothing to check. */
static double value_of(const struct measured *measured, size_t node, enum value value)
{
    const double total = time_of(measured, node, measured->clock->total);
    const double self = time_of(measured, node, measured->clock->self);
    const double children = measured->children[node], whole = measured->whole;
    const bool parent = measured->all->tree.nodes[node].first_child != GAU_NO_NODE;

    switch (value) {
    case TOTAL_SHARE: return is_part(measured, node) ? 100 * total / whole : (double)NAN;
    case SELF_SHARE: return is_part(measured, node) ? 100 * self / whole : (double)NAN;
    case SELF_SHARES:
        return node == measured->all->main ? 100 * measured->selfs / whole : (double)NAN;
    case LONGEST: return time_of(measured, node, GAU_TIMER_MAX);
    case SELF: return self;
    case LESS_CHILDREN: return parent ? rest_of(total, children, fabs(total)) : (double)NAN;
    case LESS_REST: break;
    }
    return rest_of(self, total - children, fmax(fabs(total), fabs(children)));
}

/* --- reporting ----------------------------------------------------------------------------- */

static const char *text_of(char text[64], const struct check *check, double value)
{
    if (strcmp(check->unit, "percent") == 0)
        snprintf(text, 64, "%.6g %%", value);
    else
        gau_quantity_text(text, 64, value, check->unit);
    return text;
}

static void report_check(struct checks *checks, const struct check *check,
                         const struct measured *measured, const struct finding *finding)
{
    char found[160] = "", least[64], most[64];

    text_of(least, check, finding->least);
    text_of(most, check, finding->most);
    if (finding->most > finding->least)
        snprintf(found, sizeof found, "%s to ", least);
    strcat(found, most);
    gau_table_row(checks->table, 0);
    gau_table_set_text(checks->table, NAME, check->name);
    gau_table_set_text(checks->table, TABLE, measured->table);
    gau_table_set_text(checks->table, CLOCK, measured->clock->name);
    gau_table_set_integer(checks->table, ROWS, (int64_t)finding->rows);
    gau_table_set_text(checks->table, ALLOWED, check->allowed);
    gau_table_set_text(checks->table, RESULT, finding->failed > 0 ? "FAILED" : "ok");
    gau_table_mark(checks->table, RESULT, finding->failed > 0 ? GAU_CELL_BAD : GAU_CELL_GOOD);
    gau_table_set_integer(checks->table, FAILED, (int64_t)finding->failed);
    if (finding->rows > 0) {
        gau_table_set_text(checks->table, FOUND, found);
        gau_table_set_real(checks->table, LEAST, finding->least);
        gau_table_set_real(checks->table, MOST, finding->most);
    }
    if (finding->failed > ROWS_MOST)
        gau_table_footer(checks->table, "... and %zu more rows of %s", finding->failed - ROWS_MOST,
                         measured->table);
    checks->made++;
    checks->failed += finding->failed > 0;
}

/* Returns whether a value is impossible; @p text then says why. */
static bool has_failed(char text[512], const struct check *check, const struct measured *measured,
                       size_t node, double value)
{
    char found[64];

    if (check->value == LONGEST)
        return gau_timer_branches_find_error(text, 512, measured->all, node);
    snprintf(text, 512, "%s is %s, not %s", check->name, text_of(found, check, value),
             check->allowed);
    return !(value >= check->least && value <= check->most);
}

static void make_check(struct checks *checks, const struct check *check,
                       const struct measured *measured)
{
    struct finding finding = {.least = INFINITY, .most = -INFINITY};
    char text[512];

    for (size_t i = 0; i < measured->all->tree.n; i++) {
        const double value = value_of(measured, i, check->value);

        if (isnan(value) && check->value != LONGEST)
            continue;
        finding.least = fmin(finding.least, value);
        finding.most = fmax(finding.most, value);
        finding.rows++;
        if (has_failed(text, check, measured, i, value) && finding.failed++ < ROWS_MOST)
            gau_table_footer(checks->table, "%s.json: %s[%zu] '%.*s', %s time: %s",
                             checks->document, measured->table, i,
                             GAU_QUOTE(measured->all->tree.nodes[i].path), measured->clock->name,
                             text);
    }
    report_check(checks, check, measured, &finding);
}

static void report_whole(struct checks *checks, const struct measured *measured)
{
    const size_t main = measured->all->main;
    const int64_t calls = measured->all->items[main].calls;
    char time[64];

    if (!(measured->whole > 0)) {
        gau_table_footer(checks->table,
                         "%s, %s time: no event was timed, so that there are no shares",
                         measured->table, measured->clock->name);
        return;
    }
    gau_quantity_text(time, sizeof time, measured->whole, "s");
    gau_table_footer(checks->table,
                     "100 %% of %s, %s time: %s, the total of '%.*s' in %" PRId64 " call%s",
                     measured->table, measured->clock->name, time,
                     GAU_QUOTE(measured->all->tree.nodes[main].name), calls, calls == 1 ? "" : "s");
}

/* Shares are of the main root; there are none if nothing was timed in it. */
static void check_clock(struct checks *checks, struct measured *measured)
{
    const struct gau_tree *const tree = &measured->all->tree;

    for (size_t i = 0; i < tree->n; i++) {
        if (tree->nodes[i].parent != GAU_NO_NODE)
            measured->children[tree->nodes[i].parent] +=
                time_of(measured, i, measured->clock->total);
        if (is_part(measured, i))
            measured->selfs += time_of(measured, i, measured->clock->self);
    }
    measured->whole = time_of(measured, measured->all->main, measured->clock->total);
    report_whole(checks, measured);
    for (size_t i = 0; i < sizeof all_checks / sizeof *all_checks; i++)
        if ((measured->whole > 0 || all_checks[i].value > SELF_SHARES) &&
            (measured->clock == clocks || all_checks[i].value != LONGEST))
            make_check(checks, &all_checks[i], measured);
}

static void check_table(struct checks *checks, const struct gau_timer_branches *all,
                        const char *table, const struct clock *clock, gau_error *error)
{
    struct measured measured = {.all = all, .table = table, .clock = clock};

    if (all->tree.n == 0 || (clock != clocks && !all->cpu))
        return;
    measured.children = calloc(all->tree.n, sizeof *measured.children);
    if (measured.children)
        check_clock(checks, &measured);
    else
        gau_fail_memory(error, "%zu branches", all->tree.n);
    free(measured.children);
}

void gau_view_timing_check(struct gau_page *page, const struct gau_timer_document *timer)
{
    struct checks checks = {.table = gau_page_add(page, "checks", columns, N_COLUMNS),
                            .document = page->document};

    if (!checks.table)
        return;
    gau_table_title(checks.table, "Checks of %s.json", page->document);
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        check_table(&checks, &timer->branches, "branches", &clocks[i], page->error);
        check_table(&checks, &timer->warm_up, "warm_up", &clocks[i], page->error);
    }
    gau_table_footer(checks.table, "%zu checks, %zu failed", checks.made, checks.failed);
    *page->options->failed_checks += checks.failed;
}

/* Of an unfinished run some events may be missing, and others begun; of merged results, some
 * between them. */
void gau_view_limit_events(const struct gau_page *page, struct gau_timer_document *timer)
{
    gau_error ignored = {0};
    json_t *const run = page->folder ? gau_document_load(page->folder, "run", &ignored) : NULL;
    const struct gau_document_fields fields = {.document = "run", .object = run, .error = &ignored};
    int64_t window[2];

    if (run && !json_is_null(json_object_get(run, "event_window"))) {
        gau_document_fields_pair(&fields, "event_window", window);
        if (ignored.status == GAU_OK)
            gau_timer_document_limit_events(timer, window);
        if (!__builtin_add_overflow(window[0], gau_document_fields_count(&fields, "events"),
                                    &window[1]) &&
            strcmp(gau_document_fields_text(&fields, "status"), "finished") == 0 &&
            !gau_document_fields_have(&fields, "results") &&
            !gau_document_fields_have(&fields, "ranks") && ignored.status == GAU_OK)
            gau_timer_document_limit_events(timer, window);
    }
    json_decref(run);
}
