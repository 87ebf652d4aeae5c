/* SPDX-License-Identifier: Apache-2.0 */
#include "page_events.h"

#include "report/events/event_reader.h"
#include "report/events/event_statistics.h"
#include "report/events/event_view.h"

#include "table/utf8.h"

#include <stdlib.h>

void gau_page_events_write(const char *folder, uint64_t start_ns, FILE *out, gau_error *error)
{
    struct gau_event_data data;

    if (gau_event_data_read(&data, folder, "events", error) == GAU_OK) {
        if (data.replay) {
            fputs("\"replay\": ", out);
            gau_json_text_write(data.replay, out);
            fputs(",\n", out);
        }
        if (data.begin_ns > 0 && start_ns > 0)
            fprintf(out, "\"events_start_us\": %.3f,\n",
                    (double)(int64_t)(data.begin_ns - start_ns) / 1e3);
    }
    gau_event_data_clear(&data);
}

/* --- views --------------------------------------------------------------------------------- */

static void write_slowest(const struct gau_event_data *data, FILE *out, gau_error *error)
{
    const struct gau_event_row **const rows =
        calloc(GAU_PAGE_EVENTS_SLOWEST, sizeof(struct gau_event_row *));
    const size_t n = rows ? gau_event_slowest(rows, GAU_PAGE_EVENTS_SLOWEST, data) : (size_t)-1;

    if (n == (size_t)-1)
        gau_fail_memory(error, "slowest events of '%.*s'", GAU_QUOTE(data->file));
    else
        gau_event_columns_write(data, rows, n, out);
    free(rows);
}

/* A table that has no rows, such as the growth of a memory that is not known, is left out. */
static void write_table(const struct gau_event_data *data, const char *table, FILE *out,
                        gau_error *error)
{
    const struct gau_view_options options = {.format = GAU_TABLE_JSON, .table = table};
    char *text = NULL;
    size_t size = 0;
    FILE *const memory = open_memstream(&text, &size);

    if (memory)
        gau_event_tables_write(data, &options, memory, error);
    if (!memory || fclose(memory) != 0)
        gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(data->file));
    else if (size > 0)
        fprintf(out, ",\n\"event_%s\": %s", table, text);
    free(text);
}

static void write_views(const struct gau_event_data *data, FILE *out, gau_error *error)
{
    static const char *const tables[] = {"times", "histogram", "growth"};

    fprintf(out, "\"events\": {\"count\": %zu, \"columns\": ", data->n);
    if (data->n > GAU_PAGE_EVENTS_MOST)
        write_slowest(data, out, error);
    else
        gau_event_columns_write(data, NULL, data->n, out);
    fputs("}", out);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        write_table(data, tables[i], out, error);
}

char *gau_page_event_views(const char *folder, size_t *size, gau_error *error)
{
    struct gau_event_data data;
    char *text = NULL;

    if (gau_event_data_read(&data, folder, "events", error) == GAU_OK) {
        FILE *const out = open_memstream(&text, size);

        if (out)
            write_views(&data, out, error);
        if (!out || fclose(out) != 0)
            gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(folder));
    }
    gau_event_data_clear(&data);
    if (error->status == GAU_OK)
        return text;
    free(text);
    return NULL;
}
