/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_COMMON_ROW_SELECTION_H
#define GAUDIT_ALGORITHMS_COMMON_ROW_SELECTION_H

#include <gaudit/gaudit.h>

/*
 * Selects rows of a table: by conditions COLUMN=VALUE, all of which a row must meet.
 * COLUMN=VALUE|VALUE is met by each of these values. They are compared as numbers if all of them
 * are numbers, else as text.
 */

enum { GAU_SELECT_VALUES = 8, GAU_SELECT_CONDITIONS = 16 };

struct gau_condition {
    gau_key key;
    bool is_text;
    size_t n_values;
    gau_string_id strings[GAU_SELECT_VALUES];
    double numbers[GAU_SELECT_VALUES];
};

/* {0} has no condition: every row meets it. */
struct gau_selection {
    struct gau_condition conditions[GAU_SELECT_CONDITIONS];
    size_t n;
};

/*
 * At initialize: declares the columns that are read. Where @p table has a column COLUMN followed by
 * @p suffix, that is meant.
 */
gau_status gau_selection_open(struct gau_selection *selection, const gau_strings *conditions,
                              const char *table, const char *suffix, gau_context *ctx);

bool gau_selection_has(const struct gau_selection *selection, size_t row, const gau_context *ctx);

/* "TABLE.COLUMN", or a failure that names the property. */
gau_status gau_select_check_column(const char *property, const char *name, gau_context *ctx);

#endif
