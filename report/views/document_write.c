/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"

#include "table/number.h"
#include "table/utf8.h"

static void put_scalar(const json_t *value, FILE *out)
{
    char number[GAU_NUMBER_SIZE];

    if (json_is_string(value)) {
        gau_json_text_write(json_string_value(value), out);
    } else if (json_is_integer(value)) {
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else if (json_is_real(value)) {
        gau_number_real_text(number, json_real_value(value));
        fputs(number, out);
    } else {
        fputs(json_is_true(value) ? "true" : json_is_false(value) ? "false" : "null", out);
    }
}

/* Outer objects, and lists of lists or objects, have a line per element; the rest is one line. */
static bool is_spread(const json_t *value, unsigned depth)
{
    const json_t *const first = json_array_get(value, 0);

    if (json_is_object(value))
        return depth == 0 && json_object_size(value) > 0;
    return depth <= 1 && (json_is_object(first) || json_is_array(first));
}

static void put_value(json_t *value, unsigned depth, FILE *out);

static void start_element(bool first, bool spread, unsigned depth, FILE *out)
{
    if (!first)
        fputc(',', out);
    if (spread)
        fprintf(out, "\n%*s", 2 * (int)depth + 2, "");
    else if (!first)
        fputc(' ', out);
}

static void end_list(bool spread, unsigned depth, char bracket, FILE *out)
{
    if (spread)
        fprintf(out, "\n%*s", 2 * (int)depth, "");
    fputc(bracket, out);
}

static void put_object(json_t *object, unsigned depth, FILE *out)
{
    const bool spread = is_spread(object, depth);
    bool first = true;

    fputc('{', out);
    for (void *i = json_object_iter(object); i; i = json_object_iter_next(object, i)) {
        start_element(first, spread, depth, out);
        gau_json_text_write(json_object_iter_key(i), out);
        fputs(": ", out);
        put_value(json_object_iter_value(i), depth + 1, out);
        first = false;
    }
    end_list(spread, depth, '}', out);
}

static void put_array(const json_t *array, unsigned depth, FILE *out)
{
    const bool spread = is_spread(array, depth);

    fputc('[', out);
    for (size_t i = 0; i < json_array_size(array); i++) {
        start_element(i == 0, spread, depth, out);
        put_value(json_array_get(array, i), depth + 1, out);
    }
    end_list(spread, depth, ']', out);
}

static void put_value(json_t *value, unsigned depth, FILE *out)
{
    if (json_is_object(value))
        put_object(value, depth, out);
    else if (json_is_array(value))
        put_array(value, depth, out);
    else
        put_scalar(value, out);
}

void gau_document_write(json_t *value, FILE *out)
{
    put_value(value, 0, out);
    fputc('\n', out);
}
