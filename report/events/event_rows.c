/* SPDX-License-Identifier: Apache-2.0 */
#include "event_view.h"

#include "documents/column_macros.h"
#include "documents/page.h"
#include "table/number_format.h"
#include "table/utf8.h"
#include "trace/trace_format.h"

#include <inttypes.h>
#include <math.h>
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
    COLUMN(OVERLAPPED, DATA("overlapped", GAU_COLUMN_INTEGER))                 \
    COLUMN(RESULT, {.name = "Result", .key = "result"}) /* of merged ones only */

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
    int worker;
    const char *const result = gau_event_result(&worker, data, row);

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
    gau_table_set_integer(table, WORKER, worker);
    gau_table_set_integer(table, OVERLAPPED, (row->marks & GAU_EVENT_OVERLAPPED) != 0);
    if (data->results.n > 0)
        gau_table_set_text(table, RESULT, result);
}

void gau_event_rows_add(struct gau_page *page, const struct gau_event_data *data, FILE *out)
{
    static const char name[] = "events";
    const struct gau_view_options *const options = page->options;
    const bool display = gau_table_format_is_display(options->format);
    const bool wanted = options->table ? strcmp(options->table, name) == 0 : !display;
    struct gau_table *const table =
        gau_page_add(page, name, columns, data->results.n > 0 ? N_COLUMNS : RESULT);

    if (!table)
        return;
    page->items[page->count - 1].on_request = true;
    for (size_t i = 0; wanted && i < data->n; i++) {
        add_row(table, data, &data->rows[i]);
        if (!display && options->limit == 0)
            gau_table_stream(table, options->format, out);
    }
}

/* --- columns ------------------------------------------------------------------------------- */

static void put_real(double value, FILE *out)
{
    char text[GAU_NUMBER_SIZE] = "null";

    if (isfinite(value))
        gau_number_real_text(text, value);
    fputs(text, out);
}

static void put_number(const struct gau_event_data *data, int64_t number, FILE *out)
{
    char text[GAU_EVENT_NUMBER_SIZE];

    if (number < 0 && !data->is_k4bench)
        fprintf(out, "\"%s\"", gau_event_number_text(text, data, number));
    else
        fprintf(out, "%" PRId64, number);
}

static void put_flag(const struct gau_event_row *row, unsigned mark, FILE *out)
{
    fputs(row->marks & mark ? "1" : "0", out);
}

static void put_decision(const struct gau_event_row *row, FILE *out)
{
    const char *const decision = gau_event_decision(row);

    if (decision)
        gau_json_text_write(decision, out);
    else
        fputs("null", out);
}

/* In merged results only both say which one it is. */
static void put_worker(const struct gau_event_data *data, const struct gau_event_row *row,
                       FILE *out)
{
    int worker;
    const char *const result = gau_event_result(&worker, data, row);
    char text[300];

    snprintf(text, sizeof text, "%.250s %d", result ? result : "", worker);
    if (result)
        gau_json_text_write(text, out);
    else
        fprintf(out, "%d", worker);
}

static void put_value(const struct gau_event_data *data, const struct gau_event_row *row,
                      enum column column, FILE *out)
{
    const size_t memory = ((size_t)column - TOTAL_BEGIN) / 2;

    switch (column) {
    case EVENT: put_number(data, row->number, out); break;
    case WARM_UP: put_flag(row, GAU_EVENT_WARM_UP, out); break;
    case START: put_real(row->start_s, out); break;
    case TIME: put_real(row->time_s, out); break;
    case CPU: put_real(row->cpu_s, out); break;
    case TOTAL_BEGIN:
    case ANONYMOUS_BEGIN:
    case FILE_BEGIN: put_real(row->begin_mib[memory], out); break;
    case TOTAL_END:
    case ANONYMOUS_END:
    case FILE_END: put_real(row->end_mib[memory], out); break;
    case DECISION: put_decision(row, out); break;
    case WORKER:
    case OVERLAPPED:
        if (row->worker == GAU_EVENT_NO_WORKER)
            fputs("null", out);
        else if (column == WORKER)
            put_worker(data, row, out);
        else
            put_flag(row, GAU_EVENT_OVERLAPPED, out);
        break;
    case RESULT:
    case N_COLUMNS: break;
    }
}

void gau_event_columns_write(const struct gau_event_data *data,
                             const struct gau_event_row *const *rows, size_t n, FILE *out)
{
    for (size_t column = 0; column < RESULT; column++) {
        fprintf(out, "%s\"%s\": [", column > 0 ? ",\n" : "{", columns[column].key);
        for (size_t i = 0; i < n; i++) {
            fputs(i > 0 ? "," : "", out);
            put_value(data, rows ? rows[i] : &data->rows[i], (enum column)column, out);
        }
        fputs("]", out);
    }
    fputs("}", out);
}
