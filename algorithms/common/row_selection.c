/* SPDX-License-Identifier: Apache-2.0 */
#include "row_selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 128 };

/* --- reading conditions -------------------------------------------------------------------- */

static gau_status read_value(struct gau_condition *condition, const char *value, size_t length,
                             gau_context *ctx)
{
    char text[NAME_SIZE] = "", *rest;
    const size_t i = condition->n_values++;

    if (length >= sizeof text)
        return gau_fail(ctx->error, GAU_ERR_RANGE, "Select: '%.*s...' is too long", 40, value);
    strncat(text, value, length);
    condition->numbers[i] = strtod(text, &rest);
    condition->is_text = condition->is_text || rest == text || *rest;
    condition->strings[i] = gau_store_intern(ctx, text, length);
    return condition->strings[i] == GAU_NO_STRING ? ctx->error->status : GAU_OK;
}

static gau_status read_values(struct gau_condition *condition, const char *values, gau_context *ctx)
{
    for (const char *at = values;; at++) {
        const size_t length = strcspn(at, "|");

        if (condition->n_values == GAU_SELECT_VALUES)
            return gau_fail(ctx->error, GAU_ERR_RANGE, "Select: '%.*s' has more than %d values",
                            GAU_QUOTE(values), GAU_SELECT_VALUES);
        GAU_TRY(read_value(condition, at, length, ctx));
        at += length;
        if (!*at)
            return GAU_OK;
    }
}

static gau_status read_condition(struct gau_condition *condition, const char *text,
                                 const char *table, const char *suffix, gau_context *ctx)
{
    const char *const equals = strchr(text, '=');
    const gau_type_info type[] = {*GAU_TYPE(double), *GAU_TYPE(gau_string_id)};
    char column[100] = "", own[NAME_SIZE];

    if (!equals || equals == text || equals - text >= (ptrdiff_t)sizeof column)
        return gau_fail(ctx->error, GAU_ERR_SYNTAX, "Select: '%.*s' is not COLUMN=VALUE",
                        GAU_QUOTE(text));
    strncat(column, text, (size_t)(equals - text));
    GAU_TRY(read_values(condition, equals + 1, ctx));
    snprintf(own, sizeof own, "%s%s", column, suffix);
    condition->key =
        gau_store_column(ctx, table, gau_store_has_column(ctx, table, own) ? own : column,
                         &type[condition->is_text]);
    return GAU_OK;
}

gau_status gau_selection_open(struct gau_selection *selection, const gau_strings *conditions,
                              const char *table, const char *suffix, gau_context *ctx)
{
    if (conditions->count > GAU_SELECT_CONDITIONS)
        return gau_fail(ctx->error, GAU_ERR_RANGE,
                        "Select: %zu conditions; at most %d are possible", conditions->count,
                        GAU_SELECT_CONDITIONS);
    selection->n = conditions->count;
    for (size_t i = 0; i < selection->n; i++)
        GAU_TRY(
            read_condition(&selection->conditions[i], conditions->items[i], table, suffix, ctx));
    return GAU_OK;
}

/* --- applying them ------------------------------------------------------------------------- */

static bool meets(const struct gau_condition *condition, size_t row, const gau_context *ctx)
{
    const void *const column = gau_store_get(ctx, condition->key, NULL);

    for (size_t i = 0; column && i < condition->n_values; i++)
        if (condition->is_text ? ((const gau_string_id *)column)[row] == condition->strings[i]
                               : ((const double *)column)[row] == condition->numbers[i])
            return true;
    return false;
}

bool gau_selection_has(const struct gau_selection *selection, size_t row, const gau_context *ctx)
{
    for (size_t i = 0; i < selection->n; i++)
        if (!meets(&selection->conditions[i], row, ctx))
            return false;
    return true;
}

gau_status gau_select_check_column(const char *property, const char *name, gau_context *ctx)
{
    const char *const dot = strchr(name, '.');

    if (dot && dot > name && dot[1])
        return GAU_OK;
    return gau_fail(ctx->error, GAU_ERR_SYNTAX, "%s: '%.*s' is not a column (TABLE.COLUMN)",
                    property, GAU_QUOTE(name));
}
