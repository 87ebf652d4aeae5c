/* SPDX-License-Identifier: Apache-2.0 */
#include "run_metadata.h"

#include "documents/document_fields.h"

#include <stdlib.h>
#include <string.h>

const struct gau_run_metadata_field gau_run_metadata_fields[GAU_RUN_METADATA_FIELDS] = {
    {"host", "machine"},
    {"cpu_model", "CPU model"},
    {"cores", "processors online"},
    {"versions.kernel", "kernel"},
    {"versions.gaudit", "gaudit"},
    {"versions.libxml2", "libxml2"},
    {"versions.jansson", "jansson"},
    {"clock", "clock"},
    {"job", "job"},
    {"command", "command"},
    {"workers", "workers"},
    {"event_window", "event window"},
    {"events", "events"},
    {"status", "status"},
};

/* --- one field ----------------------------------------------------------------------------- */

static json_t *find_key(const json_t *object, const char *key)
{
    const char *const dot = strchr(key, '.');
    char first[32];

    if (!dot)
        return json_object_get(object, key);
    snprintf(first, sizeof first, "%.*s", (int)(dot - key), key);
    return json_object_get(json_object_get(object, first), dot + 1);
}

/* Returns a field as text, "" for what is not known. NULL: out of memory. */
static json_t *field_text(const struct gau_timer_result *run, const char *key)
{
    /* Each run of a job has a folder in its command, so that its options are compared instead. */
    const bool known =
        run->run && (strcmp(key, "command") != 0 || !json_is_string(find_key(run->run, "job")));
    json_t *const field = known ? find_key(run->run, key) : NULL;
    char window[GAU_WINDOW_SIZE], *text;
    json_t *value;

    if (!field || json_is_null(field))
        return json_string("");
    if (json_is_string(field))
        return json_incref(field);
    if (json_is_array(field) && strcmp(key, "event_window") == 0)
        return json_string(gau_window_text(
            window, (const int64_t[]){json_integer_value(json_array_get(field, 0)),
                                      json_integer_value(json_array_get(field, 1))}));
    text = json_dumps(field, JSON_ENCODE_ANY | JSON_COMPACT);
    value = text ? json_string(text) : NULL;
    free(text);
    return value;
}

/* --- all runs ------------------------------------------------------------------------------ */

static bool has_value(const json_t *values, const json_t *value)
{
    for (size_t i = 0; i < json_array_size(values); i++)
        if (json_equal(json_array_get(values, i), value))
            return true;
    return false;
}

json_t *gau_run_metadata_read(const struct gau_timer_result_set *set, const char *key)
{
    json_t *const values = json_array();
    bool fits = values != NULL;

    for (size_t i = 0; fits && i < set->n; i++) {
        json_t *const value = field_text(&set->runs[i], key);

        fits = value && (has_value(values, value) || json_array_append(values, value) == 0);
        json_decref(value);
    }
    if (fits)
        return values;
    json_decref(values);
    return NULL;
}

void gau_run_metadata_text(char *text, size_t size, const json_t *values, size_t most)
{
    text[0] = '\0';
    for (size_t i = 0; i < json_array_size(values) && i <= most; i++) {
        const size_t used = strlen(text);
        const char *const value = json_string_value(json_array_get(values, i));

        snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "",
                 i == most  ? "..."
                 : value[0] ? value
                            : "unknown");
    }
}
