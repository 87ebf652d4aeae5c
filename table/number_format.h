/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_NUMBER_FORMAT_H
#define GAUDIT_TABLE_NUMBER_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

/* These functions write numbers as text. The decimal point is a point in every locale. */

enum { GAU_NUMBER_SIZE = 32 };

/* Writes the shortest text that reads back as the same double; @p value is finite. */
void gau_number_text(char text[GAU_NUMBER_SIZE], double value);

/* Writes @p digits significant digits, as "%.6g" does. */
void gau_number_digits_text(char text[GAU_NUMBER_SIZE], int digits, double value);

/* Writes like gau_number_text(), but nothing that looks like an integer: 2 is "2.0". */
void gau_number_real_text(char text[GAU_NUMBER_SIZE], double value);

/* Writes @p decimals decimals; never "-0". Numbers from 1e20 on have an exponent. */
void gau_number_fixed_text(char text[GAU_NUMBER_SIZE], int decimals, double value);

/* Writes a number for display in the SI unit that suits it, with four digits: "12.34 ms", "20 %",
 * "2.9 GeV". @p unit is as in struct gau_column. Returns @p text. */
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
void gau_range_merge(struct gau_range *range, const struct gau_range *other);

/* Returns the unit for all numbers of @p range, which come in @p unit; it sets no decimals. This is
 * the largest unit in which the largest number is at least 1. A smaller one is taken if the
 * smallest number would have no digits and the largest stays readable; or, with @p shared for
 * columns that are compared with each other, if the geometric mean would be below 0.1. */
struct gau_scale gau_scale_choose(const char *unit, const struct gau_range *range, bool shared);

/* Sets the decimals to what the smallest number needs, within limits, but none below @p step, which
 * is in the unit of the numbers; 0 is no step. */
void gau_scale_set_decimals(struct gau_scale *scale, const struct gau_range *range, double step);

/* Writes @p value, which is finite. A non-zero number is never shown as zero: "<0.01". */
void gau_scale_text(char text[GAU_NUMBER_SIZE], const struct gau_scale *scale, double value);

#endif
