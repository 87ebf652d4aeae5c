/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement.h"

#include "report/views/document.h"
#include "report/views/page.h"
#include "table/number.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ROWS: of each of several numbers of events, for people. */
enum { RATIO_SAMPLES = 10, ROWS = 5 };

/* What is shown: one agreement, or one for each of several numbers of events. */
struct series {
    struct gau_agreement *items; /* by number of events; without rows: of no use */
    struct gau_view_error *problems;
    const struct gau_agreement_runs *runs;
    size_t n;
    size_t most; /* that with the most events: its rows are shown */
};

/* What a row of either table is made of. */
struct shown {
    struct gau_agreement all;
    struct gau_agreement_row row; /* of the table of tests that with the largest difference */
    uint64_t events, runs;        /* 0: not known */
    uint64_t cpu, same_run;       /* 1: yes */
    double difference, ratio;     /* ratio: CPU time per wall time */
    double events_needed;         /* for one point */
};

struct field {
    struct gau_column column;
    size_t at;    /* in struct shown */
    double scale; /* of a double; 0: an uint64_t */
};

#define REAL(name_, key_, decimals_, member, scale_)                                        \
    {                                                                                       \
        {.name = (name_), .key = (key_), .type = GAU_COLUMN_REAL, .decimals = (decimals_)}, \
            offsetof(struct shown, member), (scale_)                                        \
    }
#define INTEGER(name_, key_, member)                                  \
    {                                                                 \
        {.name = (name_), .key = (key_), .type = GAU_COLUMN_INTEGER}, \
            offsetof(struct shown, member), 0                         \
    }
#define DATA(key_, member, scale_)                                    \
    {                                                                 \
        {.name = (key_),                                              \
         .key = (key_),                                               \
         .type = (scale_) > 0 ? GAU_COLUMN_REAL : GAU_COLUMN_INTEGER, \
         .shown = GAU_SHOWN_TO_PROGRAMS},                             \
            offsetof(struct shown, member), (scale_)                  \
    }

static void copy_columns(struct gau_column *columns, const struct field *fields, size_t n)
{
    for (size_t i = 0; i < n; i++)
        columns[i] = fields[i].column;
}

/* The first one is the number of events. */
static void set_fields(struct gau_table *table, const struct field *fields, size_t n,
                       const struct shown *shown)
{
    for (size_t i = 0; i < n; i++) {
        const void *const at = (const char *)shown + fields[i].at;

        if (fields[i].scale > 0)
            gau_table_set_real(table, i, fields[i].scale * *(const double *)at);
        else if (i > 0 || shown->events > 0)
            gau_table_set_integer(table, i, (int64_t)(*(const uint64_t *)at));
    }
}

/* CPU time by the timer where it has it, else by the samples of the same run, if they are enough.
 */
static double ratio_of(const struct gau_agreement *a, const struct gau_agreement_row *row)
{
    if (!(row->wall_s > 0))
        return (double)NAN;
    if (a->cpu)
        return row->cpu_s / row->wall_s;
    return a->same_run && row->samples >= RATIO_SAMPLES ? row->sampled_s / row->wall_s
                                                        : (double)NAN;
}

static struct shown shown_of(const struct series *series, size_t i,
                             const struct gau_agreement_row *row)
{
    const struct gau_agreement *const a = &series->items[i];
    const struct gau_agreement_runs *const runs = &series->runs[i];

    return (struct shown){.all = *a,
                          .row = *row,
                          .events = runs->events ? runs->events : a->events,
                          .runs = runs->n,
                          .cpu = a->cpu,
                          .same_run = a->same_run,
                          .difference = row->sampled - row->timer,
                          .ratio = ratio_of(a, row),
                          .events_needed = gau_agreement_events_for(a, a->worst_error, 0.01)};
}

/* --- shares -------------------------------------------------------------------------------- */

enum { EVENTS, TIMER, SAMPLED, ERROR, DIFFERENCE, Z, SAMPLES, RATIO, BRANCH = 16, N_SHARES };

static const struct field shares[BRANCH] = {
    INTEGER("Events", "events", events),
    REAL("Timer", "timer_percent", 1, row.timer, 100),
    REAL("Sampled", "sampled_percent", 1, row.sampled, 100),
    REAL("Error", "error_percent", 1, row.error, 100),
    REAL("Diff.", "difference_percent", 1, difference, 100),
    REAL("z", "z", 1, row.z, 1),
    INTEGER("Samples", "samples", row.samples),
    REAL("CPU/wall", "cpu_per_wall", 2, ratio, 1),
    DATA("calls", row.calls, 0),
    DATA("timer_s", row.timer_s, 1),
    DATA("wall_s", row.wall_s, 1),
    DATA("cpu_s", row.cpu_s, 1),
    DATA("sampled_s", row.sampled_s, 1),
    DATA("timer_relative_percent", row.relative_timer, 100),
    DATA("sampled_relative_percent", row.relative_sampled, 100),
    DATA("relative_error_percent", row.relative_error, 100),
};

static void fill_shares(struct gau_table *table, const struct series *series, size_t rows)
{
    const struct gau_agreement *const most = &series->items[series->most];

    for (size_t i = 0; i < series->n; i++)
        for (size_t r = 0; r < rows && r < most->n; r++) {
            const char *const path = most->rows[r].path;
            const struct gau_agreement_row *const row = gau_agreement_row(&series->items[i], path);

            gau_table_row(table, 0);
            gau_table_set_text(table, BRANCH, path);
            gau_table_set_integer(table, EVENTS, (int64_t)series->runs[i].events);
            if (row) {
                const struct shown shown = shown_of(series, i, row);

                set_fields(table, shares, BRANCH, &shown);
            }
        }
    if (series->n > 1)
        return;
    gau_table_total(table);
    gau_table_set_real(table, TIMER, 100);
    gau_table_set_real(table, SAMPLED, 100);
    gau_table_set_integer(table, SAMPLES, (int64_t)most->samples);
    gau_table_set_text(table, BRANCH, "[all branches]");
}

/* Decimals that an error needs to be seen with two digits, 1 to 3, in percent. */
static int decimals_of(double error)
{
    return error >= 0.01 || error <= 0 ? 1 : error >= 0.001 ? 2 : 3;
}

static void add_legend(struct gau_table *table, const struct gau_agreement *a)
{
    char timer[64], sampled[64], events[64] = "sections";

    if (a->events > 0)
        snprintf(events, sizeof events, "%" PRIu64 " event%s", a->events,
                 a->events == 1 ? "" : "s");
    gau_table_footer(table, "100 %%: %s of %s by the timer, %s by samples (%.4g %%), in %s of %s",
                     gau_quantity_text(timer, sizeof timer, a->timer_s, "s"),
                     a->cpu ? "CPU time" : "wall time",
                     gau_quantity_text(sampled, sizeof sampled, a->sampled_s, "s"),
                     100 * a->sampled_s / a->timer_s, events,
                     a->same_run ? "the same run" : "two runs");
    gau_table_footer(table, "%s",
                     a->same_run
                         ? "Error: standard error of Sampled, in points. z: Diff. / Error; -: "
                           "fewer than 10 samples expected, and not many more seen"
                         : "Error: standard error of Sampled, in points, by sampling alone");
}

/* Of several numbers of events what is wrong with one; that measuring is of a kind stands in its
 * documentation. */
static void add_warnings(struct gau_table *table, const struct series *series, size_t i)
{
    static const char warning[] = "warning: ";
    const struct gau_agreement *const a = &series->items[i];
    const struct gau_agreement_runs *const runs = &series->runs[i];

    if (a->n == 0)
        gau_table_footer(table, "%s", series->problems[i].message);
    else if (runs->events > 0 && a->events != runs->events * runs->n)
        gau_table_footer(table, "warning: only %" PRIu64 " of %" PRIu64 " events were processed",
                         a->events, runs->events * runs->n);
    for (size_t note = 0; note < a->notes.count && series->n > 1; note++)
        if (strncmp(a->notes.items[note], warning, sizeof warning - 1) == 0)
            gau_table_footer(table, "%" PRIu64 " events: %s", runs->events, a->notes.items[note]);
}

static void add_shares(struct gau_page *page, const struct series *series, const char *verdict)
{
    const struct gau_agreement *const most = &series->items[series->most];
    const bool several = series->n > 1,
               people = gau_table_format_is_for_people(page->options->format);
    const size_t limit = page->options->limit;
    struct gau_column columns[N_SHARES] = {[BRANCH] = {.name = "Branch", .key = "branch"}};
    struct gau_table *table;

    copy_columns(columns, shares, BRANCH);
    columns[SAMPLES].optional = columns[RATIO].optional = true;
    for (int i = TIMER; i <= DIFFERENCE; i++)
        columns[i].decimals = decimals_of(most->worst_error);
    if (!most->same_run)
        columns[Z].shown = GAU_SHOWN_TO_PROGRAMS;
    if (!several)
        columns[EVENTS].shown = GAU_SHOWN_TO_PROGRAMS;
    table = gau_page_add(page, "shares", columns, N_SHARES);
    if (!table)
        return;
    gau_table_fit(table, page->options->width);
    gau_table_limit(table, several ? 0 : limit);
    fill_shares(table, series, !several ? most->n : limit ? limit : people ? ROWS : most->n);
    gau_table_title(table, "Timer against samples: self time of branches in %% of all, %s",
                    most->cpu ? "CPU time" : "wall time against CPU time");
    add_legend(table, most);
    gau_table_footer(table, "%s", verdict);
    for (size_t i = 0; i < series->n; i++)
        add_warnings(table, series, i);
    for (size_t i = 0; i < most->notes.count && !several; i++)
        gau_table_footer(table, "%s", most->notes.items[i]);
}

/* --- the test ------------------------------------------------------------------------------ */

static const struct field tests[] = {
    INTEGER("Events", "events", events),
    INTEGER("Runs", "runs", runs),
    INTEGER("Samples", "samples", all.samples),
    REAL("Largest difference", "largest_difference_percent", 2, difference, 100),
    REAL("Error", "error_percent", 2, row.error, 100),
    REAL("p", "p", 3, all.test.p, 1),
    DATA("chi_square", all.test.chi_square, 1),
    DATA("freedom", all.test.freedom, 1),
    DATA("rows", all.test.rows, 0),
    DATA("row_z", all.test.row_z, 1),
    DATA("row_p", all.test.row_p, 1),
    DATA("largest_error_percent", all.worst_error, 100),
    DATA("largest_relative_error_percent", all.worst_relative_error, 100),
    DATA("effective_samples", all.effective, 1),
    DATA("outside_samples", all.outside, 0),
    DATA("lag_begin_s", all.lag_begin_s, 1),
    DATA("lag_end_s", all.lag_end_s, 1),
    DATA("events_for_one_point", events_needed, 1),
    DATA("cpu_time", cpu, 0),
    DATA("same_run", same_run, 0),
};

enum { N_TESTS = sizeof tests / sizeof *tests };

static void add_test(struct gau_page *page, const struct series *series)
{
    struct gau_column columns[N_TESTS];
    struct gau_table *table;

    copy_columns(columns, tests, N_TESTS);
    table = gau_page_add(page, "test", columns, N_TESTS);
    if (!table)
        return;
    page->items[page->count - 1].on_request = series->n == 1;
    gau_table_limit(table, 0);
    gau_table_title(table, "Timer against samples: largest differences in points of the total");
    for (size_t i = 0; i < series->n; i++) {
        const struct gau_agreement *const a = &series->items[i];
        const struct gau_agreement_row none = {0};
        const struct shown shown = shown_of(series, i, a->n > 0 ? &a->rows[a->largest] : &none);

        gau_table_row(table, 0);
        set_fields(table, tests, a->n > 0 ? N_TESTS : 3, &shown);
    }
    gau_table_footer(table, "p: the chance of such differences by sampling alone, all branches "
                            "together");
}

/* --- the page ------------------------------------------------------------------------------ */

/* Those of the most events first; the others relative to the same branch. A few events may have no
 * samples at all: that is told in place of their rows. What cannot be read is a failure. */
static void read_all(const struct series *series, struct gau_view_error *error)
{
    struct gau_agreement *const most = &series->items[series->most];

    if (!gau_agreement_read(most, &series->runs[series->most], NULL, error))
        return;
    for (size_t i = 0; i < series->n && error->status == GAU_VIEW_OK; i++)
        if (i != series->most &&
            !gau_agreement_read(&series->items[i], &series->runs[i], most->rows[0].path,
                                &series->problems[i]) &&
            series->problems[i].status == GAU_VIEW_FAILED)
            *error = series->problems[i];
}

static void write(const struct series *series, struct gau_page *page, const char *output)
{
    const struct gau_agreement *const most = &series->items[series->most];
    char *const verdict = gau_agreement_verdict(most);

    if (!verdict) {
        gau_view_fail(page->error, GAU_VIEW_FAILED, "no memory for the verdict");
        return;
    }
    add_shares(page, series, verdict);
    add_test(page, series);
    gau_page_put(page, output);
    if (page->error->status == GAU_VIEW_OK &&
        !gau_table_format_is_for_people(page->options->format)) {
        gau_utf8_disarm(verdict); /* people have it below the table */
        fprintf(stderr, "gaudit: %s\n", verdict);
        gau_hot_notes_tell(&most->notes);
    }
    free(verdict);
}

enum gau_view_status gau_agreement_report(const struct gau_agreement_runs *runs, size_t n,
                                          const struct gau_view_options *options,
                                          const char *output, struct gau_view_error *error)
{
    struct gau_page page = {.document = "comparison", .options = options, .error = error};
    struct series series = {.items = calloc(n, sizeof *series.items),
                            .problems = calloc(n, sizeof *series.problems),
                            .runs = runs,
                            .n = n};

    for (size_t i = 1; i < n; i++)
        if (runs[i].events > runs[series.most].events)
            series.most = i;
    if (series.items && series.problems)
        read_all(&series, error);
    else
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the comparison");
    if (error->status == GAU_VIEW_OK)
        write(&series, &page, output);
    for (size_t i = 0; series.items && i < n; i++)
        gau_agreement_clear(&series.items[i]);
    free(series.items);
    free(series.problems);
    gau_page_clear(&page);
    return error->status;
}
