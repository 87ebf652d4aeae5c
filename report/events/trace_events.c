/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_events.h"

#include "event_replay.h"

#include "documents/document.h"
#include "report/samples/sample_quality.h"
#include "table/heap.h"
#include "table/map.h"
#include "trace/trace_reader.h"

#include <assert.h>
#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reading {
    struct gau_event_data *data;
    char name[NAME_MAX + 1];              /* of the file */
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

/* The words are those of files of samples. A block that was being written is no damage, unless the
 * job ended. */
static void note_damage(struct reading *reading, const struct gau_trace_damage *damage)
{
    struct gau_quality_process file = {
        .sums = {.missing_blocks = damage->missing,
                 .skipped_bytes = damage->bytes_skipped,
                 .tail_bytes = reading->totals.ended ? 0 : damage->tail_bytes,
                 .invalid_records = damage->invalid_records,
                 .dangling_references = damage->dangling_references,
                 .unknown = damage->unknown}};

    snprintf(file.file, sizeof file.file, "%s", reading->name);
    gau_warnings_of_file(&file, add_note, reading);
}

static void note_missing(struct reading *reading)
{
    const uint64_t read = reading->data->n + reading->unfinished, all = reading->totals.events;
    char text[256];

    if (!reading->totals.ended) {
        snprintf(text, sizeof text,
                 "warning: the job did not end: %" PRIu64 " event%s in the file, at most those of "
                 "its last second are missing",
                 read, read == 1 ? " is" : "s are");
        add_note(reading, text);
    }
    if (all > read) {
        snprintf(text, sizeof text,
                 "warning: %" PRIu64 " of %" PRIu64 " events are not in the file", all - read, all);
        add_note(reading, text);
    }
    if (reading->unfinished > 0) {
        snprintf(text, sizeof text, "%" PRIu64 " event%s not end: left out of all tables",
                 reading->unfinished, reading->unfinished == 1 ? " did" : "s did");
        add_note(reading, text);
    }
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

/* False: out of memory. */
static bool finish_rows(struct reading *reading)
{
    struct gau_event_data *const data = reading->data;
    const double tick_s = reading->totals.tick_ns > 0 ? reading->totals.tick_ns / 1e9 : (double)NAN;
    double begin = INFINITY;

    if (!mark_warm_up(data))
        return false;
    sort(data->rows, data->n, sizeof *data->rows, by_number);
    for (size_t i = 0; i < data->n; i++)
        begin = fmin(begin, data->rows[i].start_s);
    if (!order_by_end(data))
        return false;
    for (size_t i = 0; i < data->n; i++) {
        data->rows[i].start_s = (data->rows[i].start_s - begin) * tick_s;
        data->rows[i].time_s *= tick_s;
    }
    return true;
}

/* --- the file ------------------------------------------------------------------------------ */

static int is_named_file(const struct dirent *entry)
{
    static const char begin[] = "events-", end[] = ".gtr";
    const size_t length = strlen(entry->d_name), n = sizeof end - 1;

    return strncmp(entry->d_name, begin, sizeof begin - 1) == 0 && length >= sizeof begin + n &&
           strcmp(entry->d_name + length - n, end) == 0;
}

bool gau_trace_events_exist(const char *folder)
{
    char path[PATH_MAX];
    struct dirent **entries = NULL;
    int n;

    if (snprintf(path, sizeof path, "%s/events.gtr", folder) < (int)sizeof path &&
        access(path, F_OK) == 0)
        return true;
    n = scandir(folder, &entries, is_named_file, NULL);
    for (int i = 0; i < n; i++)
        free(entries[i]);
    free(entries);
    return n == 1;
}

/* Takes the only file of an auditor with another name. */
static void take_named_file(struct reading *reading, const char *folder, gau_error *error)
{
    struct dirent **entries = NULL;
    const int n = scandir(folder, &entries, is_named_file, alphasort);
    char list[200] = "";

    for (int i = 0; i < n; i++) {
        snprintf(reading->name, sizeof reading->name, "%s", entries[i]->d_name);
        entries[i]->d_name[strlen(entries[i]->d_name) - strlen(".gtr")] = '\0';
        gau_view_list(list, sizeof list, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    if (n > 1)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' has events of %d auditors: say which: %s",
                       GAU_QUOTE(folder), n, list);
}

/* Makes the path of the file. */
static void choose_file(char path[PATH_MAX], struct reading *reading, const char *folder,
                        const char *name, gau_error *error)
{
    snprintf(reading->name, sizeof reading->name, "%s.gtr", name);
    snprintf(path, PATH_MAX, "%s/%s", folder, reading->name);
    if (strcmp(name, "events") == 0 && access(path, F_OK) != 0) {
        take_named_file(reading, folder, error);
        snprintf(path, PATH_MAX, "%s/%s", folder, reading->name);
    }
}

static void fail_reading(const char *folder, const char *name, enum gau_trace_status status,
                         const char *message, gau_error *error)
{
    if (status == GAU_TRACE_NO_FILE)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' has no %s: run the job with '--event-data', or name a "
                       "file of k4Bench, LABEL_events.json",
                       GAU_QUOTE(folder), name);
    else
        gau_fail_first(error, GAU_ERR_IO, "%.*s/%s: %s", GAU_QUOTE(folder), name, message);
}

gau_status gau_trace_events_read(struct gau_event_data *data, const char *folder, const char *name,
                                 gau_error *error)
{
    const struct gau_trace_visitor visitor = {.events = add_events, .event_totals = set_totals};
    struct reading reading = {.data = data};
    struct gau_trace_header header = {0};
    struct gau_trace_damage damage = {0};
    enum gau_trace_status status;
    char path[PATH_MAX], message[256] = "";

    choose_file(path, &reading, folder, name, error);
    if (error->status != GAU_OK)
        return error->status;
    status = gau_trace_read(path, &visitor, &reading, &header, &damage, message, sizeof message);
    if (status == GAU_TRACE_OK) {
        note_damage(&reading, &damage);
        note_missing(&reading);
    }
    data->file = strdup(path);
    data->warm_up = strdup("the first event of each worker");
    data->by_end = calloc(data->n + 1, sizeof *data->by_end);
    if (reading.out_of_memory || status == GAU_TRACE_NO_MEMORY || !data->file || !data->warm_up ||
        !data->by_end)
        return gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(folder));
    if (status != GAU_TRACE_OK) {
        fail_reading(folder, reading.name, status, message, error);
    } else if (header.version > 0 && header.content != GAU_TRACE_EVENTS) {
        fail_reading(folder, reading.name, GAU_TRACE_NO_TRACE, "it holds no events, but samples",
                     error);
    } else if (data->n > 0) {
        if (!finish_rows(&reading))
            return gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(folder));
        reading.name[strlen(reading.name) - strlen(".gtr")] = '\0';
        data->is_program = gau_event_replay(&data->replay, folder, reading.name);
    }
    return error->status;
}
