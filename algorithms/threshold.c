/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

#include <string.h>

/**
 * @file threshold.c
 * Threshold: accepts events in which enough rows of a table have a value from Min on.
 *
 *     <algorithm type="Threshold" name="L0Muon">
 *       <property name="Column" value="muons.pt"/>
 *       <property name="Min" value="20"/>
 *       <property name="Count" value="2"/>
 *     </algorithm>
 *
 * A row counts if Min <= value < Max; at least Count rows must. An event without such a table has
 * no rows. Units are those of the column.
 */

struct threshold {
    char *column;
    double min, max;
    int64_t count;
    gau_key key;
};

static const gau_property threshold_properties[] = {
    GAU_STRING(struct threshold, column, "Column", "", "Column to look at, as TABLE.COLUMN"),
    GAU_DOUBLE(struct threshold, min, "Min", 0, -HUGE_VAL, HUGE_VAL, "", "Smallest value"),
    GAU_DOUBLE(struct threshold, max, "Max", HUGE_VAL, -HUGE_VAL, HUGE_VAL, "",
               "Values must be below this"),
    GAU_INT(struct threshold, count, "Count", 1, 1, INT64_MAX, "", "Rows that are needed"),
    GAU_PROPERTY_END,
};

static gau_status threshold_initialize(void *self, gau_context *ctx)
{
    struct threshold *const threshold = self;
    const char *const dot = strchr(threshold->column, '.');

    if (!dot || dot == threshold->column || !dot[1])
        return gau_fail(ctx->error, GAU_ERR_SYNTAX, "Column: '%.*s' is not a column (TABLE.COLUMN)",
                        GAU_QUOTE(threshold->column));
    if (!(threshold->min < threshold->max))
        return gau_fail(ctx->error, GAU_ERR_RANGE, "Min is %g, not below Max, %g", threshold->min,
                        threshold->max);
    threshold->key = gau_store_input(ctx, threshold->column, GAU_TYPE(double));
    return GAU_OK;
}

static gau_status threshold_execute(void *self, gau_context *ctx)
{
    const struct threshold *const threshold = self;
    int64_t count = 0;
    size_t n;
    const double *const values = gau_store_numbers(ctx, threshold->key, &n);

    for (size_t i = 0; i < n && count < threshold->count; i++)
        count += values[i] >= threshold->min && values[i] < threshold->max;
    return count >= threshold->count ? GAU_OK : GAU_REJECT;
}

static const gau_class threshold_class = {
    GAU_CLASS("Threshold", struct threshold,
              "Accepts events in which enough rows have a value above a threshold."),
    .properties = threshold_properties,
    .initialize = threshold_initialize,
    .algorithm = GAU_ALGORITHM(.execute = threshold_execute),
};
GAU_MODULE(&threshold_class);
