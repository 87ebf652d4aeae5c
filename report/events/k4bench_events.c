/* SPDX-License-Identifier: Apache-2.0 */
#include "k4bench_events.h"

#include "documents/document.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEWEST_SCHEMA = 1, WARM_UP_NUMBER = 0 };

/* The arrays, of which each event has an element. */
#define ARRAYS(X)                                                       \
    X("event_times_s", true, time_s)                                    \
    X("event_rss_begin_mb", true, begin_mib[GAU_EVENT_TOTAL])           \
    X("event_rss_end_mb", true, end_mib[GAU_EVENT_TOTAL])               \
    X("event_rss_anon_begin_mb", false, begin_mib[GAU_EVENT_ANONYMOUS]) \
    X("event_rss_anon_end_mb", false, end_mib[GAU_EVENT_ANONYMOUS])     \
    X("event_rss_file_end_mb", false, end_mib[GAU_EVENT_FILE])

static const char numbers_key[] = "event_numbers";

#define ARRAY_ROW(key, required, member) {key, required, offsetof(struct gau_event_row, member)},

static const struct array {
    const char *key;
    bool required;
    size_t offset; /* of the number in a row */
} arrays[] = {{numbers_key, true, 0}, ARRAYS(ARRAY_ROW)};

enum { N_ARRAYS = sizeof arrays / sizeof *arrays };

/* --- JSON ---------------------------------------------------------------------------------- */

/* A file in which NaN and infinities, which Python writes and JSON does not have, are null. */
struct source {
    FILE *file;
    bool in_text, escaped;
    const char *pending; /* letters that come before those of the file */
};

static bool follows(FILE *file, const char *letters)
{
    while (*letters)
        if (getc(file) != *letters++)
            return false;
    return true;
}

/* Returns whether the letter begins such a number; what follows it is read. */
static bool is_not_finite(int letter, FILE *file)
{
    if (letter == '-') {
        letter = getc(file);
        if (letter != 'I') {
            ungetc(letter, file);
            return false;
        }
    }
    return (letter == 'N' && follows(file, "aN")) || (letter == 'I' && follows(file, "nfinity"));
}

static int next_letter(struct source *source)
{
    int letter;

    if (*source->pending)
        return *source->pending++;
    letter = getc(source->file);
    if (source->in_text) {
        source->in_text = letter != '"' || source->escaped;
        source->escaped = letter == '\\' && !source->escaped;
    } else if (letter == '"') {
        source->in_text = true;
    } else if (is_not_finite(letter, source->file)) {
        source->pending = "ull";
        letter = 'n';
    }
    return letter;
}

static size_t fill_buffer(void *buffer, size_t size, void *context)
{
    char *const letters = buffer;
    size_t n = 0;
    int letter;

    while (n < size && (letter = next_letter(context)) != EOF)
        letters[n++] = (char)letter;
    return ferror(((struct source *)context)->file) ? (size_t)-1 : n;
}

static json_t *load_json(const char *path, gau_error *error)
{
    struct source source = {.file = gau_document_open(path, error), .pending = ""};
    json_error_t parse;
    json_t *root;

    if (!source.file)
        return NULL;
    errno = 0;
    root = json_load_callback(fill_buffer, &source, JSON_DECODE_ANY, &parse);
    fclose(source.file);
    if (errno == ENOMEM) { /* the parser may skip letters without an error */
        json_decref(root);
        root = NULL;
        gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(path));
    } else if (!root) {
        gau_document_refuse(path, &parse, error);
    }
    return root;
}

/* --- what is refused ----------------------------------------------------------------------- */

static void check_schema(const char *path, const json_t *root, gau_error *error)
{
    const json_t *const schema = json_object_get(root, "schema_version");

    if (schema && (!json_is_integer(schema) || json_integer_value(schema) < 1))
        gau_fail_first(error, GAU_ERR_IO,
                       "%s: malformed schema_version: expected a whole number from 1 on", path);
    else if (schema && json_integer_value(schema) > NEWEST_SCHEMA)
        gau_fail_first(error, GAU_ERR_IO,
                       "%s: unsupported future schema_version %" JSON_INTEGER_FORMAT
                       "; the newest that is read is %d",
                       path, json_integer_value(schema), NEWEST_SCHEMA);
}

static void check_keys(const char *path, const json_t *root, gau_error *error)
{
    char missing[256] = "";

    for (size_t i = 0; i < N_ARRAYS; i++) {
        const json_t *const array = json_object_get(root, arrays[i].key);

        if (!array && arrays[i].required)
            gau_view_list(missing, sizeof missing, arrays[i].key);
        else if (array && !json_is_array(array))
            gau_fail_first(error, GAU_ERR_IO, "%s: %s is not an array", path, arrays[i].key);
    }
    if (*missing)
        gau_fail_first(error, GAU_ERR_IO, "%s: missing keys: %s", path, missing);
}

static void check_lengths(const char *path, const json_t *root, gau_error *error)
{
    const size_t wanted = json_array_size(json_object_get(root, numbers_key));

    for (size_t i = 0; i < N_ARRAYS; i++) {
        const json_t *const array = json_object_get(root, arrays[i].key);

        if (array && json_array_size(array) != wanted)
            gau_fail_first(error, GAU_ERR_IO,
                           "%s: mismatched array lengths: %s has %zu elements, %s has %zu", path,
                           numbers_key, wanted, arrays[i].key, json_array_size(array));
    }
}

/* --- rows ---------------------------------------------------------------------------------- */

static void fail_element(const char *path, const char *key, size_t i, const char *what,
                         gau_error *error)
{
    gau_fail_first(error, GAU_ERR_IO, "%s: %s[%zu] is not a %s", path, key, i, what);
}

static void set_numbers(struct gau_event_data *data, const json_t *array, gau_error *error)
{
    for (size_t i = 0; i < data->n; i++) {
        const json_t *const value = json_array_get(array, i);

        if (!json_is_integer(value))
            fail_element(data->file, numbers_key, i, "whole number", error);
        data->rows[i].number = json_integer_value(value);
        if (data->rows[i].number == WARM_UP_NUMBER)
            data->rows[i].marks = GAU_EVENT_WARM_UP;
    }
}

static void set_column(struct gau_event_data *data, const struct array *column, const json_t *array,
                       gau_error *error)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *const value = json_array_get(array, i);
        const double number = json_number_value(value);

        if (!json_is_number(value) && !json_is_null(value))
            fail_element(data->file, column->key, i, "number", error);
        else if (!json_is_null(value) && number >= 0)
            memcpy((char *)&data->rows[i] + column->offset, &number, sizeof number);
    }
}

static void set_rows(struct gau_event_data *data, const char *path, const json_t *root,
                     gau_error *error)
{
    const json_t *const numbers = json_object_get(root, numbers_key);

    if (gau_event_data_make(data, path, json_array_size(numbers), error) != GAU_OK)
        return;
    data->is_k4bench = true;
    data->warm_up = strdup("event 0");
    if (!data->warm_up)
        gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(path));
    set_numbers(data, numbers, error);
    for (size_t i = 1; i < N_ARRAYS; i++)
        set_column(data, &arrays[i], json_object_get(root, arrays[i].key), error);
}

gau_status gau_k4bench_events_read(struct gau_event_data *data, const char *path, gau_error *error)
{
    json_t *const root = load_json(path, error);

    if (root && !json_is_object(root))
        gau_fail_first(error, GAU_ERR_IO, "%s: not a file of events: not a JSON object", path);
    if (error->status == GAU_OK)
        check_schema(path, root, error);
    if (error->status == GAU_OK)
        check_keys(path, root, error);
    if (error->status == GAU_OK)
        check_lengths(path, root, error);
    if (error->status == GAU_OK)
        set_rows(data, path, root, error);
    json_decref(root);
    return error->status;
}
