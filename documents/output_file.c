/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"

#include "files/file_replace.h"
#include "table/number_format.h"
#include "table/utf8.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* --- JSON ---------------------------------------------------------------------------------- */

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

/* @p depth is that of the object or list that the element is in. */
static void put_element(const char *key, json_t *value, bool first, bool spread, unsigned depth,
                        FILE *out)
{
    fputs(first ? "" : spread ? "," : ", ", out);
    if (spread)
        fprintf(out, "\n%*s", 2 * (int)depth + 2, "");
    if (key) {
        gau_json_text_write(key, out);
        fputs(": ", out);
    }
    put_value(value, depth + 1, out);
}

static void put_value(json_t *value, unsigned depth, FILE *out)
{
    const bool object = json_is_object(value), spread = is_spread(value, depth);
    size_t n = 0;
    const char *key;
    json_t *element;

    if (!object && !json_is_array(value)) {
        put_scalar(value, out);
        return;
    }
    fputc(object ? '{' : '[', out);
    json_object_foreach(value, key, element)
        put_element(key, element, n++ == 0, spread, depth, out);
    json_array_foreach(value, n, element) put_element(NULL, element, n == 0, spread, depth, out);
    if (spread)
        fprintf(out, "\n%*s", 2 * (int)depth, "");
    fputc(object ? '}' : ']', out);
}

void gau_document_write(json_t *value, FILE *out)
{
    put_value(value, 0, out);
    fputc('\n', out);
}

/* --- files --------------------------------------------------------------------------------- */

void gau_output_fail(const char *output, int reason, gau_error *error)
{
    if (reason != 0)
        gau_fail_first(error, GAU_ERR_IO, "%.*s: %s",
                       GAU_QUOTE(output ? output : "standard output"), gau_replace_reason(reason));
}

/* Returns 0 or an errno, as does copy_file(). */
static int put_text(const char *text, size_t size, FILE *out)
{
    errno = 0;
    if (fwrite(text, 1, size, out) == size && fflush(out) == 0)
        return 0;
    return errno ? errno : EIO;
}

void gau_output_put(const char *text, size_t size, const char *output, gau_error *error)
{
    gau_output_fail(output,
                    output ? gau_replace_with(output, text, size) : put_text(text, size, stdout),
                    error);
}

static int copy_file(FILE *from, FILE *out)
{
    char part[1 << 16];
    size_t size;
    int reason = 0;

    rewind(from);
    while (reason == 0 && (size = fread(part, 1, sizeof part, from)) > 0)
        reason = put_text(part, size, out);
    return reason == 0 && ferror(from) ? EIO : reason;
}

void gau_output_copy(FILE *from, const char *output, gau_error *error)
{
    struct gau_replacement file;
    int reason;

    if (output) {
        reason = gau_replace_begin(&file, output);
        if (reason == 0)
            reason = gau_replace_end(&file, copy_file(from, file.file));
    } else {
        reason = copy_file(from, stdout);
    }
    gau_output_fail(output, reason, error);
}
