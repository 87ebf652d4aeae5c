/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement.h"

#include "documents/column_macros.h"
#include "documents/document.h"
#include "documents/page.h"
#include "table/number_format.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 5 }; /* of each number of events that are displayed, if there are several numbers */

/* What is shown: one agreement, or one for each of several numbers of events. */
struct item {
    struct gau_agreement a; /* it is of no use if it has no rows */
    const struct gau_agreement_runs *runs;
    gau_error problem;
};

struct series {
    struct item *items; /* by number of events */
    size_t n;
    struct item *most; /* that with the most events: its rows are shown */
};

/* A real number, displayed with that number of decimals. */
#define REAL(name_, key_, decimals_)                                               \
    {                                                                              \
        .name = name_, .key = key_, .type = GAU_COLUMN_REAL, .decimals = decimals_ \
    }

/* A table has a list of columns with their values, and each macro reads one of the two. */
#define AS_COLUMN(column, value) column,
#define AS_VALUE(column, value) (double)(value),

/* Sets the first cells of a row, one for each column; NAN is an empty cell. Counts are exact in a
 * double. */
static void set_values(struct gau_table *table, const struct gau_column *columns,
                       const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (columns[i].type == GAU_COLUMN_REAL)
            gau_table_set_real(table, i, values[i]);
        else if (!isnan(values[i]))
            gau_table_set_integer(table, i, (int64_t)values[i]);
}

/* If so, display formats show relative shares. */
static bool is_relative(const struct series *series)
{
    return series->items[0].runs->relative_to != NULL;
}

/* Returns the events of each run, if all have the requested number, else all; NAN: not known. */
static double events_of(const struct item *item)
{
    const uint64_t requested = item->runs->events, seen = item->a.events;

    return requested > 0 ? (double)requested : seen > 0 ? (double)seen : (double)NAN;
}

/* --- shares -------------------------------------------------------------------------------- */

enum { EVENTS, TIMER, SAMPLED, ERROR, DIFFERENCE, Z, SAMPLES, RATIO, BRANCH = 16, N_SHARES };

#define SHARES(COLUMN)                                                                     \
    COLUMN(COUNT("Events", "events"), events_of(item))                                     \
    COLUMN(REAL("Timer", "timer_percent", 1), 100 * row->timer)                            \
    COLUMN(REAL("Sampled", "sampled_percent", 1), 100 * row->sampled)                      \
    COLUMN(REAL("Error", "error_percent", 1), 100 * row->error)                            \
    COLUMN(REAL("Diff.", "difference_percent", 1), 100 * (row->sampled - row->timer))      \
    COLUMN(REAL("z", "z", 1), row->z)                                                      \
    COLUMN(COUNT("Samples", "samples"), row->samples)                                      \
    COLUMN(REAL("CPU/wall", "cpu_per_wall", 2), gau_agreement_cpu_per_wall(&item->a, row)) \
    COLUMN(DATA("calls", GAU_COLUMN_INTEGER), row->calls)                                  \
    COLUMN(DATA("timer_s", GAU_COLUMN_REAL), row->timer_s)                                 \
    COLUMN(DATA("wall_s", GAU_COLUMN_REAL), row->wall_s)                                   \
    COLUMN(DATA("cpu_s", GAU_COLUMN_REAL), row->cpu_s)                                     \
    COLUMN(DATA("sampled_s", GAU_COLUMN_REAL), row->sampled_s)                             \
    COLUMN(DATA("timer_relative_percent", GAU_COLUMN_REAL), 100 * row->relative_timer)     \
    COLUMN(DATA("sampled_relative_percent", GAU_COLUMN_REAL), 100 * row->relative_sampled) \
    COLUMN(DATA("relative_error_percent", GAU_COLUMN_REAL), 100 * row->relative_error)

static const struct gau_column shares[BRANCH] = {SHARES(AS_COLUMN)};

static void set_share(struct gau_table *table, const struct item *item,
                      const struct gau_agreement_row *row, bool relative)
{
    double values[] = {SHARES(AS_VALUE)};

    if (relative) {
        values[TIMER] = 100 * row->relative_timer;
        values[SAMPLED] = 100 * row->relative_sampled;
        values[ERROR] = 100 * row->relative_error;
        values[DIFFERENCE] = values[SAMPLED] - values[TIMER];
    }
    set_values(table, shares, values, BRANCH);
}

/* @p is_short says that the table is for a terminal, where rows have their short names. */
static void fill_shares(struct gau_table *table, const struct series *series, size_t rows,
                        bool relative, bool is_short)
{
    const struct gau_agreement *const most = &series->most->a;
    const struct gau_branch_key *const key = series->items[0].runs->group_by;
    char all[64];

    for (const struct item *item = series->items; item < series->items + series->n; item++)
        for (size_t r = 0; r < rows && r < most->n; r++) {
            const char *const path = most->rows[r].path;
            const struct gau_agreement_row *const row = gau_agreement_row(&item->a, path);

            gau_table_row(table, 0);
            gau_table_set_text(table, BRANCH, is_short ? most->rows[r].short_name : path);
            gau_table_set_integer(table, EVENTS, (int64_t)item->runs->events);
            if (row)
                set_share(table, item, row, relative);
        }
    if (series->n > 1)
        return;
    gau_table_total(table);
    gau_table_set_real(table, TIMER, 100 / (relative ? most->whole.timer : 1));
    gau_table_set_real(table, SAMPLED, 100 / (relative ? most->whole.sampled : 1));
    gau_table_set_integer(table, SAMPLES, (int64_t)most->samples);
    snprintf(all, sizeof all, "[%s]", key ? gau_branch_key_all(key->kind) : "all branches");
    gau_table_set_text(table, BRANCH, all);
}

/* Returns the decimals, 1 to 3, that show an error in percent with two digits. */
static int decimals_of(double error)
{
    return error >= 0.01 || error <= 0 ? 1 : error >= 0.001 ? 2 : 3;
}

/* @p relative names what shares are relative to; NULL: to the total. */
static void add_legend(struct gau_table *table, const struct gau_agreement *a, const char *relative,
                       bool below)
{
    char timer[64], sampled[64], events[64] = "sections";

    if (a->events > 0)
        snprintf(events, sizeof events, "%" PRIu64 " event%s", a->events,
                 a->events == 1 ? "" : "s");
    if (relative)
        gau_table_detail(table, NULL, "100 %%: '%.*s'%s, %s by the timer, %s by samples",
                         GAU_QUOTE(relative), below ? " with all that is below it" : "",
                         gau_quantity_text(timer, sizeof timer, a->whole.timer_s, "s"),
                         gau_quantity_text(sampled, sizeof sampled, a->whole.sampled_s, "s"));
    gau_table_detail(table, NULL, "%s: %s of %s by the timer, %s by samples (%.4g %%), in %s of %s",
                     relative ? "all" : "100 %",
                     gau_quantity_text(timer, sizeof timer, a->timer_s, "s"),
                     a->cpu ? "CPU time" : "wall time",
                     gau_quantity_text(sampled, sizeof sampled, a->sampled_s, "s"),
                     100 * a->sampled_s / a->timer_s, events,
                     a->same_run ? "the same run" : "two runs");
    gau_table_detail(table,
                     a->same_run ? "Error: of Sampled, in points; z: Diff. / Error"
                                 : "Error: of Sampled, in points",
                     "%s",
                     a->same_run
                         ? "Error: standard error of Sampled, in points. z: Diff. / Error; -: "
                           "fewer than 10 samples expected, and not many more seen"
                         : "Error: standard error of Sampled, in points, by sampling alone");
}

/* With several numbers of events only warnings are added; the other notes hold for all of them. */
static void add_warnings(struct gau_table *table, const struct item *item, bool several)
{
    static const char warning[] = "warning: ";
    const struct gau_agreement *const a = &item->a;
    const struct gau_agreement_runs *const runs = item->runs;

    if (a->n == 0)
        gau_table_footer(table, "%s", item->problem.message);
    else if (runs->events > 0 && a->events != runs->events * runs->n)
        gau_table_footer(table, "warning: only %" PRIu64 " of %" PRIu64 " events were processed",
                         a->events, runs->events * runs->n);
    for (size_t note = 0; note < a->notes.count && several; note++)
        if (strncmp(a->notes.items[note].text, warning, sizeof warning - 1) == 0)
            gau_table_footer(table, "%" PRIu64 " events: %s", runs->events,
                             a->notes.items[note].text);
}

/* @p verdict is for below the table; NULL: it has been said. */
static void add_shares(struct gau_page *page, const struct series *series, const char *verdict)
{
    const struct gau_agreement *const most = &series->most->a;
    const bool several = series->n > 1,
               is_display = gau_table_format_is_display(page->options->format);
    const bool relative = is_relative(series) && is_display;
    const bool below = relative && series->items[0].runs->relative_to[0];
    const char *const whole = below      ? series->items[0].runs->relative_to
                              : relative ? most->rows[0].path
                                         : "all";
    const struct gau_agreement_runs *const runs = series->items[0].runs;
    const size_t limit = page->options->limit;
    const char *const group =
        runs->group_by ? gau_branch_key_title(runs->group_by->kind) : "Branch";
    struct gau_column columns[N_SHARES] = {[BRANCH] = {.name = group, .key = "branch"}};
    struct gau_table *table;

    memcpy(columns, shares, sizeof shares);
    columns[SAMPLES].rank = columns[RATIO].rank = 1;
    for (int i = TIMER; i <= DIFFERENCE; i++)
        columns[i].decimals =
            decimals_of(relative ? most->worst_relative_error : most->worst_error);
    if (!most->same_run)
        columns[Z].shown = GAU_IN_DATA_FORMATS;
    if (!several)
        columns[EVENTS].shown = GAU_IN_DATA_FORMATS;
    table = gau_page_add(page, "shares", columns, N_SHARES);
    if (!table)
        return;
    gau_table_limit(table, several ? 0 : limit);
    fill_shares(table, series,
                !several     ? most->n
                : limit      ? limit
                : is_display ? ROWS
                             : most->n,
                relative, is_display && page->options->width > 0);
    gau_table_title(table, "Timer against samples: self time of %s in %% of %.*s, %s",
                    runs->group_by ? "groups" : "branches", GAU_QUOTE(whole),
                    most->cpu ? "CPU time" : "wall time against CPU time");
    add_legend(table, most, relative ? whole : NULL, below);
    if (verdict)
        gau_table_footer(table, "%s", verdict);
    for (size_t i = 0; i < series->n; i++)
        add_warnings(table, &series->items[i], several);
    if (!several)
        gau_hotspots_notes_put(&most->notes, table);
}

/* --- the test ------------------------------------------------------------------------------ */

#define TESTS(COLUMN)                                                                              \
    COLUMN(COUNT("Events", "events"), events_of(item))                                             \
    COLUMN(COUNT("Runs", "runs"), item->runs->n)                                                   \
    COLUMN(COUNT("Samples", "samples"), a->samples)                                                \
    COLUMN(REAL("Largest difference", "largest_difference_percent", 2),                            \
           100 * (row->sampled - row->timer))                                                      \
    COLUMN(REAL("Error", "error_percent", 2), 100 * row->error)                                    \
    COLUMN(REAL("p", "p", 3), a->test.p)                                                           \
    COLUMN(DATA("chi_square", GAU_COLUMN_REAL), a->test.chi_square)                                \
    COLUMN(DATA("degrees_of_freedom", GAU_COLUMN_REAL), a->test.degrees_of_freedom)                \
    COLUMN(DATA("rows", GAU_COLUMN_INTEGER), a->test.rows)                                         \
    COLUMN(DATA("row_z", GAU_COLUMN_REAL), a->test.row_z)                                          \
    COLUMN(DATA("row_p", GAU_COLUMN_REAL), a->test.row_p)                                          \
    COLUMN(DATA("largest_error_percent", GAU_COLUMN_REAL), 100 * a->worst_error)                   \
    COLUMN(DATA("largest_relative_error_percent", GAU_COLUMN_REAL), 100 * a->worst_relative_error) \
    COLUMN(DATA("effective_samples", GAU_COLUMN_REAL), a->effective)                               \
    COLUMN(DATA("outside_samples", GAU_COLUMN_INTEGER), a->outside)                                \
    COLUMN(DATA("itt_delay_begin_s", GAU_COLUMN_REAL), a->itt_delay_begin_s)                       \
    COLUMN(DATA("itt_delay_end_s", GAU_COLUMN_REAL), a->itt_delay_end_s)                           \
    COLUMN(DATA("events_for_one_point", GAU_COLUMN_REAL), gau_agreement_events_for_point(a))       \
    COLUMN(DATA("cpu_time", GAU_COLUMN_INTEGER), a->cpu)                                           \
    COLUMN(DATA("same_run", GAU_COLUMN_INTEGER), a->same_run)

static const struct gau_column tests[] = {TESTS(AS_COLUMN)};

enum { N_TESTS = sizeof tests / sizeof *tests };

/* If nothing could be compared, the row only says how much there was. */
static void set_test(struct gau_table *table, const struct item *item)
{
    const struct gau_agreement *const a = &item->a;
    const struct gau_agreement_row none = {0}, *const row = a->n > 0 ? &a->rows[a->largest] : &none;
    const double values[] = {TESTS(AS_VALUE)};

    gau_table_row(table, 0);
    set_values(table, tests, values, a->n > 0 ? N_TESTS : 3);
}

static void add_test(struct gau_page *page, const struct series *series)
{
    struct gau_table *const table = gau_page_add(page, "test", tests, N_TESTS);

    if (!table)
        return;
    page->items[page->count - 1].on_request = series->n == 1;
    gau_table_limit(table, 0);
    gau_table_title(table, "Timer against samples: largest differences in points of the total");
    for (size_t i = 0; i < series->n; i++)
        set_test(table, &series->items[i]);
    gau_table_detail(table, "p: by sampling alone",
                     "p: the chance of such differences by sampling alone, all branches "
                     "together");
}

/* --- the page ------------------------------------------------------------------------------ */

/* Reads those of the most events first, since the others are relative to the same branch. A few
 * events may have no samples; then a footer says so in place of their rows. What cannot be read is
 * a failure. */
static void read_all(const struct series *series, gau_error *error)
{
    if (!gau_agreement_read(&series->most->a, series->most->runs, NULL, error))
        return;
    for (size_t i = 0; i < series->n && error->status == GAU_OK; i++) {
        struct item *const item = &series->items[i];

        if (item != series->most &&
            !gau_agreement_read(&item->a, item->runs, series->most->a.rows[0].path,
                                &item->problem) &&
            item->problem.status != GAU_ERR_USAGE)
            *error = item->problem;
    }
}

static void print_verdict(const struct gau_agreement *agreement, char *verdict)
{
    gau_utf8_disarm(verdict);
    fprintf(stderr, "gaudit: %s\n", verdict);
    gau_hotspots_notes_print(&agreement->notes);
}

/* The lines below the shares. */
static void put_notes(const struct gau_page *page, FILE *out)
{
    const char *note;

    for (size_t i = 0; (note = gau_table_footer_at(page->items[0].table, i)); i++)
        fprintf(out, "%s\n", note);
}

static void write_series(const struct series *series, struct gau_page *page, const char *output,
                         const struct gau_agreement_parts *parts)
{
    const struct gau_agreement *const most = &series->most->a;
    char *const verdict = gau_agreement_verdict(most, page->options->unicode);
    struct gau_table *first = NULL; /* a text begins with the verdict */

    if (!verdict) {
        gau_fail_memory(page->error, "verdict");
        return;
    }
    if (page->options->format == GAU_TABLE_TEXT && !page->options->table)
        first = gau_page_add(page, "verdict", NULL, 0);
    if (first)
        gau_table_footer(first, "%s", verdict);
    add_shares(page, series, first || parts ? NULL : verdict);
    add_test(page, series);
    if (parts) {
        gau_page_write(page, parts->rows);
        fputs(verdict, parts->verdict);
        put_notes(page, parts->notes);
    } else {
        gau_page_put(page, output);
        if (page->error->status == GAU_OK && !gau_table_format_is_display(page->options->format))
            print_verdict(most, verdict);
    }
    free(verdict);
}

static gau_status report(const struct gau_agreement_runs *runs, size_t n,
                         const struct gau_view_options *options, const char *output,
                         const struct gau_agreement_parts *parts, gau_error *error)
{
    struct gau_page page = {.document = "comparison", .options = options, .error = error};
    struct item *const items = calloc(n, sizeof *items);
    struct series series = {.items = items, .n = n, .most = items};

    if (!items)
        return gau_fail_memory(error, "comparison");
    for (size_t i = 0; i < n; i++) {
        items[i].runs = &runs[i];
        if (runs[i].events > series.most->runs->events)
            series.most = &items[i];
    }
    read_all(&series, error);
    if (error->status == GAU_OK)
        write_series(&series, &page, output, parts);
    for (size_t i = 0; i < n; i++)
        gau_agreement_clear(&items[i].a);
    free(items);
    gau_page_clear(&page);
    return error->status;
}

gau_status gau_agreement_report(const struct gau_agreement_runs *runs, size_t n,
                                const struct gau_view_options *options, const char *output,
                                gau_error *error)
{
    return report(runs, n, options, output, NULL, error);
}

gau_status gau_agreement_write(const char *folder, struct gau_shared_samples *shared,
                               const struct gau_agreement_parts *parts, gau_error *error)
{
    const struct gau_view_options options = {.format = GAU_TABLE_JSON, .unicode = true};
    const struct gau_agreement_runs runs = {
        .timers = &folder, .samples = &folder, .n = 1, .shared = shared};

    return report(&runs, 1, &options, NULL, parts, error);
}
