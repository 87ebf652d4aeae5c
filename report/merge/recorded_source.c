/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded_source.h"

#include "report/events/recorded_file.h"
#include "table/heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct gau_recorded_source *source;
    struct gau_recorded_regions *regions;
    char note[256];
    bool out_of_memory;
};

/* --- events -------------------------------------------------------------------------------- */

static void count_events(struct gau_recorded_source *source, uint32_t worker, uint32_t n)
{
    source->events += n;
    source->workers = worker >= source->workers ? worker + 1 : source->workers;
}

static bool take_events(void *user, uint32_t worker, const struct gau_trace_event *events,
                        uint32_t count)
{
    (void)events;
    count_events(((struct reading *)user)->source, worker, count);
    return true;
}

static bool take_totals(void *user, const struct gau_trace_event_totals *totals)
{
    ((struct reading *)user)->source->totals = *totals;
    return true;
}

static bool add_part(struct gau_recorded_source *source, uint32_t first, uint32_t workers,
                     const char *name, const char *note)
{
    struct gau_recorded_part *part;

    if (!gau_array_grow(&source->parts, source->n, &source->size, sizeof *source->parts))
        return false;
    part = &source->parts[source->n++];
    *part = (struct gau_recorded_part){first, workers, strdup(name), strdup(note)};
    return part->name && part->note;
}

/* Those of a file that was merged before. */
static bool take_result(void *user, const struct gau_trace_result *result,
                        struct gau_trace_text name, struct gau_trace_text note)
{
    struct reading *const reading = user;
    struct gau_recorded_source *const source = reading->source;

    if (result->first < source->workers)
        return true; /* ranges rise: it is damaged */
    reading->out_of_memory |=
        !add_part(source, result->first, result->workers, name.data, note.data);
    source->workers = result->first + result->workers;
    return !reading->out_of_memory;
}

/* --- regions ------------------------------------------------------------------------------- */

static uint32_t find_region(const struct gau_recorded_regions *regions, const char *name)
{
    uint32_t step = 0, at;

    while ((at = gau_map_next(&regions->by_name, gau_map_hash(name), &step)))
        if (strcmp(regions->items[at - 1].name, name) == 0)
            return at;
    return 0;
}

/* Returns its number; 0: out of memory. @p name: NULL if it is not known. */
static uint32_t add_region(struct gau_recorded_regions *regions, const char *name)
{
    struct gau_recorded_region *region;

    if (!gau_array_grow(&regions->items, regions->n, &regions->size, sizeof *regions->items))
        return 0;
    region = &regions->items[regions->n++];
    *region = (struct gau_recorded_region){name ? strdup(name) : NULL, 0};
    if (name && (!region->name || !gau_map_add(&regions->by_name, gau_map_hash(name), regions->n)))
        return 0;
    return regions->n;
}

/* Names come before the events that refer to them, unless their block is lost. */
static uint32_t number_region(struct reading *reading, uint32_t region, const char *name)
{
    struct gau_map *const numbers = &reading->source->regions;
    uint32_t step = 0, number = gau_map_next(numbers, region, &step);

    if (number > 0)
        return number;
    number = name ? find_region(reading->regions, name) : 0;
    if (number == 0)
        number = add_region(reading->regions, name);
    reading->out_of_memory |= number == 0 || !gau_map_add(numbers, region, number);
    return number;
}

static bool take_region_name(void *user, const struct gau_trace_region_name *region,
                             struct gau_trace_text name)
{
    struct reading *const reading = user;
    const uint32_t number = number_region(reading, region->region, name.data);

    if (!reading->out_of_memory && region->volumes > reading->regions->items[number - 1].volumes)
        reading->regions->items[number - 1].volumes = region->volumes;
    return !reading->out_of_memory;
}

static bool take_region_event(void *user, const struct gau_trace_region_event *event)
{
    struct reading *const reading = user;

    count_events(reading->source, event->worker, 1);
    for (uint32_t i = 0; i < event->count && !reading->out_of_memory; i++)
        if (event->sums[i].region > 0)
            number_region(reading, event->sums[i].region, NULL);
    return !reading->out_of_memory;
}

static bool take_region_totals(void *user, const struct gau_trace_region_totals *totals)
{
    ((struct reading *)user)->source->region_totals = *totals;
    return true;
}

void gau_recorded_regions_clear(struct gau_recorded_regions *regions)
{
    for (uint32_t i = 0; i < regions->n; i++)
        free(regions->items[i].name);
    free(regions->items);
    gau_map_clear(&regions->by_name);
    *regions = (struct gau_recorded_regions){0};
}

/* --- the file ------------------------------------------------------------------------------ */

/* Without the word that begins it, as the report begins its own line with it. */
static void take_note(void *user, const char *sentence)
{
    static const char begin[] = "warning: ";
    const bool has_begin = strncmp(sentence, begin, sizeof begin - 1) == 0;
    struct reading *const reading = user;

    if (!reading->note[0])
        snprintf(reading->note, sizeof reading->note, "%s",
                 sentence + (has_begin ? sizeof begin - 1 : 0));
}

/* A file without blocks is of a process that had no event. */
static void check_source(struct reading *reading, enum gau_trace_status status, const char *message,
                         uint32_t content, const struct gau_trace_damage *damage)
{
    struct gau_recorded_source *const source = reading->source;
    const char *const slash = strrchr(source->path, '/'), *const file =
                                                              slash ? slash + 1 : source->path;
    char *const note = reading->note;

    if (status == GAU_TRACE_OK && source->header.version > 0 && source->header.content != content)
        snprintf(note, sizeof reading->note, "'%s' is of another kind", file);
    else if (status != GAU_TRACE_OK)
        snprintf(note, sizeof reading->note, "'%s' cannot be read: %s", file, message);
    else
        gau_recorded_file_damage(file, damage, source->totals.ended, take_note, reading);
    source->is_readable = status == GAU_TRACE_OK && source->header.content == content;
    if (source->is_readable && !(source->totals.tick_ns > 0)) {
        source->is_readable = false;
        if (source->events > 0)
            snprintf(note, sizeof reading->note, "'%s' does not say what its clock is", file);
    } else if (source->is_readable && !source->totals.ended && source->n == 0 && !note[0]) {
        snprintf(note, sizeof reading->note, "'%s' has no end", file);
    }
}

/* One that was merged before has parts, of which the last has the note of the file as well. */
static bool add_own_part(struct reading *reading, const char *name)
{
    struct gau_recorded_source *const source = reading->source;

    if (source->n == 0 || reading->note[0])
        return add_part(source, source->n == 0 ? 0 : source->workers,
                        source->n == 0 ? source->workers : 0, name, reading->note);
    return true;
}

/* Its workers are none of the merged file. */
static void leave_out(struct gau_recorded_source *source)
{
    source->workers = 0;
    for (uint32_t i = 0; i < source->n; i++)
        source->parts[i].first = source->parts[i].workers = 0;
}

bool gau_recorded_source_read(struct gau_recorded_source *source, char *path, const char *name,
                              uint32_t content, struct gau_recorded_regions *regions)
{
    static const struct gau_trace_visitor visitor = {.events = take_events,
                                                     .event_totals = take_totals,
                                                     .result = take_result,
                                                     .region_name = take_region_name,
                                                     .region_event = take_region_event,
                                                     .region_totals = take_region_totals};
    struct reading reading = {.source = source, .regions = regions};
    struct gau_trace_damage damage = {0};
    char message[200] = "";
    enum gau_trace_status status = GAU_TRACE_NO_MEMORY;

    source->path = path;
    if (path)
        status = gau_trace_read(path, &visitor, &reading, &source->header, &damage, message,
                                sizeof message);
    if (reading.out_of_memory || status == GAU_TRACE_NO_MEMORY)
        return false;
    check_source(&reading, status, message, content, &damage);
    if (!source->is_readable)
        leave_out(source);
    return add_own_part(&reading, name);
}

void gau_recorded_source_clear(struct gau_recorded_source *source)
{
    for (uint32_t i = 0; i < source->n; i++) {
        free(source->parts[i].name);
        free(source->parts[i].note);
    }
    free(source->parts);
    free(source->path);
    gau_map_clear(&source->regions);
    *source = (struct gau_recorded_source){0};
}
