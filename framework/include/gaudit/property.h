/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_PROPERTY_H
#define GAUDIT_PROPERTY_H

/**
 * @file property.h
 * A table that ties the fields of a component to the names used in job options.
 *
 * Fields are set before initialize() and owned by the framework; a component only reads them.
 *
 *     static const gau_property window_properties[] = {
 *         GAU_DOUBLE(struct window, min, "Min", 0, 0, INFINITY, "GeV", "Smallest mass that
 * passes"), GAU_PROPERTY_END,
 *     };
 *
 * A field of another type than promised does not compile ("size of array is negative").
 */

#include <gaudit/error.h>

#include <math.h> /* INFINITY in tables */

GAU_BEGIN_DECLS

/**
 * The types, ROW(enumerator, type of the field): a new one is a row at the end, a macro below, and
 * the row that the compiler misses in classes/properties.c.
 */
#define GAU_PROPERTY_TYPES(ROW)                               \
    ROW(BOOL, bool)           /* "true" or "false" */         \
    ROW(INT, int64_t)         /* a whole number */            \
    ROW(DOUBLE, double)       /* never a NaN */               \
    ROW(STRING, char *)       /* never NULL */                \
    ROW(ENUM, int)            /* index of the choice */       \
    ROW(STRINGS, gau_strings) /* texts separated by commas */ \
    ROW(NUMBERS, gau_numbers) /* numbers separated by commas */

#define GAU_PROPERTY_TYPE_(name, Type) GAU_TYPE_##name,
typedef enum gau_property_type {
    GAU_TYPE_END, /**< marks the end of a table */
    GAU_PROPERTY_TYPES(GAU_PROPERTY_TYPE_)
} gau_property_type;
#undef GAU_PROPERTY_TYPE_

/** How values of a type are written; a default is of the same form, of texts and reals a text. */
typedef enum gau_property_form {
    GAU_FORM_TEXT,
    GAU_FORM_BOOLEAN,
    GAU_FORM_CHOICE,
    GAU_FORM_INTEGER,
    GAU_FORM_REAL,
    GAU_FORM_REALS /**< separated by commas */
} gau_property_form;

/** A list of texts; blanks around items are removed. No items for an empty value. */
typedef struct gau_strings {
    char **items;
    size_t count;
} gau_strings;

typedef struct gau_numbers {
    double *items;
    size_t count;
} gau_numbers;

typedef union gau_property_value {
    int64_t i; /* first, so that {0} initialises it */
    double d;
    bool b;
    int e;         /* of an enumeration: index of the choice */
    const char *s; /* also of lists: as written in job options */
} gau_property_value;

typedef struct gau_property {
    const char *name; /**< as written in job options, in CamelCase */
    const char *help; /**< one sentence, shown by gaudit describe */
    const char *unit; /**< such as "GeV"; "" if there is none */
    gau_property_type type;
    size_t offset;
    gau_property_value initial;
    gau_property_value min, max; /**< of each number, inclusive; both zero: any value */
    const char *const *choices; /**< of an enumeration, or the words a list takes; ends with NULL */
} gau_property;

/* The second term is zero, and only compiles if the field has the type the macro promises. */
#define GAU_OFFSET(Struct, field, Type)                                                         \
    (offsetof(Struct, field) + 0 * sizeof(char[_Generic(((Struct *)0)->field, Type : 1, default \
                                                        : -1)]))

#define GAU_PROPERTY(Struct, field, Type, type_, name_, unit_, help_, ...) \
    {                                                                      \
        .name = name_, .help = help_, .unit = unit_, .type = type_,        \
        .offset = GAU_OFFSET(Struct, field, Type), __VA_ARGS__             \
    }

#define GAU_BOOL(Struct, field, name_, initial_, help_) \
    GAU_PROPERTY(Struct, field, bool, GAU_TYPE_BOOL, name_, "", help_, .initial = {.b = initial_})

#define GAU_INT(Struct, field, name_, initial_, min_, max_, unit_, help_)   \
    GAU_PROPERTY(Struct, field, int64_t, GAU_TYPE_INT, name_, unit_, help_, \
                 .initial = {.i = initial_}, .min = {.i = min_}, .max = {.i = max_})

#define GAU_DOUBLE(Struct, field, name_, initial_, min_, max_, unit_, help_)         \
    GAU_PROPERTY(Struct, field, double, GAU_TYPE_DOUBLE, name_, unit_, help_,        \
                 .initial = {.d = (double)(initial_)}, .min = {.d = (double)(min_)}, \
                 .max = {.d = (double)(max_)})

#define GAU_STRING(Struct, field, name_, initial_, help_)                  \
    GAU_PROPERTY(Struct, field, char *, GAU_TYPE_STRING, name_, "", help_, \
                 .initial = {.s = initial_})

/** @p choices_ is a static array of texts that ends with NULL; the field is an int. */
#define GAU_ENUM(Struct, field, name_, initial_, choices_, help_)                                 \
    GAU_PROPERTY(Struct, field, int, GAU_TYPE_ENUM, name_, "", help_, .initial = {.e = initial_}, \
                 .choices = choices_)

#define GAU_STRINGS(Struct, field, name_, initial_, help_)                       \
    GAU_PROPERTY(Struct, field, gau_strings, GAU_TYPE_STRINGS, name_, "", help_, \
                 .initial = {.s = initial_})

/** A list of texts that takes only those of @p choices_, as for GAU_ENUM. */
#define GAU_WORDS(Struct, field, name_, initial_, choices_, help_)               \
    GAU_PROPERTY(Struct, field, gau_strings, GAU_TYPE_STRINGS, name_, "", help_, \
                 .initial = {.s = initial_}, .choices = choices_)

#define GAU_NUMBERS(Struct, field, name_, initial_, min_, max_, unit_, help_)       \
    GAU_PROPERTY(Struct, field, gau_numbers, GAU_TYPE_NUMBERS, name_, unit_, help_, \
                 .initial = {.s = initial_}, .min = {.d = (double)(min_)},          \
                 .max = {.d = (double)(max_)})

#define GAU_PROPERTY_END     \
    {                        \
        .type = GAU_TYPE_END \
    }

/** "boolean", "whole number" ...; static storage. */
GAU_API const char *gau_property_type_text(gau_property_type type);
GAU_API gau_property_form gau_property_type_form(gau_property_type type);

/** Default and range as text, as snprintf() does: "2.9", "at least 0", "from 1 to 9", "any text".
 */
GAU_API size_t gau_property_default_text(const gau_property *property, char *text, size_t size);
GAU_API size_t gau_property_range_text(const gau_property *property, char *text, size_t size);

/* In C++: component.hpp. */
#ifdef __cplusplus
#undef GAU_OFFSET
#define GAU_OFFSET(...) GAU_ONLY_IN_C_
#undef GAU_PROPERTY
#define GAU_PROPERTY(...) GAU_ONLY_IN_C_
#undef GAU_PROPERTY_END
#define GAU_PROPERTY_END GAU_ONLY_IN_C_
#endif

GAU_END_DECLS

#endif
