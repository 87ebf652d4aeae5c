/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_PAGE_H
#define GAUDIT_REPORT_TIMELINE_PAGE_H

#include "scene.h"

/* The picture while it is drawn. Lengths are in pixels. */

enum { GAU_TIMELINE_LEGEND = 16 }; /* labels in the legend, at the most */

struct gau_timeline_page {
    const struct gau_timeline *scene;
    FILE *out;
    double left;   /* margin beside the drawing */
    double row;    /* height of one, with the gap to the next */
    double y;      /* where the next thing goes */
    double bottom; /* of the rows */
    double height; /* of all of it */
    struct gau_timeline_legend {
        uint32_t label;
        double x, y; /* below the axis */
    } legend[GAU_TIMELINE_LEGEND];
    uint32_t n_legend;
    double legend_height;
};

/* Writes a line of text. */
void gau_timeline_put_text(const struct gau_timeline_page *page, double x, double y,
                           const char *class, const char *text);

/* Writes the styles of all colours. */
void gau_timeline_put_paints(FILE *out);

/* Writes a row at page->y, and moves on. */
void gau_timeline_put_row(struct gau_timeline_page *page, const struct gau_timeline_row *row,
                          uint32_t depth);

/* Chooses the labels with most time of those that no bar has room for. */
void gau_timeline_lay_out_legend(struct gau_timeline_page *page);
void gau_timeline_put_legend(const struct gau_timeline_page *page, double y);

#endif
