/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"
#include "page.h"
#include "timing_doubts.h"
#include "tree.h"

#include "table/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/*
 * Whether the numbers of a timer's document can be what they are called. Each check says what it
 * looked at and the worst that it found; rows that fail are told one by one.
 */

struct lap {
    double total, self, children; /* seconds; the last is the sum of the totals of its children */
    struct gau_timing_values values; /* wall time only */
};

/* What one clock measured of one of the two tables. */
struct laps {
    const char *table, *clock;
    struct gau_tree tree; /* lap i is node i */
    struct lap *items;
    size_t main; /* the node whose total is 100 % */
    double whole;
    int64_t events;
};

/* What a check found so far. */
struct finding {
    size_t rows, failed;
    double least, most;
};

/* The fields of a clock; what is not measured in every document may be missing. */
static const struct clock {
    const char *name, *total, *self;
    bool always;
} clocks[] = {
    {"wall", "total_s", "self_s", true},
    {"CPU", "cpu_total_s", "cpu_self_s", false},
};

struct checks {
    struct gau_page *page;
    struct gau_table *table;
    size_t made, failed;
};

enum column { NAME, TABLE, CLOCK, ROWS, FOUND, ALLOWED, RESULT, LEAST, MOST, FAILED, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    [NAME] = {.name = "Check", .key = "check"},
    [TABLE] = {.name = "Table", .key = "table"},
    [CLOCK] = {.name = "Clock", .key = "clock"},
    [ROWS] = {.name = "Rows", .key = "rows", .type = GAU_COLUMN_INTEGER},
    [FOUND] = {.name = "Found", .key = "", .shown = GAU_SHOWN_TO_PEOPLE, .align = GAU_ALIGN_RIGHT},
    [ALLOWED] = {.name = "Allowed", .key = "allowed", .align = GAU_ALIGN_RIGHT},
    [RESULT] = {.name = "", .key = "result"},
    [LEAST] = {.name = "least",
               .key = "least",
               .type = GAU_COLUMN_REAL,
               .shown = GAU_SHOWN_TO_PROGRAMS},
    [MOST] = {.name = "most",
              .key = "most",
              .type = GAU_COLUMN_REAL,
              .shown = GAU_SHOWN_TO_PROGRAMS},
    [FAILED] = {.name = "failed",
                .key = "failed_rows",
                .type = GAU_COLUMN_INTEGER,
                .shown = GAU_SHOWN_TO_PROGRAMS},
};

/* Rows of one check that are told in full. */
enum { TOLD_MOST = 10 };

/* What sums of doubles may be off by, as part of the largest of them. */
#define ROUNDING 1e-9

/* --- reading ------------------------------------------------------------------------------- */

static bool has(const struct gau_fields *fields, const char *table, const json_t *rows,
                const struct clock *clock)
{
    struct gau_fields row;

    if (clock->always || json_array_size(rows) == 0)
        return clock->always;
    row = gau_fields_row(fields, table, rows, 0);
    return gau_fields_have(&row, clock->total);
}

/* Nothing, if the clock was not read. */
static bool read_laps(struct laps *out, const struct gau_page *page,
                      const struct gau_fields *fields, const char *table, const struct clock *clock)
{
    const json_t *const rows = gau_fields_table(fields, table, true);

    out->table = table;
    out->clock = clock->name;
    out->main = GAU_NO_NODE;
    if (rows && !has(fields, table, rows, clock))
        return true;
    if (!rows || !gau_tree_read(&out->tree, fields, table, rows))
        return false;
    out->items = calloc(out->tree.n + 1, sizeof *out->items);
    if (!out->items) {
        gau_view_fail(page->error, GAU_VIEW_FAILED, "no memory for %zu branches", out->tree.n);
        return false;
    }
    out->main = gau_tree_main_root(&out->tree);
    for (size_t i = 0; i < out->tree.n && page->error->status == GAU_VIEW_OK; i++) {
        const struct gau_fields row = gau_fields_row(fields, table, rows, i);

        out->items[i].total = gau_fields_real(&row, clock->total);
        out->items[i].self = gau_fields_real(&row, clock->self);
        out->items[i].values = (struct gau_timing_values){
            .calls = gau_fields_count(&row, "calls"),
            .total = out->items[i].total,
            .min = gau_fields_real_or_null(&row, "min_s"),
            .max = gau_fields_real_or_null(&row, "max_s"),
            .stddev = gau_fields_real_or_null(&row, "stddev_s"),
        };
        if (out->tree.nodes[i].parent != GAU_NO_NODE)
            out->items[out->tree.nodes[i].parent].children += out->items[i].total;
        if (i == out->main)
            out->events = out->items[i].values.calls;
    }
    if (out->main != GAU_NO_NODE)
        out->whole = out->items[out->main].total;
    return page->error->status == GAU_VIEW_OK;
}

/* --- telling ------------------------------------------------------------------------------- */

static void look_at(struct finding *finding, double value)
{
    finding->least = finding->rows == 0 ? value : fmin(finding->least, value);
    finding->most = finding->rows == 0 ? value : fmax(finding->most, value);
    finding->rows++;
}

/* A row that fails. */
static void complain(struct checks *checks, struct finding *finding, const struct laps *laps,
                     size_t node, const char *format, ...)
    __attribute__((__format__(__printf__, 5, 6)));

static void complain(struct checks *checks, struct finding *finding, const struct laps *laps,
                     size_t node, const char *format, ...)
{
    char text[512];
    va_list arguments;

    if (finding->failed++ >= TOLD_MOST)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gau_table_footer(checks->table, "%s[%zu] '%.*s', %s time: %s", laps->table, node,
                     GAU_VIEW_QUOTE(laps->tree.nodes[node].path), laps->clock, text);
}

/* @p unit: "%" or "s". */
static void tell(struct checks *checks, const char *name, const struct laps *laps,
                 const struct finding *finding, const char *unit, const char *allowed)
{
    const bool percent = unit[0] == '%';
    char found[160], least[64], most[64];

    if (percent) {
        snprintf(least, sizeof least, "%.4g", finding->least);
        snprintf(most, sizeof most, "%.6g %%", finding->most);
    } else {
        gau_quantity_text(least, sizeof least, finding->least, unit);
        gau_quantity_text(most, sizeof most, finding->most, unit);
    }
    if (finding->rows == 1 || (finding->most <= finding->least && finding->rows > 0))
        snprintf(found, sizeof found, "%s", most);
    else
        snprintf(found, sizeof found, "%s to %s", least, most);
    gau_table_row(checks->table, 0);
    gau_table_set_text(checks->table, NAME, name);
    gau_table_set_text(checks->table, TABLE, laps->table);
    gau_table_set_text(checks->table, CLOCK, laps->clock);
    gau_table_set_integer(checks->table, ROWS, (int64_t)finding->rows);
    if (finding->rows > 0)
        gau_table_set_text(checks->table, FOUND, found);
    gau_table_set_text(checks->table, ALLOWED, allowed);
    gau_table_set_text(checks->table, RESULT, finding->failed > 0 ? "FAILED" : "ok");
    if (finding->rows > 0) {
        gau_table_set_real(checks->table, LEAST, finding->least);
        gau_table_set_real(checks->table, MOST, finding->most);
    }
    gau_table_set_integer(checks->table, FAILED, (int64_t)finding->failed);
    if (finding->failed > TOLD_MOST)
        gau_table_footer(checks->table, "... and %zu more rows of %s", finding->failed - TOLD_MOST,
                         laps->table);
    checks->made++;
    checks->failed += finding->failed > 0;
}

/* --- the checks ---------------------------------------------------------------------------- */

static bool has_share(const struct laps *laps, size_t node)
{
    return laps->tree.nodes[node].root == laps->main;
}

static void check_shares(struct checks *checks, const struct laps *laps, bool self)
{
    struct finding finding = {0};

    for (size_t i = 0; i < laps->tree.n; i++) {
        const double seconds = self ? laps->items[i].self : laps->items[i].total;
        const double share = 100 * seconds / laps->whole;

        if (!has_share(laps, i))
            continue;
        look_at(&finding, share);
        if (!(share >= 0 && share <= 100 * (1 + ROUNDING)))
            complain(checks, &finding, laps, i, "%.9g s is %.6g %% of the %.9g s of '%s'", seconds,
                     share, laps->whole, laps->tree.nodes[laps->main].name);
    }
    tell(checks, self ? "share of self time" : "share of total time", laps, &finding, "%",
         "0 to 100 %");
}

static void check_sum(struct checks *checks, const struct laps *laps)
{
    struct finding finding = {0};
    double sum = 0;

    for (size_t i = 0; i < laps->tree.n; i++)
        if (has_share(laps, i))
            sum += laps->items[i].self;
    look_at(&finding, 100 * sum / laps->whole);
    if (!(fabs(finding.most - 100) <= 0.05))
        complain(checks, &finding, laps, laps->main,
                 "the self times of its tree add up to %.9g s, and it took %.9g s", sum,
                 laps->whole);
    tell(checks, "shares of self time add up to", laps, &finding, "%", "100 +- 0.05 %");
}

static void check_self(struct checks *checks, const struct laps *laps)
{
    struct finding finding = {0};

    for (size_t i = 0; i < laps->tree.n; i++) {
        look_at(&finding, laps->items[i].self);
        if (!(laps->items[i].self >= 0))
            complain(checks, &finding, laps, i, "its self time is %.9g s", laps->items[i].self);
    }
    tell(checks, "self time", laps, &finding, "s", "from 0 on");
}

static void check_children(struct checks *checks, const struct laps *laps)
{
    struct finding finding = {0};

    for (size_t i = 0; i < laps->tree.n; i++) {
        const struct lap *const lap = &laps->items[i];
        const double left = lap->total - lap->children;

        if (laps->tree.nodes[i].first_child == GAU_NO_NODE)
            continue;
        look_at(&finding, left);
        if (!(left >= -ROUNDING * fabs(lap->total)))
            complain(checks, &finding, laps, i, "it took %.9g s, and its children %.9g s",
                     lap->total, lap->children);
    }
    tell(checks, "total less that of its children", laps, &finding, "s", "from 0 on");
}

static void check_rest(struct checks *checks, const struct laps *laps)
{
    struct finding finding = {0};

    for (size_t i = 0; i < laps->tree.n; i++) {
        const struct lap *const lap = &laps->items[i];
        const double off = lap->self - (lap->total - lap->children);
        const bool rounded = fabs(off) <= ROUNDING * fmax(fabs(lap->total), fabs(lap->children));

        look_at(&finding, rounded ? 0 : off);
        if (!rounded)
            complain(checks, &finding, laps, i,
                     "its self time is %.9g s, its total less that of its children %.9g s",
                     lap->self, lap->total - lap->children);
    }
    tell(checks, "self time less what children leave", laps, &finding, "s", "0");
}

static void check_values(struct checks *checks, const struct laps *laps)
{
    struct finding finding = {0};
    char text[256];

    for (size_t i = 0; i < laps->tree.n; i++) {
        look_at(&finding, laps->items[i].values.max);
        if (gau_timing_doubt(text, sizeof text, &laps->items[i].values, laps->events > 0))
            complain(checks, &finding, laps, i, "%s", text);
    }
    tell(checks, "longest call", laps, &finding, "s", "fits total");
}

/* Of the event loop, the whole; what nothing was timed in has no shares. */
static void check_laps(struct checks *checks, const struct laps *laps)
{
    char time[64];

    if (laps->tree.n == 0)
        return;
    if (laps->whole > 0) {
        gau_quantity_text(time, sizeof time, laps->whole, "s");
        gau_table_footer(checks->table,
                         "100 %% of %s, %s time: %s, the total of '%.*s' in %" PRId64 " call%s",
                         laps->table, laps->clock, time,
                         GAU_VIEW_QUOTE(laps->tree.nodes[laps->main].name), laps->events,
                         laps->events == 1 ? "" : "s");
        check_shares(checks, laps, false);
        check_shares(checks, laps, true);
        check_sum(checks, laps);
    } else {
        gau_table_footer(checks->table,
                         "%s, %s time: no event was timed, so that there are no shares",
                         laps->table, laps->clock);
    }
    if (strcmp(laps->clock, "wall") == 0)
        check_values(checks, laps);
    check_self(checks, laps);
    check_children(checks, laps);
    check_rest(checks, laps);
}

static bool check_table(struct checks *checks, const struct gau_fields *fields, const char *table,
                        const struct clock *clock)
{
    struct laps laps = {0};
    const bool read = read_laps(&laps, checks->page, fields, table, clock);

    if (read)
        check_laps(checks, &laps);
    gau_tree_clear(&laps.tree);
    free(laps.items);
    return read;
}

void gau_view_timing_check(struct gau_page *page, json_t *document)
{
    static const char *const tables[] = {"branches", "first"};
    const struct gau_fields fields = gau_fields_of(document, page->document, page->error);
    struct checks checks = {.page = page};

    if (page->error->status == GAU_VIEW_OK)
        checks.table = gau_page_add(page, "checks", columns, N_COLUMNS);
    if (!checks.table)
        return;
    gau_table_title(checks.table, "Checks of %s.json", page->document);
    for (size_t i = 0; i < 2 * sizeof clocks / sizeof *clocks; i++)
        if (!check_table(&checks, &fields, tables[i % 2], &clocks[i / 2]))
            return;
    gau_table_footer(checks.table, "%zu checks, %zu failed", checks.made, checks.failed);
    if (page->options->failed_checks)
        *page->options->failed_checks += checks.failed;
}
