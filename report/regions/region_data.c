/* SPDX-License-Identifier: Apache-2.0 */
#include "region_data.h"

#include "table/heap.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- rows ---------------------------------------------------------------------------------- */

uint32_t gau_region_row_of(struct gau_region_data *data, uint32_t id, const char *name)
{
    uint32_t step = 0, i = gau_map_next(&data->by_id, id, &step);
    char *copy = NULL;

    if (i > 0 && (!name || (data->rows[i - 1].name && strcmp(data->rows[i - 1].name, name) == 0)))
        return i - 1;
    if (name && !(copy = strdup(name)))
        return GAU_REGION_NO_ROW;
    if (i > 0) {
        free(data->rows[i - 1].name);
        data->rows[i - 1].name = copy;
        return i - 1;
    }
    if (!gau_array_grow(&data->rows, data->n, &data->size, sizeof *data->rows) ||
        !gau_map_add(&data->by_id, id, data->n + 1)) {
        free(copy);
        return GAU_REGION_NO_ROW;
    }
    data->rows[data->n] = (struct gau_region_row){.name = copy};
    return data->n++;
}

/* --- means --------------------------------------------------------------------------------- */

/* Welford's method: equal values have the error 0. @p n: with this value. */
static void add_value(struct gau_region_mean *mean, double value, double n)
{
    const double deviation = value - mean->mean;

    mean->mean += deviation / n;
    mean->error += deviation * (value - mean->mean);
}

void gau_region_data_add(struct gau_region_data *data, const struct gau_region_event *event)
{
    const double n = (double)++data->events;

    if (data->events == 1 || event->number < data->first)
        data->first = event->number;
    if (data->events == 1 || event->number > data->last)
        data->last = event->number;
    add_value(&data->wall_s, event->wall, n);
    add_value(&data->unaccounted_s, event->unaccounted, n);
    data->beyond_wall += event->unaccounted * data->unit_s < -1e-6;
    for (size_t i = 0; i < event->n; i++) {
        const struct gau_region_part *const part = &event->parts[i];
        struct gau_region_row *const row = &data->rows[part->row];
        const double seen = (double)++row->seen;

        for (int charge = 0; charge < GAU_REGION_CHARGES; charge++)
            add_value(&row->charges_s[charge], part->charges[charge], seen);
        row->steps += part->steps;
        row->intervals += part->intervals;
    }
}

/* In all other events the value is 0. */
static void finish_mean(struct gau_region_mean *mean, double seen, double n, double unit_s)
{
    const double squares = mean->error + mean->mean * mean->mean * seen * ((n - seen) / n);

    mean->mean *= seen / n * unit_s;
    mean->error = n > 1 ? sqrt(squares / (n - 1) / n) * unit_s : (double)NAN;
}

static bool finish_row(struct gau_region_data *data, struct gau_region_row *row)
{
    const double n = (double)data->events;

    for (int charge = 0; charge < GAU_REGION_CHARGES; charge++)
        finish_mean(&row->charges_s[charge], (double)row->seen, n, data->unit_s);
    row->steps /= n;
    row->intervals /= n;
    if (!row->name && !(row->name = strdup("(without a name)")))
        return false;
    return true;
}

/* --- the order of rows --------------------------------------------------------------------- */

/* A row with what it is ordered by. */
struct ranked {
    struct gau_region_row row;
    double time_s;
    uint32_t place; /* where it was */
    bool is_last;   /* unattributed */
};

static int by_rank(const void *a, const void *b)
{
    const struct ranked *const left = a, *const right = b;

    if (left->is_last != right->is_last)
        return left->is_last - right->is_last;
    return left->time_s > right->time_s   ? -1
           : left->time_s < right->time_s ? 1
                                          : strcmp(left->row.name, right->row.name);
}

/* The map becomes that of the new order: events are read again by it. */
static bool order_rows(struct gau_region_data *data)
{
    struct ranked *const ranked = calloc(data->n + 1, sizeof *ranked);
    uint32_t *const places = calloc(data->n + 1, sizeof *places), step = 0;
    const uint32_t last = gau_map_next(&data->by_id, GAU_REGION_NONE, &step) - 1;
    const bool done = ranked && places;

    for (uint32_t i = 0; done && i < data->n; i++) {
        const double time_s = data->rows[i].charges_s[data->charge].mean;

        ranked[i] = (struct ranked){data->rows[i], time_s, i, i == last};
    }
    if (done)
        qsort(ranked, data->n, sizeof *ranked, by_rank);
    for (uint32_t i = 0; done && i < data->n; i++) {
        data->rows[i] = ranked[i].row;
        places[ranked[i].place] = i + 1;
    }
    for (uint32_t i = 0; done && i < data->by_id.size; i++)
        if (data->by_id.entries[i].value > 0)
            data->by_id.entries[i].value = places[data->by_id.entries[i].value - 1];
    free(ranked);
    free(places);
    return done;
}

bool gau_region_data_finish(struct gau_region_data *data)
{
    const double n = (double)data->events;

    finish_mean(&data->wall_s, n, n, data->unit_s);
    finish_mean(&data->unaccounted_s, n, n, data->unit_s);
    for (uint32_t i = 0; i < data->n; i++)
        if (!finish_row(data, &data->rows[i]))
            return false;
    return order_rows(data);
}

/* --- all of it ----------------------------------------------------------------------------- */

bool gau_region_note(struct gau_region_data *data, const char *format, ...)
{
    va_list args;
    char *note;

    va_start(args, format);
    note = gau_format(format, args);
    va_end(args);
    assert(data->n_notes < GAU_REGION_NOTES);
    if (note)
        data->notes[data->n_notes++] = note;
    return note;
}

bool gau_region_is_charged(const struct gau_region_data *data, enum gau_region_charge charge)
{
    return !data->is_k4bench || charge == GAU_REGION_AT_LOCATION || charge == GAU_REGION_BY_BIRTH;
}

void gau_region_number_text(char text[GAU_REGION_NUMBER_SIZE], const struct gau_region_data *data,
                            uint64_t number)
{
    if (data->is_k4bench)
        snprintf(text, GAU_REGION_NUMBER_SIZE, "%" PRId64, (int64_t)(number ^ 1ULL << 63));
    else
        snprintf(text, GAU_REGION_NUMBER_SIZE, "%" PRIu64, number);
}

void gau_region_data_clear(struct gau_region_data *data)
{
    for (uint32_t i = 0; i < data->n; i++)
        free(data->rows[i].name);
    free(data->rows);
    gau_map_clear(&data->by_id);
    free(data->file);
    json_decref(data->json);
    gau_text_pool_clear(&data->names);
    gau_bump_allocator_clear(&data->heap);
    for (size_t i = 0; i < data->n_notes; i++)
        free(data->notes[i]);
    *data = (struct gau_region_data){0};
}
