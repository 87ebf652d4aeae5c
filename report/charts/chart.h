/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHARTS_CHART_H
#define GAUDIT_REPORT_CHARTS_CHART_H

#include "documents/view.h"

/**
 * @file chart.h
 * Shares of groups as a picture: a pie, or bars with their standard errors.
 */

enum gau_chart_shape { GAU_CHART_PIE, GAU_CHART_BARS };

/** A group as it is drawn; texts are borrowed. */
struct gau_chart_item {
    const char *label;
    double value_s, error_s; /**< seconds, and their standard error; 0: not known */
    double share_error;      /**< of the share, 0 to 1 */
};

/** What is drawn; the first item is the longest. */
struct gau_chart {
    enum gau_chart_shape shape;
    char title[256], note[512];
    struct gau_chart_item *items;
    size_t n, size;
    double whole_s; /**< 100 % */
};

/** The pictures, as SVG, of the samples of a folder or, without any, of its timer's self times. */
GAU_VIEW_DECLARATION(pie)
GAU_VIEW_DECLARATION(bars)

/** Returns how many decimals a share in percent and its error, which is above 0, have: the error
 * has two digits, but at least one decimal, and is not shown as 0. */
int gau_chart_decimals(double error);

void gau_chart_draw(const struct gau_chart *chart, FILE *out);

#endif
