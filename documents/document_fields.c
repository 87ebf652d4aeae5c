/* SPDX-License-Identifier: Apache-2.0 */
#include "document_fields.h"

#include "document.h"

#include <inttypes.h>
#include <math.h>

static const char *type_text(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT: return "an object";
    case JSON_ARRAY: return "a list";
    case JSON_STRING: return "a text";
    case JSON_INTEGER: return "a whole number";
    case JSON_REAL: return "a real number";
    case JSON_TRUE: return "true";
    case JSON_FALSE: return "false";
    case JSON_NULL: return "null";
    }
    return "unknown";
}

/* Reports "timer.json: branches[3].total_s: ...". */
static void refuse_field(const struct gau_document_fields *fields, const char *key,
                         const char *wanted)
{
    const json_t *const value = json_object_get(fields->object, key);
    char row[160] = "", found[32];

    if (fields->table)
        snprintf(row, sizeof row, "%.*s[%zu].", GAU_QUOTE(fields->table), fields->row);
    if (!value) {
        gau_fail_first(fields->error, GAU_ERR_IO, "%s.json: %s%s is missing", fields->document, row,
                       key);
        return;
    }
    snprintf(found, sizeof found, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    gau_fail_first(fields->error, GAU_ERR_IO, "%s.json: %s%s: %s was expected, not %s",
                   fields->document, row, key, wanted,
                   json_is_integer(value) ? found : type_text(value));
}

struct gau_document_fields gau_document_fields_of(const json_t *document, const char *name,
                                                  gau_error *error)
{
    const struct gau_document_fields fields = {.document = name,
                                               .object = document,
                                               .error = error};
    int64_t schema;

    if (!json_is_object(document)) {
        gau_fail_first(error, GAU_ERR_IO, "%s.json: not a document of gaudit: not an object", name);
        return fields;
    }
    schema = gau_document_fields_count(&fields, "schema");
    if (schema != GAU_DOCUMENT_SCHEMA)
        gau_fail_first(error, GAU_ERR_IO,
                       "%s.json: schema %" PRId64 " is %s than %d, the one that this gaudit reads",
                       name, schema, schema > GAU_DOCUMENT_SCHEMA ? "newer" : "older",
                       (int)GAU_DOCUMENT_SCHEMA);
    return fields;
}

const json_t *gau_document_fields_table(const struct gau_document_fields *fields, const char *name,
                                        bool required)
{
    const json_t *const rows = json_object_get(fields->object, name);

    if ((rows || required) && !json_is_array(rows))
        refuse_field(fields, name, "a list of rows");
    return json_is_array(rows) ? rows : NULL;
}

struct gau_document_fields gau_document_fields_row(const struct gau_document_fields *fields,
                                                   const char *table, const json_t *rows,
                                                   size_t row)
{
    struct gau_document_fields out = *fields;

    out.table = table;
    out.row = row;
    out.object = json_array_get(rows, row);
    if (!json_is_object(out.object))
        gau_fail_first(out.error, GAU_ERR_IO, "%s.json: %s[%zu]: an object was expected, not %s",
                       out.document, table, row, type_text(out.object));
    return out;
}

bool gau_document_fields_have(const struct gau_document_fields *fields, const char *key)
{
    return json_object_get(fields->object, key) != NULL;
}

static int64_t whole_number(const struct gau_document_fields *fields, const char *key,
                            int64_t least, const char *wanted)
{
    const json_t *const value = json_object_get(fields->object, key);

    if (json_is_integer(value) && json_integer_value(value) >= least)
        return json_integer_value(value);
    refuse_field(fields, key, wanted);
    return 0;
}

int64_t gau_document_fields_count(const struct gau_document_fields *fields, const char *key)
{
    return whole_number(fields, key, 0, "a whole number from 0 on");
}

int64_t gau_document_fields_number_or_none(const struct gau_document_fields *fields,
                                           const char *key)
{
    const json_t *const value = json_object_get(fields->object, key);

    return !value || json_is_null(value)
               ? -1
               : whole_number(fields, key, -1, "a whole number from 0 on, or null,");
}

int64_t gau_document_fields_integer(const struct gau_document_fields *fields, const char *key)
{
    return whole_number(fields, key, INT64_MIN, "a whole number");
}

double gau_document_fields_real(const struct gau_document_fields *fields, const char *key)
{
    const json_t *const value = json_object_get(fields->object, key);

    if (json_is_number(value))
        return json_number_value(value);
    refuse_field(fields, key, "a number");
    return (double)NAN;
}

double gau_document_fields_real_or_null(const struct gau_document_fields *fields, const char *key)
{
    const json_t *const value = json_object_get(fields->object, key);

    if (json_is_number(value))
        return json_number_value(value);
    if (!json_is_null(value))
        refuse_field(fields, key, "a number or null");
    return (double)NAN;
}

const char *gau_document_fields_text(const struct gau_document_fields *fields, const char *key)
{
    const char *const text = json_string_value(json_object_get(fields->object, key));

    if (text)
        return text;
    refuse_field(fields, key, "a text");
    return "";
}

void gau_document_fields_pair(const struct gau_document_fields *fields, const char *key,
                              int64_t out[2])
{
    const json_t *const list = json_object_get(fields->object, key);

    for (size_t i = 0; i < 2; i++)
        out[i] = json_integer_value(json_array_get(list, i));
    if (json_array_size(list) != 2 || !json_is_integer(json_array_get(list, 0)) ||
        !json_is_integer(json_array_get(list, 1)))
        refuse_field(fields, key, "a list of two whole numbers");
}

const char *gau_window_text(char text[GAU_WINDOW_SIZE], const int64_t window[2])
{
    if (window[1] > 0)
        snprintf(text, GAU_WINDOW_SIZE, "[%" PRId64 ", %" PRId64 ")", window[0], window[1]);
    else
        snprintf(text, GAU_WINDOW_SIZE, window[0] > 1 ? "[%" PRId64 ", end)" : "all", window[0]);
    return text;
}
