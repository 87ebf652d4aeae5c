/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_UTF8_H
#define GAUDIT_TABLE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* UTF-8 without a locale. What is not UTF-8 is shown as U+FFFD, byte by byte. */

#define GAU_UTF8_REPLACEMENT "\xEF\xBF\xBD"

/* Bytes of the valid character at @p text, which is not empty; 0: not UTF-8. */
size_t gau_utf8_length(const char *text);

/* What a terminal shows for one character. */
struct gau_glyph {
    char bytes[8]; /* ends with a 0; "\x1b" in letters for a control character */
    size_t width;
};

/* The character at @p text, which is not empty. Returns what follows it. */
const char *gau_glyph_next(struct gau_glyph *out, const char *text);

/* Bytes at the beginning that every format writes as they are: no quotes and backslashes. */
size_t gau_utf8_plain(const char *text);

/* True if a character of it is one that a terminal obeys. */
bool gau_utf8_has_control(const char *text);

/* Bytes of the character at @p text, which is not empty; 0: a terminal obeys it, or not UTF-8. */
size_t gau_utf8_harmless(const char *text);

/* Columns that the glyphs of @p text take: one per character. */
size_t gau_utf8_width(const char *text);

/* Writes the glyphs of @p text: no terminal obeys what is in it. */
void gau_glyphs_write(const char *text, FILE *out);

/* What a terminal could obey in @p text, and what is not UTF-8, becomes '?'. */
void gau_utf8_disarm(char *text);

/* True if the character at @p text, of so many bytes, is one that an XML file may have in it: no
 * control character but tab, newline and carriage return. */
bool gau_utf8_is_xml(const char *text, size_t length);

/* Offset of the first byte that does not begin such a character, or length. A NUL is behind the
 * text. */
size_t gau_utf8_invalid(const char *text, size_t length);

/* A copy that is valid UTF-8, to be freed. NULL: no memory. */
char *gau_utf8_clean(const char *text);

/* Writes @p text as a JSON string, quotes included; what is not UTF-8 becomes U+FFFD. */
void gau_json_text_write(const char *text, FILE *out);

/*
 * Writes a sentence as lines of at most @p width columns, broken at blanks; those that follow the
 * first are indented. A word that is longer stays whole. Width 0: one line, as long as it is.
 * Errors are left to ferror().
 */
void gau_wrap_write(FILE *out, const char *text, size_t width);

#endif
