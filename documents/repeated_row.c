/* SPDX-License-Identifier: Apache-2.0 */
#include "repeated_row.h"

#include "table/heap.h"
#include "table/utf8.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* A text is read up to its last '}', which is in no number, name or blank: nothing goes beyond. */
struct text {
    const char *at, *end;
};

static void skip_blanks(struct text *text)
{
    while (*text->at == ' ' || *text->at == '\n' || *text->at == '\t' || *text->at == '\r')
        text->at++;
}

static bool take_letter(struct text *text, char letter)
{
    skip_blanks(text);
    if (*text->at != letter)
        return false;
    text->at++;
    return true;
}

/* --- numbers ------------------------------------------------------------------------------- */

static const char *end_of_digits(const char *at)
{
    while (*at >= '0' && *at <= '9')
        at++;
    return at;
}

/* Returns NULL if there are none. */
static const char *end_of_some_digits(const char *at)
{
    const char *const end = end_of_digits(at);

    return end > at ? end : NULL;
}

/* Returns the end of a number in JSON, and of its whole part; NULL: it is none. */
static const char *end_of_number(const char **whole, const char *at)
{
    const char *const first = at + (*at == '-'), *end = end_of_some_digits(first);

    if (!end || (*first == '0' && end > first + 1))
        return NULL;
    *whole = end;
    if (*end == '.')
        end = end_of_some_digits(end + 1);
    if (end && (*end == 'e' || *end == 'E')) {
        end++;
        end = end_of_some_digits(end + (*end == '+' || *end == '-'));
    }
    return end;
}

/* jansson refuses what is not finite. */
static bool set_real(json_t *value, struct text *text, const char *end)
{
    const double real = strtod(text->at, NULL);

    text->at = end;
    return json_real_set(value, real) == 0;
}

static bool set_integer(json_t *value, struct text *text, const char *end)
{
    enum { DIGITS_OF_ALL = 18 }; /* all numbers of so many digits fit */
    const bool is_negative = *text->at == '-';
    json_int_t integer = 0;

    if (end - text->at > DIGITS_OF_ALL)
        return false;
    for (const char *digit = text->at + is_negative; digit < end; digit++)
        integer = 10 * integer + (*digit - '0');
    text->at = end;
    return json_integer_set(value, is_negative ? -integer : integer) == 0;
}

static bool set_number(json_t *value, struct text *text)
{
    const char *whole, *const end = end_of_number(&whole, text->at);

    if (!end)
        return false;
    return end == whole ? set_integer(value, text, end) : set_real(value, text, end);
}

/* --- other values -------------------------------------------------------------------------- */

static bool set_text(json_t *value, struct text *text)
{
    const char *const first = text->at + 1;
    const char *last = first;

    if (*text->at != '"')
        return false;
    while (last < text->end && *last != '"' && *last != '\\' && (unsigned char)*last >= ' ')
        last++;
    if (last >= text->end || *last != '"')
        return false;
    text->at = last + 1;
    return json_string_setn(value, first, (size_t)(last - first)) == 0;
}

static bool set_pair(json_t *pair, struct text *text)
{
    for (size_t i = 0; i < 2; i++) {
        if (!take_letter(text, i == 0 ? '[' : ','))
            return false;
        skip_blanks(text);
        if (!json_is_integer(json_array_get(pair, i)) || !set_number(json_array_get(pair, i), text))
            return false;
    }
    return json_array_size(pair) == 2 && take_letter(text, ']');
}

/* Returns the pair of a number; a new one behind the last. NULL: out of memory. */
static json_t *pair_of(json_t *list, size_t i)
{
    if (i == json_array_size(list) && json_array_append_new(list, json_pack("[ii]", 0, 0)) != 0)
        return NULL;
    return json_array_get(list, i);
}

static bool set_pairs(json_t *list, struct text *text)
{
    size_t n = 0;

    if (!take_letter(text, '['))
        return false;
    if (!take_letter(text, ']')) {
        do
            if (!set_pair(pair_of(list, n++), text))
                return false;
        while (take_letter(text, ','));
        if (!take_letter(text, ']'))
            return false;
    }
    while (json_array_size(list) > n)
        json_array_remove(list, json_array_size(list) - 1);
    return true;
}

static bool take_null(struct text *text)
{
    if (strncmp(text->at, "null", 4) != 0)
        return false;
    text->at += 4;
    return true;
}

static bool set_value(json_t *value, struct text *text)
{
    skip_blanks(text);
    switch (json_typeof(value)) {
    case JSON_STRING: return set_text(value, text);
    case JSON_INTEGER:
    case JSON_REAL: return set_number(value, text); /* which refuses a number of the other type */
    case JSON_ARRAY: return set_pairs(value, text);
    case JSON_NULL: return take_null(text);
    case JSON_OBJECT:
    case JSON_TRUE:
    case JSON_FALSE: break;
    }
    return false;
}

/* --- rows ---------------------------------------------------------------------------------- */

static bool take_key(struct text *text, const struct gau_row_member *member)
{
    const size_t length = member->length;

    if (!take_letter(text, '"') || (size_t)(text->end - text->at) <= length ||
        memcmp(text->at, member->key, length) != 0 || text->at[length] != '"')
        return false;
    text->at += length + 1;
    return take_letter(text, ':');
}

bool gau_repeated_row_set(struct gau_repeated_row *repeated, const char *text, size_t size)
{
    struct text rest = {text, text + size};

    if (!repeated->is_repeatable || size == 0 || text[size - 1] != '}')
        return false;
    for (uint32_t i = 0; i < repeated->n; i++)
        if (!take_letter(&rest, i == 0 ? '{' : ',') || !take_key(&rest, &repeated->members[i]) ||
            !set_value(repeated->members[i].value, &rest))
            return false;
    return take_letter(&rest, '}') && rest.at == rest.end;
}

static bool add_member(struct gau_repeated_row *repeated, const char *key, json_t *value)
{
    const size_t length = strlen(key);

    if (gau_utf8_plain(key) < length || !gau_array_grow(&repeated->members, repeated->n,
                                                        &repeated->size, sizeof *repeated->members))
        return false;
    repeated->members[repeated->n++] = (struct gau_row_member){key, length, value};
    return true;
}

/* In another locale strtod() expects another decimal point than JSON has. */
void gau_repeated_row_replace(struct gau_repeated_row *repeated, json_t *row)
{
    json_decref(repeated->row);
    repeated->row = row;
    repeated->n = 0;
    repeated->is_repeatable =
        json_object_size(row) > 0 && strcmp(localeconv()->decimal_point, ".") == 0;
    for (void *i = json_object_iter(row); i && repeated->is_repeatable;
         i = json_object_iter_next(row, i))
        repeated->is_repeatable =
            add_member(repeated, json_object_iter_key(i), json_object_iter_value(i));
}
