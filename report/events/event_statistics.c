/* SPDX-License-Identifier: Apache-2.0 */
#include "event_statistics.h"

#include <math.h>
#include <stdlib.h>

static double time_of(const struct gau_event_row *row, bool cpu)
{
    const double time = cpu ? row->cpu_s : row->time_s;

    return row->marks & GAU_EVENT_WARM_UP ? (double)NAN : time;
}

static void set_statistics(struct gau_event_times *times, double *values, size_t n)
{
    const double deviation = sqrt(gau_variance(values, n));

    times->values_s[GAU_EVENT_MEAN] = gau_mean(values, n);
    times->values_s[GAU_EVENT_ERROR] = deviation / sqrt((double)n);
    times->values_s[GAU_EVENT_DEVIATION] = deviation;
    times->values_s[GAU_EVENT_MEDIAN] = gau_quantile(values, n, 0.5); /* and sorts them */
    times->values_s[GAU_EVENT_P95] = gau_quantile(values, n, 0.95);
    times->values_s[GAU_EVENT_P99] = gau_quantile(values, n, 0.99);
    times->values_s[GAU_EVENT_MINIMUM] = gau_quantile(values, n, 0);
    times->values_s[GAU_EVENT_MAXIMUM] = gau_quantile(values, n, 1);
    times->values_s[GAU_EVENT_TRIMMED] =
        n >= GAU_EVENT_TRIMMED_LEAST ? gau_mean(values, n - n / 20) : (double)NAN;
}

bool gau_event_times_of(struct gau_event_times *times, const struct gau_event_data *data, bool cpu)
{
    double *const values = calloc(data->n + 1, sizeof *values);

    if (!values)
        return false;
    times->n = 0;
    for (size_t i = 0; i < data->n; i++) {
        const double time = time_of(&data->rows[i], cpu);

        if (!isnan(time))
            values[times->n++] = time;
    }
    set_statistics(times, values, times->n);
    free(values);
    return true;
}

static int by_time(const void *a, const void *b)
{
    const struct gau_event_row *const left = *(const struct gau_event_row *const *)a;
    const struct gau_event_row *const right = *(const struct gau_event_row *const *)b;

    return left->time_s == right->time_s
               ? (left > right) - (left < right)
               : (left->time_s < right->time_s) - (left->time_s > right->time_s);
}

/* All that could be among the slowest so far; when there are twice as many, the others go. */
struct candidates {
    const struct gau_event_row **rows;
    size_t n, most;
};

static void cut_candidates(struct candidates *candidates)
{
    qsort(candidates->rows, candidates->n, sizeof *candidates->rows, by_time);
    candidates->n = candidates->n < candidates->most ? candidates->n : candidates->most;
}

size_t gau_event_slowest(const struct gau_event_row **rows, size_t most,
                         const struct gau_event_data *data)
{
    struct candidates all = {.rows = calloc(2 * most + 1, sizeof(struct gau_event_row *)),
                             .most = most};
    double least = -INFINITY; /* that is needed to be one */

    if (!all.rows)
        return (size_t)-1;
    for (size_t i = 0; most > 0 && i < data->n; i++) {
        if (!(time_of(&data->rows[i], false) > least))
            continue;
        all.rows[all.n++] = &data->rows[i];
        if (all.n == 2 * most) {
            cut_candidates(&all);
            least = all.rows[most - 1]->time_s;
        }
    }
    cut_candidates(&all);
    for (size_t i = 0; i < all.n; i++)
        rows[i] = all.rows[i];
    free(all.rows);
    return all.n;
}

/* --- histogram ----------------------------------------------------------------------------- */

enum { FINEST = 1024 }; /* bins; a power of 2 */

/* Of the bins, from the shortest time to the longest, or from its logarithm. */
struct scale {
    double low, range;
    bool is_logarithmic;
};

/* Times of 0 are in the first bin of logarithms. */
static struct scale scale_of(const struct gau_event_times *times, const struct gau_event_data *data)
{
    const double least = times->values_s[GAU_EVENT_MINIMUM];
    const double most = times->values_s[GAU_EVENT_MAXIMUM];
    double low = most;

    for (size_t i = 0; least <= 0 && i < data->n; i++) {
        const double time = time_of(&data->rows[i], false);

        if (time > 0 && time < low)
            low = time;
    }
    low = least > 0 ? least : low;
    if (low > 0 && most > 10 * low)
        return (struct scale){log(low), log(most) - log(low), true};
    return (struct scale){least, most - least, false};
}

static double edge_of(const struct scale *scale, double part)
{
    const double edge = scale->low + part * scale->range;

    return scale->is_logarithmic ? exp(edge) : edge;
}

static size_t bin_of(const struct scale *scale, double time)
{
    const double above = (scale->is_logarithmic ? log(time) : time) - scale->low;
    const double bin = scale->range > 0 ? above / scale->range * FINEST : 0;

    return (size_t)fmin(fmax(bin, 0), FINEST - 1);
}

/* Returns whether the bins, with empty ones together, are at most so many. */
static bool put_bins(struct gau_event_histogram *histogram, const struct scale *scale,
                     const size_t *counts, size_t n, size_t most)
{
    histogram->n = 0;
    histogram->has_gaps = false;
    for (size_t i = 0, next; i < n; i = next) {
        for (next = i + 1; counts[i] == 0 && counts[next] == 0;)
            next++; /* the last has the longest time */
        if (histogram->n == most)
            return false;
        histogram->has_gaps |= next > i + 1;
        histogram->counts[histogram->n] = counts[i];
        histogram->is_gap[histogram->n] = next > i + 1;
        histogram->edges_s[histogram->n++] = edge_of(scale, (double)i / (double)n);
    }
    return true;
}

void gau_event_histogram_fill(struct gau_event_histogram *histogram,
                              const struct gau_event_times *times,
                              const struct gau_event_data *data)
{
    const size_t most = (size_t)fmin(4 + sqrt((double)times->n), GAU_EVENT_BINS);
    size_t counts[FINEST] = {0}, n = FINEST;
    struct scale scale;

    *histogram = (struct gau_event_histogram){0};
    if (times->n == 0)
        return;
    scale = scale_of(times, data);
    for (size_t i = 0; i < data->n; i++) {
        const double time = time_of(&data->rows[i], false);

        if (!isnan(time))
            counts[bin_of(&scale, time)]++;
    }
    for (n = scale.range > 0 ? n : 1; !put_bins(histogram, &scale, counts, n, most); n /= 2)
        for (size_t i = 0; i < n / 2; i++)
            counts[i] = counts[2 * i] + counts[2 * i + 1];
    histogram->is_logarithmic = scale.is_logarithmic;
    histogram->edges_s[0] = times->values_s[GAU_EVENT_MINIMUM];
    histogram->edges_s[histogram->n] = times->values_s[GAU_EVENT_MAXIMUM];
}
