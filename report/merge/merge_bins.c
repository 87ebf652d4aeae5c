/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_bins.h"

#include "table/log_histogram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct gau_merge_bins *bins, size_t bin)
{
    const size_t first = bins->n == 0 || bin < bins->first ? bin : bins->first;
    const size_t end =
        bins->n == 0 || bin >= bins->first + bins->n ? bin + 1 : bins->first + bins->n;
    int64_t *calls;

    if (end - first == bins->n)
        return true;
    calls = calloc(end - first, sizeof *calls);
    if (!calls)
        return false;
    if (bins->n > 0)
        memcpy(calls + (bins->first - first), bins->calls, bins->n * sizeof *calls);
    free(bins->calls);
    *bins = (struct gau_merge_bins){.calls = calls, .first = first, .n = end - first};
    return true;
}

static bool add_calls(struct gau_merge_bins *bins, double seconds, int64_t calls)
{
    const double ticks = round(seconds / GAU_MERGE_TICK_S);
    const size_t bin = ticks < 0x1p63 ? gau_log_bin((uint64_t)fmax(ticks, 0)) : GAU_LOG_BINS - 1;

    if (calls == 0)
        return true;
    if (!make_room(bins, bin))
        return false;
    bins->calls[bin - bins->first] += calls;
    return true;
}

/* The first bin has the shortest call, and the last one the longest. */
static bool add_bin(struct gau_merge_bins *bins, double middle_s, int64_t calls,
                    const double *min_s, const double *max_s)
{
    if (min_s && calls > 0) {
        calls--;
        if (!add_calls(bins, *min_s, 1))
            return false;
    }
    if (max_s && calls > 0) {
        calls--;
        if (!add_calls(bins, *max_s, 1))
            return false;
    }
    return add_calls(bins, middle_s, calls);
}

bool gau_merge_bins_add(struct gau_merge_bins *bins, const json_t *pairs, double tick_s,
                        double min_s, double max_s)
{
    const size_t n = json_array_size(pairs);

    for (size_t i = 0; i < n; i++) {
        const json_t *const pair = json_array_get(pairs, i);
        const int64_t bin = json_integer_value(json_array_get(pair, 0)),
                      calls = json_integer_value(json_array_get(pair, 1));
        const bool same = tick_s <= GAU_MERGE_TICK_S && tick_s >= GAU_MERGE_TICK_S;
        double middle;

        if (json_array_size(pair) != 2 || bin < 0 || bin >= GAU_LOG_BINS || calls <= 0)
            return false;
        middle = tick_s * gau_log_middle((size_t)bin);
        if (same ? !add_calls(bins, tick_s * (double)gau_log_edge((size_t)bin), calls)
                 : !add_bin(bins, fmin(fmax(middle, min_s), max_s), calls, i == 0 ? &min_s : NULL,
                            i == n - 1 ? &max_s : NULL))
            return false;
    }
    return true;
}

json_t *gau_merge_bins_pairs(const struct gau_merge_bins *bins)
{
    json_t *const pairs = json_array();
    bool made = pairs;

    for (size_t i = 0; made && i < bins->n; i++)
        if (bins->calls[i] > 0)
            made = json_array_append_new(pairs, json_pack("[I, I]",
                                                          (json_int_t)bins->first + (json_int_t)i,
                                                          (json_int_t)bins->calls[i])) == 0;
    if (made)
        return pairs;
    json_decref(pairs);
    return NULL;
}

double gau_merge_bins_percentile(const struct gau_merge_bins *bins, double fraction, double min_s,
                                 double max_s)
{
    double calls = 0, seen = 0;

    for (size_t i = 0; i < bins->n; i++)
        calls += (double)bins->calls[i];
    for (size_t i = 0; i < bins->n; i++) {
        seen += (double)bins->calls[i];
        if (seen >= ceil(fraction * calls))
            return fmin(fmax(GAU_MERGE_TICK_S * gau_log_middle(bins->first + i), min_s), max_s);
    }
    return 0;
}
