/* SPDX-License-Identifier: Apache-2.0 */
#include "event_view.h"

#include "event_memory.h"
#include "event_reader.h"
#include "event_statistics.h"

#include "documents/column_macros.h"
#include "documents/page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { SLOWEST = 10, BAR_SIGNS = 40 };

struct viewing {
    struct gau_page *page;
    const struct gau_event_data *data;
    struct gau_event_times wall, cpu;
    enum gau_event_memory growing;
};

/* The limit is that of the slowest events. */
static struct gau_table *add_table(const struct viewing *v, const char *name,
                                   const struct gau_column *columns, size_t n)
{
    struct gau_table *const table = gau_page_add(v->page, name, columns, n);

    if (table)
        gau_table_limit(table, 0);
    if (table && v->page->options->unicode)
        gau_table_letters(table);
    return table;
}

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

static void add_times(const struct viewing *v)
{
    struct gau_table *const table =
        add_table(v, "times", time_columns, v->data->is_k4bench ? CPU : N_TIME_COLUMNS);

    if (!table)
        return;
    gau_table_title(table, "%zu event%s of %s; warm-up is left out: %s", v->wall.n,
                    v->wall.n == 1 ? "" : "s", v->data->file, v->data->warm_up);
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
}

/* The last are of our own data. */
#define SLOW_COLUMNS(COLUMN)                                                                    \
    COLUMN(SLOW_EVENT, COUNT("Event", "event"))                                                 \
    COLUMN(SLOW_TIME, SECONDS("Time", "time_s"))                                                \
    COLUMN(SLOW_RATIO,                                                                          \
           {.name = "x median", .key = "median_ratio", .type = GAU_COLUMN_REAL, .decimals = 2}) \
    COLUMN(SLOW_CPU, SECONDS("CPU time", "cpu_s"))                                              \
    COLUMN(SLOW_DECISION, {.name = "Decision", .key = "decision"})                              \
    COLUMN(SLOW_WORKER, COUNT("Worker", "worker"))

enum slow_column { SLOW_COLUMNS(GAU_COLUMN_ID) N_SLOW_COLUMNS };

static const struct gau_column slow_columns[N_SLOW_COLUMNS] = {SLOW_COLUMNS(GAU_COLUMN_ROW)};

static void add_slow_row(const struct viewing *v, struct gau_table *table,
                         const struct gau_event_row *row)
{
    gau_table_row(table, 0);
    gau_table_set_integer(table, SLOW_EVENT, row->number);
    gau_table_set_real(table, SLOW_TIME, row->time_s);
    gau_table_set_real(table, SLOW_RATIO, row->time_s / v->wall.values_s[GAU_EVENT_MEDIAN]);
    if (v->data->is_k4bench)
        return;
    gau_table_set_real(table, SLOW_CPU, row->cpu_s);
    gau_table_set_text(table, SLOW_DECISION, gau_event_decision(row));
    if (row->worker != GAU_EVENT_NO_WORKER)
        gau_table_set_integer(table, SLOW_WORKER, row->worker);
}

static void add_slowest(const struct viewing *v)
{
    const size_t asked = v->page->options->limit ? v->page->options->limit : SLOWEST;
    const size_t most = asked < v->data->n ? asked : v->data->n;
    struct gau_table *const table =
        add_table(v, "slowest", slow_columns, v->data->is_k4bench ? SLOW_CPU : N_SLOW_COLUMNS);
    const struct gau_event_row **const rows = calloc(most + 1, sizeof(struct gau_event_row *));
    const size_t n = rows ? gau_event_slowest(rows, most, v->data) : (size_t)-1;

    if (n == (size_t)-1)
        gau_page_fail_memory(v->page);
    else if (table)
        gau_table_title(table, "Slowest events");
    for (size_t i = 0; table && n != (size_t)-1 && i < n; i++)
        add_slow_row(v, table, rows[i]);
    if (table && v->data->replay && n != (size_t)-1 && n > 0)
        gau_table_footer(table, "the first again: %s %" PRId64, v->data->replay, rows[0]->number);
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
    struct gau_table *const table = add_table(v, "histogram", bin_columns, N_BIN_COLUMNS);
    struct gau_event_histogram histogram;
    size_t most = 1;

    if (!table)
        return;
    gau_table_title(table, "Times of events");
    gau_event_histogram_fill(&histogram, &v->wall, v->data);
    for (size_t i = 0; i < histogram.n; i++)
        most = histogram.counts[i] > most ? histogram.counts[i] : most;
    for (size_t i = 0; i < histogram.n; i++) {
        gau_table_row(table, 0);
        gau_table_set_real(table, LOW, histogram.edges_s[i]);
        gau_table_set_real(table, HIGH, histogram.edges_s[i + 1]);
        gau_table_set_integer(table, BIN_EVENTS, (int64_t)histogram.counts[i]);
        gau_table_set_real(table, BAR, (double)histogram.counts[i] / (double)most);
    }
    if (histogram.has_outliers)
        gau_table_footer(table,
                         "the last row has all outliers: 3.5 robust deviations above the median");
}

/* --- memory -------------------------------------------------------------------------------- */

#define MIB(name_, key_)                                                                  \
    {                                                                                     \
        .name = name_, .key = key_, .unit = "MiB", .type = GAU_COLUMN_REAL, .decimals = 1 \
    }
#define QUARTER(name_, key_, field_)                                                            \
    {                                                                                           \
        .name = name_, .key = key_, .type = GAU_COLUMN_MEASURED, .decimals = 1, .field = field_ \
    }
#define QUARTER_ERROR(key_, field_)                                           \
    {                                                                         \
        .name = key_, .key = key_, .type = GAU_COLUMN_ERROR, .field = field_, \
        .shown = GAU_IN_DATA_FORMATS                                          \
    }

enum { FIRST_QUARTER = 1, LAST_QUARTER };

#define MEMORY_COLUMNS(COLUMN)                                                       \
    COLUMN(MEMORY, {.name = "Memory", .key = "memory"})                              \
    COLUMN(FIRST, MIB("First", "first_mib"))                                         \
    COLUMN(LAST, MIB("Last", "last_mib"))                                            \
    COLUMN(HIGHEST, MIB("Highest", "highest_mib"))                                   \
    COLUMN(MEAN_FIRST, QUARTER("First quarter", "first_quarter_mib", FIRST_QUARTER)) \
    COLUMN(ERROR_FIRST, QUARTER_ERROR("first_quarter_error_mib", FIRST_QUARTER))     \
    COLUMN(MEAN_LAST, QUARTER("Last quarter", "last_quarter_mib", LAST_QUARTER))     \
    COLUMN(ERROR_LAST, QUARTER_ERROR("last_quarter_error_mib", LAST_QUARTER))

enum memory_column { MEMORY_COLUMNS(GAU_COLUMN_ID) N_MEMORY_COLUMNS };

static const struct gau_column memory_columns[N_MEMORY_COLUMNS] = {MEMORY_COLUMNS(GAU_COLUMN_ROW)};

/* Of one event there is no error, and the mean says nothing. */
static void put_quarter(struct gau_table *table, unsigned field, const struct gau_event_mean *mean,
                        size_t events)
{
    const struct gau_measured_value value = {.value = mean->value,
                                             .error = mean->error,
                                             .samples = events};

    if (isfinite(mean->error))
        gau_table_put_measured(table, field, &value);
}

static void add_memory_row(const struct viewing *v, struct gau_table *table,
                           enum gau_event_memory memory)
{
    struct gau_event_memory_use use;

    if (!gau_event_memory_use_of(&use, v->data, memory)) {
        gau_page_fail_memory(v->page);
        return;
    }
    if (use.n == 0)
        return;
    gau_table_row(table, 0);
    gau_table_set_text(table, MEMORY, gau_event_memory_names[memory]);
    gau_table_set_real(table, FIRST, use.first);
    gau_table_set_real(table, LAST, use.last);
    gau_table_set_real(table, HIGHEST, use.highest);
    put_quarter(table, FIRST_QUARTER, &use.quarters[0], use.n / 4);
    put_quarter(table, LAST_QUARTER, &use.quarters[1], use.n / 4);
}

static void add_memory(const struct viewing *v)
{
    struct gau_table *const table = add_table(v, "memory", memory_columns, N_MEMORY_COLUMNS);

    if (!table)
        return;
    gau_table_title(table, "Memory at the end of events; mean of a quarter in MiB");
    for (int memory = 0; memory < GAU_EVENT_N_MEMORIES; memory++)
        add_memory_row(v, table, (enum gau_event_memory)memory);
}

#define GROWTH_MIB(name_, key_)                                            \
    {                                                                      \
        .name = name_, .key = key_, .unit = "MiB", .type = GAU_COLUMN_REAL \
    }
#define GROWTH_COLUMNS(COLUMN)                        \
    COLUMN(PER, {.name = "Growth", .key = "per"})     \
    COLUMN(SLOPE, GROWTH_MIB("Slope", "slope_mib"))   \
    COLUMN(SLOPE_LOW, GROWTH_MIB("From", "low_mib"))  \
    COLUMN(SLOPE_HIGH, GROWTH_MIB("To", "high_mib"))  \
    COLUMN(USED, COUNT("Events used", "events_used")) \
    COLUMN(KNOWN, COUNT("of", "events"))

enum growth_column { GROWTH_COLUMNS(GAU_COLUMN_ID) N_GROWTH_COLUMNS };

static const struct gau_column growth_columns[N_GROWTH_COLUMNS] = {GROWTH_COLUMNS(GAU_COLUMN_ROW)};

static void add_growth_row(const struct viewing *v, struct gau_table *table, bool per_second)
{
    struct gau_event_growth growth;

    if (!gau_event_growth_of(&growth, v->data, v->growing, per_second)) {
        gau_page_fail_memory(v->page);
        return;
    }
    if (isnan(growth.slope.value))
        return;
    gau_table_row(table, 0);
    gau_table_set_text(table, PER, per_second ? "per second" : "per event");
    gau_table_set_real(table, SLOPE, growth.slope.value);
    gau_table_set_real(table, SLOPE_LOW, growth.slope.low);
    gau_table_set_real(table, SLOPE_HIGH, growth.slope.high);
    gau_table_set_integer(table, USED, (int64_t)growth.used);
    gau_table_set_integer(table, KNOWN, (int64_t)growth.n);
}

static void add_growth(const struct viewing *v)
{
    struct gau_table *const table = add_table(v, "growth", growth_columns, N_GROWTH_COLUMNS);

    if (!table)
        return;
    gau_table_title(table, "Growth of %s memory with its 95 %% confidence interval",
                    gau_event_memory_names[v->growing]);
    add_growth_row(v, table, false);
    add_growth_row(v, table, true);
    if (gau_table_rows(table) > 0)
        gau_table_footer(table, "the median of all slopes: a trend, no proof of a leak");
    else
        gau_table_footer(table, "none: it needs the memory of %d events", GAU_EVENT_GROWTH_LEAST);
}

#define JUMP_COLUMNS(COLUMN)                    \
    COLUMN(JUMP_EVENT, COUNT("Event", "event")) \
    COLUMN(JUMP, MIB("Rise", "rise_mib"))

enum jump_column { JUMP_COLUMNS(GAU_COLUMN_ID) N_JUMP_COLUMNS };

static const struct gau_column jump_columns[N_JUMP_COLUMNS] = {JUMP_COLUMNS(GAU_COLUMN_ROW)};

static void add_jumps(const struct viewing *v)
{
    struct gau_table *const table = add_table(v, "jumps", jump_columns, N_JUMP_COLUMNS);
    struct gau_event_jump jumps[GAU_EVENT_JUMPS];
    const size_t n = gau_event_jumps(jumps, v->data, v->growing);

    if (!table)
        return;
    gau_table_title(table, "Largest rises of %s memory from one event to the next",
                    gau_event_memory_names[v->growing]);
    for (size_t i = 0; i < n; i++) {
        gau_table_row(table, 0);
        gau_table_set_integer(table, JUMP_EVENT, jumps[i].row->number);
        gau_table_set_real(table, JUMP, jumps[i].mib);
    }
}

/* --- the view ------------------------------------------------------------------------------ */

static void add_tables(struct viewing *v)
{
    v->growing = gau_event_growing_memory(v->data);
    if (!gau_event_times_of(&v->wall, v->data, false) ||
        !gau_event_times_of(&v->cpu, v->data, true)) {
        gau_page_fail_memory(v->page);
        return;
    }
    add_times(v);
    add_slowest(v);
    add_histogram(v);
    add_memory(v);
    add_growth(v);
    add_jumps(v);
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
