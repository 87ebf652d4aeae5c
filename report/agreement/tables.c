/* SPDX-License-Identifier: Apache-2.0 */
#include "tables.h"

#include "report/views/facts.h"

#include "table/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RELATIVE_ROWS = 5, LINE = 100, NAME_LEAST = 20, RATIO_SAMPLES = 10 };

int gau_agreement_decimals(double error)
{
    return error >= 0.01 || error <= 0 ? 1 : error >= 0.001 ? 2 : 3;
}

static bool is_for_programs(const struct gau_page *page)
{
    return !gau_table_format_is_for_people(page->options->format);
}

/* Lines in text, which people read in a terminal; a paragraph elsewhere. */
void gau_agreement_footer(const struct gau_page *page, struct gau_table *table, unsigned width,
                          const char *text)
{
    const size_t line = width > NAME_LEAST && width < LINE ? width : LINE;
    size_t length = strlen(text);

    while (page->options->format == GAU_TABLE_TEXT && length > line) {
        size_t end = line;

        while (end > 1 && text[end] != ' ')
            end--;
        if (end <= 1)
            break;
        gau_table_footer(table, "%.*s", (int)end, text);
        text += end + 1;
        length = strlen(text);
    }
    gau_table_footer(table, "%s", text);
}

/* The end of a long name tells more than its begin. */
void gau_agreement_name(struct gau_table *table, size_t column, const char *path,
                        const struct gau_agreement_room *room)
{
    const size_t most =
        room->width > room->numbers + NAME_LEAST ? room->width - room->numbers : NAME_LEAST;
    const size_t length = strlen(path);
    char text[512];
    size_t from;

    if (room->width == 0 || length <= most || most >= sizeof text) {
        gau_table_set_text(table, column, path);
        return;
    }
    from = length - (most - 3);
    while (((unsigned char)path[from] & 0xc0) == 0x80) /* inside a character of UTF-8 */
        from++;
    snprintf(text, sizeof text, "...%s", path + from);
    gau_table_set_text(table, column, text);
}

/* --- shares -------------------------------------------------------------------------------- */

enum share {
    TIMER,
    SAMPLED,
    ERROR,
    DIFFERENCE,
    Z,
    REST,
    REST_Z,
    SAMPLES,
    RATIO,
    REST_ERROR,
    CALLS,
    TIMER_TIME,
    WALL_TIME,
    CPU_TIME,
    SAMPLED_TIME,
    SHARES_BRANCH,
    N_SHARES
};

#define DATA(key_, unit_, type_)                                                                \
    {                                                                                           \
        .name = key_, .key = key_, .unit = unit_, .type = type_, .shown = GAU_SHOWN_TO_PROGRAMS \
    }

static const struct gau_column share_columns[N_SHARES] = {
    [TIMER] = GAU_AGREEMENT_NUMBER("Timer", "timer_percent", 1),
    [SAMPLED] = GAU_AGREEMENT_NUMBER("Sampled", "sampled_percent", 1),
    [ERROR] = GAU_AGREEMENT_NUMBER("Error", "error_percent", 1),
    [DIFFERENCE] = GAU_AGREEMENT_NUMBER("Diff.", "difference_percent", 1),
    [Z] = GAU_AGREEMENT_NUMBER("z", "z", 1),
    [REST] = GAU_AGREEMENT_NUMBER("Diff.*", "rest_percent", 1),
    [REST_Z] = GAU_AGREEMENT_NUMBER("z*", "rest_z", 1),
    [SAMPLES] = {.name = "Samples", .key = "samples", .type = GAU_COLUMN_INTEGER},
    [RATIO] = GAU_AGREEMENT_NUMBER("CPU/wall", "cpu_per_wall", 2),
    [REST_ERROR] = DATA("rest_error_percent", "percent", GAU_COLUMN_REAL),
    [CALLS] = DATA("calls", NULL, GAU_COLUMN_INTEGER),
    [TIMER_TIME] = DATA("timer_s", "s", GAU_COLUMN_REAL),
    [WALL_TIME] = DATA("wall_s", "s", GAU_COLUMN_REAL),
    [CPU_TIME] = DATA("cpu_s", "s", GAU_COLUMN_REAL),
    [SAMPLED_TIME] = DATA("sampled_s", "s", GAU_COLUMN_REAL),
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

static void add_share(struct gau_table *table, const struct gau_agreement *agreement,
                      const struct gau_agreement_row *row)
{
    const struct gau_agreement_room room = {agreement->width,
                                            gau_agreement_is_shifted(agreement) ? 75 : 59};

    gau_table_row(table, 0);
    gau_table_set_real(table, TIMER, 100 * row->timer);
    gau_table_set_real(table, SAMPLED, 100 * row->sampled);
    gau_table_set_real(table, ERROR, 100 * row->error);
    gau_table_set_real(table, DIFFERENCE, 100 * (row->sampled - row->timer));
    gau_table_set_real(table, Z, row->z);
    gau_table_set_real(table, REST, 100 * row->rest);
    gau_table_set_real(table, REST_ERROR, 100 * row->rest_error);
    gau_table_set_real(table, REST_Z, row->rest_z);
    gau_table_set_integer(table, SAMPLES, (int64_t)row->samples);
    gau_table_set_real(table, RATIO, ratio_of(agreement, row));
    gau_table_set_integer(table, CALLS, (int64_t)row->calls);
    gau_table_set_real(table, TIMER_TIME, row->timer_s);
    gau_table_set_real(table, WALL_TIME, row->wall_s);
    gau_table_set_real(table, CPU_TIME, row->cpu_s);
    gau_table_set_real(table, SAMPLED_TIME, row->sampled_s);
    gau_agreement_name(table, SHARES_BRANCH, row->path, &room);
}

static void add_total(struct gau_table *table, const struct gau_agreement *agreement)
{
    double timer = 0, sampled = 0;

    for (size_t i = 0; i < agreement->n; i++) {
        timer += agreement->rows[i].timer;
        sampled += agreement->rows[i].sampled;
    }
    gau_table_total(table);
    gau_table_set_real(table, TIMER, 100 * timer);
    gau_table_set_real(table, SAMPLED, 100 * sampled);
    gau_table_set_integer(table, SAMPLES, (int64_t)agreement->samples);
    gau_table_set_text(table, SHARES_BRANCH, "[all branches]");
}

static const char timer_charges[] = "the timer charges", samples_charge[] = "the samples charge";

static void add_legend(const struct gau_page *page, struct gau_table *table,
                       const struct gau_agreement *agreement)
{
    char timer[64], sampled[64], text[512];

    snprintf(text, sizeof text,
             "100 %%: %s of %s by the timer, %s by samples (%.4g %%), in %" PRIu64 " event%s of %s",
             gau_quantity_text(timer, sizeof timer, agreement->timer_s, "s"),
             agreement->cpu ? "CPU time" : "wall time",
             gau_quantity_text(sampled, sizeof sampled, agreement->sampled_s, "s"),
             100 * agreement->sampled_s / agreement->timer_s, agreement->events,
             agreement->events == 1 ? "" : "s", agreement->same_run ? "the same run" : "two runs");
    gau_agreement_footer(page, table, agreement->width, text);
    gau_agreement_footer(page, table, agreement->width,
                         agreement->same_run
                             ? "Error: standard error of Sampled, in points. z: Diff. / Error; -: "
                               "fewer than 10 samples expected, and not many more seen"
                             : "Error: standard error of Sampled, in points, by sampling alone");
    if (gau_agreement_is_shifted(agreement)) {
        const bool to_timer = agreement->shift_s > 0;

        snprintf(text, sizeof text,
                 "*: without what the auditors take at the border of a branch, %s per call, fitted "
                 "to all branches: %s it to the branch, %s to the one above",
                 gau_quantity_text(timer, sizeof timer, fabs(agreement->shift_s), "s"),
                 to_timer ? timer_charges : samples_charge,
                 to_timer ? samples_charge : timer_charges);
        gau_agreement_footer(page, table, agreement->width, text);
    }
}

void gau_agreement_add_shares(struct gau_page *page, const struct gau_agreement *agreement)
{
    struct gau_column columns[N_SHARES];
    struct gau_table *table;
    char *const verdict = gau_agreement_verdict(agreement);

    memcpy(columns, share_columns, sizeof columns);
    for (int i = TIMER; i <= DIFFERENCE; i++)
        columns[i].decimals = gau_agreement_decimals(agreement->worst_error);
    columns[REST].decimals = columns[DIFFERENCE].decimals;
    if (!gau_agreement_is_shifted(agreement))
        columns[REST].shown = columns[REST_Z].shown = GAU_SHOWN_TO_PROGRAMS;
    if (!agreement->same_run)
        columns[Z].shown = GAU_SHOWN_TO_PROGRAMS;
    table = gau_page_add(page, "shares", columns, N_SHARES);
    if (table) {
        gau_table_title(table, "Timer against samples: self time of branches in %% of all, %s",
                        agreement->cpu ? "CPU time" : "wall time against CPU time");
        for (size_t i = 0; i < agreement->n; i++)
            add_share(table, agreement, &agreement->rows[i]);
        add_total(table, agreement);
        add_legend(page, table, agreement);
        gau_agreement_footer(page, table, agreement->width, verdict ? verdict : "");
        for (size_t i = 0; i < agreement->n_notes; i++)
            gau_agreement_footer(page, table, agreement->width, agreement->notes[i]);
    }
    free(verdict);
}

/* --- relative to the largest --------------------------------------------------------------- */

enum relative {
    RELATIVE_TIMER,
    RELATIVE_SAMPLED,
    RELATIVE_ERROR,
    RELATIVE_DIFFERENCE,
    RELATIVE_SAMPLES,
    RELATIVE_BRANCH,
    N_RELATIVE
};

static const struct gau_column relative_columns[N_RELATIVE] = {
    [RELATIVE_TIMER] = GAU_AGREEMENT_NUMBER("Timer", "timer_relative_percent", 1),
    [RELATIVE_SAMPLED] = GAU_AGREEMENT_NUMBER("Sampled", "sampled_relative_percent", 1),
    [RELATIVE_ERROR] = GAU_AGREEMENT_NUMBER("Error", "relative_error_percent", 1),
    [RELATIVE_DIFFERENCE] = GAU_AGREEMENT_NUMBER("Diff.", "relative_difference_percent", 1),
    [RELATIVE_SAMPLES] = {.name = "Samples", .key = "samples", .type = GAU_COLUMN_INTEGER},
    [RELATIVE_BRANCH] = {.name = "Branch", .key = "branch"},
};

void gau_agreement_add_relative(struct gau_page *page, const struct gau_agreement *agreement)
{
    const struct gau_agreement_room room = {agreement->width, 43};
    struct gau_column columns[N_RELATIVE];
    struct gau_table *table;

    memcpy(columns, relative_columns, sizeof columns);
    for (int i = RELATIVE_TIMER; i <= RELATIVE_DIFFERENCE; i++)
        columns[i].decimals = gau_agreement_decimals(agreement->worst_relative_error);
    table = gau_page_add(page, "relative", columns, N_RELATIVE);
    if (!table)
        return;
    if (page->options->limit == 0 && !is_for_programs(page))
        gau_table_limit(table, RELATIVE_ROWS);
    gau_table_title(table, "Self time of branches in %% of the largest one");
    for (size_t i = 0; i < agreement->n; i++) {
        const struct gau_agreement_row *const row = &agreement->rows[i];

        gau_table_row(table, 0);
        gau_table_set_real(table, RELATIVE_TIMER, 100 * row->relative_timer);
        gau_table_set_real(table, RELATIVE_SAMPLED, 100 * row->relative_sampled);
        gau_table_set_real(table, RELATIVE_ERROR, 100 * row->relative_error);
        gau_table_set_real(table, RELATIVE_DIFFERENCE,
                           100 * (row->relative_sampled - row->relative_timer));
        gau_table_set_integer(table, RELATIVE_SAMPLES, (int64_t)row->samples);
        gau_agreement_name(table, RELATIVE_BRANCH, row->path, &room);
    }
}

/* --- the test ------------------------------------------------------------------------------ */

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static void put(const struct gau_facts *facts, const char *label, const char *key, json_t *value)
{
    gau_facts_put(facts, label, key, value, NULL);
    json_decref(value);
}

static void put_truth(const struct gau_facts *facts, const char *label, const char *key, bool truth)
{
    json_t *const value = json_integer(truth);

    gau_facts_put(facts, label, key, value, truth ? "yes" : "no");
    json_decref(value);
}

void gau_agreement_add_test(struct gau_page *page, const struct gau_agreement *agreement)
{
    const struct gau_facts facts = gau_facts_add(page, "test");
    const struct gau_agreement_row *const largest = &agreement->rows[agreement->largest];

    if (!facts.table)
        return;
    page->items[page->count - 1].on_request = true;
    put(&facts, "chi-square", "chi_square", number(agreement->test.chi_square));
    put(&facts, "degrees of freedom", "freedom", number(agreement->test.freedom));
    put(&facts, "p-value", "p", number(agreement->test.p));
    put(&facts, "lag of marks of begins", "lag_begin_s", number(agreement->lag_begin_s));
    put(&facts, "of ends", "lag_end_s", number(agreement->lag_end_s));
    put(&facts, "shift per call", "shift_s", number(agreement->shift_s));
    put(&facts, "its error", "shift_error_s", number(agreement->shift_error_s));
    put_truth(&facts, "too large to be one", "shift_refused", agreement->shift_refused);
    put(&facts, "chi-square without it", "shifted_chi_square",
        number(agreement->shifted.chi_square));
    put(&facts, "degrees of freedom", "shifted_freedom", number(agreement->shifted.freedom));
    put(&facts, "p-value", "shifted_p", number(agreement->shifted.p));
    put(&facts, "branches with a z", "rows", json_integer((json_int_t)agreement->test.rows));
    put(&facts, "the largest z", "row_z", number(agreement->test.row_z));
    put(&facts, "its p-value, of so many", "row_p", number(agreement->test.row_p));
    put(&facts, "the largest z*", "shifted_row_z", number(agreement->shifted.row_z));
    put(&facts, "its p-value, of so many", "shifted_row_p", number(agreement->shifted.row_p));
    put(&facts, "largest difference", "largest_difference_percent",
        number(100 * fabs(largest->sampled - largest->timer)));
    put(&facts, "in the branch", "largest_branch", json_string(largest->path));
    put(&facts, "largest relative difference", "largest_relative_difference_percent",
        number(100 * agreement->largest_relative));
    put(&facts, "largest error", "largest_error_percent", number(100 * agreement->worst_error));
    put(&facts, "largest relative error", "largest_relative_error_percent",
        number(100 * agreement->worst_relative_error));
    put(&facts, "samples in events", "samples", json_integer((json_int_t)agreement->samples));
    put(&facts, "as many as equal ones", "effective_samples", number(agreement->effective));
    put(&facts, "samples outside of events", "outside_samples",
        json_integer((json_int_t)agreement->outside));
    put(&facts, "events", "events", json_integer((json_int_t)agreement->events));
    put(&facts, "events for +-1 point", "events_for_one_point",
        number(gau_agreement_events_for(agreement, agreement->worst_error, 0.01)));
    put(&facts, "likewise, relative", "events_for_one_relative_point",
        number(gau_agreement_events_for(agreement, agreement->worst_relative_error, 0.01)));
    put_truth(&facts, "timer has CPU time", "cpu_time", agreement->cpu);
    put_truth(&facts, "same run", "same_run", agreement->same_run);
}
