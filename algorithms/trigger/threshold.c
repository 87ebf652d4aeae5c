/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "algorithms/common/row_selection.h"

#include <stdio.h>
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
 * no rows. Units are those of the column. Select: conditions COLUMN=VALUE (or COLUMN=VALUE|VALUE)
 * on other columns of the table that a row must meet; a VALUE that is no number is
 * compared as text.
 *
 * With Sum the values of all selected rows are added up in the order of the rows, and the
 * event is accepted if Min <= sum < Max; the sum of no rows is 0.
 *
 * Output: a table that gets, in column "value", the values that counted (the sum, with Sum) if the
 * event is accepted, and no rows if it is not: so later algorithms can see the decision.
 */

struct threshold {
    char *column, *output;
    gau_strings select;
    double min, max;
    int64_t count;
    bool sum;
    gau_key key, scratch;
    struct gau_columns out; /* none without Output */
    struct gau_selection selection;
};

static const gau_property threshold_properties[] = {
    GAU_STRING(struct threshold, column, "Column", "", "Column to compare, as TABLE.COLUMN"),
    GAU_DOUBLE(struct threshold, min, "Min", 0, -HUGE_VAL, HUGE_VAL, "", "Smallest value"),
    GAU_DOUBLE(struct threshold, max, "Max", HUGE_VAL, -HUGE_VAL, HUGE_VAL, "",
               "Values must be below this"),
    GAU_INT(struct threshold, count, "Count", 1, 1, INT64_MAX, "", "Smallest number of such rows"),
    GAU_STRINGS(struct threshold, select, "Select", "",
                "Conditions on rows, such as kind=G; a row must meet all"),
    GAU_BOOL(struct threshold, sum, "Sum", false, "Compare the sum of the values"),
    GAU_STRING(struct threshold, output, "Output", "",
               "Table that gets the accepted values; empty: none"),
    GAU_PROPERTY_END,
};

static gau_status threshold_initialize(void *self, gau_context *ctx)
{
    struct threshold *const threshold = self;
    char table[128] = "";

    GAU_TRY(gau_select_check_column("Column", threshold->column, ctx));
    if (!(threshold->min < threshold->max))
        return gau_fail(ctx->error, GAU_ERR_RANGE, "Min is %g, not below Max, %g", threshold->min,
                        threshold->max);
    if (threshold->sum && threshold->count > 1)
        return gau_fail(ctx->error, GAU_ERR_RANGE, "Sum and Count exclude each other");
    threshold->key = gau_store_input(ctx, threshold->column, GAU_TYPE(double));
    threshold->scratch = gau_own_output(ctx, "values", GAU_TYPE(double));
    if (*threshold->output)
        threshold->out = gau_columns_make(ctx, threshold->output, GAU_NAMES("value"));
    snprintf(table, sizeof table, "%.*s", (int)strcspn(threshold->column, "."), threshold->column);
    return gau_selection_open(&threshold->selection, &threshold->select, table, "", ctx);
}

static bool passes_threshold(const struct threshold *threshold, double value)
{
    return value >= threshold->min && value < threshold->max;
}

static gau_status threshold_execute(void *self, gau_context *ctx)
{
    const struct threshold *const threshold = self;
    size_t n, count = 0;
    const double *const values = gau_store_numbers(ctx, threshold->key, &n);
    double *const kept = gau_store_put(ctx, threshold->scratch, n + 1), sum = 0;

    if (!kept)
        return ctx->error->status;
    for (size_t i = 0; i < n; i++) {
        if ((!threshold->sum && !passes_threshold(threshold, values[i])) ||
            !gau_selection_has(&threshold->selection, i, ctx))
            continue;
        sum += values[i];
        kept[count++] = values[i];
    }
    if (threshold->sum) {
        kept[0] = sum;
        count = passes_threshold(threshold, sum);
    }
    if (count < (size_t)threshold->count)
        count = 0;
    GAU_TRY(gau_columns_put(&threshold->out, kept, count, sizeof *kept, ctx));
    return count > 0 ? GAU_OK : GAU_REJECT;
}

static const gau_class threshold_class = {
    GAU_CLASS("Threshold", struct threshold,
              "Accepts events in which enough rows have a value above a threshold."),
    .properties = threshold_properties,
    .initialize = threshold_initialize,
    .algorithm = GAU_ALGORITHM(.execute = threshold_execute),
};
GAU_MODULE(&threshold_class);
