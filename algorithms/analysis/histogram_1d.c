/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "algorithms/common/row_selection.h"
#include "table/exact_sum.h"

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
 * below and above are counted as such, what is not a number (or has a weight that is none) apart.
 * Weight: a column of the same table; the weight of an entry.
 *
 * The document "histogram" has the number of entries (in all, underflow, overflow, NaN), mean
 * and standard deviation of those between Min and Max, from the values, not from the bins, and per
 * bin its edges, the entries, and the sum of their weights; it is shown as a picture. Counts are
 * whole numbers, and all sums are exact before they are rounded: nothing depends on the number of
 * workers.
 */

enum { ENTRIES, BELOW, ABOVE, NO_NUMBERS, N_COUNTS };

static const char *const count_names[] = {"entries", "underflow", "overflow", "nan_entries"};

/* Sums of the entries inside: of weights, and of these times value, distance and its square. */
enum { W, WX, WD, WDD, N_SUMS };

struct histogram {
    char *input, *weight, *unit;
    int64_t bins;
    double min, max;

    gau_key input_key, weight_key;
    bool weighted;
    uint64_t *counts;           /* per bin */
    struct gau_exact_sum *sums; /* per bin, of weights; NULL: not weighted */
    uint64_t numbers[N_COUNTS];
    struct gau_exact_sum all[N_SUMS];
};

static const gau_property histogram_properties[] = {
    GAU_STRING(struct histogram, input, "Input", "", "Column to fill in, as TABLE.COLUMN"),
    GAU_STRING(struct histogram, weight, "Weight", "",
               "Column of weights, as TABLE.COLUMN; empty: each entry counts 1"),
    GAU_INT(struct histogram, bins, "Bins", 50, 1, 10000, "", "Number of bins"),
    GAU_DOUBLE(struct histogram, min, "Min", 0, -HUGE_VAL, HUGE_VAL, "", "Lower edge of the first"),
    GAU_DOUBLE(struct histogram, max, "Max", 1, -HUGE_VAL, HUGE_VAL, "", "Upper edge of the last"),
    GAU_STRING(struct histogram, unit, "Unit", "", "Unit of the values"),
    GAU_PROPERTY_END,
};

/* --- beginning ----------------------------------------------------------------------------- */

static gau_status check_properties(const struct histogram *h, gau_context *ctx)
{
    GAU_TRY(gau_select_check_column("Input", h->input, ctx));
    if (*h->weight)
        GAU_TRY(gau_select_check_column("Weight", h->weight, ctx));
    if (!(h->min < h->max) || !isfinite((h->max - h->min) * (double)h->bins))
        return gau_fail(ctx->error, GAU_ERR_RANGE,
                        "Min, %g, and Max, %g, are not two edges in rising order", h->min, h->max);
    return GAU_OK;
}

static gau_status histogram_initialize(void *self, gau_context *ctx)
{
    struct histogram *const h = self;

    GAU_TRY(check_properties(h, ctx));
    h->weighted = *h->weight != '\0';
    h->input_key = gau_store_input(ctx, h->input, GAU_TYPE(double));
    h->weight_key = h->weighted ? gau_store_input(ctx, h->weight, GAU_TYPE(double)) : GAU_NO_KEY;
    h->counts = calloc((size_t)h->bins, sizeof *h->counts);
    h->sums = h->weighted ? calloc((size_t)h->bins, sizeof *h->sums) : NULL;
    if (!h->counts || (h->weighted && !h->sums))
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (%lld bins)",
                        (long long)h->bins);
    return GAU_OK;
}

static void histogram_release(void *self)
{
    struct histogram *const h = self;

    free(h->counts);
    free(h->sums);
}

/* --- filling ------------------------------------------------------------------------------- */

static double edge_of(const struct histogram *h, int64_t bin)
{
    return bin == h->bins ? h->max : h->min + (h->max - h->min) * (double)bin / (double)h->bins;
}

/* The edges decide, not the rounding of the division. */
static size_t bin_of(const struct histogram *h, double x)
{
    int64_t bin = (int64_t)((x - h->min) / (h->max - h->min) * (double)h->bins);

    bin = bin < h->bins ? bin : h->bins - 1;
    if (bin > 0 && x < edge_of(h, bin))
        bin--;
    else if (bin + 1 < h->bins && x >= edge_of(h, bin + 1))
        bin++;
    return (size_t)bin;
}

/* Second moments are computed around the middle, so that little is lost when one is subtracted. */
static double middle_of(const struct histogram *h)
{
    return h->min + (h->max - h->min) / 2;
}

static void fill_inside(struct histogram *h, double x, double weight)
{
    const double d = x - middle_of(h);
    const size_t bin = bin_of(h, x);

    h->counts[bin]++;
    if (h->weighted)
        gau_exact_sum_add(&h->sums[bin], weight);
    gau_exact_sum_add(&h->all[W], weight);
    gau_exact_sum_add(&h->all[WX], weight * x);
    gau_exact_sum_add(&h->all[WD], weight * d);
    gau_exact_sum_add(&h->all[WDD], weight * d * d);
}

static bool is_finite(double x, double d, double weight)
{
    return isfinite(weight * d * d) && isfinite(weight * x);
}

static void fill_bin(struct histogram *h, double x, double weight)
{
    const double d = x - middle_of(h);

    h->numbers[ENTRIES]++;
    if (isnan(x) || !isfinite(weight) || (x >= h->min && x < h->max && !is_finite(x, d, weight)))
        h->numbers[NO_NUMBERS]++;
    else if (x < h->min)
        h->numbers[BELOW]++;
    else if (x >= h->max)
        h->numbers[ABOVE]++;
    else
        fill_inside(h, x, weight);
}

static gau_status histogram_execute(void *self, gau_context *ctx)
{
    struct histogram *const h = self;
    size_t n, n_weights;
    const double *const values = gau_store_numbers(ctx, h->input_key, &n),
                        *const weights = gau_store_numbers(ctx, h->weight_key, &n_weights);

    if (h->weighted && n != n_weights)
        return gau_fail(ctx->error, GAU_ERR_FAILED, "%zu values, but %zu weights", n, n_weights);
    for (size_t i = 0; i < n; i++)
        fill_bin(h, values[i], h->weighted ? weights[i] : 1);
    return GAU_OK;
}

/* --- end ----------------------------------------------------------------------------------- */

static void histogram_merge(void *self, void *other)
{
    struct histogram *const h = self;
    const struct histogram *const more = other;

    for (int64_t i = 0; i < h->bins; i++) {
        h->counts[i] += more->counts[i];
        if (h->weighted)
            gau_exact_sum_merge(&h->sums[i], &more->sums[i]);
    }
    gau_counts_merge(h->numbers, more->numbers, N_COUNTS);
    for (int i = 0; i < N_SUMS; i++)
        gau_exact_sum_merge(&h->all[i], &more->all[i]);
}

static void report_bins(const struct histogram *h, gau_result *result)
{
    gau_result_table(result, "bins");
    for (int64_t i = 0; i < h->bins; i++) {
        gau_result_row(result);
        gau_result_real(result, "low", "", edge_of(h, i));
        gau_result_real(result, "high", "", edge_of(h, i + 1));
        gau_result_integer(result, "count", "", (int64_t)h->counts[i]);
        if (h->weighted)
            gau_result_real(result, "weight", "", gau_exact_sum_value(&h->sums[i]));
    }
    gau_result_end(result);
}

static gau_status histogram_finalize(void *self, gau_context *ctx)
{
    const struct histogram *const h = self;
    const double w = gau_exact_sum_value(&h->all[W]), d = gau_exact_sum_value(&h->all[WD]) / w,
                 variance = gau_exact_sum_value(&h->all[WDD]) / w - d * d;
    gau_result *const result = gau_result_open(ctx, "histogram");

    gau_result_merge(result, "mean mean weights, stddev spread weights mean, weights sum, "
                             "bins: low key, high same, count sum, weight sum");
    gau_result_text(result, "input", h->input);
    gau_result_text(result, "weight", h->weight);
    gau_result_text(result, "unit", h->unit);
    gau_counts_report(result, h->numbers, count_names, N_COUNTS);
    gau_result_real(result, "weights", "", w);
    gau_result_real(result, "mean", "", gau_exact_sum_value(&h->all[WX]) / w);
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
