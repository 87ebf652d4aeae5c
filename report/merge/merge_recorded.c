/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf() */
#include "merge_recorded.h"

#include "recorded_source.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "table/heap.h"
#include "trace/trace_writer.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of the merged file: finer than any clock, and enough for 18 years. */
enum { TICKS_PER_NS = 16 };

struct merging {
    struct gau_trace_writer writer;
    struct gau_recorded_source *sources;
    size_t n;
    struct gau_recorded_regions regions;
    const struct gau_recorded_source *at; /* that is copied */
    int64_t shift;                        /* ticks from the beginning of all to its own */
    bool is_too_large;                    /* a record */
};

static const struct {
    const char *name;
    uint32_t content;
} kinds[] = {{"events", GAU_TRACE_EVENTS}, {"regions", GAU_TRACE_REGIONS}};

enum { N_KINDS = sizeof kinds / sizeof *kinds };

/* --- names --------------------------------------------------------------------------------- */

/* KIND.gtr or KIND-NAME.gtr. */
static bool is_of_kind(const char *name, size_t kind)
{
    const size_t length = strlen(kinds[kind].name);
    const char *const rest = name + length, *const dot = strrchr(name, '.');

    return strncmp(name, kinds[kind].name, length) == 0 && (*rest == '.' || *rest == '-') && dot &&
           strcmp(dot, ".gtr") == 0 && (*rest == '-' || rest == dot);
}

bool gau_merge_is_recorded(const char *name)
{
    for (size_t kind = 0; kind < N_KINDS; kind++)
        if (is_of_kind(name, kind))
            return true;
    return false;
}

struct file_names {
    char **items;
    uint32_t n, size;
};

static bool add_name(struct file_names *names, const char *name)
{
    for (uint32_t i = 0; i < names->n; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return gau_array_grow(&names->items, names->n, &names->size, sizeof *names->items) &&
           (names->items[names->n] = strdup(name)) && ++names->n;
}

/* Returns false if out of memory. */
static bool list_names(struct file_names *names, const char *folder, size_t kind)
{
    DIR *const dir = opendir(folder);
    const struct dirent *entry;
    bool done = true;

    while (dir && done && (entry = readdir(dir)))
        if (is_of_kind(entry->d_name, kind))
            done = add_name(names, entry->d_name);
    if (dir)
        closedir(dir);
    return done;
}

/* --- times --------------------------------------------------------------------------------- */

static double scale_of(const struct gau_recorded_source *source)
{
    return source->totals.tick_ns * TICKS_PER_NS;
}

static uint64_t duration_of(const struct merging *m, uint64_t ticks)
{
    const double scale = scale_of(m->at), scaled = (double)ticks * scale + 0.5;

    return scale == 1 ? ticks : scaled < 1.8e19 ? (uint64_t)scaled : UINT64_MAX;
}

static uint64_t start_of(const struct merging *m, uint64_t start)
{
    const double scale = scale_of(m->at);
    const int64_t since = (int64_t)(start - m->at->totals.origin);
    const double scaled = floor((double)since * scale + 0.5);
    const int64_t ticks = scale == 1 ? since : fabs(scaled) < 9e18 ? (int64_t)scaled : 0;

    return (uint64_t)m->shift + (uint64_t)ticks;
}

/* --- records ------------------------------------------------------------------------------- */

static void *add_record(struct merging *m, enum gau_trace_type type, size_t size)
{
    void *const record = gau_trace_add(&m->writer, type, size);

    m->is_too_large |= !record;
    return record;
}

/* The file may have grown since it was read first: workers that are new are left out. */
static bool copy_events(void *user, uint32_t worker, const struct gau_trace_event *events,
                        uint32_t count)
{
    struct merging *const m = user;
    struct gau_trace_event_list *list;

    if (worker >= m->at->workers)
        return true;
    list = add_record(m, GAU_TRACE_EVENT_LIST, sizeof *list + count * sizeof *events);
    if (!list)
        return false;
    list->worker = m->at->first + worker;
    list->count = count;
    for (uint32_t i = 0; i < count; i++) {
        list->events[i] = events[i];
        list->events[i].start = start_of(m, events[i].start);
        list->events[i].duration = duration_of(m, events[i].duration);
    }
    return true;
}

static int by_region(const void *a, const void *b)
{
    const uint32_t left = ((const struct gau_trace_region_sum *)a)->region,
                   right = ((const struct gau_trace_region_sum *)b)->region;

    return (left > right) - (left < right);
}

/* A region that is new since the file was read first counts as unattributed. */
static void copy_sums(const struct merging *m, struct gau_trace_region_sum *sums,
                      const struct gau_trace_region_sum *from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t step = 0;

        sums[i] = from[i];
        if (from[i].region > 0)
            sums[i].region = gau_map_next(&m->at->regions, from[i].region, &step);
        sums[i].at_location = duration_of(m, from[i].at_location);
        sums[i].by_birth = duration_of(m, from[i].by_birth);
        sums[i].of_steps = duration_of(m, from[i].of_steps);
        sums[i].by_origin = duration_of(m, from[i].by_origin);
    }
    qsort(sums, n, sizeof *sums, by_region);
}

static bool copy_region_event(void *user, const struct gau_trace_region_event *event)
{
    struct merging *const m = user;
    struct gau_trace_region_event *copy;
    struct gau_trace_record record;

    if (event->worker >= m->at->workers)
        return true;
    copy = add_record(m, GAU_TRACE_REGION_EVENT, sizeof *copy + event->count * sizeof *event->sums);
    if (!copy)
        return false;
    record = copy->record;
    *copy = *event;
    copy->record = record;
    copy->worker = m->at->first + event->worker;
    copy->start = start_of(m, event->start);
    copy->duration = duration_of(m, event->duration);
    copy_sums(m, copy->sums, event->sums, event->count);
    return true;
}

/* --- what is in front, and at the end -------------------------------------------------------- */

static void add_part(struct merging *m, uint32_t first, const struct gau_recorded_part *part)
{
    const uint32_t name = (uint32_t)strnlen(part->name, GAU_TRACE_TEXT_MAX),
                   note = (uint32_t)strnlen(part->note, GAU_TRACE_TEXT_MAX);
    struct gau_trace_result *const result =
        add_record(m, GAU_TRACE_RESULT, sizeof *result + name + note);

    if (!result)
        return;
    result->first = first + part->first;
    result->workers = part->workers;
    result->name_size = name;
    result->note_size = note;
    memcpy(result + 1, part->name, name);
    memcpy((char *)(result + 1) + name, part->note, note);
}

static void add_parts(struct merging *m)
{
    uint32_t first = 0;

    for (size_t i = 0; i < m->n; i++) {
        m->sources[i].first = first;
        for (uint32_t k = 0; k < m->sources[i].n; k++)
            add_part(m, first, &m->sources[i].parts[k]);
        first += m->sources[i].workers;
    }
}

static void add_region_names(struct merging *m)
{
    for (uint32_t i = 0; i < m->regions.n; i++) {
        const struct gau_recorded_region *const region = &m->regions.items[i];
        const size_t length = region->name ? strlen(region->name) : 0;
        struct gau_trace_region_name *record;

        if (!region->name ||
            !(record = add_record(m, GAU_TRACE_REGION_NAME, sizeof *record + length)))
            continue;
        record->region = i + 1;
        record->volumes = region->volumes;
        record->name_size = (uint32_t)length;
        memcpy(record + 1, region->name, length);
    }
}

static void add_totals(struct merging *m)
{
    struct gau_trace_event_totals *const totals =
        add_record(m, GAU_TRACE_EVENT_TOTALS, sizeof *totals);

    totals->tick_ns = 1.0 / TICKS_PER_NS;
    totals->ended = 1;
    for (size_t i = 0; i < m->n; i++) {
        const struct gau_recorded_source *const source = &m->sources[i];

        totals->events += source->totals.events;
        totals->workers += source->totals.workers;
        totals->ended &= source->totals.ended || !source->is_readable;
    }
}

/* Costs are those of the machine where they are highest. */
static void add_region_totals(struct merging *m)
{
    struct gau_trace_region_totals *const totals =
        add_record(m, GAU_TRACE_REGION_TOTALS, sizeof *totals);

    totals->timer_ns = totals->step_ns = -1;
    totals->tsc = 1;
    for (size_t i = 0; i < m->n; i++) {
        const struct gau_trace_region_totals *const from = &m->sources[i].region_totals;

        if (!m->sources[i].is_readable)
            continue;
        totals->outside += from->outside;
        totals->lost += from->lost;
        totals->timer_ns = fmax(totals->timer_ns, from->timer_ns);
        totals->step_ns = fmax(totals->step_ns, from->step_ns);
        if (from->collisions > totals->collisions)
            totals->collisions = from->collisions;
        totals->tsc &= from->tsc;
    }
}

/* --- a file -------------------------------------------------------------------------------- */

/* The result that began first. */
static const struct gau_trace_header *first_header(const struct merging *m)
{
    const struct gau_trace_header *first = NULL;

    for (size_t i = 0; i < m->n; i++) {
        const struct gau_trace_header *const header = &m->sources[i].header;

        if (m->sources[i].is_readable && (!first || header->start_epoch_ns < first->start_epoch_ns))
            first = header;
    }
    return first;
}

static void copy_all(struct merging *m, const struct gau_trace_header *header, gau_error *error)
{
    static const struct gau_trace_visitor visitor = {.events = copy_events,
                                                     .region_event = copy_region_event};

    for (size_t i = 0; i < m->n; i++) {
        const struct gau_recorded_source *const source = m->at = &m->sources[i];
        enum gau_trace_status status;

        if (!source->is_readable)
            continue;
        m->shift = (int64_t)((source->header.start_epoch_ns - header->start_epoch_ns) *
                             (uint64_t)TICKS_PER_NS);
        status = gau_trace_read(source->path, &visitor, m, NULL, NULL, NULL, 0);
        if (status == GAU_TRACE_NO_MEMORY)
            gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(source->path));
    }
}

static void write_file(struct merging *m, const char *path, uint32_t content, gau_error *error)
{
    const struct gau_trace_header *const first = first_header(m);
    const struct gau_trace_header header = {.content = content,
                                            .pid = first ? first->pid : 0,
                                            .start_ns = first ? first->start_ns : 0,
                                            .start_epoch_ns = first ? first->start_epoch_ns : 0};
    void *const block = malloc(GAU_TRACE_BLOCK_MAX);
    int reason;

    if (!block) {
        gau_fail_memory(error, "'%.*s'", GAU_QUOTE(path));
        return;
    }
    reason = gau_trace_create(&m->writer, path, &header, block, GAU_TRACE_BLOCK_MAX);
    if (reason == 0) {
        add_parts(m);
        add_region_names(m);
        copy_all(m, &header, error);
        if (content == GAU_TRACE_REGIONS)
            add_region_totals(m);
        add_totals(m);
        gau_trace_close(&m->writer);
        reason = m->is_too_large ? EFBIG : m->writer.error;
    }
    if (reason != 0)
        gau_fail_first(error, GAU_ERR_IO, "'%.*s' cannot be written: %s", GAU_QUOTE(path),
                       strerror(reason));
    free(block);
}

/* The files of one name in all folders. */
static void merge_files(const char *const *folders, const char *const *names, size_t n,
                        const char *path, uint32_t content, gau_error *error)
{
    const char *const file = strrchr(path, '/') + 1;
    struct merging m = {.sources = calloc(n + 1, sizeof *m.sources), .n = n};

    if (!m.sources)
        gau_fail_memory(error, "'%.*s'", GAU_QUOTE(path));
    for (size_t i = 0; m.sources && i < n && error->status == GAU_OK; i++) {
        char *source = NULL;

        if (asprintf(&source, "%s/%s", folders[i], file) < 0)
            source = NULL;
        if (!gau_recorded_source_read(&m.sources[i], source, names[i], content, &m.regions))
            gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(folders[i]));
    }
    if (error->status == GAU_OK)
        write_file(&m, path, content, error);
    for (size_t i = 0; m.sources && i < n; i++)
        gau_recorded_source_clear(&m.sources[i]);
    gau_recorded_regions_clear(&m.regions);
    free(m.sources);
}

static void merge_kind(const char *const *folders, const char *const *names, size_t n,
                       const char *into, size_t kind, gau_error *error)
{
    struct file_names files = {0};

    for (size_t i = 0; i < n && error->status == GAU_OK; i++)
        if (!list_names(&files, folders[i], kind))
            gau_fail_memory(error, "files of '%.*s'", GAU_QUOTE(folders[i]));
    for (uint32_t i = 0; i < files.n; i++) {
        char path[PATH_MAX];

        if (error->status == GAU_OK &&
            snprintf(path, sizeof path, "%s/%s", into, files.items[i]) < (int)sizeof path)
            merge_files(folders, names, n, path, kinds[kind].content, error);
        free(files.items[i]);
    }
    free(files.items);
}

gau_status gau_merge_recorded(const char *const *folders, const char *const *names, size_t n,
                              const char *into, gau_error *error)
{
    for (size_t kind = 0; kind < N_KINDS && error->status == GAU_OK; kind++)
        merge_kind(folders, names, n, into, kind, error);
    return error->status;
}
