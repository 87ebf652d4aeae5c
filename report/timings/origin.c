/* SPDX-License-Identifier: Apache-2.0 */
#include "origin.h"

#include "report/views/fields.h"

#include <stdlib.h>
#include <string.h>

const struct gau_fact gau_facts[GAU_FACTS] = {
    {"host", "machine"},
    {"processor", "processor"},
    {"cores", "processors online"},
    {"versions.kernel", "kernel"},
    {"versions.gaudit", "gaudit"},
    {"versions.libxml2", "libxml2"},
    {"versions.jansson", "jansson"},
    {"clock", "clock"},
    {"job", "job"},
    {"command", "command"},
    {"workers", "workers"},
    {"window", "window of events"},
    {"events", "events"},
    {"status", "status"},
};

/* --- one field ----------------------------------------------------------------------------- */

static const json_t *find(const json_t *object, const char *key)
{
    const char *const dot = strchr(key, '.');
    char first[32];

    if (!dot)
        return json_object_get(object, key);
    snprintf(first, sizeof first, "%.*s", (int)(dot - key), key);
    return json_object_get(json_object_get(object, first), dot + 1);
}

static char *field_text(const struct gau_timings *run, const char *key)
{
    /* Each run of a job has a folder in its command; its options are compared. */
    const bool known =
        run->run && (strcmp(key, "command") != 0 || !json_is_string(find(run->run, "job")));
    const json_t *const field = known ? find(run->run, key) : NULL;

    if (!field || json_is_null(field))
        return strdup("");
    if (json_is_string(field))
        return strdup(json_string_value(field));
    if (json_is_array(field) && strcmp(key, "window") == 0) {
        const int64_t window[2] = {json_integer_value(json_array_get(field, 0)),
                                   json_integer_value(json_array_get(field, 1))};
        char text[GAU_WINDOW_SIZE];

        return strdup(gau_window_text(text, window));
    }
    return json_dumps(field, JSON_ENCODE_ANY | JSON_COMPACT);
}

/* --- all runs ------------------------------------------------------------------------------ */

static bool has(const struct gau_origin *origin, const char *value)
{
    for (size_t i = 0; i < origin->n; i++)
        if (strcmp(origin->values[i], value) == 0)
            return true;
    return false;
}

bool gau_origin_read(struct gau_origin *out, const struct gau_timings_set *set, const char *key)
{
    *out = (struct gau_origin){.values = calloc(set->n + 1, sizeof *out->values)};
    for (size_t i = 0; out->values && i < set->n; i++) {
        char *const value = field_text(&set->runs[i], key);

        if (!value) {
            gau_origin_clear(out);
            return false;
        }
        if (has(out, value))
            free(value);
        else
            out->values[out->n++] = value;
    }
    return out->values != NULL;
}

void gau_origin_clear(struct gau_origin *origin)
{
    for (size_t i = 0; i < origin->n; i++)
        free(origin->values[i]);
    free(origin->values);
    *origin = (struct gau_origin){0};
}

void gau_origin_text(char *text, size_t size, const struct gau_origin *origin, size_t most)
{
    text[0] = '\0';
    for (size_t i = 0; i < origin->n && i <= most; i++) {
        const size_t used = strlen(text);
        const char *const value = origin->values[i][0] ? origin->values[i] : "unknown";

        snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", i < most ? value : "...");
    }
}
