/* SPDX-License-Identifier: Apache-2.0 */
#include "event_view.h"

#include "event_memory.h"

#include "documents/column_macros.h"
#include "documents/page.h"

#include <math.h>

struct viewing {
    struct gau_page *page;
    const struct gau_event_data *data;
    struct gau_event_overlap overlap;
    enum gau_event_memory growing;
};

/* Below a table of memory: the words are the same in all of them. */
static void explain_overlap(const struct viewing *v, struct gau_table *table, const char *what)
{
    const struct gau_event_overlap *const overlap = &v->overlap;

    if (overlap->overlapped > 0)
        gau_table_footer(table, "%zu of %zu events overlapped: %s", overlap->overlapped, overlap->n,
                         what);
}

/* In place of the rows. */
static void explain_processes(const struct viewing *v, struct gau_table *table)
{
    if (gau_event_has_processes(v->data))
        gau_table_footer(table,
                         "not of %u processes together: see the events of one, such as the result "
                         "'%s'",
                         v->data->results.n, v->data->results.items[0].name);
}

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
    struct gau_table *const table =
        gau_event_table_add(v->page, "memory", memory_columns, N_MEMORY_COLUMNS);

    if (!table)
        return;
    gau_table_title(table, "Memory at the end of events; mean of a quarter in MiB");
    for (int memory = 0; memory < GAU_EVENT_N_MEMORIES; memory++)
        add_memory_row(v, table, (enum gau_event_memory)memory);
    explain_processes(v, table);
    explain_overlap(v, table, "what memory changes by is of the process, not of one event");
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
    struct gau_table *const table =
        gau_event_table_add(v->page, "growth", growth_columns, N_GROWTH_COLUMNS);

    if (!table)
        return;
    gau_table_title(table, "Growth of %s memory with its 95 %% confidence interval",
                    gau_event_memory_names[v->growing]);
    add_growth_row(v, table, false);
    add_growth_row(v, table, true);
    if (gau_table_rows(table) > 0)
        gau_table_footer(table, "the median of all slopes: a trend, no proof of a leak");
    else if (gau_event_has_processes(v->data))
        explain_processes(v, table);
    else
        gau_table_footer(table, "none: it needs the memory of %d events", GAU_EVENT_GROWTH_LEAST);
    if (gau_table_rows(table) > 0)
        explain_overlap(v, table, "the growth is of the process, not of single events");
}

#define RISE_COLUMNS(COLUMN)                                        \
    COLUMN(RISE_EVENT, COUNT("Event", "event"))                     \
    COLUMN(RISE, MIB("Rise", "rise_mib"))                           \
    COLUMN(RISE_OVERLAPPED, DATA("overlapped", GAU_COLUMN_INTEGER)) \
    COLUMN(RISE_MARK, LABEL(""))

enum rise_column { RISE_COLUMNS(GAU_COLUMN_ID) N_RISE_COLUMNS };

static const struct gau_column rise_columns[N_RISE_COLUMNS] = {RISE_COLUMNS(GAU_COLUMN_ROW)};

static void add_rise_row(const struct viewing *v, struct gau_table *table,
                         const struct gau_event_rise *rise)
{
    const bool overlapped = rise->row->marks & GAU_EVENT_OVERLAPPED;

    gau_table_row(table, 0);
    gau_event_number_set(table, RISE_EVENT, v->data, rise->row->number);
    gau_table_set_real(table, RISE, rise->mib);
    if (!v->data->is_k4bench)
        gau_table_set_integer(table, RISE_OVERLAPPED, overlapped);
    if (overlapped)
        gau_table_set_text(table, RISE_MARK, "overlapped");
}

static void add_rises(const struct viewing *v)
{
    const size_t n_columns = v->data->is_k4bench          ? RISE_OVERLAPPED
                             : v->overlap.overlapped == 0 ? RISE_MARK
                                                          : N_RISE_COLUMNS;
    struct gau_table *const table = gau_event_table_add(v->page, "rises", rise_columns, n_columns);
    struct gau_event_rise rises[GAU_EVENT_RISES];
    const size_t n = gau_event_rises(rises, v->data, v->growing);

    if (!table)
        return;
    gau_table_title(table, "Largest rises of %s memory from one event to the next",
                    gau_event_memory_names[v->growing]);
    for (size_t i = 0; i < n; i++)
        add_rise_row(v, table, &rises[i]);
    explain_processes(v, table);
    explain_overlap(v, table, "what is marked so may be of another event");
}

/* --- all of them --------------------------------------------------------------------------- */

void gau_event_memory_add(struct gau_page *page, const struct gau_event_data *data)
{
    const struct viewing v = {.page = page,
                              .data = data,
                              .overlap = gau_event_overlap_of(data),
                              .growing = gau_event_growing_memory(data)};

    add_memory(&v);
    add_growth(&v);
    add_rises(&v);
}
