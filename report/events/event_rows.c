/* SPDX-License-Identifier: Apache-2.0 */
#include "event_view.h"

#include "documents/column_macros.h"
#include "documents/page.h"
#include "trace/trace_format.h"

#include <string.h>

struct gau_table *gau_event_table_add(struct gau_page *page, const char *name,
                                      const struct gau_column *columns, size_t n)
{
    struct gau_table *const table = gau_page_add(page, name, columns, n);

    if (table)
        gau_table_limit(table, 0);
    return table;
}

#define MIB(name_, key_, rank_)                                                            \
    {                                                                                      \
        .name = name_, .key = key_, .unit = "MiB", .type = GAU_COLUMN_REAL, .rank = rank_, \
    }

/* A narrow terminal has less of memory. */
#define COLUMNS(COLUMN)                                                        \
    COLUMN(EVENT, COUNT("Event", "event"))                                     \
    COLUMN(WARM_UP, DATA("warm_up", GAU_COLUMN_INTEGER))                       \
    COLUMN(START, SECONDS("Start", "start_s"), [START].rank = 2)               \
    COLUMN(TIME, SECONDS("Time", "time_s"))                                    \
    COLUMN(CPU, SECONDS("CPU time", "cpu_s"))                                  \
    COLUMN(TOTAL_BEGIN, MIB("RSS before", "rss_begin_mib", 3))                 \
    COLUMN(TOTAL_END, MIB("RSS", "rss_end_mib", 1))                            \
    COLUMN(ANONYMOUS_BEGIN, MIB("Anonymous before", "anonymous_begin_mib", 3)) \
    COLUMN(ANONYMOUS_END, MIB("Anonymous", "anonymous_end_mib", 1))            \
    COLUMN(FILE_BEGIN, MIB("Of files before", "file_begin_mib", 3))            \
    COLUMN(FILE_END, MIB("Of files", "file_end_mib", 2))                       \
    COLUMN(DECISION, {.name = "Decision", .key = "decision"})                  \
    COLUMN(WORKER, COUNT("Worker", "worker"))                                  \
    COLUMN(OVERLAPPED, DATA("overlapped", GAU_COLUMN_INTEGER))

enum column { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

const char *gau_event_decision(const struct gau_event_row *row)
{
    if (row->decision == GAU_EVENT_NO_DECISION)
        return NULL;
    return row->decision == GAU_TRACE_ACCEPTED   ? "accepted"
           : row->decision == GAU_TRACE_REJECTED ? "rejected"
                                                 : "failed";
}

/* A cell holds signed numbers. JSON has a larger one as a text, so that no reader rounds it. */
void gau_event_number_set(struct gau_table *table, size_t column, const struct gau_event_data *data,
                          int64_t number)
{
    char text[GAU_EVENT_NUMBER_SIZE];

    if (number < 0 && !data->is_k4bench)
        gau_table_set_text(table, column, gau_event_number_text(text, data, number));
    else
        gau_table_set_integer(table, column, number);
}

static void add_row(struct gau_table *table, const struct gau_event_data *data,
                    const struct gau_event_row *row)
{
    gau_table_row(table, 0);
    gau_event_number_set(table, EVENT, data, row->number);
    gau_table_set_integer(table, WARM_UP, (row->marks & GAU_EVENT_WARM_UP) != 0);
    gau_table_set_real(table, START, row->start_s);
    gau_table_set_real(table, TIME, row->time_s);
    gau_table_set_real(table, CPU, row->cpu_s);
    for (size_t memory = 0; memory < GAU_EVENT_N_MEMORIES; memory++) {
        gau_table_set_real(table, TOTAL_BEGIN + 2 * memory, row->begin_mib[memory]);
        gau_table_set_real(table, TOTAL_END + 2 * memory, row->end_mib[memory]);
    }
    gau_table_set_text(table, DECISION, gau_event_decision(row));
    if (row->worker == GAU_EVENT_NO_WORKER)
        return;
    gau_table_set_integer(table, WORKER, row->worker);
    gau_table_set_integer(table, OVERLAPPED, (row->marks & GAU_EVENT_OVERLAPPED) != 0);
}

void gau_event_rows_add(struct gau_page *page, const struct gau_event_data *data, FILE *out)
{
    static const char name[] = "events";
    const struct gau_view_options *const options = page->options;
    const bool display = gau_table_format_is_display(options->format);
    const bool wanted = options->table ? strcmp(options->table, name) == 0 : !display;
    struct gau_table *const table = gau_page_add(page, name, columns, N_COLUMNS);

    if (!table)
        return;
    page->items[page->count - 1].on_request = true;
    for (size_t i = 0; wanted && i < data->n; i++) {
        add_row(table, data, &data->rows[i]);
        if (!display && options->limit == 0)
            gau_table_stream(table, options->format, out);
    }
}
