/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap.h"

#include "utf8.h"

#include <string.h>

static const char indentation[] = "  ";

/* Glyphs up to @p end, or all; returns their width. */
static size_t put(FILE *out, const char *text, const char *end)
{
    size_t width = 0;

    while (*text && text != end) {
        struct gau_glyph glyph;

        text = gau_glyph_next(&glyph, text);
        width += glyph.width;
        if (out)
            fputs(glyph.bytes, out);
    }
    return width;
}

/* A line may end at any blank between words. */
void gau_wrap_write(FILE *out, const char *text, size_t width)
{
    size_t used = 0;

    while (width > 0 && *text) {
        const char *const word = text + strspn(text, " "), *const end = word + strcspn(word, " ");
        const size_t needed = put(NULL, text, end);

        if (used > 0 && used + needed > width) {
            fprintf(out, "\n%s", indentation);
            used = sizeof indentation - 1 + put(out, word, end);
        } else {
            used += put(out, text, end);
        }
        text = end;
    }
    put(out, text, NULL);
    fputc('\n', out);
}
