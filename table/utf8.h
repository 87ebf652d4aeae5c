/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_UTF8_H
#define GAUDIT_TABLE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* These functions read UTF-8 without a locale. Invalid bytes are shown as U+FFFD. */

#define GAU_UTF8_REPLACEMENT "\xEF\xBF\xBD"

/* Returns the bytes of the valid character at @p text, which is not empty; 0 if it is invalid. */
size_t gau_utf8_length(const char *text);

/* A character for display on a terminal. */
struct gau_glyph {
    char bytes[8]; /* ends with 0; escaped for a control character: "\x1b" */
    size_t width;
};

/* Reads the character at @p text, which is not empty. Returns what follows it. */
const char *gau_glyph_next(struct gau_glyph *out, const char *text);

/* Returns how many leading bytes every format writes unchanged: no quotes or backslashes. */
size_t gau_utf8_plain(const char *text);

/* Returns whether the text contains control characters of terminals. */
bool gau_utf8_has_control(const char *text);

/* Returns the bytes of the character at @p text, which is not empty; 0 for a control character, or
 * invalid UTF-8. */
size_t gau_utf8_harmless(const char *text);

/* Returns the columns that the glyphs of @p text occupy: one per character. */
size_t gau_utf8_width(const char *text);

/* Writes the glyphs of @p text, with control characters escaped. */
void gau_glyphs_write(const char *text, FILE *out);

/* Replaces control characters and invalid bytes in @p text by '?'. */
void gau_utf8_disarm(char *text);

/* Returns whether the character at @p text, of @p length bytes, may occur in XML: no control
 * character but tab, newline and carriage return. */
bool gau_utf8_is_xml(const char *text, size_t length);

/* Returns the offset of the first byte that begins no such character, or length. The text ends with
 * NUL. */
size_t gau_utf8_invalid(const char *text, size_t length);

/* Returns a copy that is valid UTF-8, which the caller frees; NULL if out of memory. */
char *gau_utf8_clean(const char *text);

/* Writes @p text as a JSON string, quotes included; what is not UTF-8 becomes U+FFFD. */
void gau_json_text_write(const char *text, FILE *out);

/*
 * Writes a sentence in lines of at most @p width columns, broken at blanks; lines after the first
 * are indented. Longer words stay whole. Width 0: a single line. Callers check ferror().
 */
void gau_wrap_write(FILE *out, const char *text, size_t width);

#endif
