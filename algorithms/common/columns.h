/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_COMMON_COLUMNS_H
#define GAUDIT_ALGORITHMS_COMMON_COLUMNS_H

#include <gaudit/gaudit.h>

#include <stdlib.h>
#include <string.h>

/*
 * Columns of numbers of one table, by a list of names. Several components may make the columns of
 * a table, and not all of them run in every event: for readers of several columns, a table without
 * one of them has no rows.
 */

enum { GAU_COLUMNS_MAX = 36 };

struct gau_columns {
    gau_key keys[GAU_COLUMNS_MAX]; /* GAU_NO_KEY: is left out */
    size_t n;
};

/* A list of names, and how many. */
#define GAU_NAMES(...) \
    (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

/* At initialize: I read, or write, these columns. */
struct gau_columns gau_columns_read(gau_context *ctx, const char *table, const char *const *names,
                                    size_t n);
struct gau_columns gau_columns_make(gau_context *ctx, const char *table, const char *const *names,
                                    size_t n);

/* Known from start on: does a component read any of these? */
bool gau_columns_are_read(const struct gau_columns *columns, const gau_context *ctx);

/* In an event: the columns, NULL where one is left out; returns the rows of the table. */
size_t gau_columns_get(const double **out, const struct gau_columns *columns,
                       const gau_context *ctx);

/* Makes columns of @p n rows, to be filled. */
gau_status gau_columns_open(double **out, const struct gau_columns *columns, size_t n,
                            gau_context *ctx);

/* Makes the columns of @p rows, which are structs of @p size bytes that begin with a double per
 * column. */
gau_status gau_columns_put(const struct gau_columns *columns, const void *rows, size_t n,
                           size_t size, gau_context *ctx);

/* At initialize: an object that no other component uses. */
gau_key gau_own_output(gau_context *ctx, const char *what, const gau_type_info *type);

/* --- memory that is kept from event to event -------------------------------------------------- */

/*
 * Makes room for @p wanted elements of an array that is kept from event to event: @p array is the
 * address of the pointer. There is then room for half as many more, and at least 64. After a
 * failure the old elements are still there.
 */
static inline gau_status gau_array_reserve(void *array, size_t *capacity, size_t wanted,
                                           size_t size, gau_error *err)
{
    const size_t more = wanted + wanted / 2 > 64 ? wanted + wanted / 2 : 64;
    void *old, *larger;

    if (wanted <= *capacity)
        return GAU_OK;
    memcpy(&old, array, sizeof old); /* whatever it points to */
    larger = more <= SIZE_MAX / size ? realloc(old, more * size) : NULL;
    if (!larger)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (%zu elements of %zu bytes)", more,
                        size);
    memcpy(array, &larger, sizeof larger);
    *capacity = more;
    return GAU_OK;
}

/* --- counts -------------------------------------------------------------------------------- */

/* What an algorithm counts: an array of numbers, and a list of their names in its document. */

static inline void gau_counts_merge(uint64_t *all, const uint64_t *more, size_t n)
{
    for (size_t i = 0; i < n; i++)
        all[i] += more[i];
}

static inline void gau_counts_report(gau_result *result, const uint64_t *counts,
                                     const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        gau_result_integer(result, names[i], "", (int64_t)counts[i]);
}

/* merge and finalize of an algorithm that has counts[] and reports count_names[], and nothing else.
 */
#define GAU_COUNTS_ALONE(Struct, document)                                               \
    static void merge_counts(void *self, void *other)                                    \
    {                                                                                    \
        gau_counts_merge(((Struct *)self)->counts, ((Struct *)other)->counts, N_COUNTS); \
    }                                                                                    \
                                                                                         \
    static gau_status report_counts(void *self, gau_context *ctx)                        \
    {                                                                                    \
        gau_result *const result = gau_result_open(ctx, document);                       \
                                                                                         \
        gau_result_merge(result, "");                                                    \
        gau_counts_report(result, ((Struct *)self)->counts, count_names, N_COUNTS);      \
        return GAU_OK;                                                                   \
    }                                                                                    \
    _Static_assert(sizeof count_names / sizeof *count_names == N_COUNTS, "a name for each")

#endif
