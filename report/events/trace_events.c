/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_events.h"

#include "documents/document.h"
#include "table/heap.h"
#include "trace/trace_reader.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct gau_event_data *data;
    uint32_t size;  /* of the rows */
    uint64_t first; /* the start of the event that was read first */
    double tick_ns; /* 0: not known */
    bool out_of_memory;
};

static double mib_of(uint32_t kib)
{
    return kib == GAU_TRACE_UNKNOWN ? (double)NAN : kib / 1024.0;
}

static void set_memory(double mib[GAU_EVENT_N_MEMORIES], const struct gau_trace_memory *memory)
{
    mib[GAU_EVENT_TOTAL] = mib_of(memory->total);
    mib[GAU_EVENT_ANONYMOUS] = mib_of(memory->anonymous);
    mib[GAU_EVENT_FILE] = mib_of(memory->file);
}

/* Times are in ticks until all is read. */
static struct gau_event_row row_of(const struct reading *reading, uint32_t worker,
                                   const struct gau_trace_event *event)
{
    struct gau_event_row row = {.number = (int64_t)event->number,
                                .start_s = (double)(int64_t)(event->start - reading->first),
                                .time_s = (double)event->duration,
                                .cpu_s = event->cpu_ns == UINT64_MAX ? (double)NAN
                                                                     : (double)event->cpu_ns / 1e9,
                                .decision = (int)event->decision,
                                .worker = (int)worker};

    if (event->flags & GAU_TRACE_EVENT_OVERLAPPED)
        row.marks = GAU_EVENT_OVERLAPPED;
    set_memory(row.begin_mib, &event->begin);
    set_memory(row.end_mib, &event->end);
    return row;
}

static bool add_events(void *user, uint32_t worker, const struct gau_trace_event *events,
                       uint32_t count)
{
    struct reading *const reading = user;
    struct gau_event_data *const data = reading->data;

    for (uint32_t i = 0; i < count; i++) {
        if (events[i].flags & GAU_TRACE_EVENT_UNFINISHED)
            continue;
        if (data->n >= UINT32_MAX ||
            !gau_array_grow(&data->rows, (uint32_t)data->n, &reading->size, sizeof *data->rows)) {
            reading->out_of_memory = true;
            return false;
        }
        if (data->n == 0)
            reading->first = events[i].start;
        data->rows[data->n++] = row_of(reading, worker, &events[i]);
    }
    return true;
}

static bool set_tick(void *user, const struct gau_trace_event_totals *totals)
{
    ((struct reading *)user)->tick_ns = totals->tick_ns;
    return true;
}

/* --- what is known when all is read -------------------------------------------------------- */

static int by_worker(const void *a, const void *b)
{
    const struct gau_event_row *const left = a, *const right = b;
    const int order = (left->worker > right->worker) - (left->worker < right->worker);

    return order ? order : (left->start_s > right->start_s) - (left->start_s < right->start_s);
}

static int by_number(const void *a, const void *b)
{
    const struct gau_event_row *const left = a, *const right = b;
    const int order = (left->number > right->number) - (left->number < right->number);

    return order ? order : (left->start_s > right->start_s) - (left->start_s < right->start_s);
}

static void finish_rows(struct reading *reading)
{
    struct gau_event_row *const rows = reading->data->rows;
    const size_t n = reading->data->n;
    const double tick_s = reading->tick_ns > 0 ? reading->tick_ns / 1e9 : (double)NAN;
    double begin = INFINITY;

    qsort(rows, n, sizeof *rows, by_worker);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || rows[i].worker != rows[i - 1].worker)
            rows[i].marks |= GAU_EVENT_WARM_UP;
        begin = fmin(begin, rows[i].start_s);
    }
    for (size_t i = 0; i < n; i++) {
        rows[i].start_s = (rows[i].start_s - begin) * tick_s;
        rows[i].time_s *= tick_s;
    }
    qsort(rows, n, sizeof *rows, by_number);
}

/* Of a job; a program has no such command. */
static void set_replay(struct gau_event_data *data, const char *folder)
{
    gau_error ignored = {0};
    json_t *const run = gau_document_load(folder, "run", &ignored);
    const char *const job = json_string_value(json_object_get(run, "job"));
    char command[PATH_MAX + 64];

    if (job &&
        snprintf(command, sizeof command, "gaudit run '%s' --only", job) < (int)sizeof command)
        data->replay = strdup(command);
    json_decref(run);
}

static void fail_reading(const char *folder, enum gau_trace_status status, const char *message,
                         gau_error *error)
{
    if (status == GAU_TRACE_NO_FILE)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' has no events.gtr: run the job with '--event-data', or name a "
                       "file of k4Bench, LABEL_events.json",
                       GAU_QUOTE(folder));
    else
        gau_fail_first(error, GAU_ERR_IO, "%.*s/events.gtr: %s", GAU_QUOTE(folder), message);
}

gau_status gau_trace_events_read(struct gau_event_data *data, const char *folder, gau_error *error)
{
    const struct gau_trace_visitor visitor = {.events = add_events, .event_totals = set_tick};
    struct reading reading = {.data = data};
    enum gau_trace_status status;
    char path[PATH_MAX], message[256] = "";

    snprintf(path, sizeof path, "%s/events.gtr", folder);
    status = gau_trace_read(path, &visitor, &reading, NULL, NULL, message, sizeof message);
    data->file = strdup(path);
    data->warm_up = strdup("the first event of each worker");
    if (reading.out_of_memory || status == GAU_TRACE_NO_MEMORY || !data->file || !data->warm_up)
        return gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(folder));
    if (status != GAU_TRACE_OK) {
        fail_reading(folder, status, message, error);
    } else if (data->n > 0) {
        finish_rows(&reading);
        set_replay(data, folder);
    }
    return error->status;
}
