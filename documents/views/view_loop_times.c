/* SPDX-License-Identifier: Apache-2.0 */
#include "view_functions.h"

#include "documents/column_macros.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define COLUMNS(COLUMN)                                                      \
    COLUMN(WORKER, COUNT("Worker", "worker"))                                \
    COLUMN(LOOP, MEASURED("Loop", "loop_s", 1))                              \
    COLUMN(EVENT, MEASURED("Events", "event_s", 1))                          \
    COLUMN(INPUT, MEASURED("Input", "input_s", 1), [INPUT].rank = 2)         \
    COLUMN(WAITING, MEASURED("Waiting", "waiting_s", 1), [WAITING].rank = 3) \
    COLUMN(MERGE, MEASURED("Merging", "merge_s", 1), [MERGE].rank = 4)       \
    COLUMN(REST, MEASURED("[unaccounted]", "unaccounted_s", 1))              \
    COLUMN(REST_SHARE, PERCENTAGE("", "unaccounted_percent", 2))             \
    COLUMN(AUDITORS, MEASURED("of which [auditors]", "auditors_estimate_s", 1), [AUDITORS].rank = 5)

enum loop_time {
    COLUMNS(GAU_COLUMN_ID) N_COLUMNS,
    ALLOWED = N_COLUMNS, /* unaccounted time; NaN in older results */
    N_LOOP_TIME
};

static const struct gau_column loop_time_columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

/* Unaccounted time is computed from the columns beside it, so that it always agrees with them. */
static double rest_of(const double loop_time[N_LOOP_TIME])
{
    return loop_time[LOOP] - loop_time[EVENT] - loop_time[INPUT] - loop_time[WAITING] -
           loop_time[MERGE];
}

static void read_loop_times(const struct gau_document_fields *row, double out[N_LOOP_TIME])
{
    for (size_t i = LOOP; i <= MERGE; i++)
        out[i] = gau_document_fields_real(row, loop_time_columns[i].key);
    out[AUDITORS] = gau_document_fields_real_or_null(row, loop_time_columns[AUDITORS].key);
    out[ALLOWED] = gau_document_fields_have(row, "allowed_s")
                       ? gau_document_fields_real(row, "allowed_s")
                       : (double)NAN;
    out[REST] = rest_of(out);
}

static void set_loop_times(struct gau_table *table, const double loop_time[N_LOOP_TIME])
{
    for (size_t i = LOOP; i <= REST; i++)
        gau_table_set_real(table, i, loop_time[i]);
    if (loop_time[LOOP] > 0)
        gau_table_set_real(table, REST_SHARE, 100 * loop_time[REST] / loop_time[LOOP]);
    gau_table_set_real(table, AUDITORS, loop_time[AUDITORS]);
}

static void check_rest(struct gau_table *table, const char *whose,
                       const double loop_time[N_LOOP_TIME])
{
    char rest[64], allowed[64];

    if (!(fabs(loop_time[REST]) > loop_time[ALLOWED]))
        return;
    gau_quantity_text(rest, sizeof rest, loop_time[REST], "s");
    gau_quantity_text(allowed, sizeof allowed, loop_time[ALLOWED], "s");
    gau_table_footer(
        table, "warning: the time accounting of %s does not add up: %s unaccounted, %s allowed",
        whose, rest, allowed);
}

/* The unaccounted time in the file must be that of its entries. */
static void check_entry(struct gau_table *table, int64_t worker, double written,
                        const double loop_time[N_LOOP_TIME])
{
    char rest[64];

    if (fabs(written - loop_time[REST]) <= 1e-9 + 1e-6 * fabs(loop_time[LOOP]))
        return;
    gau_quantity_text(rest, sizeof rest, written, "s");
    gau_table_footer(table,
                     "warning: the file has %s unaccounted for worker %" PRId64
                     ", which is not what its entries leave",
                     rest, worker);
}

static void add_worker(struct gau_table *table, const struct gau_document_fields *row,
                       double sum[N_LOOP_TIME])
{
    const int64_t worker = gau_document_fields_count(row, "worker");
    const double written = gau_document_fields_real(row, "unaccounted_s");
    const char *const source = json_string_value(json_object_get(row->object, "result")),
                      *const result = source && source[0] ? source : NULL;
    double loop_time[N_LOOP_TIME] = {0};
    char whose[256];

    read_loop_times(row, loop_time);
    gau_table_row(table, 0);
    snprintf(whose, sizeof whose, "%s %" PRId64, result ? result : "worker", worker);
    if (result)
        gau_table_set_text(table, WORKER, whose);
    else
        gau_table_set_integer(table, WORKER, worker);
    set_loop_times(table, loop_time);
    for (size_t i = LOOP; i < N_LOOP_TIME; i++)
        sum[i] += loop_time[i];
    check_entry(table, worker, written, loop_time);
    check_rest(table, whose, loop_time);
}

static void add_sum(struct gau_table *table, const double sum[N_LOOP_TIME])
{
    gau_table_total(table);
    gau_table_set_text(table, WORKER, "all");
    set_loop_times(table, sum);
    check_rest(table, "all workers", sum);
}

/* Merged results have no row for each of very many. */
static bool is_of_many(const json_t *row)
{
    const char *const result = json_string_value(json_object_get(row, "result"));

    return result && !result[0];
}

void gau_view_loop_times(struct gau_page *page)
{
    const json_t *const rows = gau_document_fields_table(&page->fields, "loop_times", true);
    struct gau_table *const table = gau_page_add(page, "loop_times", loop_time_columns, N_COLUMNS);
    double sum[N_LOOP_TIME] = {0};

    if (!table)
        return;
    gau_table_title(table, "Loop times: how each worker spent the event loop");
    for (size_t i = 0; i < json_array_size(rows) && page->error->status == GAU_OK; i++) {
        const struct gau_document_fields row =
            gau_document_fields_row(&page->fields, "loop_times", rows, i);

        add_worker(table, &row, sum);
    }
    /* Programs have no loop times, and no empty table. */
    page->items[page->count - 1].on_request = json_array_size(rows) == 0;
    if (json_array_size(rows) > 1)
        add_sum(table, sum);
    if (is_of_many(json_array_get(rows, 0)))
        gau_table_footer(table, "of many results: the times of workers with the same number are "
                                "added");
    gau_table_footer(table, "[auditors] is estimated: calls times calibrated cost; it is part of "
                            "the other columns");
}

/* --- in one line --------------------------------------------------------------------------- */

static void write_part(FILE *out, const char *name, double part, double whole)
{
    const double percent = 100 * fabs(part) / whole;

    fprintf(out, "%s ", name);
    if (part == 0)
        fputs("0", out);
    else if (percent < 0.01)
        fputs("<0.01 %", out);
    else
        fprintf(out, "%.*f %%", percent < 0.1 ? 2 : 1, copysign(percent, part));
}

/* Merging is named only if there was any: one worker merges nothing. */
static void write_parts(FILE *out, const double sum[N_LOOP_TIME])
{
    static const struct part {
        const char *name;
        enum loop_time time;
    } parts[] = {{"events", EVENT},
                 {"input", INPUT},
                 {"waiting", WAITING},
                 {"merging", MERGE},
                 {"unaccounted", REST}};

    fputs("event loop: ", out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].time == MERGE && sum[MERGE] == 0)
            continue;
        fputs(i > 0 ? ", " : "", out);
        write_part(out, parts[i].name, sum[parts[i].time], sum[LOOP]);
    }
    if (isfinite(sum[AUDITORS]))
        write_part(out, "; auditors about", sum[AUDITORS], sum[LOOP]);
}

/* Returns the number of workers, whose times are added up; 0: there are none. */
static size_t add_up(double sum[N_LOOP_TIME], const struct gau_document_fields *timer)
{
    const json_t *const rows = gau_document_fields_table(timer, "loop_times", false);
    const size_t n = json_array_size(rows);

    for (size_t i = 0; i < n && timer->error->status == GAU_OK; i++) {
        const struct gau_document_fields row =
            gau_document_fields_row(timer, "loop_times", rows, i);
        double loop_time[N_LOOP_TIME] = {0};

        read_loop_times(&row, loop_time);
        for (size_t time = LOOP; time < N_LOOP_TIME; time++)
            sum[time] += loop_time[time];
    }
    return timer->error->status == GAU_OK ? n : 0;
}

void gau_view_loop_title(struct gau_table *table, const struct gau_document_fields *timer,
                         const char *instance)
{
    double sum[N_LOOP_TIME] = {0};
    const size_t workers = add_up(sum, timer);
    char *text = NULL, whose[48];
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    if (out && workers > 0 && sum[LOOP] > 0)
        write_parts(out, sum);
    if (!out || fclose(out) != 0)
        gau_fail_memory(timer->error, "loop times");
    else if (size > 0)
        gau_table_title(table, "%s%s%s", instance ? instance : "", instance ? ": " : "", text);
    else if (instance)
        gau_table_title(table, "Time per branch: %s", instance);
    snprintf(whose, sizeof whose, "%zu worker%s", workers, workers == 1 ? "" : "s");
    check_rest(table, whose, sum);
    free(text);
}
