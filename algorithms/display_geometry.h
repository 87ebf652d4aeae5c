/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_DISPLAY_GEOMETRY_H
#define GAUDIT_ALGORITHMS_DISPLAY_GEOMETRY_H

#include "helix.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Where the parts of an event are in the two views of a picture: x-y, along the beam, and r-z, in
 * which a place has its distance from the beam line, up if y >= 0, else down. mm, radians.
 */

/* The cylinder that a track is drawn in. */
struct gau_display_wall {
    double radius, half_length;
};

struct gau_display_point {
    double x, y; /* in the r-z view: z and r */
};

/*
 * The path of a helix from the beam line to the wall, which must not be behind it. What curls up
 * before is followed for half a turn.
 */
double gau_display_length(const struct gau_helix *helix, const struct gau_display_wall *wall);

/* The same in the x-y view: a part of a circle, at most half of it. */
struct gau_display_arc {
    struct gau_display_point from, to;
    double radius; /* infinite: a straight line */
    bool left;     /* counterclockwise */
};

struct gau_display_arc gau_display_arc(const struct gau_helix *helix, double length);

/*
 * And in the r-z view: nearly straight lines, in steps of a few degrees. A track that crosses y = 0
 * leaves one half of the view and goes on in the other: there the line is interrupted.
 */
struct gau_display_step {
    struct gau_display_point at;
    bool jump; /* the line does not come from the step before */
};

enum { GAU_DISPLAY_STEPS = 64 };

size_t gau_display_profile(struct gau_display_step out[GAU_DISPLAY_STEPS],
                           const struct gau_helix *helix, double length);

/* The place on a box around z = r = 0 that is seen at a pseudorapidity, in the upper half. */
struct gau_display_point gau_display_at_eta(const struct gau_display_wall *box, double eta);

/* The largest of 1, 2, 5, 10, 20 ... that is not above @p value, which is positive and finite. */
double gau_display_round_number(double value);

/* --- labels -------------------------------------------------------------------------------- */

enum { GAU_DISPLAY_LABELS = 64 };

/* Boxes on the page that are taken, in pixels. */
struct gau_display_labels {
    struct {
        double x, y, half_width, half_height;
    } boxes[GAU_DISPLAY_LABELS];
    size_t n;
};

/* Takes a box, whatever is there. Without room for more boxes it is forgotten. */
void gau_display_block(struct gau_display_labels *labels, const struct gau_display_point *place,
                       const struct gau_display_point *size);

/*
 * Takes the free place for a box of a width and height that is nearest to @p wish among those that
 * are whole numbers of steps away from it, to both sides. False: there is none near, or too many
 * boxes.
 */
bool gau_display_place(struct gau_display_point *place, struct gau_display_labels *labels,
                       const struct gau_display_point *size, const struct gau_display_point *step);

#endif
