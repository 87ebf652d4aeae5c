/* SPDX-License-Identifier: Apache-2.0 */
#include "counts.h"
#include "exact_sum.h"
#include "select.h"

#include <stdlib.h>

/**
 * @file histogram_1d.c
 * Histogram1D: how often a number has which value. Accepts every event.
 *
 *     <algorithm type="Histogram1D" name="Mass">
 *       <property name="Input" value="DiMuon.mass"/>
 *       <property name="Bins" value="100"/>
 *       <property name="Min" value="60"/>
 *       <property name="Max" value="120"/>
 *       <property name="Unit" value="GeV"/>
 *     </algorithm>
 *
 * Input: a column, as TABLE.COLUMN, of which every row is an entry. Bins bins of equal width cover
 * Min to Max; a value on the edge of two belongs to the upper one, Max itself is above. Values
 * below and above are counted as such, what is not a number apart.
 *
 * The document "histogram" has the number of entries (in all, below, above, without a number), mean
 * and standard deviation of those between Min and Max, from the values, not from the bins, and per
 * bin its edges and the entries; it is shown as a picture. Sums are exact before they are rounded:
 * nothing depends on the number of workers.
 */

enum { ENTRIES, BELOW, ABOVE, NO_NUMBERS, N_COUNTS };

static const char *const count_names[] = {"entries", "below", "above", "no_numbers"};

struct histogram {
    char *input, *unit;
    int64_t n_bins;
    double min, max;

    gau_key input_key;
    uint64_t *bins, counts[N_COUNTS];
    struct gau_exact_sum sum;        /* of the values inside, ... */
    struct gau_exact_sum moments[2]; /* of distances from the middle, and of their squares */
};

static const gau_property histogram_properties[] = {
    GAU_STRING(struct histogram, input, "Input", "", "Column that is filled in, as TABLE.COLUMN"),
    GAU_INT(struct histogram, n_bins, "Bins", 50, 1, 10000, "", "Number of bins"),
    GAU_DOUBLE(struct histogram, min, "Min", 0, -HUGE_VAL, HUGE_VAL, "", "Lower edge of the first"),
    GAU_DOUBLE(struct histogram, max, "Max", 1, -HUGE_VAL, HUGE_VAL, "", "Upper edge of the last"),
    GAU_STRING(struct histogram, unit, "Unit", "", "Unit of the values"),
    GAU_PROPERTY_END,
};

/* --- beginning ----------------------------------------------------------------------------- */

static gau_status check(const struct histogram *h, gau_context *ctx)
{
    GAU_TRY(gau_select_check_column("Input", h->input, ctx));
    if (!(h->min < h->max) || !isfinite((h->max - h->min) * (double)h->n_bins))
        return gau_fail(ctx->error, GAU_ERR_RANGE,
                        "Min, %g, and Max, %g, are not two edges in rising order", h->min, h->max);
    return GAU_OK;
}

static gau_status histogram_initialize(void *self, gau_context *ctx)
{
    struct histogram *const h = self;

    GAU_TRY(check(h, ctx));
    h->input_key = gau_store_input(ctx, h->input, GAU_TYPE(double));
    h->bins = calloc((size_t)h->n_bins, sizeof *h->bins);
    if (!h->bins)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for %lld bins",
                        (long long)h->n_bins);
    return GAU_OK;
}

static void histogram_release(void *self)
{
    struct histogram *const h = self;

    free(h->bins);
    h->bins = NULL;
}

/* --- filling ------------------------------------------------------------------------------- */

static double edge_of(const struct histogram *h, int64_t bin)
{
    return bin == h->n_bins ? h->max : h->min + (h->max - h->min) * (double)bin / (double)h->n_bins;
}

/* The edges decide, not the rounding of the division. */
static size_t bin_of(const struct histogram *h, double x)
{
    int64_t bin = (int64_t)((x - h->min) / (h->max - h->min) * (double)h->n_bins);

    bin = bin < h->n_bins ? bin : h->n_bins - 1;
    if (bin > 0 && x < edge_of(h, bin))
        bin--;
    else if (bin + 1 < h->n_bins && x >= edge_of(h, bin + 1))
        bin++;
    return (size_t)bin;
}

/* Second moments are taken around the middle, so that little is lost when one is subtracted. */
static double middle_of(const struct histogram *h)
{
    return h->min + (h->max - h->min) / 2;
}

static void fill(struct histogram *h, double x)
{
    const double d = x - middle_of(h);

    h->counts[ENTRIES]++;
    if (isnan(x) || (x >= h->min && x < h->max && !isfinite(d * d))) {
        h->counts[NO_NUMBERS]++;
    } else if (x < h->min) {
        h->counts[BELOW]++;
    } else if (x >= h->max) {
        h->counts[ABOVE]++;
    } else {
        h->bins[bin_of(h, x)]++;
        gau_exact_sum_add(&h->sum, x);
        gau_exact_sum_add(&h->moments[0], d);
        gau_exact_sum_add(&h->moments[1], d * d);
    }
}

static gau_status histogram_execute(void *self, gau_context *ctx)
{
    struct histogram *const h = self;
    size_t n;
    const double *const values = gau_store_numbers(ctx, h->input_key, &n);

    for (size_t i = 0; i < n; i++)
        fill(h, values[i]);
    return GAU_OK;
}

/* --- end ----------------------------------------------------------------------------------- */

static void histogram_merge(void *self, void *other)
{
    struct histogram *const h = self;
    const struct histogram *const more = other;

    gau_counts_merge(h->bins, more->bins, (size_t)h->n_bins);
    gau_counts_merge(h->counts, more->counts, N_COUNTS);
    gau_exact_sum_merge(&h->sum, &more->sum);
    for (int i = 0; i < 2; i++)
        gau_exact_sum_merge(&h->moments[i], &more->moments[i]);
}

static void report_bins(const struct histogram *h, gau_result *result)
{
    gau_result_table(result, "bins");
    for (int64_t i = 0; i < h->n_bins; i++) {
        gau_result_row(result);
        gau_result_real(result, "low", "", edge_of(h, i));
        gau_result_real(result, "high", "", edge_of(h, i + 1));
        gau_result_integer(result, "count", "", (int64_t)h->bins[i]);
    }
    gau_result_end(result);
}

static gau_status histogram_finalize(void *self, gau_context *ctx)
{
    const struct histogram *const h = self;
    const double n = (double)(h->counts[ENTRIES] - h->counts[BELOW] - h->counts[ABOVE] -
                              h->counts[NO_NUMBERS]),
                 d = gau_exact_sum_value(&h->moments[0]) / n,
                 variance = gau_exact_sum_value(&h->moments[1]) / n - d * d;
    gau_result *const result = gau_result_open(ctx, "histogram");

    gau_result_text(result, "input", h->input);
    gau_result_text(result, "unit", h->unit);
    gau_counts_report(result, h->counts, count_names, N_COUNTS);
    gau_result_real(result, "mean", "", gau_exact_sum_value(&h->sum) / n);
    gau_result_real(result, "stddev", "", variance < 0 ? 0 : sqrt(variance));
    report_bins(h, result);
    return GAU_OK;
}

static const gau_class histogram_class = {
    GAU_CLASS("Histogram1D", struct histogram, "Counts how often a column has which value."),
    .properties = histogram_properties,
    .initialize = histogram_initialize,
    .merge = histogram_merge,
    .finalize = histogram_finalize,
    .release = histogram_release,
    .algorithm = GAU_ALGORITHM(.execute = histogram_execute),
};
GAU_MODULE(&histogram_class);
