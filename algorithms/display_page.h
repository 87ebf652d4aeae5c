/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_DISPLAY_PAGE_H
#define GAUDIT_ALGORITHMS_DISPLAY_PAGE_H

#include "display_event.h"

#include <stdio.h>

/*
 * The picture of an event, as SVG: the view along the beam on the left, the r-z view on the right,
 * below it the beam line around the vertices, and a legend that counts what is drawn and what is
 * not. The same event makes the same bytes. Sizes on the page are in pixels.
 *
 * Colours are those of Okabe and Ito, Color Universal Design (2008), which people with any kind of
 * colour vision can tell apart; what differs in colour differs in shape as well.
 */

/* The layers of the tracker, to be seen in the background; mm. */
struct gau_display_layers {
    gau_numbers barrels, barrel_lengths;       /* radii, half lengths */
    gau_numbers discs, disc_inner, disc_outer; /* |z|, radii */
};

struct gau_display_page {
    const char *title, *name; /* of the job, of the algorithm */
    const struct gau_display_event *event;
    const struct gau_display_inputs *inputs;
    const struct gau_display_layers *layers;
    /* Set by gau_display_page_write(): where parts are written, rings of towers, how deep each is,
     * and the length of a tower per GeV. */
    FILE *out;
    int n_rings;
    double ring, per_gev;
};

/* The text of the picture, to be freed. False: no memory. */
bool gau_display_page_write(char **out, size_t *size, struct gau_display_page *page);

/* --- for its own parts --------------------------------------------------------------------- */

#define GAU_DISPLAY_INK "#1b1f24"
#define GAU_DISPLAY_FAINT "#5c6670"
#define GAU_DISPLAY_LAYER "#c9ced5"
#define GAU_DISPLAY_POSITIVE "#0072b2"
#define GAU_DISPLAY_NEGATIVE "#56b4e9"
#define GAU_DISPLAY_NEUTRAL "#8a929b"
#define GAU_DISPLAY_MUON "#d55e00"
#define GAU_DISPLAY_LEVEL1 "#1b1f24"
#define GAU_DISPLAY_VERTEX "#a3327e"

extern const char *const gau_display_calo_colours[GAU_DISPLAY_CALOS];

enum {
    GAU_DISPLAY_WIDTH = 1400,
    GAU_DISPLAY_GAP = 8,    /* between the tracker and what is around it */
    GAU_DISPLAY_ARROW = 20, /* of a muon of level 1 */
    GAU_DISPLAY_BADGE = 20, /* the number of a muon */
    GAU_DISPLAY_LISTED = 4  /* so many muons have a number */
};

/* Room that a view needs around the tracker. */
double gau_display_margin(const struct gau_display_page *page);

/* Where the arrows of muons begin, from the edge of the tracker. */
double gau_display_arrow_base(const struct gau_display_page *page);

/* A place on the page: tenths of a pixel. "M12.3 4" */
void gau_display_put(FILE *out, char command, double x, double y);
void gau_display_number(FILE *out, double value);

/* A number for people, with a minus that is as long as a plus. */
enum { GAU_DISPLAY_NUMBER_SIZE = 40 };
void gau_display_number_text(char text[GAU_DISPLAY_NUMBER_SIZE], int digits, double value);

struct gau_display_text {
    double x, y, size;
    double room;        /* a text that needs more width ends in dots; 0: any width */
    const char *anchor; /* "start", "middle", "end" */
    const char *colour;
    bool bold;
};

void gau_display_write(FILE *out, const struct gau_display_text *style, const char *text);

/* An arrow from a place in a direction (of length 1) on the page; labels keep away from it. */
void gau_display_arrow(FILE *out, struct gau_display_labels *labels,
                       const struct gau_display_point *from,
                       const struct gau_display_point *direction);

/* The number of a muon in a circle, as near to @p at as there is room. */
void gau_display_badge(FILE *out, struct gau_display_labels *labels,
                       const struct gau_display_point *at, const struct gau_display_point *step,
                       size_t number);

const char *gau_display_colour(const struct gau_display_particle *particle);

/* A length on the page, with its name above it. */
void gau_display_bar(FILE *out, const struct gau_display_point *at, double length,
                     const char *name);

void gau_display_along_beam(const struct gau_display_page *page);

/* The others stand below each other: they return where they end. */
double gau_display_rz(const struct gau_display_page *page);
double gau_display_beam_line(const struct gau_display_page *page, double top);
double gau_display_legend(const struct gau_display_page *page, double top);

/* The muons that have numbers, below the view along the beam. */
double gau_display_list(const struct gau_display_page *page, double top);

#endif
