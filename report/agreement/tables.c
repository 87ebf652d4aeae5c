/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/document.h"
#include "report/views/facts.h"

#include "table/number.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATIO_SAMPLES = 10 };

/* --- shares -------------------------------------------------------------------------------- */

enum share {
    TIMER,
    SAMPLED,
    ERROR,
    DIFFERENCE,
    Z,
    SAMPLES,
    RATIO,
    CALLS,
    TIMER_TIME,
    WALL_TIME,
    CPU_TIME,
    SAMPLED_TIME,
    SHARES_BRANCH,
    N_SHARES
};

static const struct gau_column share_columns[N_SHARES] = {
    [TIMER] = GAU_AGREEMENT_NUMBER("Timer", "timer_percent", 1),
    [SAMPLED] = GAU_AGREEMENT_NUMBER("Sampled", "sampled_percent", 1),
    [ERROR] = GAU_AGREEMENT_NUMBER("Error", "error_percent", 1),
    [DIFFERENCE] = GAU_AGREEMENT_NUMBER("Diff.", "difference_percent", 1),
    [Z] = GAU_AGREEMENT_NUMBER("z", "z", 1),
    [SAMPLES] = {.name = "Samples", .key = "samples", .type = GAU_COLUMN_INTEGER, .optional = true},
    [RATIO] = GAU_AGREEMENT_NUMBER("CPU/wall", "cpu_per_wall", 2),
    [CALLS] = GAU_AGREEMENT_DATA("calls", NULL, GAU_COLUMN_INTEGER),
    [TIMER_TIME] = GAU_AGREEMENT_DATA("timer_s", "s", GAU_COLUMN_REAL),
    [WALL_TIME] = GAU_AGREEMENT_DATA("wall_s", "s", GAU_COLUMN_REAL),
    [CPU_TIME] = GAU_AGREEMENT_DATA("cpu_s", "s", GAU_COLUMN_REAL),
    [SAMPLED_TIME] = GAU_AGREEMENT_DATA("sampled_s", "s", GAU_COLUMN_REAL),
    [SHARES_BRANCH] = {.name = "Branch", .key = "branch"},
};

/* CPU time by the timer where it has it, else by the samples of the same run, if they are enough.
 */
static double ratio_of(const struct gau_agreement *agreement, const struct gau_agreement_row *row)
{
    if (!(row->wall_s > 0))
        return (double)NAN;
    if (agreement->cpu)
        return row->cpu_s / row->wall_s;
    return agreement->same_run && row->samples >= RATIO_SAMPLES ? row->sampled_s / row->wall_s
                                                                : (double)NAN;
}

static void fill_shares(struct gau_table *table, const struct gau_agreement *agreement)
{
    for (size_t i = 0; i < agreement->n; i++) {
        const struct gau_agreement_row *const row = &agreement->rows[i];

        gau_table_row(table, 0);
        gau_table_set_real(table, TIMER, 100 * row->timer);
        gau_table_set_real(table, SAMPLED, 100 * row->sampled);
        gau_table_set_real(table, ERROR, 100 * row->error);
        gau_table_set_real(table, DIFFERENCE, 100 * (row->sampled - row->timer));
        gau_table_set_real(table, Z, row->z);
        gau_table_set_integer(table, SAMPLES, (int64_t)row->samples);
        gau_table_set_real(table, RATIO, ratio_of(agreement, row));
        gau_table_set_integer(table, CALLS, (int64_t)row->calls);
        gau_table_set_real(table, TIMER_TIME, row->timer_s);
        gau_table_set_real(table, WALL_TIME, row->wall_s);
        gau_table_set_real(table, CPU_TIME, row->cpu_s);
        gau_table_set_real(table, SAMPLED_TIME, row->sampled_s);
        gau_table_set_text(table, SHARES_BRANCH, row->path);
    }
    gau_table_total(table);
    gau_table_set_real(table, TIMER, 100);
    gau_table_set_real(table, SAMPLED, 100);
    gau_table_set_integer(table, SAMPLES, (int64_t)agreement->samples);
    gau_table_set_text(table, SHARES_BRANCH, "[all branches]");
}

static void add_legend(struct gau_table *table, const struct gau_agreement *agreement)
{
    char timer[64], sampled[64], events[64] = "sections";

    if (agreement->events > 0)
        snprintf(events, sizeof events, "%" PRIu64 " event%s", agreement->events,
                 agreement->events == 1 ? "" : "s");
    gau_table_footer(table, "100 %%: %s of %s by the timer, %s by samples (%.4g %%), in %s of %s",
                     gau_quantity_text(timer, sizeof timer, agreement->timer_s, "s"),
                     agreement->cpu ? "CPU time" : "wall time",
                     gau_quantity_text(sampled, sizeof sampled, agreement->sampled_s, "s"),
                     100 * agreement->sampled_s / agreement->timer_s, events,
                     agreement->same_run ? "the same run" : "two runs");
    gau_table_footer(table, "%s",
                     agreement->same_run
                         ? "Error: standard error of Sampled, in points. z: Diff. / Error; -: "
                           "fewer than 10 samples expected, and not many more seen"
                         : "Error: standard error of Sampled, in points, by sampling alone");
}

static void add_shares(struct gau_page *page, const struct gau_agreement *agreement,
                       const char *verdict)
{
    struct gau_column columns[N_SHARES];
    struct gau_table *table;

    memcpy(columns, share_columns, sizeof columns);
    for (int i = TIMER; i <= DIFFERENCE; i++)
        columns[i].decimals = gau_agreement_decimals(agreement->worst_error);
    columns[RATIO].optional = true;
    if (!agreement->same_run)
        columns[Z].shown = GAU_SHOWN_TO_PROGRAMS;
    table = gau_page_add(page, "shares", columns, N_SHARES);
    if (!table)
        return;
    gau_table_fit(table, page->options->width);
    fill_shares(table, agreement);
    gau_table_title(table, "Timer against samples: self time of branches in %% of all, %s",
                    agreement->cpu ? "CPU time" : "wall time against CPU time");
    add_legend(table, agreement);
    gau_table_footer(table, "%s", verdict);
    for (size_t i = 0; i < agreement->notes.count; i++)
        gau_table_footer(table, "%s", agreement->notes.items[i]);
}

/* --- the test ------------------------------------------------------------------------------ */

static void add_test(struct gau_page *page, const struct gau_agreement *a)
{
    const struct gau_agreement_row *const largest = &a->rows[a->largest];
    const struct {
        const char *key;
        double value;
    } numbers[] = {
        {"chi_square", a->test.chi_square},
        {"freedom", a->test.freedom},
        {"p", a->test.p},
        {"rows", (double)a->test.rows},
        {"row_z", a->test.row_z},
        {"row_p", a->test.row_p},
        {"largest_difference_percent", 100 * fabs(largest->sampled - largest->timer)},
        {"largest_error_percent", 100 * a->worst_error},
        {"largest_relative_error_percent", 100 * a->worst_relative_error},
        {"samples", (double)a->samples},
        {"effective_samples", a->effective},
        {"outside_samples", (double)a->outside},
        {"lag_begin_s", a->lag_begin_s},
        {"lag_end_s", a->lag_end_s},
        {"events", (double)a->events},
        {"events_for_one_point", gau_agreement_events_for(a, a->worst_error, 0.01)},
        {"cpu_time", a->cpu},
        {"same_run", a->same_run},
    };
    const struct gau_facts facts = gau_facts_add(page, "test");

    if (!facts.table)
        return;
    page->items[page->count - 1].on_request = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        json_t *const value =
            isfinite(numbers[i].value) ? json_real(numbers[i].value) : json_null();

        gau_facts_put(&facts, NULL, numbers[i].key, value, NULL);
        json_decref(value);
    }
}

/* --- the page ------------------------------------------------------------------------------ */

enum gau_view_status gau_agreement_report(const char *timer, const char *samples,
                                          const struct gau_view_options *options,
                                          const char *output, struct gau_view_error *error)
{
    struct gau_page page = {.document = "comparison", .options = options, .error = error};
    const struct gau_agreement_runs runs = {.timers = &timer, .samples = &samples, .n = 1};
    struct gau_agreement agreement;
    const struct gau_agreement_series series = {
        .agreements = &agreement, .runs = &runs, .n = 1, .reference = &agreement};
    char *verdict;

    if (!gau_agreement_read(&agreement, &runs, NULL, error))
        return error->status;
    verdict = gau_agreement_verdict(&agreement);
    if (!verdict)
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the verdict");
    add_shares(&page, &agreement, verdict ? verdict : "");
    gau_agreement_add_relative(&page, "relative", &series);
    add_test(&page, &agreement);
    gau_page_put(&page, output);
    if (error->status == GAU_VIEW_OK && !gau_table_format_is_for_people(options->format)) {
        gau_utf8_disarm(verdict); /* people have it below the table */
        fprintf(stderr, "gaudit: %s\n", verdict);
        gau_hot_notes_tell(&agreement.notes);
    }
    free(verdict);
    gau_page_clear(&page);
    gau_agreement_clear(&agreement);
    return error->status;
}
