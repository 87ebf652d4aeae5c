/* SPDX-License-Identifier: Apache-2.0 */
#include "k4bench_arrays.h"

#include <errno.h>
#include <string.h>

enum { NEWEST_SCHEMA = 1 };

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

static json_t *load_json(const char *path, const char *what, gau_error *error)
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
        gau_fail_memory(error, "%s of '%.*s'", what, GAU_QUOTE(path));
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

static void check_keys(const char *path, const json_t *root, const struct gau_k4bench_array *arrays,
                       size_t n, gau_error *error)
{
    char missing[256] = "";

    for (size_t i = 0; i < n; i++) {
        const json_t *const array = json_object_get(root, arrays[i].key);

        if (!array && arrays[i].required)
            gau_view_list(missing, sizeof missing, arrays[i].key);
        else if (array && !json_is_array(array))
            gau_fail_first(error, GAU_ERR_IO, "%s: %s is not an array", path, arrays[i].key);
    }
    if (*missing)
        gau_fail_first(error, GAU_ERR_IO, "%s: missing keys: %s", path, missing);
}

static void check_lengths(const char *path, const json_t *root,
                          const struct gau_k4bench_array *arrays, size_t n, gau_error *error)
{
    const size_t wanted = json_array_size(json_object_get(root, GAU_K4BENCH_NUMBERS));

    for (size_t i = 0; i < n; i++) {
        const json_t *const array = json_object_get(root, arrays[i].key);

        if (array && json_array_size(array) != wanted)
            gau_fail_first(error, GAU_ERR_IO,
                           "%s: mismatched array lengths: %s has %zu elements, %s has %zu", path,
                           GAU_K4BENCH_NUMBERS, wanted, arrays[i].key, json_array_size(array));
    }
}

void gau_k4bench_fail_element(const char *path, const char *key, size_t i, const char *what,
                              gau_error *error)
{
    gau_fail_first(error, GAU_ERR_IO, "%s: %s[%zu] is not %s", path, key, i, what);
}

json_t *gau_k4bench_load(const char *path, const char *what, const struct gau_k4bench_array *arrays,
                         size_t n, gau_error *error)
{
    json_t *const root = load_json(path, what, error);

    if (root && !json_is_object(root))
        gau_fail_first(error, GAU_ERR_IO, "%s: not a file of %s: not a JSON object", path, what);
    if (error->status == GAU_OK)
        check_schema(path, root, error);
    if (error->status == GAU_OK)
        check_keys(path, root, arrays, n, error);
    if (error->status == GAU_OK)
        check_lengths(path, root, arrays, n, error);
    if (error->status == GAU_OK)
        return root;
    json_decref(root);
    return NULL;
}
