/* SPDX-License-Identifier: Apache-2.0 */
#include "event_memory.h"

#include <math.h>
#include <stdlib.h>

static double memory_of(const struct gau_event_row *row, enum gau_event_memory memory)
{
    return row->marks & GAU_EVENT_WARM_UP ? (double)NAN : row->end_mib[memory];
}

/* Memory changes in time, whatever the numbers of events are. */
static const struct gau_event_row *row_in_time(const struct gau_event_data *data, size_t i)
{
    return &data->rows[data->by_end[i]];
}

enum gau_event_memory gau_event_growing_memory(const struct gau_event_data *data)
{
    for (size_t i = 0; i < data->n; i++)
        if (!isnan(memory_of(&data->rows[i], GAU_EVENT_ANONYMOUS)))
            return GAU_EVENT_ANONYMOUS;
    return GAU_EVENT_TOTAL;
}

struct gau_event_overlap gau_event_overlap_of(const struct gau_event_data *data)
{
    const enum gau_event_memory memory = gau_event_growing_memory(data);
    struct gau_event_overlap overlap = {0};

    for (size_t i = 0; i < data->n; i++) {
        if (isnan(memory_of(&data->rows[i], memory)))
            continue;
        overlap.n++;
        overlap.overlapped += (data->rows[i].marks & GAU_EVENT_OVERLAPPED) != 0;
    }
    return overlap;
}

static struct gau_event_mean mean_of(const double *values, size_t n)
{
    return (struct gau_event_mean){gau_mean(values, n), sqrt(gau_variance(values, n) / (double)n)};
}

static void set_use(struct gau_event_memory_use *use, const double *values, size_t n)
{
    const size_t quarter = n / 4;

    *use = (struct gau_event_memory_use){.n = n, (double)NAN, (double)NAN, (double)NAN};
    use->quarters[0] = mean_of(values, quarter);
    use->quarters[1] = mean_of(values + n - quarter, quarter);
    if (n == 0)
        return;
    use->first = use->highest = values[0];
    use->last = values[n - 1];
    for (size_t i = 1; i < n; i++)
        use->highest = fmax(use->highest, values[i]);
}

bool gau_event_memory_use_of(struct gau_event_memory_use *use, const struct gau_event_data *data,
                             enum gau_event_memory memory)
{
    double *const values = calloc(data->n + 1, sizeof *values);
    size_t n = 0;

    if (!values)
        return false;
    for (size_t i = 0; i < data->n && !gau_event_has_processes(data); i++) {
        const double value = memory_of(row_in_time(data, i), memory);

        if (!isnan(value))
            values[n++] = value;
    }
    set_use(use, values, n);
    free(values);
    return true;
}

/* --- growth -------------------------------------------------------------------------------- */

struct points {
    double *x, *y;
    size_t n;
};

static void set_points(struct points *points, const struct gau_event_data *data,
                       enum gau_event_memory memory, bool per_second)
{
    for (size_t i = 0; i < data->n && !gau_event_has_processes(data); i++) {
        const struct gau_event_row *const row = row_in_time(data, i);
        const double event = data->is_k4bench ? (double)row->number : (double)i;
        const double x = per_second ? row->start_s : event;
        const double y = memory_of(row, memory);

        if (isnan(x) || isnan(y))
            continue;
        points->x[points->n] = x;
        points->y[points->n++] = y;
    }
}

/* Keeps so many of all, from the first to the last. */
static void thin_points(struct points *points, size_t most)
{
    const size_t last = points->n - 1;

    if (points->n <= most)
        return;
    for (size_t i = 0; i < most; i++) {
        const size_t from = i * last / (most - 1);

        points->x[i] = points->x[from];
        points->y[i] = points->y[from];
    }
    points->n = most;
}

bool gau_event_growth_of(struct gau_event_growth *growth, const struct gau_event_data *data,
                         enum gau_event_memory memory, bool per_second)
{
    struct points points = {.x = calloc(data->n + 1, sizeof(double)),
                            .y = calloc(data->n + 1, sizeof(double))};
    bool done = points.x && points.y;

    *growth = (struct gau_event_growth){.slope = {(double)NAN, (double)NAN, (double)NAN}};
    if (done) {
        set_points(&points, data, memory, per_second);
        growth->n = points.n;
        thin_points(&points, GAU_EVENT_GROWTH_MOST);
        growth->used = points.n;
        if (points.n >= GAU_EVENT_GROWTH_LEAST)
            done = gau_theil_sen(&growth->slope, points.x, points.y, points.n, 0.95);
    }
    free(points.x);
    free(points.y);
    return done;
}

/* --- rises --------------------------------------------------------------------------------- */

static void insert_rise(struct gau_event_rise *rises, size_t *n, struct gau_event_rise rise)
{
    size_t at = *n < GAU_EVENT_RISES ? (*n)++ : GAU_EVENT_RISES;

    for (; at > 0 && rise.mib > rises[at - 1].mib; at--)
        if (at < GAU_EVENT_RISES)
            rises[at] = rises[at - 1];
    if (at < GAU_EVENT_RISES)
        rises[at] = rise;
}

size_t gau_event_rises(struct gau_event_rise rises[GAU_EVENT_RISES],
                       const struct gau_event_data *data, enum gau_event_memory memory)
{
    double before = (double)NAN;
    size_t n = 0;

    for (size_t i = 0; i < data->n && !gau_event_has_processes(data); i++) {
        const struct gau_event_row *const row = row_in_time(data, i);
        const double value = memory_of(row, memory);

        if (value > before)
            insert_rise(rises, &n, (struct gau_event_rise){row, value - before});
        if (!isnan(value))
            before = value;
    }
    return n;
}
