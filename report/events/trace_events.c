/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_events.h"

#include "event_replay.h"
#include "recorded_file.h"

#include "table/heap.h"
#include "table/map.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct gau_event_data *data;
    struct gau_recorded_file file;
    uint32_t size;                        /* of the rows */
    uint64_t first;                       /* the start of the event that was read first */
    struct gau_trace_event_totals totals; /* the last */
    uint64_t unfinished;
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
        if (events[i].flags & GAU_TRACE_EVENT_UNFINISHED) {
            reading->unfinished++;
            continue;
        }
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

static bool set_totals(void *user, const struct gau_trace_event_totals *totals)
{
    ((struct reading *)user)->totals = *totals;
    return true;
}

static bool add_result(void *user, const struct gau_trace_result *result,
                       struct gau_trace_text name, struct gau_trace_text note)
{
    struct reading *const reading = user;

    reading->out_of_memory |=
        !gau_recorded_results_add(&reading->data->results, result, name, note);
    return !reading->out_of_memory;
}

/* --- what is missing ----------------------------------------------------------------------- */

static void add_note(void *user, const char *sentence)
{
    struct reading *const reading = user;
    struct gau_event_data *const data = reading->data;
    char *const copy = strdup(sentence);

    assert(data->n_notes < GAU_EVENT_NOTES);
    if (copy)
        data->notes[data->n_notes++] = copy;
    else
        reading->out_of_memory = true;
}

/* --- what is known when all is read -------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    const struct gau_event_row *const left = a, *const right = b;
    const uint64_t a_number = (uint64_t)left->number, b_number = (uint64_t)right->number;
    const int order = (a_number > b_number) - (a_number < b_number);

    return order ? order : (left->start_s > right->start_s) - (left->start_s < right->start_s);
}

/* An event and its end. */
struct event_end {
    double ticks;
    size_t row;
};

static int by_end(const void *a, const void *b)
{
    const struct event_end *const left = a, *const right = b;

    return left->ticks == right->ticks
               ? (left->row > right->row) - (left->row < right->row)
               : (left->ticks > right->ticks) - (left->ticks < right->ticks);
}

/* Most files are in order already, or nearly. */
static void sort(void *items, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    const char *const bytes = items;

    for (size_t i = 1; i < n; i++)
        if (compare(bytes + (i - 1) * size, bytes + i * size) > 0) {
            qsort(items, n, size, compare);
            return;
        }
}

/* False: out of memory. */
static bool order_by_end(struct gau_event_data *data)
{
    struct event_end *const ends = calloc(data->n + 1, sizeof *ends);

    if (!ends)
        return false;
    for (size_t i = 0; i < data->n; i++)
        ends[i] = (struct event_end){data->rows[i].start_s + data->rows[i].time_s, i};
    sort(ends, data->n, sizeof *ends, by_end);
    for (size_t i = 0; i < data->n; i++)
        data->by_end[i] = ends[i].row;
    free(ends);
    return true;
}

/* The first event of each worker, by its start, is warm-up. False: out of memory. */
static bool mark_warm_up(struct gau_event_data *data)
{
    struct gau_map workers = {0}; /* to the number of its first event, from 1 */
    size_t *firsts = NULL;
    uint32_t n = 0, size = 0;
    bool done = true;

    for (size_t i = 0; done && i < data->n; i++) {
        uint32_t step = 0, at = gau_map_next(&workers, (uint64_t)data->rows[i].worker, &step);

        if (at == 0) {
            done = gau_array_grow(&firsts, n, &size, sizeof *firsts) &&
                   gau_map_add(&workers, (uint64_t)data->rows[i].worker, at = ++n);
            if (done)
                firsts[at - 1] = i;
        } else if (data->rows[i].start_s < data->rows[firsts[at - 1]].start_s) {
            firsts[at - 1] = i;
        }
    }
    for (uint32_t i = 0; done && i < n; i++)
        data->rows[firsts[i]].marks |= GAU_EVENT_WARM_UP;
    gau_map_clear(&workers);
    free(firsts);
    return done;
}

/* Returns 0 if it is not known. @p begin: ticks since the start of the event that was read first.
 */
static uint64_t begin_of(const struct reading *reading, const struct gau_trace_header *header,
                         double begin)
{
    const struct gau_trace_event_totals *const totals = &reading->totals;
    const double ns =
        ((double)(int64_t)(reading->first - totals->origin) + begin) * totals->tick_ns;

    return totals->tick_ns > 0 && fabs(ns) < 9e18 ? header->start_ns + (uint64_t)(int64_t)ns : 0;
}

/* False: out of memory. */
static bool finish_rows(struct reading *reading, const struct gau_trace_header *header)
{
    struct gau_event_data *const data = reading->data;
    const double tick_s = reading->totals.tick_ns > 0 ? reading->totals.tick_ns / 1e9 : (double)NAN;
    double begin = INFINITY;

    if (!mark_warm_up(data))
        return false;
    sort(data->rows, data->n, sizeof *data->rows, by_number);
    for (size_t i = 0; i < data->n; i++)
        begin = fmin(begin, data->rows[i].start_s);
    data->begin_ns = begin_of(reading, header, begin);
    if (!order_by_end(data))
        return false;
    for (size_t i = 0; i < data->n; i++) {
        data->rows[i].start_s = (data->rows[i].start_s - begin) * tick_s;
        data->rows[i].time_s *= tick_s;
    }
    return true;
}

/* --- the file ------------------------------------------------------------------------------ */

static const char kind[] = "events";

bool gau_trace_events_exist(const char *folder)
{
    return gau_recorded_file_exists(folder, kind);
}

static void fail_reading(const char *folder, const char *name, enum gau_trace_status status,
                         const char *message, gau_error *error)
{
    gau_recorded_file_fail(
        folder, name, status, message,
        "run the job with '--event-data', or name a file of k4Bench, LABEL_events.json", error);
}

gau_status gau_trace_events_read(struct gau_event_data *data, const char *folder, const char *name,
                                 gau_error *error)
{
    const struct gau_trace_visitor visitor = {.events = add_events,
                                              .event_totals = set_totals,
                                              .result = add_result};
    struct reading reading = {.data = data};
    struct gau_trace_header header = {0};
    struct gau_trace_damage damage = {0};
    enum gau_trace_status status;
    char message[256] = "";

    gau_recorded_file_choose(&reading.file, folder, kind, name, error);
    if (error->status != GAU_OK)
        return error->status;
    status = gau_trace_read(reading.file.path, &visitor, &reading, &header, &damage, message,
                            sizeof message);
    if (status == GAU_TRACE_OK) {
        gau_recorded_file_damage(reading.file.name, &damage, reading.totals.ended, add_note,
                                 &reading);
        gau_recorded_file_missing(&reading.totals, data->n, reading.unfinished, add_note, &reading);
        gau_recorded_results_missing(&data->results, add_note, &reading);
    }
    data->file = strdup(reading.file.path);
    data->warm_up = strdup("the first event of each worker");
    data->by_end = calloc(data->n + 1, sizeof *data->by_end);
    if (reading.out_of_memory || status == GAU_TRACE_NO_MEMORY || !data->file || !data->warm_up ||
        !data->by_end)
        return gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(folder));
    if (status != GAU_TRACE_OK) {
        fail_reading(folder, reading.file.name, status, message, error);
    } else if (header.version > 0 && header.content != GAU_TRACE_EVENTS) {
        fail_reading(folder, reading.file.name, GAU_TRACE_NO_TRACE,
                     "it holds no events, but samples", error);
    } else if (data->n > 0) {
        if (!finish_rows(&reading, &header))
            return gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(folder));
        reading.file.name[strlen(reading.file.name) - strlen(".gtr")] = '\0';
        data->is_program = gau_event_replay(&data->replay, folder, reading.file.name);
    }
    return error->status;
}
