/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/* An algorithm that reads columns of numbers, and adds them up, so that the input makes them. */

enum { MAX_COLUMNS = 64 };

struct read_columns {
    char *table;
    gau_strings columns;
    gau_key keys[MAX_COLUMNS];
    double sums[MAX_COLUMNS];
};

static const gau_property properties[] = {
    GAU_STRING(struct read_columns, table, "Table", "", "Table to read"),
    GAU_STRINGS(struct read_columns, columns, "Columns", "", "Columns to read"),
    GAU_PROPERTY_END,
};

static gau_status initialize(void *self, gau_context *ctx)
{
    struct read_columns *const reader = self;

    if (reader->columns.count > MAX_COLUMNS)
        return gau_fail(ctx->error, GAU_ERR_RANGE, "too many columns");
    for (size_t i = 0; i < reader->columns.count; i++)
        reader->keys[i] =
            gau_store_column(ctx, reader->table, reader->columns.items[i], GAU_TYPE(double));
    return GAU_OK;
}

static gau_status execute(void *self, gau_context *ctx)
{
    struct read_columns *const reader = self;

    for (size_t i = 0; i < reader->columns.count; i++) {
        size_t n;
        const double *const numbers = gau_store_numbers(ctx, reader->keys[i], &n);

        for (size_t k = 0; k < n; k++)
            reader->sums[i] += numbers[k];
    }
    return GAU_OK;
}

static void merge(void *self, void *other)
{
    for (size_t i = 0; i < MAX_COLUMNS; i++)
        ((struct read_columns *)self)->sums[i] += ((struct read_columns *)other)->sums[i];
}

static gau_status finalize(void *self, gau_context *ctx)
{
    const struct read_columns *const reader = self;
    double sum = 0;

    for (size_t i = 0; i < MAX_COLUMNS; i++)
        sum += reader->sums[i];
    gau_result_real(gau_result_open(ctx, "sum"), "sum", "", sum);
    return GAU_OK;
}

static const gau_class read_columns_class = {
    GAU_CLASS("ReadColumns", struct read_columns, "Adds up columns."),
    .properties = properties,
    .initialize = initialize,
    .merge = merge,
    .finalize = finalize,
    .algorithm = GAU_ALGORITHM(.execute = execute),
};
GAU_MODULE(&read_columns_class);
