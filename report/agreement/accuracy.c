/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- branches ------------------------------------------------------------------------------ */

/* What measuring is told to be in error; that it is of a kind stands in its documentation. */
static void add_warnings(struct gau_table *table, const struct gau_agreement_series *series,
                         const struct gau_view_error *problem, size_t i)
{
    static const char warning[] = "warning: ";
    const struct gau_agreement *const agreement = &series->agreements[i];
    const struct gau_agreement_runs *const runs = &series->runs[i];

    if (agreement->n == 0)
        gau_table_footer(table, "%s", problem->message);
    else if (agreement->events != runs->events * runs->n)
        gau_table_footer(table, "warning: only %" PRIu64 " of %" PRIu64 " events were processed",
                         agreement->events, runs->events * runs->n);
    for (size_t note = 0; note < agreement->notes.count; note++)
        if (strncmp(agreement->notes.items[note], warning, sizeof warning - 1) == 0)
            gau_table_footer(table, "%" PRIu64 " events: %s", runs->events,
                             agreement->notes.items[note]);
}

/* --- what came of it ----------------------------------------------------------------------- */

enum summary { EVENTS, RUNS, SAMPLES, LARGEST, ERROR, P, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    [EVENTS] = {.name = "Events", .key = "events", .type = GAU_COLUMN_INTEGER},
    [RUNS] = {.name = "Runs", .key = "runs", .type = GAU_COLUMN_INTEGER},
    [SAMPLES] = {.name = "Samples", .key = "samples", .type = GAU_COLUMN_INTEGER},
    [LARGEST] = GAU_AGREEMENT_NUMBER("Largest difference", "difference_percent", 2),
    [ERROR] = GAU_AGREEMENT_NUMBER("Error", "error_percent", 2),
    [P] = GAU_AGREEMENT_NUMBER("p", "p", 3),
};

static void add_summary_row(struct gau_table *table, const struct gau_agreement *agreement,
                            const struct gau_agreement_runs *runs)
{
    gau_table_row(table, 0);
    if (runs->events > 0)
        gau_table_set_integer(table, EVENTS, (int64_t)runs->events);
    gau_table_set_integer(table, RUNS, (int64_t)runs->n);
    gau_table_set_integer(table, SAMPLES, (int64_t)agreement->samples);
    if (agreement->n > 0) {
        const struct gau_agreement_row *const row = &agreement->rows[agreement->largest];

        gau_table_set_real(table, LARGEST, 100 * fabs(row->sampled - row->timer));
        gau_table_set_real(table, ERROR, 100 * row->error);
        gau_table_set_real(table, P, agreement->test.p);
    }
}

static void add_summary(struct gau_page *page, const struct gau_agreement_series *series)
{
    struct gau_table *const table = gau_page_add(page, "summary", columns, N_COLUMNS);
    const struct gau_agreement *const most = series->reference;
    const double relative = gau_agreement_events_for(most, most->worst_relative_error, 0.01);
    const double share = gau_agreement_events_for(most, most->worst_error, 0.01);

    if (!table)
        return;
    gau_table_title(table, "Timer against samples: largest differences in points of the total");
    for (size_t i = 0; i < series->n; i++)
        add_summary_row(table, &series->agreements[i], &series->runs[i]);
    gau_table_footer(table, "p: the chance of such differences by sampling alone, all branches "
                            "together");
    if (isfinite(relative) && isfinite(share))
        gau_table_footer(table,
                         "For +-1 point (one standard error) at this interval: about %.0f events "
                         "relative to the top branch, %.0f of the total",
                         gau_agreement_round(relative), gau_agreement_round(share));
}

/* --- all of it ----------------------------------------------------------------------------- */

static size_t most_events(const struct gau_agreement_runs *runs, size_t n)
{
    size_t most = 0;

    for (size_t i = 1; i < n; i++)
        if (runs[i].events > runs[most].events)
            most = i;
    return most;
}

/* Relative to the same branch everywhere. A few events may have no samples at all: that is told in
 * place of their rows. What cannot be read is a failure. */
static bool read_runs(struct gau_agreement *out, const struct gau_agreement_runs *runs,
                      const struct gau_agreement *reference, struct gau_view_error *problem)
{
    return gau_agreement_read(out, runs, reference ? reference->rows[0].path : NULL, problem) ||
           (reference && problem->status != GAU_VIEW_FAILED);
}

/* Those of the most events first. */
static void report(const struct gau_agreement_series *series, struct gau_agreement *agreements,
                   struct gau_view_error *problems, struct gau_page *page)
{
    const size_t most = (size_t)(series->reference - agreements);
    struct gau_table *table;

    if (!read_runs(&agreements[most], &series->runs[most], NULL, &problems[most]))
        *page->error = problems[most];
    for (size_t i = 0; i < series->n && page->error->status == GAU_VIEW_OK; i++)
        if (i != most &&
            !read_runs(&agreements[i], &series->runs[i], &agreements[most], &problems[i]))
            *page->error = problems[i];
    if (page->error->status != GAU_VIEW_OK)
        return;
    table = gau_agreement_add_relative(page, "branches", series);
    for (size_t i = 0; table && i < series->n; i++)
        add_warnings(table, series, &problems[i], i);
    add_summary(page, series);
}

enum gau_view_status gau_accuracy_report(const struct gau_agreement_runs *runs, size_t n,
                                         size_t rows, const struct gau_view_options *options,
                                         const char *output, struct gau_view_error *error)
{
    struct gau_page page = {.document = "accuracy", .options = options, .error = error};
    struct gau_agreement *const agreements = calloc(n, sizeof *agreements);
    struct gau_view_error *const problems = calloc(n, sizeof *problems);
    const struct gau_agreement_series series = {.agreements = agreements,
                                                .runs = runs,
                                                .n = n,
                                                .reference = agreements
                                                                 ? agreements + most_events(runs, n)
                                                                 : NULL,
                                                .rows = rows};

    if (agreements && problems) {
        report(&series, agreements, problems, &page);
        gau_page_put(&page, output);
    } else {
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the comparison");
    }
    for (size_t i = 0; agreements && i < n; i++)
        gau_agreement_clear(&agreements[i]);
    free(agreements);
    free(problems);
    gau_page_clear(&page);
    return error->status;
}
