/* SPDX-License-Identifier: Apache-2.0 */
#include "rows.h"

#include "report/views/document.h"

#include <math.h>

/* Bins of histograms as doc/results.md describes them, up to 2^64 ticks. */
enum { BINS = 1920 };

struct histogram {
    uint64_t counts[BINS], calls;
};

/* --- histograms ---------------------------------------------------------------------------- */

static double edge_of(size_t bin)
{
    const int shift = bin < 64 ? 0 : (int)(bin / 32) - 1;

    return ldexp((double)(bin - 32 * (size_t)shift), shift);
}

static double middle_of(size_t bin)
{
    const double low = edge_of(bin), high = edge_of(bin + 1);

    return high - low > 1 ? (low + high) / 2 : low;
}

static void add_histogram(struct histogram *out, const struct gau_fields *row)
{
    const json_t *const pairs = json_object_get(row->object, "histogram");

    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *const pair = json_array_get(pairs, i);
        const json_t *const bin = json_array_get(pair, 0), *const calls = json_array_get(pair, 1);
        const json_int_t number = json_integer_value(bin), n = json_integer_value(calls);

        if (!json_is_integer(bin) || !json_is_integer(calls) || number < 0 || number >= BINS ||
            n < 0 || (uint64_t)n > UINT64_MAX - out->calls) {
            gau_view_fail(row->error, GAU_VIEW_FAILED,
                          "%s.json: %s[%zu].histogram[%zu]: a pair of a bin below %d and its calls "
                          "was expected",
                          row->document, row->table, row->row, i, (int)BINS);
            return;
        }
        out->counts[number] += (uint64_t)n;
        out->calls += (uint64_t)n;
    }
}

static double percentile(const struct histogram *histogram, double fraction, double tick_s,
                         const struct gau_timing *row)
{
    const double wanted = ceil(fraction * (double)histogram->calls);
    double seen = 0;

    if (histogram->calls == 0)
        return (double)NAN;
    for (size_t i = 0; i < BINS; i++) {
        seen += (double)histogram->counts[i];
        if (seen >= wanted)
            return fmin(fmax(tick_s * middle_of(i), row->min_s), row->max_s);
    }
    return row->max_s;
}

/* --- sums ---------------------------------------------------------------------------------- */

/* What older or foreign documents may not have. */
static double optional(const struct gau_fields *row, const char *key)
{
    return gau_fields_have(row, key) ? gau_fields_real_or_null(row, key) : (double)NAN;
}

static void add_row(struct gau_timing *out, const struct gau_fields *row, bool cpu)
{
    const uint64_t calls = (uint64_t)gau_fields_count(row, "calls");

    out->calls = calls <= INT64_MAX - out->calls ? out->calls + calls : INT64_MAX;
    out->total_s += gau_fields_real(row, "total_s");
    out->self_s += gau_fields_real(row, "self_s");
    if (cpu) {
        out->cpu_total_s += gau_fields_real_or_null(row, "cpu_total_s");
        out->cpu_self_s += gau_fields_real_or_null(row, "cpu_self_s");
    }
    if (calls == 0)
        return;
    out->sum_sq_s2 += optional(row, "sum_sq_s2");
    out->min_s = fmin(out->min_s, gau_fields_real_or_null(row, "min_s"));
    out->max_s = fmax(out->max_s, gau_fields_real_or_null(row, "max_s"));
}

void gau_timing_sum(struct gau_timing *out, const struct gau_timing_source *sources, size_t n,
                    bool cpu, double tick_s)
{
    struct histogram histogram = {.calls = 0};

    out->min_s = out->max_s = (double)NAN;
    out->p50_s = out->p90_s = out->p99_s = (double)NAN;
    out->cpu_total_s = out->cpu_self_s = cpu ? 0 : (double)NAN;
    for (size_t i = 0; i < n; i++) {
        add_row(out, &sources[i].fields, cpu);
        add_histogram(&histogram, &sources[i].fields);
    }
    if (isnan(tick_s))
        return;
    out->p50_s = percentile(&histogram, 0.50, tick_s, out);
    out->p90_s = percentile(&histogram, 0.90, tick_s, out);
    out->p99_s = percentile(&histogram, 0.99, tick_s, out);
}
