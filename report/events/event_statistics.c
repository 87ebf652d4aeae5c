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
    times->core_s = times->values_s[GAU_EVENT_MEDIAN] + 3.5 * gau_robust_deviation(values, n);
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

size_t gau_event_slowest(const struct gau_event_row **rows, size_t most,
                         const struct gau_event_data *data)
{
    const struct gau_event_row **const all = calloc(data->n + 1, sizeof(struct gau_event_row *));
    size_t n = 0;

    if (!all)
        return (size_t)-1;
    for (size_t i = 0; i < data->n; i++)
        if (!isnan(time_of(&data->rows[i], false)))
            all[n++] = &data->rows[i];
    qsort(all, n, sizeof(struct gau_event_row *), by_time);
    n = n < most ? n : most;
    for (size_t i = 0; i < n; i++)
        rows[i] = all[i];
    free(all);
    return n;
}

/* --- histogram ----------------------------------------------------------------------------- */

static void set_edges(struct gau_event_histogram *histogram, const struct gau_event_times *times)
{
    const double low = times->values_s[GAU_EVENT_MINIMUM];
    const double most = times->values_s[GAU_EVENT_MAXIMUM];
    const double high = times->core_s > low ? fmin(times->core_s, most) : most;
    size_t even;

    histogram->has_outliers = high < most;
    histogram->n = high > low ? GAU_EVENT_BINS : 1;
    even = histogram->n - histogram->has_outliers;
    for (size_t i = 0; i < histogram->n; i++)
        histogram->edges_s[i] = low + (high - low) * (double)i / (double)even;
    histogram->edges_s[histogram->n] = most;
}

static size_t bin_of(const struct gau_event_histogram *histogram, double time)
{
    size_t bin = 0;

    while (bin + 1 < histogram->n && time >= histogram->edges_s[bin + 1])
        bin++;
    return bin;
}

void gau_event_histogram_fill(struct gau_event_histogram *histogram,
                              const struct gau_event_times *times,
                              const struct gau_event_data *data)
{
    *histogram = (struct gau_event_histogram){0};
    if (times->n == 0)
        return;
    set_edges(histogram, times);
    for (size_t i = 0; i < data->n; i++) {
        const double time = time_of(&data->rows[i], false);

        if (!isnan(time))
            histogram->counts[bin_of(histogram, time)]++;
    }
}
