/* SPDX-License-Identifier: Apache-2.0 */
#include "tables.h"

#include "report/views/document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * The tables of the paper on profiling with Intel VTune at CHEP 2012: the shares of the largest
 * algorithms, relative to the top one, by timer and by samples, at several numbers of events.
 */

struct accuracy {
    struct gau_agreement *agreements; /* by number of events; without rows: see the next */
    struct gau_view_error *problems;
    const struct gau_agreement_runs *runs;
    size_t n;
    const struct gau_agreement *reference; /* that with the most events: its rows are shown */
    size_t rows;
};

static const struct gau_agreement_row *row_of(const struct gau_agreement *agreement,
                                              const char *path)
{
    for (size_t i = 0; i < agreement->n; i++)
        if (strcmp(agreement->rows[i].path, path) == 0)
            return &agreement->rows[i];
    return NULL;
}

static double difference_of(const struct gau_agreement_row *row)
{
    return row->relative_sampled - row->relative_timer;
}

/* Of the rows that are shown; NULL: there is none. */
static const struct gau_agreement_row *largest_of(const struct accuracy *accuracy,
                                                  const struct gau_agreement *agreement)
{
    const struct gau_agreement_row *largest = NULL;

    for (size_t i = 0; i < accuracy->rows; i++) {
        const struct gau_agreement_row *const row =
            row_of(agreement, accuracy->reference->rows[i].path);

        if (row && isfinite(difference_of(row)) &&
            (!largest || fabs(difference_of(row)) > fabs(difference_of(largest))))
            largest = row;
    }
    return largest;
}

/* --- a table for each number of events ----------------------------------------------------- */

enum column {
    EVENTS,
    TIMER,
    SAMPLED,
    ERROR,
    DIFFERENCE,
    SPREAD,
    Z,
    SAMPLES,
    SHARE_TIMER,
    SHARE_SAMPLED,
    SHARE_ERROR,
    SHARE_SPREAD,
    BRANCH,
    N_COLUMNS
};

/* A spread of fewer runs is a guess. */
enum { SPREAD_RUNS = 5 };

#define HIDDEN(key_)                                                                       \
    {                                                                                      \
        .name = key_, .key = key_, .type = GAU_COLUMN_REAL, .shown = GAU_SHOWN_TO_PROGRAMS \
    }

static const struct gau_column branch_columns[N_COLUMNS] = {
    [EVENTS] = {.name = "Events",
                .key = "events",
                .type = GAU_COLUMN_INTEGER,
                .shown = GAU_SHOWN_TO_PROGRAMS},
    [TIMER] = GAU_AGREEMENT_NUMBER("Timer", "timer_relative_percent", 1),
    [SAMPLED] = GAU_AGREEMENT_NUMBER("Sampled", "sampled_relative_percent", 1),
    [ERROR] = GAU_AGREEMENT_NUMBER("Error", "relative_error_percent", 1),
    [DIFFERENCE] = GAU_AGREEMENT_NUMBER("Diff.", "relative_difference_percent", 1),
    [SPREAD] = GAU_AGREEMENT_NUMBER("Spread", "relative_spread_percent", 1),
    [Z] = GAU_AGREEMENT_NUMBER("z", "z", 1),
    [SAMPLES] = {.name = "Samples", .key = "samples", .type = GAU_COLUMN_INTEGER},
    [SHARE_TIMER] = HIDDEN("timer_percent"),
    [SHARE_SAMPLED] = HIDDEN("sampled_percent"),
    [SHARE_ERROR] = HIDDEN("error_percent"),
    [SHARE_SPREAD] = HIDDEN("spread_percent"),
    [BRANCH] = {.name = "Branch", .key = "branch"},
};

static double z_of(const struct gau_agreement_row *row)
{
    return isfinite(row->z) && row->relative_error > 0 ? difference_of(row) / row->relative_error
                                                       : (double)NAN;
}

static void add_row(struct gau_table *table, const struct gau_agreement *agreement, uint64_t events,
                    const char *path)
{
    const struct gau_agreement_row *const row = row_of(agreement, path);
    const struct gau_agreement_room room = {agreement->width,
                                            agreement->runs < SPREAD_RUNS ? 50 : 58};

    gau_table_row(table, 0);
    gau_table_set_integer(table, EVENTS, (int64_t)events);
    gau_agreement_name(table, BRANCH, path, &room);
    if (!row)
        return;
    gau_table_set_real(table, TIMER, 100 * row->relative_timer);
    gau_table_set_real(table, SAMPLED, 100 * row->relative_sampled);
    gau_table_set_real(table, ERROR, 100 * row->relative_error);
    gau_table_set_real(table, DIFFERENCE, 100 * difference_of(row));
    gau_table_set_real(table, SPREAD, 100 * row->relative_spread);
    gau_table_set_real(table, Z, z_of(row));
    gau_table_set_integer(table, SAMPLES, (int64_t)row->samples);
    gau_table_set_real(table, SHARE_TIMER, 100 * row->timer);
    gau_table_set_real(table, SHARE_SAMPLED, 100 * row->sampled);
    gau_table_set_real(table, SHARE_ERROR, 100 * row->error);
    gau_table_set_real(table, SHARE_SPREAD, 100 * row->spread);
}

static void add_rows(struct gau_table *table, const struct accuracy *accuracy, size_t i)
{
    for (size_t row = 0; row < accuracy->rows; row++)
        add_row(table, &accuracy->agreements[i], accuracy->runs[i].events,
                accuracy->reference->rows[row].path);
}

/* What measuring is told to be in error; that it is of a kind stands in its documentation. */
static void add_warnings(const struct gau_page *page, struct gau_table *table,
                         const struct gau_agreement *agreement)
{
    static const char warning[] = "warning: ";

    for (size_t i = 0; i < agreement->n_notes; i++)
        if (strncmp(agreement->notes[i], warning, sizeof warning - 1) == 0)
            gau_agreement_footer(page, table, agreement->width, agreement->notes[i]);
}

static void add_table(struct gau_page *page, const struct accuracy *accuracy, size_t i)
{
    const struct gau_agreement *const agreement = &accuracy->agreements[i];
    struct gau_column columns[N_COLUMNS];
    struct gau_table *table;
    char name[32];

    memcpy(columns, branch_columns, sizeof columns);
    for (int column = TIMER; column <= SPREAD; column++)
        columns[column].decimals = gau_agreement_decimals(agreement->worst_relative_error);
    if (agreement->runs < SPREAD_RUNS)
        columns[SPREAD].shown = GAU_SHOWN_TO_PROGRAMS;
    snprintf(name, sizeof name, "%" PRIu64, accuracy->runs[i].events);
    table = gau_page_add(page, name, columns, N_COLUMNS);
    if (!table)
        return;
    gau_table_title(table, "%" PRIu64 " event%s%s: self time of branches in %% of the largest one",
                    accuracy->runs[i].events, accuracy->runs[i].events == 1 ? "" : "s",
                    agreement->runs > 1 ? " in each run" : "");
    add_rows(table, accuracy, i);
    if (agreement->n == 0)
        gau_table_footer(table, "%s", accuracy->problems[i].message);
    else if (agreement->events != accuracy->runs[i].events * agreement->runs)
        gau_table_footer(table, "warning: only %" PRIu64 " event%s processed", agreement->events,
                         agreement->events == 1 ? " was" : "s were");
    add_warnings(page, table, agreement);
}

/* Programs have all in one. */
static void add_branches(struct gau_page *page, const struct accuracy *accuracy)
{
    struct gau_table *const table = gau_page_add(page, "branches", branch_columns, N_COLUMNS);

    for (size_t i = 0; table && i < accuracy->n; i++)
        add_rows(table, accuracy, i);
}

/* --- what came of it ----------------------------------------------------------------------- */

enum summary {
    SUMMARY_EVENTS,
    SUMMARY_RUNS,
    SUMMARY_SAMPLES,
    SUMMARY_LARGEST,
    SUMMARY_ERROR,
    SUMMARY_SHARE,
    SUMMARY_SHARE_ERROR,
    SUMMARY_P,
    SUMMARY_NEEDED,
    SUMMARY_SHARE_NEEDED,
    N_SUMMARY
};

static const struct gau_column summary_columns[N_SUMMARY] = {
    [SUMMARY_EVENTS] = {.name = "Events", .key = "events", .type = GAU_COLUMN_INTEGER},
    [SUMMARY_RUNS] = {.name = "Runs", .key = "runs", .type = GAU_COLUMN_INTEGER},
    [SUMMARY_SAMPLES] = {.name = "Samples", .key = "samples", .type = GAU_COLUMN_INTEGER},
    [SUMMARY_LARGEST] =
        GAU_AGREEMENT_NUMBER("Largest difference", "relative_difference_percent", 1),
    [SUMMARY_ERROR] = GAU_AGREEMENT_NUMBER("Error", "relative_error_percent", 1),
    [SUMMARY_SHARE] = GAU_AGREEMENT_NUMBER("Of the total", "difference_percent", 2),
    [SUMMARY_SHARE_ERROR] = GAU_AGREEMENT_NUMBER("Error", "error_percent", 2),
    [SUMMARY_P] = GAU_AGREEMENT_NUMBER("p", "p", 3),
    [SUMMARY_NEEDED] = {.name = "relative_events_for_one_point",
                        .key = "relative_events_for_one_point",
                        .type = GAU_COLUMN_REAL,
                        .shown = GAU_SHOWN_TO_PROGRAMS},
    [SUMMARY_SHARE_NEEDED] = {.name = "events_for_one_point",
                              .key = "events_for_one_point",
                              .type = GAU_COLUMN_REAL,
                              .shown = GAU_SHOWN_TO_PROGRAMS},
};

/* The largest error of the rows that are shown. */
static double error_of(const struct accuracy *accuracy, const struct gau_agreement *agreement,
                       bool relative)
{
    double error = 0;

    for (size_t i = 0; i < accuracy->rows; i++) {
        const struct gau_agreement_row *const row =
            row_of(agreement, accuracy->reference->rows[i].path);

        if (row)
            error = fmax(error, relative ? row->relative_error : row->error);
    }
    return error;
}

static void add_summary_row(struct gau_table *table, const struct accuracy *accuracy, size_t i)
{
    const struct gau_agreement *const agreement = &accuracy->agreements[i];
    const struct gau_agreement_row *const relative = largest_of(accuracy, agreement);
    const struct gau_agreement_row *share;

    gau_table_row(table, 0);
    gau_table_set_integer(table, SUMMARY_EVENTS, (int64_t)accuracy->runs[i].events);
    gau_table_set_integer(table, SUMMARY_RUNS, (int64_t)accuracy->runs[i].n);
    gau_table_set_integer(table, SUMMARY_SAMPLES, (int64_t)agreement->samples);
    if (agreement->n == 0)
        return;
    share = &agreement->rows[agreement->largest];
    gau_table_set_real(table, SUMMARY_LARGEST,
                       relative ? 100 * fabs(difference_of(relative)) : (double)NAN);
    gau_table_set_real(table, SUMMARY_ERROR,
                       relative ? 100 * relative->relative_error : (double)NAN);
    gau_table_set_real(table, SUMMARY_SHARE, 100 * fabs(share->sampled - share->timer));
    gau_table_set_real(table, SUMMARY_SHARE_ERROR, 100 * share->error);
    gau_table_set_real(table, SUMMARY_P, agreement->test.p);
    gau_table_set_real(table, SUMMARY_NEEDED,
                       gau_agreement_events_for(agreement, error_of(accuracy, agreement, true),
                                                0.01));
    gau_table_set_real(table, SUMMARY_SHARE_NEEDED,
                       gau_agreement_events_for(agreement, error_of(accuracy, agreement, false),
                                                0.01));
}

static void add_needed(const struct gau_page *page, struct gau_table *table,
                       const struct accuracy *accuracy)
{
    const struct gau_agreement *const most = accuracy->reference;
    const double relative = gau_agreement_events_for(most, error_of(accuracy, most, true), 0.01);
    const double share = gau_agreement_events_for(most, error_of(accuracy, most, false), 0.01);

    char text[256];

    if (!isfinite(relative) || !isfinite(share))
        return;
    snprintf(
        text, sizeof text,
        "For +-1 point (one standard error) at this interval: about %.0f events relative to the "
        "top branch, %.0f of the total.",
        gau_agreement_round(relative), gau_agreement_round(share));
    gau_agreement_footer(page, table, accuracy->reference->width, text);
}

static bool has_spread(const struct accuracy *accuracy)
{
    for (size_t i = 0; i < accuracy->n; i++)
        if (accuracy->agreements[i].n > 0 && accuracy->runs[i].n >= SPREAD_RUNS)
            return true;
    return false;
}

static void add_summary(struct gau_page *page, const struct accuracy *accuracy)
{
    struct gau_table *const table = gau_page_add(page, "summary", summary_columns, N_SUMMARY);

    if (!table)
        return;
    gau_table_title(table, "Timer against samples: largest differences in points");
    for (size_t i = 0; i < accuracy->n; i++)
        add_summary_row(table, accuracy, i);
    gau_agreement_footer(
        page, table, accuracy->reference->width,
        "Largest difference: of the rows above, relative to the top one. Of the "
        "total: of all branches, their shares of all events. p: the chance of such "
        "differences by sampling alone, all branches together.");
    if (has_spread(accuracy))
        gau_agreement_footer(page, table, accuracy->reference->width,
                             "Error: by the number of samples; Spread: likewise of Diff., by how "
                             "the runs spread around all of them together.");
    add_needed(page, table, accuracy);
    if (!accuracy->reference->cpu)
        gau_agreement_footer(page, table, accuracy->reference->width,
                             "warning: the timer measured wall time, not the CPU time that "
                             "samples are of");
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

/* Relative to the same branch everywhere. A few events may have no samples at all: that is told
 * in place of their rows. What cannot be read is a failure. */
static bool read_all(struct accuracy *accuracy, size_t most, struct gau_view_error *error)
{
    const char *top = NULL;

    for (size_t step = 0; step < accuracy->n; step++) {
        const size_t i = step == 0 ? most : step <= most ? step - 1 : step;
        const struct gau_agreement_folders folders = {.timers = accuracy->runs[i].folders,
                                                      .samples = accuracy->runs[i].folders,
                                                      .n = accuracy->runs[i].n,
                                                      .events = accuracy->runs[i].events};

        gau_agreement_read(&accuracy->agreements[i], &folders, top, &accuracy->problems[i]);
        if (accuracy->problems[i].status == GAU_VIEW_FAILED ||
            (step == 0 && accuracy->problems[i].status != GAU_VIEW_OK)) {
            *error = accuracy->problems[i];
            return false;
        }
        if (step == 0)
            top = accuracy->agreements[i].rows[0].path;
    }
    return true;
}

static void fill(struct gau_page *page, const struct accuracy *accuracy)
{
    if (!gau_table_format_is_for_people(page->options->format))
        add_branches(page, accuracy);
    else
        for (size_t i = 0; i < accuracy->n; i++)
            add_table(page, accuracy, i);
    add_summary(page, accuracy);
}

enum gau_view_status gau_accuracy_report(const struct gau_agreement_runs *runs, size_t n,
                                         size_t rows, const struct gau_view_options *options,
                                         const char *output, struct gau_view_error *error)
{
    struct gau_page page = {.document = "accuracy", .options = options, .error = error};
    struct accuracy accuracy = {.agreements = calloc(n, sizeof *accuracy.agreements),
                                .problems = calloc(n, sizeof *accuracy.problems),
                                .runs = runs,
                                .n = n,
                                .rows = rows};
    const size_t most = most_events(runs, n);

    if (!accuracy.agreements || !accuracy.problems) {
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the comparison");
    } else if (read_all(&accuracy, most, error)) {
        accuracy.reference = &accuracy.agreements[most];
        for (size_t i = 0; i < n; i++)
            accuracy.agreements[i].width = gau_agreement_width(options, output);
        if (accuracy.rows > accuracy.reference->n)
            accuracy.rows = accuracy.reference->n;
        fill(&page, &accuracy);
        gau_agreement_put(&page, output);
    }
    for (size_t i = 0; accuracy.agreements && i < n; i++)
        gau_agreement_clear(&accuracy.agreements[i]);
    free(accuracy.agreements);
    free(accuracy.problems);
    gau_page_clear(&page);
    return error->status;
}
