/* SPDX-License-Identifier: Apache-2.0 */
#include "columns.h"

#include <assert.h>
#include <stdio.h>

typedef gau_key declaration(gau_context *ctx, const char *table, const char *column,
                            const gau_type_info *type);

static struct gau_columns declare_columns(declaration *one, gau_context *ctx, const char *table,
                                          const char *const *names, size_t n)
{
    struct gau_columns columns = {.n = n};

    assert(n <= GAU_COLUMNS_MAX);
    for (size_t i = 0; i < n; i++)
        columns.keys[i] = one(ctx, table, names[i], GAU_TYPE(double));
    return columns;
}

struct gau_columns gau_columns_read(gau_context *ctx, const char *table, const char *const *names,
                                    size_t n)
{
    return declare_columns(gau_store_column, ctx, table, names, n);
}

struct gau_columns gau_columns_make(gau_context *ctx, const char *table, const char *const *names,
                                    size_t n)
{
    return declare_columns(gau_store_output_column, ctx, table, names, n);
}

bool gau_columns_are_read(const struct gau_columns *columns, const gau_context *ctx)
{
    for (size_t i = 0; i < columns->n; i++)
        if (gau_store_is_read(ctx, columns->keys[i]))
            return true;
    return false;
}

size_t gau_columns_get(const double **out, const struct gau_columns *columns,
                       const gau_context *ctx)
{
    size_t rows = SIZE_MAX;

    for (size_t i = 0; i < columns->n; i++) {
        size_t n;

        out[i] = gau_store_numbers(ctx, columns->keys[i], &n);
        if (columns->keys[i] != GAU_NO_KEY && n < rows)
            rows = n;
    }
    return rows;
}

gau_status gau_columns_open(double **out, const struct gau_columns *columns, size_t n,
                            gau_context *ctx)
{
    for (size_t i = 0; i < columns->n; i++) {
        out[i] = gau_store_put(ctx, columns->keys[i], n);
        if (!out[i])
            return ctx->error->status;
    }
    return GAU_OK;
}

gau_status gau_columns_put(const struct gau_columns *columns, const void *rows, size_t n,
                           size_t size, gau_context *ctx)
{
    const double *const values = rows;
    const size_t stride = size / sizeof *values;
    double *out[GAU_COLUMNS_MAX];

    GAU_TRY(gau_columns_open(out, columns, n, ctx));
    for (size_t i = 0; i < columns->n; i++)
        for (size_t k = 0; k < n; k++)
            out[i][k] = values[k * stride + i];
    return GAU_OK;
}

gau_key gau_own_output(gau_context *ctx, const char *what, const gau_type_info *type)
{
    char name[300];

    snprintf(name, sizeof name, "%.200s %s", ctx->name, what);
    return gau_store_output(ctx, name, type);
}
