/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_TIMELINE_PAGE_H
#define GAUDIT_REPORT_TIMELINE_TIMELINE_PAGE_H

#include "timeline_layout.h"

/* In pixels: left margin, size of texts. */
#define GAU_TIMELINE_LEFT 56.0
#define GAU_TIMELINE_FONT 11.0
#define GAU_TIMELINE_HEADING 22.0 /* height of that of a group */

/* The picture while it is drawn. Lengths are in pixels. */
struct gau_timeline_page {
    const struct gau_timeline *scene;
    FILE *out;
    double top;    /* of the rows */
    double row;    /* height of one, with the gap to the next */
    double y;      /* of the next element */
    double bottom; /* of the rows */
    double legend; /* height of it */
};

/* Writes text in which each '@' is replaced by a coordinate, a double, and each '$' by a text. */
void gau_timeline_put(const struct gau_timeline_page *page, const char *format, ...);

void gau_timeline_put_text(const struct gau_timeline_page *page, double x, double y,
                           const char *class, const char *text);

/* Adds one more part to a text, behind a comma. What does not fit is cut. */
void gau_timeline_add_part(char *text, size_t size, const char *format, ...)
    __attribute__((__format__(__printf__, 3, 4)));

/* Draws the rows of a group from page->y on, which is moved below them. */
void gau_timeline_put_rows(struct gau_timeline_page *page, const struct gau_timeline_group *group);

/* Draws the name of a group, likewise. */
void gau_timeline_put_heading(struct gau_timeline_page *page,
                              const struct gau_timeline_group *group);

/* Returns the last part of a source's path, or all of it if others end so, too. */
const char *gau_timeline_source_name(const struct gau_timeline_sources *sources, const char *path);

/* Writes what is missing in the files, as one line; "": nothing. */
void gau_timeline_damage(char *text, size_t size, const struct gau_timeline *scene);

/* Writes what the picture does not show; returns how many notes there are. */
enum { GAU_TIMELINE_NOTES = 6 + GAU_RANK_CLOCK_NOTES };
int gau_timeline_notes(char notes[GAU_TIMELINE_NOTES][200], const struct gau_timeline *scene);

/* Draws what the colours of the bars mean, from page->y on, if @p draws. Returns its height. */
double gau_timeline_legend(const struct gau_timeline_page *page, bool draws);

#endif
