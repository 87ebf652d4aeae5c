/* SPDX-License-Identifier: Apache-2.0 */
#include "svg.h"

#include "utf8.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* --- texts --------------------------------------------------------------------------------- */

/* Returns false for what XML cannot contain, and for control characters of terminals. */
static bool is_shown(const struct gau_glyph *glyph)
{
    return glyph->width == 1 && gau_utf8_is_xml(glyph->bytes, strlen(glyph->bytes));
}

static const char *escape_of(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    default: return NULL;
    }
}

/* Characters that turn the text around are shown as their numbers. Returns 0 for others. */
static unsigned turning(const struct gau_glyph *glyph)
{
    const unsigned char *const bytes = (const unsigned char *)glyph->bytes;

    if (bytes[0] != 0xe2 || (bytes[1] != 0x80 && bytes[1] != 0x81))
        return 0;
    if (bytes[1] == 0x80 && bytes[2] >= 0xaa && bytes[2] <= 0xae)
        return 0x2000u + (bytes[2] - 0x80u);
    return bytes[1] == 0x81 && bytes[2] >= 0xa6 && bytes[2] <= 0xa9 ? 0x2040u + (bytes[2] - 0x80u)
                                                                    : 0;
}

void gau_svg_text_part(FILE *out, const char *text, size_t glyphs)
{
    for (; *text && glyphs > 0; glyphs--) {
        const char *const escape = escape_of(*text);
        struct gau_glyph glyph;

        text = gau_glyph_next(&glyph, text);
        if (turning(&glyph))
            fprintf(out, "\\u%04x", turning(&glyph));
        else
            fputs(escape ? escape : is_shown(&glyph) ? glyph.bytes : GAU_UTF8_REPLACEMENT, out);
    }
}

void gau_svg_text(FILE *out, const char *text)
{
    gau_svg_text_part(out, text, SIZE_MAX);
}

/* --- numbers ------------------------------------------------------------------------------- */

void gau_svg_number(FILE *out, double value)
{
    const long long hundredths = llround(value * 100);
    const unsigned long long size =
        hundredths < 0 ? 0 - (unsigned long long)hundredths : (unsigned long long)hundredths;

    fprintf(out, "%s%llu", hundredths < 0 ? "-" : "", size / 100);
    if (size % 100)
        fprintf(out, size % 10 ? ".%02llu" : ".%llu", size % 10 ? size % 100 : size % 100 / 10);
}

/* --- widths -------------------------------------------------------------------------------- */

/* Widths are in units of the font size, and those of DejaVu Sans, which is a wide font. */
static double width_of(const char *text, size_t length)
{
    const char c = text[0];

    if (length != 1)
        return length > 2 ? 1 : 0.7;
    if (strchr("ijl.,:;'|! ", c))
        return 0.34;
    if (strchr("mwMW@%&", c))
        return 0.98;
    if (strchr("ftrI()[]{}/\\-\"", c))
        return 0.42;
    return c >= 'A' && c <= 'Z' ? 0.72 : 0.64;
}

size_t gau_svg_fit(const char **rest, const char *text, double size, double width)
{
    size_t n = 0;

    for (*rest = text; **rest; n++) {
        const size_t length = gau_utf8_length(*rest);

        width -= size * width_of(*rest, length);
        if (width < 0)
            break;
        *rest += length ? length : 1;
    }
    return n;
}

double gau_svg_width(const char *text, size_t glyphs, double size)
{
    double width = 0;

    for (; *text && glyphs > 0; glyphs--) {
        const size_t length = gau_utf8_length(text);

        width += size * width_of(text, length);
        text += length ? length : 1;
    }
    return width;
}

void gau_svg_put(FILE *out, const char *before, double value)
{
    fputs(before, out);
    gau_svg_number(out, value);
}

void gau_svg_label(FILE *out, double x, double y, const char *class, const char *text)
{
    gau_svg_put(out, "<text x=\"", x);
    gau_svg_put(out, "\" y=\"", y);
    fprintf(out, "\" class=\"%s\">", class);
    gau_svg_text(out, text);
    fputs("</text>\n", out);
}
