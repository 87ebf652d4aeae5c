/* SPDX-License-Identifier: Apache-2.0 */
#include "single_event.h"

#include "documents/column_macros.h"
#include "documents/document.h"
#include "documents/page.h"
#include "table/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What waits longer than a tenth of its time is marked. */
#define WAITING_SHARE 0.1

enum { LONG = 100 }; /* times the event: such an interval does not choose the unit of the table */

/* The last three are of timelines with CPU times. */
/* clang-format off */
#define COLUMNS(COLUMN)                                                                          \
    COLUMN(EVENT, DATA("event", GAU_COLUMN_INTEGER))                                             \
    COLUMN(DEPTH, DATA("depth", GAU_COLUMN_INTEGER))                                             \
    COLUMN(NAME, {.name = "Branch", .key = "", .shown = GAU_IN_DISPLAY_FORMATS, .tree = true,    \
                  .shortened = true, .preferred = 28})                                           \
    COLUMN(NAME_KEY, DATA("name", GAU_COLUMN_TEXT))                                              \
    COLUMN(PATH, DATA("path", GAU_COLUMN_TEXT))                                                  \
    COLUMN(CALLS, {.name = "Calls", .key = "calls", .type = GAU_COLUMN_INTEGER, .rank = 1})      \
    COLUMN(BEGIN, {.name = "Begin", .key = "begin_s", .unit = "s", .type = GAU_COLUMN_REAL,      \
                   .group = 1, .step = 1e-9, .rank = 3})                                         \
    COLUMN(TIME, {.name = "Time", .key = "time_s", .unit = "s", .type = GAU_COLUMN_REAL,         \
                  .group = 1, .step = 1e-9})                                                     \
    COLUMN(SELF, {.name = "Self", .key = "self_s", .unit = "s", .type = GAU_COLUMN_REAL,         \
                  .group = 1, .step = 1e-9, .rank = 4})                                          \
    COLUMN(SHARE_OF_EVENT, {.name = "Share", .key = "event_percent", .unit = "percent",          \
                            .type = GAU_COLUMN_REAL, .decimals = 1, .rank = 5})                  \
    COLUMN(MEDIAN, {.name = "Median", .key = "median_s", .unit = "s", .type = GAU_COLUMN_REAL,   \
                    .group = 1, .step = 1e-9, .rank = 2})                                        \
    COLUMN(TIMES_MEDIAN, {.name = "x median", .key = "median_ratio", .type = GAU_COLUMN_REAL,    \
                          .decimals = 1})                                                        \
    COLUMN(DECISION, {.name = "Decision", .key = "decision", .blank = true})                     \
    COLUMN(DAMAGE, DATA("damage", GAU_COLUMN_TEXT))                                              \
    COLUMN(CPU, {.name = "CPU", .key = "cpu_s", .unit = "s", .type = GAU_COLUMN_REAL,            \
                 .group = 1, .step = 1e-9, .rank = 6})                                           \
    COLUMN(WAITING, {.name = "Waiting", .key = "waiting_s", .unit = "s",                         \
                     .type = GAU_COLUMN_REAL, .group = 1,                                        \
                     .step = GAU_EVENT_WAITING_STEP_NS * 1e-9})                                  \
    COLUMN(WAITS, LABEL(""))
/* clang-format on */

enum column { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

/* --- rows ---------------------------------------------------------------------------------- */

static void set_seconds(struct gau_table *table, size_t column,
                        const struct gau_single_event *event, double ticks)
{
    gau_table_set_real(table, column, gau_single_event_seconds(event, ticks));
}

static void set_waiting(struct gau_table *table, const struct gau_single_event *event,
                        const struct gau_single_event_row *row)
{
    const double waiting = gau_single_event_waiting(event, row);

    if (!isfinite(waiting))
        return;
    gau_table_set_real(table, CPU, (double)row->cpu_ns * 1e-9);
    gau_table_set_real(table, WAITING, waiting);
    if (waiting > WAITING_SHARE * gau_single_event_seconds(event, (double)row->time) &&
        waiting > GAU_EVENT_WAITING_STEP_NS * 1e-9) {
        gau_table_set_text(table, WAITS, "waits");
        gau_table_mark(table, WAITING, GAU_CELL_BAD);
        gau_table_mark(table, WAITS, GAU_CELL_BAD);
    }
}

static void set_times(struct gau_table *table, const struct gau_single_event *event,
                      const struct gau_single_event_row *row)
{
    const uint64_t whole = gau_single_event_row(event, event->root)->time;
    const double median = gau_single_event_median(&event->medians, row->branch);
    const double ratio = gau_single_event_ratio(event, row);
    const double begin = row->begin >= event->from ? (double)(row->begin - event->from)
                                                   : -(double)(event->from - row->begin);

    set_seconds(table, BEGIN, event, begin);
    set_seconds(table, TIME, event, (double)row->time);
    set_seconds(table, SELF, event, (double)gau_single_event_self(row));
    if (whole > 0 && !row->is_interval)
        gau_table_set_real(table, SHARE_OF_EVENT, 100 * (double)row->time / (double)whole);
    set_seconds(table, MEDIAN, event, median);
    if (isfinite(ratio))
        gau_table_set_real(table, TIMES_MEDIAN, ratio);
    if (event->has_cpu)
        set_waiting(table, event, row);
}

/* Of an event: it may be too large for an integer. */
static void set_number(struct gau_table *table, uint64_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, number);
    if (number <= INT64_MAX)
        gau_table_set_integer(table, EVENT, (int64_t)number);
    else
        gau_table_set_text(table, EVENT, text);
}

/* In the row of the event. */
static void set_damage(struct gau_table *table, const struct gau_single_event *event)
{
    char damage[800];

    gau_single_event_damage(damage, sizeof damage, event);
    gau_table_set_text(table, DAMAGE, damage[0] ? damage : NULL);
}

static void add_row(struct gau_table *table, const struct gau_single_event *event,
                    const struct gau_single_event_row *row)
{
    char text[GAU_TIMELINE_PATH], decision[200];
    const unsigned depth = row->depth > 0 && !row->is_interval ? row->depth - 1 : row->depth;

    gau_table_row(table, depth);
    set_number(table, event->number);
    gau_table_set_integer(table, DEPTH, depth);
    gau_table_set_text(table, NAME, gau_single_event_name(text, event, row));
    gau_table_set_text(table, NAME_KEY, gau_single_event_name(text, event, row));
    gau_table_set_text(table, PATH, gau_single_event_path(text, event, row));
    if (row == gau_single_event_row(event, event->root))
        set_damage(table, event);
    if (row->is_processor)
        return;
    gau_table_set_integer(table, CALLS, (int64_t)row->calls);
    gau_single_event_decision(decision, sizeof decision, event, row);
    gau_table_set_text(table, DECISION, decision[0] ? decision : NULL);
    if (row->calls > 0)
        set_times(table, event, row);
}

/* --- the view ------------------------------------------------------------------------------ */

static bool has_several_calls(const struct gau_single_event *event)
{
    for (uint32_t i = 0; (i = gau_single_event_next(event, i));)
        if (gau_single_event_row(event, i)->calls > 1)
            return true;
    return false;
}

/* External work may have any times: an hour would take the decimals of all others. */
static bool has_long_interval(const struct gau_single_event *event)
{
    const uint64_t whole = gau_single_event_row(event, event->root)->time;

    for (uint32_t i = 0; (i = gau_single_event_next(event, i));) {
        const struct gau_single_event_row *const row = gau_single_event_row(event, i);

        if (row->is_interval && row->time > LONG * whole)
            return true;
    }
    return false;
}

/* Returns the time that units and decimals suit; 0: they suit all rows. */
static double whole_of(const struct gau_single_event *event)
{
    const struct gau_single_event_row *const root = gau_single_event_row(event, event->root);

    return has_long_interval(event) ? gau_single_event_seconds(event, (double)root->time) : 0;
}

static void add_table(struct gau_page *page, const struct gau_single_event *event)
{
    const size_t most = page->options->timeline.max_depth;
    struct gau_column adjusted[N_COLUMNS];
    struct gau_table *table;

    memcpy(adjusted, columns, sizeof adjusted);
    for (size_t i = 0; i < N_COLUMNS; i++)
        adjusted[i].whole = columns[i].group ? whole_of(event) : 0;
    if (!has_several_calls(event))
        adjusted[CALLS].shown = GAU_IN_DATA_FORMATS;
    table = gau_page_add(page, "event", adjusted, event->has_cpu ? N_COLUMNS : CPU);
    if (!table)
        return;
    gau_single_event_title(table, event);
    for (uint32_t i = 0; (i = gau_single_event_next(event, i));)
        if (!most || gau_single_event_row(event, i)->depth <= most)
            add_row(table, event, gau_single_event_row(event, i));
    gau_single_event_notes(table, event);
}

/* Data formats have no lines below the table. */
static void warn_of_damage(const struct gau_page *page, const struct gau_single_event *event)
{
    char damage[800];

    gau_single_event_damage(damage, sizeof damage, event);
    if (!damage[0] || gau_table_format_is_display(page->options->format))
        return;
    fputs("gaudit: warning: ", stderr);
    gau_glyphs_write(damage, stderr);
    fputc('\n', stderr);
}

/* Returns false if both ways to say which event differ, or one is no number; 0: none is said. */
static bool read_number(uint64_t *number, const struct gau_view_options *options, gau_error *error)
{
    const char *const text = options->subject;
    char *end;

    *number = options->timeline.event;
    if (!text)
        return true;
    errno = 0;
    *number = strtoull(text, &end, 10);
    if (!text[0] || text[strspn(text, "0123456789")] || errno || *number == 0)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' is not the number of an event, from 1 on",
                       GAU_QUOTE(text));
    else if (options->timeline.event && options->timeline.event != *number)
        gau_fail_first(error, GAU_ERR_USAGE, "either event %" PRIu64 " or --event %zu", *number,
                       options->timeline.event);
    return error->status == GAU_OK;
}

static void write_event(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    const struct gau_timeline_sources sources = {request->paths, 1};
    struct gau_timeline_files files;
    struct gau_single_event event = {.files = &files, .error = error};
    struct gau_page page = {.document = "event", .options = request->options, .error = error};

    if (!read_number(&event.wanted, request->options, error) ||
        !gau_timeline_files_find(&files, &sources, error))
        return;
    if (gau_single_event_read(&event)) {
        add_table(&page, &event);
        warn_of_damage(&page, &event);
        gau_page_write(&page, out);
    }
    gau_page_clear(&page);
    gau_single_event_clear(&event);
    gau_timeline_files_clear(&files);
}

const struct gau_view gau_view_event = {
    .name = "event",
    .argument = "N",
    .argument_is_optional = true,
    .help = "the calls of event N of a timeline, with the median of each branch, and what waited; "
            "without N the slowest event",
    .needs = GAU_VIEW_NEEDS_TIMELINE,
    .takes = GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_EVENT,
    .write = write_event,
};
