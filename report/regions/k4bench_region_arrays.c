/* SPDX-License-Identifier: Apache-2.0 */
#include "k4bench_region_arrays.h"

#include "report/events/k4bench_arrays.h"
#include "table/heap.h"

#include <stdlib.h>
#include <string.h>

/* Of another length than the others, or none, the last is ignored. */
enum array {
    NUMBERS,
    WALL,
    SUM,
    UNACCOUNTED,
    AT_LOCATION,
    BY_BIRTH,
    N_ARRAYS,
    INTERVALS = N_ARRAYS
};

static const struct gau_k4bench_array arrays[] = {
    [NUMBERS] = {.key = GAU_K4BENCH_NUMBERS, .required = true},
    [WALL] = {.key = "event_wall_seconds", .required = true},
    [SUM] = {.key = "event_region_sum_seconds", .required = true},
    [UNACCOUNTED] = {.key = "event_unaccounted_seconds", .required = true},
    [AT_LOCATION] = {.key = "at_location_seconds", .required = true},
    [BY_BIRTH] = {.key = "by_birth_seconds", .required = true},
    [INTERVALS] = {.key = "interval_counts"},
};

static const json_t *array_of(const struct gau_region_data *data, enum array which)
{
    return json_object_get(data->json, arrays[which].key);
}

/* --- what is refused ----------------------------------------------------------------------- */

static void check_numbers(const struct gau_region_data *data, const json_t *array, gau_error *error)
{
    struct gau_map seen = {0};

    for (size_t i = 0; i < json_array_size(array) && error->status == GAU_OK; i++) {
        const json_t *const value = json_array_get(array, i);
        const json_int_t number = json_integer_value(value);
        uint32_t step = 0;

        if (!json_is_integer(value))
            gau_k4bench_fail_element(data->file, arrays[NUMBERS].key, i, "a whole number", error);
        else if (gau_map_next(&seen, (uint64_t)number, &step) > 0)
            gau_fail_first(error, GAU_ERR_IO,
                           "%s: %s has the number %" JSON_INTEGER_FORMAT " more than once",
                           data->file, arrays[NUMBERS].key, number);
        else if (!gau_map_add(&seen, (uint64_t)number, 1))
            gau_fail_memory(error, "regions of '%.*s'", GAU_QUOTE(data->file));
    }
    gau_map_clear(&seen);
}

static void check_times(const struct gau_region_data *data, enum array which, gau_error *error)
{
    const json_t *const array = array_of(data, which);

    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *const value = json_array_get(array, i);

        if (!json_is_number(value) && !json_is_null(value))
            gau_k4bench_fail_element(data->file, arrays[which].key, i, "a number", error);
    }
}

static void check_objects(const struct gau_region_data *data, enum array which, gau_error *error)
{
    const char *const key = arrays[which].key;
    const json_t *const array = array_of(data, which);

    for (size_t i = 0; i < json_array_size(array) && error->status == GAU_OK; i++) {
        json_t *const object = json_array_get(array, i);
        const char *name;
        json_t *value;

        if (!json_is_object(object))
            gau_k4bench_fail_element(data->file, key, i, "an object", error);
        json_object_foreach(object, name, value) if (!json_is_number(value) && !json_is_null(value))
            gau_fail_first(error, GAU_ERR_IO, "%s: %s[%zu]: '%.*s' is not a number", data->file,
                           key, i, GAU_QUOTE(name));
    }
}

/* --- events -------------------------------------------------------------------------------- */

/* The parts of an event, and where those of a region are: their index + 1. */
struct parts {
    struct gau_region_data *data;
    struct gau_region_part *items;
    uint32_t *places;
    uint32_t n, size, n_places, places_size;
    bool out_of_memory;
};

static uint32_t row_of(struct gau_region_data *data, const char *name)
{
    const bool none = strcmp(name, GAU_REGION_UNATTRIBUTED) == 0;
    const uint32_t id = none ? GAU_REGION_NONE : gau_text_pool_put(&data->names, name) + 1;

    return data->names.failed ? GAU_REGION_NO_ROW : gau_region_row_of(data, id, name);
}

/* NULL: out of memory. */
static struct gau_region_part *part_of(struct parts *parts, const char *name)
{
    const uint32_t row = row_of(parts->data, name);

    while (
        row != GAU_REGION_NO_ROW && parts->n_places <= row &&
        gau_array_grow(&parts->places, parts->n_places, &parts->places_size, sizeof *parts->places))
        parts->places[parts->n_places++] = 0;
    parts->out_of_memory |= row == GAU_REGION_NO_ROW || parts->n_places <= row;
    if (!parts->out_of_memory && parts->places[row] == 0) {
        parts->out_of_memory =
            !gau_array_grow(&parts->items, parts->n, &parts->size, sizeof *parts->items);
        if (!parts->out_of_memory) {
            parts->items[parts->n] = (struct gau_region_part){.row = row};
            parts->places[row] = ++parts->n;
        }
    }
    return parts->out_of_memory ? NULL : &parts->items[parts->places[row] - 1];
}

/* Adds what an event has in an array: times at location or by birth, or intervals. */
static void add_numbers(struct parts *parts, enum array which, size_t i)
{
    json_t *const object = json_array_get(array_of(parts->data, which), i);
    const char *name;
    json_t *value;

    json_object_foreach(object, name, value)
    {
        struct gau_region_part *const part = part_of(parts, name);

        if (!part)
            return;
        if (which == INTERVALS)
            part->intervals = json_number_value(value);
        else
            part->charges[which == AT_LOCATION ? GAU_REGION_AT_LOCATION : GAU_REGION_BY_BIRTH] =
                json_number_value(value);
    }
}

static void take_parts(struct parts *parts, size_t i, gau_region_take *take, void *user)
{
    const struct gau_region_data *const data = parts->data;
    const json_t *const rest = json_array_get(array_of(data, UNACCOUNTED), i);
    struct gau_region_event event = {
        .number =
            (uint64_t)json_integer_value(json_array_get(array_of(data, NUMBERS), i)) ^ 1ULL << 63,
        .wall = json_number_value(json_array_get(array_of(data, WALL), i))};

    parts->n = 0;
    add_numbers(parts, AT_LOCATION, i);
    add_numbers(parts, BY_BIRTH, i);
    if (data->has_steps)
        add_numbers(parts, INTERVALS, i);
    event.n = parts->n;
    event.parts = parts->items;
    event.unaccounted = json_is_null(rest) ? event.wall : json_number_value(rest);
    for (size_t part = 0; part < event.n; part++) {
        if (json_is_null(rest))
            event.unaccounted -= event.parts[part].charges[GAU_REGION_AT_LOCATION];
        parts->places[event.parts[part].row] = 0;
    }
    if (!parts->out_of_memory)
        take(user, &event);
}

/* Returns how many events have no wall time: they are left out. */
static uint64_t take_events(struct gau_region_data *data, gau_region_take *take, void *user,
                            gau_error *error)
{
    struct parts parts = {.data = data};
    uint64_t left_out = 0;

    for (size_t i = 0; i < json_array_size(array_of(data, NUMBERS)) && !parts.out_of_memory; i++) {
        if (json_integer_value(json_array_get(array_of(data, NUMBERS), i)) == GAU_K4BENCH_WARM_UP)
            continue;
        if (json_is_null(json_array_get(array_of(data, WALL), i)))
            left_out++;
        else
            take_parts(&parts, i, take, user);
    }
    if (parts.out_of_memory)
        gau_fail_memory(error, "regions of '%.*s'", GAU_QUOTE(data->file));
    free(parts.items);
    free(parts.places);
    return left_out;
}

void gau_k4bench_regions_each(struct gau_region_data *data, gau_region_take *take, void *user,
                              gau_error *error)
{
    take_events(data, take, user, error);
}

/* --- the file ------------------------------------------------------------------------------ */

/* Regions that no event has are there, too. */
static bool add_indexed(struct gau_region_data *data)
{
    const json_t *const names = json_object_get(data->json, "indexed_top_level_detectors");

    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *const name = json_string_value(json_array_get(names, i));

        if (name && row_of(data, name) == GAU_REGION_NO_ROW)
            return false;
    }
    return true;
}

static void set_facts(struct gau_region_data *data)
{
    const json_t *const cost = json_object_get(data->json, "per_step_timer_overhead_ns");

    data->has_steps = array_of(data, INTERVALS) && json_array_size(array_of(data, INTERVALS)) ==
                                                       json_array_size(array_of(data, NUMBERS));
    data->unit_s = 1;
    data->warm_up = "event 0";
    if (json_is_number(cost) && json_number_value(cost) >= 0)
        data->step_ns = json_number_value(cost);
}

static void check_file(const struct gau_region_data *data, gau_error *error)
{
    check_numbers(data, array_of(data, NUMBERS), error);
    check_times(data, WALL, error);
    check_times(data, SUM, error);
    check_times(data, UNACCOUNTED, error);
    check_objects(data, AT_LOCATION, error);
    check_objects(data, BY_BIRTH, error);
    if (data->has_steps)
        check_objects(data, INTERVALS, error);
}

static void add_event(void *user, const struct gau_region_event *event)
{
    gau_region_data_add(user, event);
}

void gau_k4bench_regions_read(struct gau_region_data *data, const char *path, gau_error *error)
{
    data->json = gau_k4bench_load(path, "regions", arrays, N_ARRAYS, error);
    if (!data->json)
        return;
    data->file = strdup(path);
    if (!data->file || !gau_text_pool_init(&data->names, &data->heap)) {
        gau_fail_memory(error, "regions of '%.*s'", GAU_QUOTE(path));
        return;
    }
    set_facts(data);
    check_file(data, error);
    if (error->status != GAU_OK)
        return;
    if (!add_indexed(data))
        gau_fail_memory(error, "regions of '%.*s'", GAU_QUOTE(path));
    else
        data->without_wall = take_events(data, add_event, data, error);
}
