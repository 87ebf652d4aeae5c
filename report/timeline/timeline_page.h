/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_TIMELINE_PAGE_H
#define GAUDIT_REPORT_TIMELINE_TIMELINE_PAGE_H

#include "timeline_layout.h"

/* Left margin and size of texts, in pixels. */
#define GAU_TIMELINE_LEFT 56.0
#define GAU_TIMELINE_FONT 11.0

/* The picture while it is drawn. Lengths are in pixels. */
struct gau_timeline_page {
    const struct gau_timeline *scene;
    FILE *out;
    double row;    /* height of one, with the gap to the next */
    double y;      /* of the next element */
    double bottom; /* of the rows */
    double legend; /* height of it */
};

/* Writes text in which each '@' is replaced by a coordinate, a double, and each '$' by a text. */
void gau_timeline_put(const struct gau_timeline_page *page, const char *format, ...);

void gau_timeline_put_text(const struct gau_timeline_page *page, double x, double y,
                           const char *class, const char *text);

/* Draws what the colours of the bars mean, from page->y on, if @p draws. Returns its height. */
double gau_timeline_legend(const struct gau_timeline_page *page, bool draws);

#endif
