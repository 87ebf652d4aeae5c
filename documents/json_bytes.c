/* SPDX-License-Identifier: Apache-2.0 */
#include "json_bytes.h"

#include "table/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gau_json_bytes_append(struct gau_json_bytes *to, const char *from, size_t n)
{
    if (to->size - to->used < n) {
        const size_t size = 2 * to->size + n + 256;
        char *const grown = realloc(to->start, size);

        if (!grown) {
            to->no_memory = true;
            return;
        }
        to->start = grown;
        to->size = size;
    }
    if (n > 0)
        memcpy(to->start + to->used, from, n);
    to->used += n;
}

void gau_json_bytes_put(struct gau_json_bytes *to, const char *text)
{
    gau_json_bytes_append(to, text, strlen(text));
}

/* Most texts need no escapes. */
void gau_json_bytes_put_escaped(struct gau_json_bytes *to, const char *text)
{
    const size_t plain = gau_utf8_plain(text);
    char *quoted = NULL;
    size_t size = 0;
    FILE *out;

    if (!text[plain]) {
        gau_json_bytes_append(to, text, plain);
        return;
    }
    out = open_memstream(&quoted, &size);
    if (out)
        gau_json_text_write(text, out);
    if (out && fclose(out) == 0)
        gau_json_bytes_append(to, quoted + 1, size - 2);
    else
        to->no_memory = true;
    free(quoted);
}

void gau_json_bytes_put_integer(struct gau_json_bytes *to, int64_t value)
{
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    char text[24], *digit = text + sizeof text;

    do
        *--digit = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (value < 0)
        *--digit = '-';
    gau_json_bytes_append(to, digit, (size_t)(text + sizeof text - digit));
}

void gau_json_bytes_put_difference(struct gau_json_bytes *to, int64_t value, int64_t before)
{
    const bool falls = value < before;
    const uint64_t more =
        falls ? (uint64_t)before - (uint64_t)value : (uint64_t)value - (uint64_t)before;
    uint64_t rest = falls ? (more << 1) - 1 : more << 1;
    char room[10];
    size_t n = 0;

    do {
        room[n++] = (char)((rest & 127) | (rest > 127 ? 128 : 0));
        rest >>= 7;
    } while (rest > 0);
    gau_json_bytes_append(to, room, n);
}
