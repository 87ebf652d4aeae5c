/* SPDX-License-Identifier: Apache-2.0 */
#include "k4bench_export.h"

#include "documents/document.h"
#include "report/events/trace_events.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ARRAY(key, digits, value of a row) */
#define ARRAYS(ARRAY)                                                        \
    ARRAY("event_times_s", 6, row->time_s)                                   \
    ARRAY("event_rss_begin_mb", 3, row->begin_mib[GAU_EVENT_TOTAL])          \
    ARRAY("event_rss_end_mb", 3, row->end_mib[GAU_EVENT_TOTAL])              \
    ARRAY("event_rss_anon_begin_mb", 3, row->begin_mib[GAU_EVENT_ANONYMOUS]) \
    ARRAY("event_rss_anon_end_mb", 3, row->end_mib[GAU_EVENT_ANONYMOUS])     \
    ARRAY("event_rss_file_end_mb", 3, row->end_mib[GAU_EVENT_FILE])

static int by_start(const void *a, const void *b)
{
    const struct gau_event_row *const left = a, *const right = b;

    if (left->start_s == right->start_s)
        return left->number < right->number ? -1 : 1;
    return left->start_s < right->start_s ? -1 : 1;
}

/* Events whose numbers occur twice are counted in the order of time. Returns whether there are. */
static bool order_rows(struct gau_event_data *data)
{
    for (size_t i = 1; i < data->n; i++)
        if (data->rows[i].number == data->rows[i - 1].number) {
            fprintf(stderr,
                    "gaudit: '%s': numbers of events occur twice, such as %" PRIu64
                    ": events are counted, from 0\n",
                    gau_result_shown(data->file), (uint64_t)data->rows[i].number);
            qsort(data->rows, data->n, sizeof *data->rows, by_start);
            return true;
        }
    return false;
}

/* What is not known is -1 kB there. */
static void put_real(FILE *out, size_t index, int digits, double value)
{
    fprintf(out, "%s%.*f", index > 0 ? ", " : "", digits, isnan(value) ? -1.0 / 1024 : value);
}

static void write_json(FILE *out, struct gau_event_data *data)
{
    const bool counts = order_rows(data);

    fputs("{\n  \"schema_version\": 1,\n  \"peak_vmem_mb\": -1.000,\n  \"event_numbers\": [", out);
    for (size_t i = 0; i < data->n; i++)
        fprintf(out, "%s%" PRIu64, i > 0 ? ", " : "",
                counts ? (uint64_t)i : (uint64_t)data->rows[i].number - 1);
#define PUT_ARRAY(key, digits, value)                           \
    fputs("],\n  \"" key "\": [", out);                         \
    for (size_t i = 0; i < data->n; i++) {                      \
        const struct gau_event_row *const row = &data->rows[i]; \
                                                                \
        put_real(out, i, digits, value);                        \
    }
    ARRAYS(PUT_ARRAY)
    fputs("]\n}\n", out);
}

void gau_k4bench_export(const char *folder, const char *name, const char *output, gau_error *error)
{
    struct gau_event_data data = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *out;

    if (gau_trace_events_read(&data, folder, name, error) == GAU_OK) {
        out = open_memstream(&text, &size);
        if (out)
            write_json(out, &data);
        if (!out || fclose(out) != 0 || !text)
            gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(folder));
        for (size_t i = 0; i < data.n_notes && error->status == GAU_OK; i++)
            fprintf(stderr, "gaudit: %s\n", data.notes[i]);
        if (error->status == GAU_OK)
            gau_output_put(text, size, output, error);
        free(text);
    }
    gau_event_data_clear(&data);
}
