/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf() */
#include "event_view.h"

#include "event_reader.h"
#include "event_statistics.h"

#include "documents/column_macros.h"
#include "documents/document.h"
#include "documents/page.h"
#include "table/number_format.h"

#include <stdlib.h>

#define WAITING_SHARE 0.5 /* of the time of events, above which it is said */

enum { SLOWEST = 10, BAR_SIGNS = 40 };

struct viewing {
    struct gau_page *page;
    const struct gau_event_data *data;
    struct gau_event_times wall, cpu;
};

/* --- times --------------------------------------------------------------------------------- */

/* The last is of our own data. */
#define TIME_COLUMNS(COLUMN)                                                    \
    COLUMN(STATISTIC, {.name = "", .key = "", .shown = GAU_IN_DISPLAY_FORMATS}) \
    COLUMN(STATISTIC_KEY, DATA("statistic", GAU_COLUMN_TEXT))                   \
    COLUMN(WALL, SECONDS("Time", "time_s"))                                     \
    COLUMN(CPU, SECONDS("CPU time", "cpu_s"))

enum time_column { TIME_COLUMNS(GAU_COLUMN_ID) N_TIME_COLUMNS };

static const struct gau_column time_columns[N_TIME_COLUMNS] = {TIME_COLUMNS(GAU_COLUMN_ROW)};

#define STATISTIC_NAMES(id, name, key) {name, key},
static const struct {
    const char *name, *key;
} statistics[] = {GAU_EVENT_STATISTICS(STATISTIC_NAMES)};

/* Says how much of the time of the events that count was without CPU time. */
static void note_waits(const struct viewing *v, struct gau_table *table)
{
    double wall_s = 0, cpu_s = 0;
    char wall[64], cpu[64];

    for (size_t i = 0; i < v->data->n; i++) {
        if (v->data->rows[i].marks & GAU_EVENT_WARM_UP)
            continue;
        wall_s += v->data->rows[i].time_s;
        cpu_s += v->data->rows[i].cpu_s;
    }
    if (wall_s - cpu_s > WAITING_SHARE * wall_s)
        gau_table_footer(
            table,
            "%.0f %% of the time of events is waiting (wall %s, CPU %s), on a busy machine "
            "for a processor: 'gaudit report timeline' shows when, of a run with a "
            "TimeLogAuditor",
            100 * (wall_s - cpu_s) / wall_s, gau_quantity_text(wall, sizeof wall, wall_s, "s"),
            gau_quantity_text(cpu, sizeof cpu, cpu_s, "s"));
}

static void add_times(const struct viewing *v)
{
    struct gau_table *const table = gau_event_table_add(v->page, "times", time_columns,
                                                        v->data->is_k4bench ? CPU : N_TIME_COLUMNS);

    if (!table)
        return;
    gau_table_title(table, "%zu event%s of %s; warm-up is left out: %s", v->wall.n,
                    v->wall.n == 1 ? "" : "s", gau_result_shown(v->data->file), v->data->warm_up);
    for (size_t i = 0; i < GAU_EVENT_N_STATISTICS; i++) {
        gau_table_row(table, 0);
        gau_table_set_text(table, STATISTIC, statistics[i].name);
        gau_table_set_text(table, STATISTIC_KEY, statistics[i].key);
        gau_table_set_real(table, WALL, v->wall.values_s[i]);
        if (!v->data->is_k4bench)
            gau_table_set_real(table, CPU, v->cpu.values_s[i]);
    }
    for (size_t i = 0; i < v->data->n_notes; i++)
        gau_table_footer(table, "%s", v->data->notes[i]);
    if (!v->data->is_k4bench)
        note_waits(v, table);
}

/* All but the first three are of our own data. */
#define SLOW_COLUMNS(COLUMN)                                                                    \
    COLUMN(SLOW_EVENT, COUNT("Event", "event"))                                                 \
    COLUMN(SLOW_TIME, SECONDS("Time", "time_s"))                                                \
    COLUMN(SLOW_RATIO,                                                                          \
           {.name = "x median", .key = "median_ratio", .type = GAU_COLUMN_REAL, .decimals = 2}) \
    COLUMN(SLOW_CPU, SECONDS("CPU time", "cpu_s"))                                              \
    COLUMN(SLOW_DECISION, {.name = "Decision", .key = "decision"})                              \
    COLUMN(SLOW_WORKER, COUNT("Worker", "worker"))                                              \
    COLUMN(SLOW_REPLAY, DATA("replay", GAU_COLUMN_TEXT))                                        \
    COLUMN(SLOW_RESULT, {.name = "Result", .key = "result"}) /* of merged ones only */

enum slow_column { SLOW_COLUMNS(GAU_COLUMN_ID) N_SLOW_COLUMNS };

static const struct gau_column slow_columns[N_SLOW_COLUMNS] = {SLOW_COLUMNS(GAU_COLUMN_ROW)};

/* A command is one line, however long, since it is to be copied. */
static void set_replay(const struct viewing *v, struct gau_table *table,
                       const struct gau_event_row *row)
{
    char number[GAU_EVENT_NUMBER_SIZE], *command;

    if (!v->data->replay)
        return;
    gau_event_number_text(number, v->data, row->number);
    if (asprintf(&command, "%s %s", v->data->replay, number) < 0) {
        gau_page_fail_memory(v->page);
        return;
    }
    gau_table_set_text(table, SLOW_REPLAY, command);
    gau_table_footer(table, "%s", command);
    free(command);
}

static void add_slow_row(const struct viewing *v, struct gau_table *table,
                         const struct gau_event_row *row)
{
    int worker;
    const char *const result = gau_event_result(&worker, v->data, row);

    gau_table_row(table, 0);
    gau_event_number_set(table, SLOW_EVENT, v->data, row->number);
    gau_table_set_real(table, SLOW_TIME, row->time_s);
    gau_table_set_real(table, SLOW_RATIO, row->time_s / v->wall.values_s[GAU_EVENT_MEDIAN]);
    if (v->data->is_k4bench)
        return;
    gau_table_set_real(table, SLOW_CPU, row->cpu_s);
    gau_table_set_text(table, SLOW_DECISION, gau_event_decision(row));
    if (row->worker != GAU_EVENT_NO_WORKER)
        gau_table_set_integer(table, SLOW_WORKER, worker);
    if (v->data->results.n > 0)
        gau_table_set_text(table, SLOW_RESULT, result);
    set_replay(v, table, row);
}

static void explain_replay(const struct viewing *v, struct gau_table *table)
{
    if (v->data->replay)
        gau_table_footer(table, "to run one of them again:");
    else if (v->data->is_program)
        gau_table_footer(table, "only the program itself can run its events again");
}

static void add_slowest(const struct viewing *v)
{
    const size_t asked = v->page->options->limit ? v->page->options->limit : SLOWEST;
    const size_t most = asked < v->data->n ? asked : v->data->n;
    const size_t n_columns = v->data->is_k4bench       ? SLOW_CPU
                             : v->data->results.n == 0 ? SLOW_RESULT
                                                       : N_SLOW_COLUMNS;
    struct gau_table *const table =
        gau_event_table_add(v->page, "slowest", slow_columns, n_columns);
    const struct gau_event_row **const rows = calloc(most + 1, sizeof(struct gau_event_row *));
    const size_t n = rows ? gau_event_slowest(rows, most, v->data) : (size_t)-1;

    if (n == (size_t)-1)
        gau_page_fail_memory(v->page);
    if (table && n != (size_t)-1) {
        gau_table_title(table, "Slowest events");
        gau_table_wrap(table, 0);
        if (n > 0)
            explain_replay(v, table);
        for (size_t i = 0; i < n; i++)
            add_slow_row(v, table, rows[i]);
    }
    free(rows);
}

#define BIN_COLUMNS(COLUMN)                       \
    COLUMN(LOW, SECONDS("From", "low_s"))         \
    COLUMN(HIGH, SECONDS("To", "high_s"))         \
    COLUMN(BIN_EVENTS, COUNT("Events", "events")) \
    COLUMN(BAR, {.name = "",                      \
                 .key = "",                       \
                 .type = GAU_COLUMN_BAR,          \
                 .signs = BAR_SIGNS,              \
                 .shown = GAU_IN_DISPLAY_FORMATS})

enum bin_column { BIN_COLUMNS(GAU_COLUMN_ID) N_BIN_COLUMNS };

static const struct gau_column bin_columns[N_BIN_COLUMNS] = {BIN_COLUMNS(GAU_COLUMN_ROW)};

static void add_histogram(const struct viewing *v)
{
    struct gau_table *const table =
        gau_event_table_add(v->page, "histogram", bin_columns, N_BIN_COLUMNS);
    struct gau_event_histogram histogram;
    size_t most = 1;

    if (!table)
        return;
    gau_event_histogram_fill(&histogram, &v->wall, v->data);
    gau_table_title(table, "Times of events%s",
                    histogram.is_logarithmic ? " in bins of a logarithmic scale" : "");
    for (size_t i = 0; i < histogram.n; i++)
        most = histogram.counts[i] > most ? histogram.counts[i] : most;
    for (size_t i = 0; i < histogram.n; i++) {
        gau_table_row(table, 0);
        gau_table_set_real(table, LOW, histogram.edges_s[i]);
        gau_table_set_real(table, HIGH, histogram.edges_s[i + 1]);
        gau_table_set_integer(table, BIN_EVENTS, (int64_t)histogram.counts[i]);
        gau_table_set_real(table, BAR, (double)histogram.counts[i] / (double)most);
    }
    if (histogram.has_gaps)
        gau_table_footer(table, "rows of 0 events may have several bins: all that are empty there");
}

/* --- the view ------------------------------------------------------------------------------ */

static void add_tables(struct viewing *v)
{
    if (!gau_event_times_of(&v->wall, v->data, false) ||
        !gau_event_times_of(&v->cpu, v->data, true)) {
        gau_page_fail_memory(v->page);
        return;
    }
    add_times(v);
    add_slowest(v);
    add_histogram(v);
    gau_event_memory_add(v->page, v->data);
}

void gau_event_tables_write(const struct gau_event_data *data,
                            const struct gau_view_options *options, FILE *out, gau_error *error)
{
    struct gau_page page = {.document = "events", .options = options, .error = error};
    struct viewing v = {.page = &page, .data = data};

    gau_event_rows_add(&page, data, out);
    if (options->table || gau_table_format_is_display(options->format))
        add_tables(&v);
    gau_page_write(&page, out);
    gau_page_clear(&page);
}

/* Tables for readers begin with a table that has the notes below it. */
static void print_notes(const struct gau_event_data *data, const struct gau_view_options *options)
{
    if (!options->export && !options->table && gau_table_format_is_display(options->format))
        return;
    for (size_t i = 0; i < data->n_notes; i++)
        fprintf(stderr, "gaudit: %s\n", data->notes[i]);
}

static void write_events(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    struct gau_event_data data;

    if (gau_event_data_read(&data, request->paths[0], request->name, error) == GAU_OK) {
        print_notes(&data, request->options);
        if (request->options->export)
            gau_event_picture_draw(&data, out, error);
        else
            gau_event_tables_write(&data, request->options, out, error);
    }
    gau_event_data_clear(&data);
}

const struct gau_view gau_view_events = {
    .name = "events",
    .help = "times and memory of single events, growth, the slowest; csv: a row per event",
    .needs = GAU_VIEW_NEEDS_EVENTS,
    .takes = GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_TABLE | GAU_VIEW_TAKES_LIMIT,
    .write = write_events,
    .export = &(const struct gau_view_export){"svg", "events: times and memory as a picture"},
};
