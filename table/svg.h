/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_SVG_H
#define GAUDIT_TABLE_SVG_H

#include <stddef.h>
#include <stdio.h>

/*
 * Parts of an SVG document. Texts may contain any bytes; what XML cannot contain is shown as
 * U+FFFD.
 */

/* Writes text between tags or quotes. */
void gau_svg_text(FILE *out, const char *text);

/* Writes at most @p glyphs characters of @p text. */
void gau_svg_text_part(FILE *out, const char *text, size_t glyphs);

/* Writes a coordinate: at most two decimals, a point in every locale. */
void gau_svg_number(FILE *out, double value);

/* Returns how many characters of a text fit into a width in pixels, in a sans serif font of that
 * size. The estimate is low. *rest is what follows them. */
size_t gau_svg_fit(const char **rest, const char *text, double size, double width);

/* Returns the width of the first @p glyphs characters in pixels. The estimate is high. */
double gau_svg_width(const char *text, size_t glyphs, double size);

/* Writes a number after what stands before it. */
void gau_svg_put(FILE *out, const char *before, double value);

/* Writes a text element of a class of the style sheet. */
void gau_svg_label(FILE *out, double x, double y, const char *class, const char *text);

#endif
