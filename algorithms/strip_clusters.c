/* SPDX-License-Identifier: Apache-2.0 */
#include "strip_clusters.h"

#include <math.h>
#include <stdbool.h>

size_t gau_strips_disorder(const struct gau_strips *strips)
{
    for (size_t i = 1; i < strips->n; i++) {
        const double step = strips->layer[i] - strips->layer[i - 1];

        if (step < 0 || (step == 0 && !(strips->strip[i] > strips->strip[i - 1])))
            return i;
    }
    return strips->n;
}

static bool is_on(const struct gau_strips *strips, size_t i, const struct gau_strip_cuts *cuts)
{
    return strips->charge[i] >= cuts->channel * cuts->noise;
}

/* Where the run of neighbouring strips that are on ends. */
static size_t end_of(const struct gau_strips *strips, size_t begin,
                     const struct gau_strip_cuts *cuts)
{
    size_t end = begin + 1;

    while (end < strips->n && is_on(strips, end, cuts) &&
           strips->layer[end] == strips->layer[begin] &&
           strips->strip[end] == strips->strip[end - 1] + 1)
        end++;
    return end;
}

/* The noise of each strip moves the centre by its distance from it, by the charge. */
static double error_of(const struct gau_strips *strips, size_t begin,
                       const struct gau_strip_cluster *cluster, double noise)
{
    double sum = 0;

    if (cluster->size == 1)
        return sqrt(1.0 / 12);
    for (size_t i = begin; i < begin + cluster->size; i++) {
        const double d = strips->strip[i] - cluster->position;

        sum += d * d;
    }
    return noise * sqrt(sum) / cluster->charge;
}

static bool make(struct gau_strip_cluster *out, const struct gau_strips *strips, size_t begin,
                 size_t end, const struct gau_strip_cuts *cuts)
{
    const size_t size = end - begin;
    double charge = 0, moment = 0, largest = 0;

    for (size_t i = begin; i < end; i++) {
        charge += strips->charge[i];
        moment += strips->charge[i] * (strips->strip[i] - strips->strip[begin]);
        largest = fmax(largest, strips->charge[i]);
    }
    if (!(largest >= cuts->seed * cuts->noise) ||
        !(charge >= cuts->cluster * cuts->noise * sqrt((double)size)))
        return false;
    *out = (struct gau_strip_cluster){.layer = strips->layer[begin],
                                      .position = strips->strip[begin] + moment / charge,
                                      .charge = charge,
                                      .size = size};
    out->error = error_of(strips, begin, out, cuts->noise);
    return true;
}

size_t gau_strip_cluster_all(struct gau_strip_cluster *out, const struct gau_strips *strips,
                             const struct gau_strip_cuts *cuts)
{
    size_t n = 0, next;

    for (size_t i = 0; i < strips->n; i = next) {
        next = is_on(strips, i, cuts) ? end_of(strips, i, cuts) : i + 1;
        if (is_on(strips, i, cuts) && make(&out[n], strips, i, next, cuts))
            n++;
    }
    return n;
}
