/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"
#include "laps.h"
#include "page.h"

#include "table/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/*
 * Whether the numbers of a timer's document can be what they are called. Each check says what it
 * looked at and the worst that it found; rows that fail are told one by one.
 */

static const struct clock {
    const char *name;
    enum gau_lap_time total, self;
} clocks[] = {
    {"wall", GAU_LAP_TOTAL, GAU_LAP_SELF},
    {"CPU", GAU_LAP_CPU_TOTAL, GAU_LAP_CPU_SELF},
};

/* What one clock measured of one of the two tables. */
struct laps {
    const struct gau_laps *all;
    const char *table;
    const struct clock *clock;
    double *children; /* of each node, the sum of the totals of its children */
    double whole;     /* the total of the main root */
};

/* What a check found so far. */
struct finding {
    size_t rows, failed;
    double least, most;
};

/* What a check says of a row, with the value that it looked at and, if it fails, why in @p text. */
enum answer { NO_ROW, FINE, WRONG };

typedef enum answer look(const struct laps *laps, size_t node, double *value, char text[512]);

struct check {
    const char *name, *unit, *allowed;
    look *look;
    enum { OF_ALL, OF_SHARES, OF_WALL_TIME } of; /* shares: if there is a time that is 100 % */
};

struct checks {
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

/* --- what is looked at --------------------------------------------------------------------- */

static double total_of(const struct laps *laps, size_t node)
{
    return laps->all->items[node].times[laps->clock->total];
}

static double self_of(const struct laps *laps, size_t node)
{
    return laps->all->items[node].times[laps->clock->self];
}

static const char *name_of_whole(const struct laps *laps)
{
    return laps->all->tree.nodes[laps->all->main].name;
}

static bool has_share(const struct laps *laps, size_t node)
{
    return laps->all->tree.nodes[node].root == laps->all->main;
}

static enum answer look_at_share(const struct laps *laps, size_t node, double seconds,
                                 double *value, char text[512])
{
    *value = 100 * seconds / laps->whole;
    snprintf(text, 512, "%.9g s is %.6g %% of the %.9g s of '%s'", seconds, *value, laps->whole,
             name_of_whole(laps));
    if (!has_share(laps, node))
        return NO_ROW;
    return *value >= 0 && *value <= 100 * (1 + ROUNDING) ? FINE : WRONG;
}

static enum answer look_at_total_share(const struct laps *laps, size_t node, double *value,
                                       char text[512])
{
    return look_at_share(laps, node, total_of(laps, node), value, text);
}

static enum answer look_at_self_share(const struct laps *laps, size_t node, double *value,
                                      char text[512])
{
    return look_at_share(laps, node, self_of(laps, node), value, text);
}

/* Of the root, for all below it. */
static enum answer look_at_sum(const struct laps *laps, size_t node, double *value, char text[512])
{
    double sum = 0;

    if (node != laps->all->main)
        return NO_ROW;
    for (size_t i = 0; i < laps->all->tree.n; i++)
        if (has_share(laps, i))
            sum += self_of(laps, i);
    *value = 100 * sum / laps->whole;
    snprintf(text, 512, "the self times of its tree add up to %.9g s, and it took %.9g s", sum,
             laps->whole);
    return fabs(*value - 100) <= 0.05 ? FINE : WRONG;
}

static enum answer look_at_calls(const struct laps *laps, size_t node, double *value,
                                 char text[512])
{
    *value = laps->all->items[node].times[GAU_LAP_MAX];
    return gau_laps_doubt(text, 512, laps->all, node) ? WRONG : FINE;
}

static enum answer look_at_self(const struct laps *laps, size_t node, double *value, char text[512])
{
    *value = self_of(laps, node);
    snprintf(text, 512, "its self time is %.9g s", *value);
    return *value >= 0 ? FINE : WRONG;
}

static enum answer look_at_children(const struct laps *laps, size_t node, double *value,
                                    char text[512])
{
    const double total = total_of(laps, node);

    if (laps->all->tree.nodes[node].first_child == GAU_NO_NODE)
        return NO_ROW;
    *value = total - laps->children[node];
    snprintf(text, 512, "it took %.9g s, and its children %.9g s", total, laps->children[node]);
    return *value >= -ROUNDING * fabs(total) ? FINE : WRONG;
}

static enum answer look_at_rest(const struct laps *laps, size_t node, double *value, char text[512])
{
    const double self = self_of(laps, node), total = total_of(laps, node);
    const double children = laps->children[node], off = self - (total - children);
    const bool rounded = fabs(off) <= ROUNDING * fmax(fabs(total), fabs(children));

    *value = rounded ? 0 : off;
    snprintf(text, 512, "its self time is %.9g s, its total less that of its children %.9g s", self,
             total - children);
    return rounded ? FINE : WRONG;
}

static const struct check all_checks[] = {
    {"share of total time", "%", "0 to 100 %", look_at_total_share, OF_SHARES},
    {"share of self time", "%", "0 to 100 %", look_at_self_share, OF_SHARES},
    {"shares of self time add up to", "%", "100 +- 0.05 %", look_at_sum, OF_SHARES},
    {"longest call", "s", "fits total", look_at_calls, OF_WALL_TIME},
    {"self time", "s", "from 0 on", look_at_self, OF_ALL},
    {"total less that of its children", "s", "from 0 on", look_at_children, OF_ALL},
    {"self time less what children leave", "s", "0", look_at_rest, OF_ALL},
};

/* --- telling ------------------------------------------------------------------------------- */

static void tell(struct checks *checks, const struct check *check, const struct laps *laps,
                 const struct finding *finding)
{
    char found[160], least[64], most[64];

    if (check->unit[0] == '%') {
        snprintf(least, sizeof least, "%.4g", finding->least);
        snprintf(most, sizeof most, "%.6g %%", finding->most);
    } else {
        gau_quantity_text(least, sizeof least, finding->least, check->unit);
        gau_quantity_text(most, sizeof most, finding->most, check->unit);
    }
    if (finding->rows == 1 || (finding->most <= finding->least && finding->rows > 0))
        snprintf(found, sizeof found, "%s", most);
    else
        snprintf(found, sizeof found, "%s to %s", least, most);
    gau_table_row(checks->table, 0);
    gau_table_set_text(checks->table, NAME, check->name);
    gau_table_set_text(checks->table, TABLE, laps->table);
    gau_table_set_text(checks->table, CLOCK, laps->clock->name);
    gau_table_set_integer(checks->table, ROWS, (int64_t)finding->rows);
    if (finding->rows > 0)
        gau_table_set_text(checks->table, FOUND, found);
    gau_table_set_text(checks->table, ALLOWED, check->allowed);
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

static void make(struct checks *checks, const struct check *check, const struct laps *laps)
{
    struct finding finding = {0};
    char text[512];
    double value;

    for (size_t i = 0; i < laps->all->tree.n; i++) {
        const enum answer answer = check->look(laps, i, &value, text);

        if (answer == NO_ROW)
            continue;
        finding.least = finding.rows == 0 ? value : fmin(finding.least, value);
        finding.most = finding.rows == 0 ? value : fmax(finding.most, value);
        finding.rows++;
        if (answer == WRONG && finding.failed++ < TOLD_MOST)
            gau_table_footer(checks->table, "%s[%zu] '%.*s', %s time: %s", laps->table, i,
                             GAU_VIEW_QUOTE(laps->all->tree.nodes[i].path), laps->clock->name,
                             text);
    }
    tell(checks, check, laps, &finding);
}

static void tell_whole(struct checks *checks, const struct laps *laps)
{
    const int64_t calls = laps->all->items[laps->all->main].calls;
    char time[64];

    if (!(laps->whole > 0)) {
        gau_table_footer(checks->table,
                         "%s, %s time: no event was timed, so that there are no shares",
                         laps->table, laps->clock->name);
        return;
    }
    gau_quantity_text(time, sizeof time, laps->whole, "s");
    gau_table_footer(checks->table,
                     "100 %% of %s, %s time: %s, the total of '%.*s' in %" PRId64 " call%s",
                     laps->table, laps->clock->name, time, GAU_VIEW_QUOTE(name_of_whole(laps)),
                     calls, calls == 1 ? "" : "s");
}

/* Of the event loop, the whole; what nothing was timed in has no shares. */
static void check_clock(struct checks *checks, struct laps *laps)
{
    const struct gau_tree *const tree = &laps->all->tree;

    for (size_t i = 0; i < tree->n; i++)
        laps->children[i] = 0;
    for (size_t i = 0; i < tree->n; i++)
        if (tree->nodes[i].parent != GAU_NO_NODE)
            laps->children[tree->nodes[i].parent] += total_of(laps, i);
    laps->whole = total_of(laps, laps->all->main);
    tell_whole(checks, laps);
    for (size_t i = 0; i < sizeof all_checks / sizeof *all_checks; i++)
        if ((laps->whole > 0 || all_checks[i].of != OF_SHARES) &&
            (laps->clock == clocks || all_checks[i].of != OF_WALL_TIME))
            make(checks, &all_checks[i], laps);
}

static void check_table(struct checks *checks, const struct gau_laps *all, const char *table,
                        const struct clock *clock, struct gau_view_error *error)
{
    struct laps laps = {.all = all, .table = table, .clock = clock};

    if (all->tree.n == 0 || (clock != clocks && !all->cpu))
        return;
    laps.children = calloc(all->tree.n, sizeof *laps.children);
    if (laps.children)
        check_clock(checks, &laps);
    else
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for %zu branches", all->tree.n);
    free(laps.children);
}

void gau_view_timing_check(struct gau_page *page, json_t *document)
{
    static const char *const tables[2] = {"branches", "first"};
    const struct gau_fields fields = gau_fields_of(document, page->document, page->error);
    struct gau_laps laps[2] = {{.main = 0}, {.main = 0}};
    struct checks checks = {.table = NULL};

    if (page->error->status == GAU_VIEW_OK && gau_laps_read(&laps[0], &fields, tables[0]) &&
        gau_laps_read(&laps[1], &fields, tables[1]))
        checks.table = gau_page_add(page, "checks", columns, N_COLUMNS);
    if (checks.table) {
        gau_table_title(checks.table, "Checks of %s.json", page->document);
        for (size_t i = 0; i < 4; i++)
            check_table(&checks, &laps[i % 2], tables[i % 2], &clocks[i / 2], page->error);
        gau_table_footer(checks.table, "%zu checks, %zu failed", checks.made, checks.failed);
    }
    if (page->options->failed_checks)
        *page->options->failed_checks += checks.failed;
    gau_laps_clear(&laps[0]);
    gau_laps_clear(&laps[1]);
}
