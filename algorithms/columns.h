/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_COLUMNS_H
#define GAUDIT_ALGORITHMS_COLUMNS_H

#include <stddef.h>

/*
 * Several components may make the columns of one table, and not all of them run in every event. To
 * who needs several columns, a table without one of them has no rows.
 */
static inline size_t gau_rows_of_columns(size_t n, const double *const *columns, size_t n_columns)
{
    for (size_t i = 0; i < n_columns; i++)
        if (!columns[i])
            return 0;
    return n;
}

/* n, or 0 if one of these columns (const double *) is NULL. */
#define GAU_ROWS(n, ...)                                           \
    gau_rows_of_columns((n), (const double *const[]){__VA_ARGS__}, \
                        sizeof((const double *const[]){__VA_ARGS__}) / sizeof(double *))

#endif
