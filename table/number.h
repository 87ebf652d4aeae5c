/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_NUMBER_H
#define GAUDIT_TABLE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* Numbers as text. The decimal point is a point in every locale. */

enum { GAU_NUMBER_SIZE = 32 };

/* The shortest text that reads back as the same double; @p value is finite. */
void gau_number_text(char text[GAU_NUMBER_SIZE], double value);

/* Like gau_number_text(), but never mistaken for an integer: 2 is "2.0". */
void gau_number_real_text(char text[GAU_NUMBER_SIZE], double value);

/* A number for people with the SI unit that suits it, four digits: "12.34 ms", "20 %", "2.9 GeV".
 * @p unit as in struct gau_column. Returns @p text. */
char *gau_quantity_text(char *text, size_t size, double value, const char *unit);

/* How the numbers of a column are shown. */
struct gau_scale {
    const char *unit; /* for the header; "" if there is none */
    double factor;    /* that a value is multiplied by */
    int decimals;     /* -1: four significant digits, as "%.4g" */
};

/* For numbers in @p unit whose magnitudes are in [@p least, @p most] or zero. @p decimals 0: as
 * many as the smallest needs, within reason. */
struct gau_scale gau_scale_choose(const char *unit, double least, double most, int decimals);

/* @p value is finite. What is not zero does not look like zero: "<0.01". */
void gau_scale_text(char text[GAU_NUMBER_SIZE], const struct gau_scale *scale, double value);

#endif
