/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded_regions.h"

#include "report/events/recorded_results.h"
#include "table/heap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct gau_region_data *data;
    gau_region_take *take; /* NULL: all is read first, and added to the data */
    void *user;
    struct gau_map workers; /* that had an event */
    struct gau_region_part *parts;
    uint32_t size; /* of the parts */
    uint64_t ended, unfinished;
    struct gau_trace_event_totals totals;
    struct gau_recorded_results results;
    bool out_of_memory;
};

static bool set_name(void *user, const struct gau_trace_region_name *region,
                     struct gau_trace_text name)
{
    struct reading *const reading = user;

    reading->out_of_memory =
        gau_region_row_of(reading->data, region->region, name.data) == GAU_REGION_NO_ROW;
    return !reading->out_of_memory;
}

static bool add_result(void *user, const struct gau_trace_result *result,
                       struct gau_trace_text name, struct gau_trace_text note)
{
    struct reading *const reading = user;

    reading->out_of_memory |= !gau_recorded_results_add(&reading->results, result, name, note);
    return !reading->out_of_memory;
}

static bool set_event_totals(void *user, const struct gau_trace_event_totals *totals)
{
    struct reading *const reading = user;

    reading->totals = *totals;
    if (totals->tick_ns > 0)
        reading->data->unit_s = totals->tick_ns / 1e9;
    return true;
}

static bool set_region_totals(void *user, const struct gau_trace_region_totals *totals)
{
    struct gau_region_data *const data = ((struct reading *)user)->data;
    const double step_ns = totals->step_ns >= 0 ? totals->step_ns : totals->timer_ns;

    data->outside = totals->outside;
    data->lost = totals->lost;
    data->collisions = totals->collisions;
    data->step_ns = step_ns >= 0 ? step_ns : (double)NAN;
    return true;
}

/* --- events -------------------------------------------------------------------------------- */

/* Returns whether it is the first of its worker. */
static bool is_warm_up(struct reading *reading, uint32_t worker)
{
    uint32_t step = 0;

    if (gau_map_next(&reading->workers, worker, &step) > 0)
        return false;
    reading->out_of_memory = !gau_map_add(&reading->workers, worker, 1);
    return true;
}

static void set_part(struct reading *reading, struct gau_region_part *part,
                     const struct gau_trace_region_sum *sum)
{
    uint32_t step = 0;

    /* A region that is new when all is read again has no row. */
    part->row = reading->take ? gau_map_next(&reading->data->by_id, sum->region, &step) - 1
                              : gau_region_row_of(reading->data, sum->region, NULL);
    reading->out_of_memory |= !reading->take && part->row == GAU_REGION_NO_ROW;
    part->charges[GAU_REGION_OF_STEPS] = (double)sum->of_steps;
    part->charges[GAU_REGION_AT_LOCATION] = (double)sum->at_location;
    part->charges[GAU_REGION_BY_BIRTH] = (double)sum->by_birth;
    part->charges[GAU_REGION_BY_ORIGIN] = (double)sum->by_origin;
    part->steps = sum->steps;
    part->intervals = sum->intervals;
}

/* Returns false if out of memory. */
static bool set_parts(struct reading *reading, const struct gau_trace_region_event *event)
{
    for (uint32_t i = 0; i < event->count; i++) {
        if (i >= reading->size &&
            !gau_array_grow(&reading->parts, i, &reading->size, sizeof *reading->parts))
            reading->out_of_memory = true;
        if (!reading->out_of_memory)
            set_part(reading, &reading->parts[i], &event->sums[i]);
        if (reading->out_of_memory)
            return false;
    }
    return true;
}

static bool take_event(void *user, const struct gau_trace_region_event *event)
{
    struct reading *const reading = user;
    struct gau_region_event taken = {.number = event->number,
                                     .wall = (double)event->duration,
                                     .unaccounted = (double)event->duration,
                                     .n = event->count};

    if (event->flags & GAU_TRACE_EVENT_UNFINISHED) {
        reading->unfinished++;
        return true;
    }
    reading->ended++;
    if (is_warm_up(reading, event->worker))
        return !reading->out_of_memory;
    if (!set_parts(reading, event))
        return false;
    taken.parts = reading->parts;
    for (size_t i = 0; i < taken.n; i++)
        taken.unaccounted -= taken.parts[i].charges[GAU_REGION_OF_STEPS];
    if (reading->take) {
        reading->take(reading->user, &taken);
        return true;
    }
    reading->data->fallbacks += event->fallbacks;
    gau_region_data_add(reading->data, &taken);
    return true;
}

static enum gau_trace_status read_file(struct reading *reading, struct gau_trace_header *header,
                                       struct gau_trace_damage *damage, char *message, size_t size)
{
    static const struct gau_trace_visitor first = {.region_name = set_name,
                                                   .region_event = take_event,
                                                   .event_totals = set_event_totals,
                                                   .result = add_result,
                                                   .region_totals = set_region_totals};
    static const struct gau_trace_visitor again = {.region_event = take_event};
    const enum gau_trace_status status =
        gau_trace_read(reading->data->file, reading->take ? &again : &first, reading, header,
                       damage, message, size);

    gau_map_clear(&reading->workers);
    free(reading->parts);
    return reading->out_of_memory ? GAU_TRACE_NO_MEMORY : status;
}

/* --- the file ------------------------------------------------------------------------------ */

static void add_note(void *user, const char *sentence)
{
    struct reading *const reading = user;

    reading->out_of_memory |= !gau_region_note(reading->data, "%s", sentence);
}

static void fail_reading(const char *folder, const char *name, enum gau_trace_status status,
                         const char *message, gau_error *error)
{
    if (status == GAU_TRACE_NO_MEMORY)
        gau_fail_memory(error, "regions of '%.*s'", GAU_QUOTE(folder));
    else
        gau_recorded_file_fail(folder, name, status, message,
                               "run it with a RegionAuditor, or name a file of k4Bench, "
                               "LABEL_regions.json",
                               error);
}

void gau_recorded_regions_read(struct gau_region_data *data, const char *folder, const char *name,
                               gau_error *error)
{
    struct reading reading = {.data = data};
    struct gau_recorded_file file;
    struct gau_trace_header header = {0};
    struct gau_trace_damage damage = {0};
    enum gau_trace_status status;
    char message[256] = "";

    gau_recorded_file_choose(&file, folder, "regions", name, error);
    if (error->status != GAU_OK)
        return;
    data->warm_up = "the first event of each worker";
    data->has_steps = true;
    data->unit_s = 1e-9; /* until it is known: for hints alone */
    data->file = strdup(file.path);
    status = data->file ? read_file(&reading, &header, &damage, message, sizeof message)
                        : GAU_TRACE_NO_MEMORY;
    if (status == GAU_TRACE_OK) {
        gau_recorded_file_damage(file.name, &damage, reading.totals.ended, add_note, &reading);
        gau_recorded_file_missing(&reading.totals, reading.ended, reading.unfinished, add_note,
                                  &reading);
        gau_recorded_results_missing(&reading.results, add_note, &reading);
        if (reading.ended > 0 && data->events == 0)
            add_note(&reading, "all events are warm-up: nothing is left for the tables");
    }
    gau_recorded_results_clear(&reading.results);
    if (!(reading.totals.tick_ns > 0))
        data->unit_s = (double)NAN;
    if (reading.out_of_memory || status == GAU_TRACE_NO_MEMORY)
        fail_reading(folder, file.name, GAU_TRACE_NO_MEMORY, message, error);
    else if (status != GAU_TRACE_OK)
        fail_reading(folder, file.name, status, message, error);
    else if (header.version > 0 && header.content != GAU_TRACE_REGIONS)
        fail_reading(folder, file.name, GAU_TRACE_NO_TRACE, "it holds no regions", error);
}

void gau_recorded_regions_each(struct gau_region_data *data, gau_region_take *take, void *user,
                               gau_error *error)
{
    struct reading reading = {.data = data, .take = take, .user = user};
    char message[256] = "";
    const enum gau_trace_status status = read_file(&reading, NULL, NULL, message, sizeof message);

    if (status == GAU_TRACE_NO_MEMORY)
        gau_fail_memory(error, "regions of '%.*s'", GAU_QUOTE(data->file));
    else if (status != GAU_TRACE_OK)
        gau_fail_first(error, GAU_ERR_IO, "%s: %s", data->file, message);
}
