/* SPDX-License-Identifier: Apache-2.0 */
#include "properties.h"

#include "framework/src/support/choices.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *field_of(void *self, const gau_property *property)
{
    return (char *)self + property->offset;
}

const gau_property *gau_property_find(const gau_property *table, const char *name)
{
    for (const gau_property *p = table; p && p->type != GAU_TYPE_END; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

static bool names(const char *text, const char *name)
{
    const size_t length = strlen(name);

    return strncmp(text, name, length) == 0 && (!text[length] || text[length] == '.');
}

const gau_property *gau_property_naming(const gau_property *table, void *self, const char *name)
{
    for (const gau_property *p = table; p && p->type != GAU_TYPE_END; p++) {
        if (p->type == GAU_TYPE_STRING && names(*(char **)field_of(self, p), name))
            return p;
        if (p->type == GAU_TYPE_STRINGS) {
            const gau_strings *const list = field_of(self, p);

            for (size_t i = 0; i < list->count; i++)
                if (names(list->items[i], name))
                    return p;
        }
    }
    return NULL;
}

/* --- single values ------------------------------------------------------------------------- */

static gau_status out_of_range(const gau_property *property, const char *text, gau_error *err)
{
    char range[96];

    gau_property_range_text(property, range, sizeof range);
    return gau_fail(err, GAU_ERR_RANGE, "'%.*s' is out of range: %s", GAU_QUOTE(text), range);
}

/* One function for each type sets a field from a text. */

static gau_status parse_bool(void *field, const char *text, const gau_property *property,
                             gau_error *err)
{
    (void)property;
    return gau_boolean_read(field, "", text, err);
}

static gau_status parse_int(void *field, const char *text, const gau_property *property,
                            gau_error *err)
{
    const int64_t min = property->min.i, max = property->max.i;
    char *rest;
    long long value;

    errno = 0;
    value = strtoll(text, &rest, 10);
    if (rest == text || *rest)
        return gau_fail(err, GAU_ERR_SYNTAX, "'%.*s' is not a whole number", GAU_QUOTE(text));
    if (errno == ERANGE || ((min || max) && (value < min || value > max)))
        return out_of_range(property, text, err);
    *(int64_t *)field = value;
    return GAU_OK;
}

static gau_status parse_double(void *field, const char *text, const gau_property *property,
                               gau_error *err)
{
    const double min = property->min.d, max = property->max.d;
    char *rest;
    double value;

    errno = 0;
    value = strtod(text, &rest);
    if (rest == text || *rest || isnan(value))
        return gau_fail(err, GAU_ERR_SYNTAX, "'%.*s' is not a number", GAU_QUOTE(text));
    if (isinf(value) && errno == ERANGE)
        return gau_fail(err, GAU_ERR_RANGE, "'%.*s' is more than a number can hold",
                        GAU_QUOTE(text));
    if ((property->min.i || property->max.i) && !(value >= min && value <= max))
        return out_of_range(property, text, err);
    *(double *)field = value;
    return GAU_OK;
}

static gau_status parse_enum(void *field, const char *text, const gau_property *property,
                             gau_error *err)
{
    return gau_choice_find(field, property->choices, "", text, err);
}

static void clear_string(void *field)
{
    free(*(char **)field);
    *(char **)field = NULL;
}

static gau_status parse_string(void *field, const char *text, const gau_property *property,
                               gau_error *err)
{
    char *const copy = strdup(text);

    (void)property;
    if (!copy)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (text of %zu bytes)", strlen(text));
    clear_string(field);
    *(char **)field = copy;
    return GAU_OK;
}

/* --- lists --------------------------------------------------------------------------------- */

static size_t count_items(const char *text)
{
    size_t n = 1;

    if (text[strspn(text, " \t\r\n")] == '\0')
        return 0;
    for (; *text; text++)
        n += *text == ',';
    return n;
}

/* One item without the blanks around it, as a text of its own; moves *text behind it. */
static char *take_item(const char **text)
{
    const char *begin = *text + strspn(*text, " \t\r\n");
    const char *end = strchr(begin, ',');

    if (!end)
        end = begin + strlen(begin);
    *text = *end ? end + 1 : end;
    while (end > begin && strchr(" \t\r\n", end[-1]))
        end--;
    return strndup(begin, (size_t)(end - begin));
}

static void clear_strings(void *field)
{
    gau_strings *const list = field;

    for (size_t i = 0; i < list->count; i++)
        free(list->items[i]);
    free(list->items);
    *list = (gau_strings){0};
}

/* If the property has choices, all items are of them. */
static gau_status check_words(const gau_strings *list, const gau_property *property, gau_error *err)
{
    int unused;

    for (size_t i = 0; property->choices && i < list->count; i++)
        GAU_TRY(gau_choice_find(&unused, property->choices, "", list->items[i], err));
    return GAU_OK;
}

static gau_status parse_strings(void *field, const char *text, const gau_property *property,
                                gau_error *err)
{
    const size_t n = count_items(text);
    gau_strings list = {0};
    gau_status status;

    if (n && !(list.items = calloc(n, sizeof *list.items)))
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (list of %zu texts)", n);
    for (; list.count < n; list.count++) {
        if (!(list.items[list.count] = take_item(&text))) {
            clear_strings(&list);
            return gau_fail(err, GAU_ERR_MEMORY, "out of memory (list of %zu texts)", n);
        }
    }
    status = check_words(&list, property, err);
    if (status < 0) {
        clear_strings(&list);
        return status;
    }
    clear_strings(field);
    *(gau_strings *)field = list;
    return GAU_OK;
}

static void clear_numbers(void *field)
{
    gau_numbers *const list = field;

    free(list->items);
    *list = (gau_numbers){0};
}

static gau_status parse_numbers(void *field, const char *text, const gau_property *property,
                                gau_error *err)
{
    gau_strings words = {0};
    gau_numbers list = {0};
    gau_status status;

    GAU_TRY(parse_strings(&words, text, property, err));
    status = GAU_OK;
    if (words.count && !(list.items = calloc(words.count, sizeof *list.items)))
        status = gau_fail(err, GAU_ERR_MEMORY, "out of memory (list of %zu numbers)", words.count);
    while (status >= 0 && list.count < words.count) {
        status = parse_double(&list.items[list.count], words.items[list.count], property, err);
        list.count++;
    }
    clear_strings(&words);
    if (status < 0) {
        free(list.items);
        return status;
    }
    clear_numbers(field);
    *(gau_numbers *)field = list;
    return GAU_OK;
}

/* --- what a type takes, in words ----------------------------------------------------------- */

static size_t bool_range_text(const gau_property *p, char *text, size_t size)
{
    (void)p;
    return (size_t)snprintf(text, size, "true, false");
}

static size_t int_range_text(const gau_property *p, char *text, size_t size)
{
    if (!p->min.i && !p->max.i)
        return (size_t)snprintf(text, size, "any whole number");
    if (p->max.i == INT64_MAX)
        return (size_t)snprintf(text, size, "at least %" PRId64, p->min.i);
    if (p->min.i == INT64_MIN)
        return (size_t)snprintf(text, size, "at most %" PRId64, p->max.i);
    return (size_t)snprintf(text, size, "from %" PRId64 " to %" PRId64, p->min.i, p->max.i);
}

static size_t double_range_text(const gau_property *p, char *text, size_t size)
{
    if ((!p->min.i && !p->max.i) || (isinf(p->min.d) && isinf(p->max.d)))
        return (size_t)snprintf(text, size, "any number");
    if (isinf(p->max.d))
        return (size_t)snprintf(text, size, "at least %g", p->min.d);
    if (isinf(p->min.d))
        return (size_t)snprintf(text, size, "at most %g", p->max.d);
    return (size_t)snprintf(text, size, "from %g to %g", p->min.d, p->max.d);
}

static size_t enum_range_text(const gau_property *p, char *text, size_t size)
{
    return gau_choices_text(p->choices, text, size);
}

static size_t string_range_text(const gau_property *p, char *text, size_t size)
{
    (void)p;
    return (size_t)snprintf(text, size, "any text");
}

static size_t strings_range_text(const gau_property *p, char *text, size_t size)
{
    return p->choices ? enum_range_text(p, text, size) : string_range_text(p, text, size);
}

/* --- types --------------------------------------------------------------------------------- */

struct type {
    const char *text;
    gau_property_form form;
    gau_status (*parse)(void *field, const char *text, const gau_property *property,
                        gau_error *err);
    size_t (*range_text)(const gau_property *property, char *text, size_t size);
    void (*clear)(void *field); /* of those that own memory */
};

/* One row for each of GAU_PROPERTY_TYPES; the compiler refuses a row that ends too early. */
static const struct type type_BOOL = {"boolean", GAU_FORM_BOOLEAN, parse_bool, bool_range_text,
                                      NULL},
                         type_INT = {"whole number", GAU_FORM_INTEGER, parse_int, int_range_text,
                                     NULL},
                         type_DOUBLE = {"number", GAU_FORM_REAL, parse_double, double_range_text,
                                        NULL},
                         type_STRING = {"text", GAU_FORM_TEXT, parse_string, string_range_text,
                                        clear_string},
                         type_ENUM = {"choice", GAU_FORM_CHOICE, parse_enum, enum_range_text, NULL},
                         type_STRINGS = {"list of texts", GAU_FORM_TEXT, parse_strings,
                                         strings_range_text, clear_strings},
                         type_NUMBERS = {"list of numbers", GAU_FORM_REALS, parse_numbers,
                                         double_range_text, clear_numbers};

static const struct {
    size_t size;
    const struct type *type;
} types[] = {
#define ROW(name, Type) [GAU_TYPE_##name] = {sizeof(Type), &type_##name},
    GAU_PROPERTY_TYPES(ROW)
#undef ROW
};

const char *gau_property_type_text(gau_property_type type)
{
    return types[type].type->text;
}

gau_property_form gau_property_type_form(gau_property_type type)
{
    return types[type].type->form;
}

size_t gau_property_size(gau_property_type type)
{
    return (size_t)type < sizeof types / sizeof *types ? types[type].size : 0;
}

gau_status gau_property_set(const gau_property *property, void *self, const char *text,
                            gau_error *err)
{
    return types[property->type].type->parse(field_of(self, property), text, property, err);
}

void gau_properties_clear(const gau_property *table, void *self)
{
    for (const gau_property *p = table; p && p->type != GAU_TYPE_END; p++)
        if (types[p->type].type->clear)
            types[p->type].type->clear(field_of(self, p));
}

static bool has_default_text(const gau_property *property)
{
    const gau_property_form form = gau_property_type_form(property->type);

    return form == GAU_FORM_TEXT || form == GAU_FORM_REALS;
}

gau_status gau_properties_init(const gau_property *table, void *self, gau_error *err)
{
    for (const gau_property *p = table; p && p->type != GAU_TYPE_END; p++)
        if (has_default_text(p))
            GAU_TRY(gau_property_set(p, self, p->initial.s ? p->initial.s : "", err));
        else
            memcpy(field_of(self, p), &p->initial, types[p->type].size);
    return GAU_OK;
}

/* --- in words ------------------------------------------------------------------------------ */

size_t gau_property_default_text(const gau_property *property, char *text, size_t size)
{
    const gau_property_value initial = property->initial;
    const char *word = NULL;

    switch (gau_property_type_form(property->type)) {
    case GAU_FORM_INTEGER: return (size_t)snprintf(text, size, "%" PRId64, initial.i);
    case GAU_FORM_REAL: return (size_t)snprintf(text, size, "%.15g", initial.d);
    case GAU_FORM_BOOLEAN: word = initial.b ? "true" : "false"; break;
    case GAU_FORM_CHOICE: word = property->choices[initial.e]; break;
    case GAU_FORM_REALS:
    case GAU_FORM_TEXT: word = initial.s; break;
    }
    return (size_t)snprintf(text, size, "%s", word ? word : "");
}

size_t gau_property_range_text(const gau_property *property, char *text, size_t size)
{
    return types[property->type].type->range_text(property, text, size);
}
