/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_NUMBER_FORMAT_H
#define GAUDIT_TABLE_NUMBER_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

/* Numbers as text. The decimal point is a point in every locale. */

enum { GAU_NUMBER_SIZE = 32 };

/* The shortest text that reads back as the same double; @p value is finite. */
void gau_number_text(char text[GAU_NUMBER_SIZE], double value);

/* With @p digits significant digits, as "%.6g" has them. */
void gau_number_digits_text(char text[GAU_NUMBER_SIZE], int digits, double value);

/* Like gau_number_text(), but never mistaken for an integer: 2 is "2.0". */
void gau_number_real_text(char text[GAU_NUMBER_SIZE], double value);

/* With @p decimals decimals; never "-0". From 1e20 on with an exponent. */
void gau_number_fixed_text(char text[GAU_NUMBER_SIZE], int decimals, double value);

/* A number for display in the SI unit that suits it, with four digits: "12.34 ms", "20 %", "2.9
 * GeV". @p unit as in struct gau_column. Returns @p text. */
char *gau_quantity_text(char *text, size_t size, double value, const char *unit);

/* How the numbers of a column are shown. */
struct gau_scale {
    const char *unit; /* for the header; "" if there is none */
    double factor;    /* values are multiplied by it */
    int decimals;     /* -1: four significant digits, as "%.4g" */
};

/* The magnitudes of numbers; zeros do not count. {0} is empty. */
struct gau_range {
    double least, most, log_sum; /* the sum of the natural logarithms */
    size_t count;
};

void gau_range_add(struct gau_range *range, double value);

/* The unit for all numbers of @p range, which come in @p unit; no decimals. The largest unit in
 * which the largest number is at least 1; a smaller one if the smallest number would have no digits
 * and the largest stays readable. @p shared, for columns that are compared with each other: if in
 * it the geometric mean is below 0.1. */
struct gau_scale gau_scale_choose(const char *unit, const struct gau_range *range, bool shared);

/* Sets the decimals to what the smallest number needs, within limits, but none below @p step, in
 * the unit that the numbers come in; 0: no step. */
void gau_scale_set_decimals(struct gau_scale *scale, const struct gau_range *range, double step);

/* @p value is finite. A non-zero number is never shown as zero: "<0.01". */
void gau_scale_text(char text[GAU_NUMBER_SIZE], const struct gau_scale *scale, double value);

#endif
