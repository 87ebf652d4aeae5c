/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_STORE_H
#define GAUDIT_STORE_H

/**
 * @file store.h
 * The objects that the components of a job pass to each other within one event.
 *
 * Objects are arrays of plain structs, or the columns of a table: arrays of doubles or of string
 * ids. Names become keys at initialize; no text is compared and nothing is allocated per event.
 * Mistakes in the calls at initialize (no producer, two producers, other types) are collected by
 * the framework and reported with the line of the job options: authors check nothing, a key is
 * always returned. Objects exist until the event ends and belong to the worker that runs it.
 */

#include <gaudit/context.h>

GAU_BEGIN_DECLS

typedef uint32_t gau_key;
#define GAU_NO_KEY UINT32_MAX

/** An interned text: equal numbers, equal texts. */
typedef uint32_t gau_string_id;
#define GAU_NO_STRING UINT32_MAX

typedef struct gau_type_info {
    const char *name; /**< such as "struct track"; types are equal if name and size are */
    size_t size, alignment;
} gau_type_info;

#define GAU_TYPE(Type) (&(const gau_type_info){#Type, sizeof(Type), _Alignof(Type)})

/** Of an output that is always empty (a file without rows): it is what its readers expect. */
#define GAU_TYPE_ANY (&(const gau_type_info){"any type", 0, 1})

/* --- at initialize ------------------------------------------------------------------------- */

/** I write this. */
GAU_API gau_key gau_store_output(gau_context *ctx, const char *name, const gau_type_info *type);

/** I read this; no producer, or one that runs only later, is an error of the job options. */
GAU_API gau_key gau_store_input(gau_context *ctx, const char *name, const gau_type_info *type);

/**
 * I read one column of a table. Whether it holds numbers or string ids is the producer's choice:
 * the component names the one it expects by @p type: GAU_TYPE(double) or GAU_TYPE(gau_string_id).
 */
GAU_API gau_key gau_store_column(gau_context *ctx, const char *table, const char *column,
                                 const gau_type_info *type);

/**
 * I write one column of a table: GAU_TYPE(double) or GAU_TYPE(gau_string_id). All columns of a
 * table have the same number of rows in an event.
 */
GAU_API gau_key gau_store_output_column(gau_context *ctx, const char *table, const char *column,
                                        const gau_type_info *type);

/** I read how many rows a table has, see gau_store_rows(). */
GAU_API gau_key gau_store_table(gau_context *ctx, const char *table);

/**
 * True if @p table has a column of that name, made by a component that was initialized before this
 * one: for components that can work from either of two. All instances of a component get the result
 * of the first.
 */
GAU_API bool gau_store_has_column(const gau_context *ctx, const char *table, const char *column);

/**
 * True if a component reads this object. Known from start on: an input need not make unread
 * objects.
 */
GAU_API bool gau_store_is_read(const gau_context *ctx, gau_key key);

/**
 * The number of @p text, which is interned if it is new. GAU_NO_STRING: no room (the error is set);
 * a job has room for 2^20 texts. Any time, from any thread.
 */
GAU_API gau_string_id gau_store_intern(gau_context *ctx, const char *text, size_t length);

/** The text of a string id; valid as long as the job. */
GAU_API const char *gau_store_string(const gau_context *ctx, gau_string_id id);

/* --- in an event --------------------------------------------------------------------------- */

/**
 * A zeroed array of @p count elements; replaces an earlier one. NULL: out of memory, or another
 * number of rows than another column of the table has in this event (the error is set). @p count
 * may be 0, the result is then not NULL but has no element.
 */
GAU_API void *gau_store_put(gau_context *ctx, gau_key key, size_t count);

/**
 * As gau_store_put() for @p n columns of one table, each of @p count rows, in memory of the
 * caller's, which stays as it is until the event ends: nothing is copied. The first column begins
 * at @p data, each other one @p stride bytes behind the one before.
 */
GAU_API gau_status gau_store_lend(gau_context *ctx, const gau_key *keys, size_t n, void *data,
                                  size_t stride, size_t count);

/** NULL, and a count of 0: not made in this event. @p count may be NULL. */
GAU_API const void *gau_store_get(const gau_context *ctx, gau_key key, size_t *count);

/** A column of numbers; NULL, and 0 rows: not made in this event. */
GAU_API const double *gau_store_numbers(const gau_context *ctx, gau_key key, size_t *n);

/** A column of string ids; NULL, and 0 rows: not made in this event. */
GAU_API const gau_string_id *gau_store_strings(const gau_context *ctx, gau_key key, size_t *n);

/** Rows of the table that @p key, of a table or of one of its columns, belongs to; 0: not made. */
GAU_API size_t gau_store_rows(const gau_context *ctx, gau_key key);

/* In C++: component.hpp. */
#ifdef __cplusplus
#undef GAU_TYPE
#define GAU_TYPE(...) GAU_ONLY_IN_C_
#undef GAU_TYPE_ANY
#define GAU_TYPE_ANY GAU_ONLY_IN_C_
#endif

GAU_END_DECLS

#endif
