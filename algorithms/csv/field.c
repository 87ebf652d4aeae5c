/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct gau_csv_field quoted(const char **at, const char *end)
{
    struct gau_csv_field field = {.text = *at + 1};
    const char *close = field.text;

    while ((close = memchr(close, '"', (size_t)(end - close))) && close + 1 < end &&
           close[1] == '"') {
        field.escaped = true;
        close += 2;
    }
    if (!close)
        close = end;
    field.length = (size_t)(close - field.text);
    *at = close + 2 < end ? close + 2 : end;
    return field;
}

struct gau_csv_field gau_csv_take_field(const char **at, const char *end)
{
    const char *begin = *at, *stop;

    if (begin < end && *begin == '"')
        return quoted(at, end);
    stop = begin < end ? memchr(begin, ',', (size_t)(end - begin)) : NULL;
    *at = stop ? stop + 1 : end;
    if (!stop)
        stop = end;
    while (begin < stop && is_blank(*begin))
        begin++;
    while (stop > begin && is_blank(stop[-1]))
        stop--;
    return (struct gau_csv_field){.text = begin, .length = (size_t)(stop - begin)};
}

size_t gau_csv_unescape(char *out, const struct gau_csv_field *field)
{
    size_t length = 0;

    for (size_t i = 0; i < field->length; i++) {
        out[length++] = field->text[i];
        i += field->text[i] == '"';
    }
    return length;
}
