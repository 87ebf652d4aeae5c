/* SPDX-License-Identifier: Apache-2.0 */
#include "utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows have the leading bytes of characters of one length, and their smallest code point. */
static const struct lead {
    uint8_t mask, value;
    uint32_t least;
} leads[] = {{0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};

enum { N_LEADS = sizeof leads / sizeof *leads };

static bool is_allowed_point(uint32_t point, uint32_t least)
{
    return point >= least && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
}

size_t gau_utf8_length(const char *text)
{
    const uint8_t first = (uint8_t)text[0];

    for (size_t more = 0; more < N_LEADS; more++) {
        uint32_t point = first & (uint8_t)~leads[more].mask;

        if ((first & leads[more].mask) != leads[more].value)
            continue;
        for (size_t i = 1; i <= more; i++) {
            if (((uint8_t)text[i] & 0xC0) != 0x80)
                return 0;
            point = point << 6 | ((uint8_t)text[i] & 0x3F);
        }
        return is_allowed_point(point, leads[more].least) ? more + 1 : 0;
    }
    return 0;
}

/* Returns the code point of a control character of terminals (C0, DEL or C1), else 0. */
static unsigned control(const char *text, size_t length)
{
    const uint8_t first = (uint8_t)text[0];

    if (length == 1 && (first < 0x20 || first == 0x7F))
        return first;
    if (length == 2 && first == 0xC2 && (uint8_t)text[1] < 0xA0)
        return (uint8_t)text[1];
    return 0;
}

/* Printable ASCII is most of the text, so callers test for it first. */
static bool is_plain(char letter)
{
    return letter >= ' ' && letter < 0x7F;
}

size_t gau_utf8_plain(const char *text)
{
    size_t length = 0;

    while (is_plain(text[length]) && text[length] != '"' && text[length] != '\\')
        length++;
    return length;
}

bool gau_utf8_has_control(const char *text)
{
    while (*text) {
        const size_t length = gau_utf8_length(text);

        if (control(text, length))
            return true;
        text += length ? length : 1;
    }
    return false;
}

size_t gau_utf8_harmless(const char *text)
{
    const size_t length = gau_utf8_length(text);

    return control(text, length) ? 0 : length;
}

const char *gau_glyph_next(struct gau_glyph *out, const char *text)
{
    size_t length;
    unsigned code;

    *out = (struct gau_glyph){.bytes = {text[0]}, .width = 1};
    if (is_plain(text[0]))
        return text + 1;
    length = gau_utf8_length(text);
    code = control(text, length);
    if (length == 0) {
        memcpy(out->bytes, GAU_UTF8_REPLACEMENT, 3);
        return text + 1;
    }
    if (code)
        out->width = (size_t)snprintf(out->bytes, sizeof out->bytes, "\\x%02x", code & 0xFF);
    else
        memcpy(out->bytes, text, length);
    return text + length;
}

/* Writes the glyphs up to @p end, or all, unless @p out is NULL; returns their width. */
static size_t put_glyphs(FILE *out, const char *text, const char *end)
{
    size_t width = 0;

    while (*text && text != end) {
        const char *const begin = text;
        struct gau_glyph glyph = {.width = 0};

        while (is_plain(*text) && text != end)
            text++;
        width += (size_t)(text - begin);
        if (out)
            fwrite(begin, 1, (size_t)(text - begin), out);
        if (*text && text != end)
            text = gau_glyph_next(&glyph, text);
        width += glyph.width;
        if (out)
            fputs(glyph.bytes, out);
    }
    return width;
}

size_t gau_utf8_width(const char *text)
{
    return put_glyphs(NULL, text, NULL);
}

void gau_glyphs_write(const char *text, FILE *out)
{
    put_glyphs(out, text, NULL);
}

void gau_utf8_disarm(char *text)
{
    char *end = text;

    while (*text) {
        const size_t length = gau_utf8_length(text);
        const bool bad = gau_utf8_harmless(text) == 0;

        if (bad)
            *end = '?';
        else
            memmove(end, text, length);
        end += bad ? 1 : length;
        text += length ? length : 1;
    }
    *end = '\0';
}

char *gau_utf8_clean(const char *text)
{
    char *const copy = malloc(3 * strlen(text) + 1);
    char *end = copy;

    if (!copy)
        return NULL;
    while (*text) {
        const size_t length = gau_utf8_length(text);

        memcpy(end, length ? text : GAU_UTF8_REPLACEMENT, length ? length : 3);
        end += length ? length : 3;
        text += length ? length : 1;
    }
    *end = '\0';
    return copy;
}

/* --- XML ----------------------------------------------------------------------------------- */

bool gau_utf8_is_xml(const char *text, size_t length)
{
    if (length == 1)
        return (uint8_t)*text >= ' ' || *text == '\t' || *text == '\n' || *text == '\r';
    return length != 3 || memcmp(text, "\xef\xbf", 2) != 0 || (uint8_t)text[2] < 0xbe;
}

size_t gau_utf8_invalid(const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const size_t size = gau_utf8_length(text + i);

        if (size == 0 || size > length - i || !gau_utf8_is_xml(text + i, size))
            return i;
        i += size;
    }
    return length;
}

/* --- JSON ---------------------------------------------------------------------------------- */

static void put_escaped(const char *text, size_t length, FILE *out)
{
    if (length == 0)
        fputs(GAU_UTF8_REPLACEMENT, out);
    else if (text[0] == '"' || text[0] == '\\')
        fprintf(out, "\\%c", text[0]);
    else if (text[0] == '\n' || text[0] == '\t')
        fputs(text[0] == '\n' ? "\\n" : "\\t", out);
    else if (control(text, length))
        fprintf(out, "\\u%04x", control(text, length));
    else
        fwrite(text, 1, length, out);
}

void gau_json_text_write(const char *text, FILE *out)
{
    fputc('"', out);
    while (*text) {
        const size_t plain = gau_utf8_plain(text);
        const size_t length = plain ? plain : gau_utf8_length(text);

        if (plain)
            fwrite(text, 1, plain, out);
        else
            put_escaped(text, length, out);
        text += length ? length : 1;
    }
    fputc('"', out);
}

/* --- lines --------------------------------------------------------------------------------- */

static const char indentation[] = "  ";

/* A line may end at any blank between words. */
void gau_wrap_write(FILE *out, const char *text, size_t width)
{
    size_t used = 0;

    while (width > 0 && *text) {
        const char *const word = text + strspn(text, " "), *const end = word + strcspn(word, " ");
        const size_t needed = put_glyphs(NULL, text, end);

        if (used > 0 && used + needed > width) {
            fprintf(out, "\n%s", indentation);
            used = sizeof indentation - 1 + put_glyphs(out, word, end);
        } else {
            used += put_glyphs(out, text, end);
        }
        text = end;
    }
    put_glyphs(out, text, NULL);
    fputc('\n', out);
}
