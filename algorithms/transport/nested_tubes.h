/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRANSPORT_NESTED_TUBES_H
#define GAUDIT_ALGORITHMS_TRANSPORT_NESTED_TUBES_H

#include <gaudit/region.h>

/*
 * Tubes around the z axis, inside each other, and straight lines through them. A point belongs to
 * the last tube that has it. The first tube is the world, which has all others.
 *
 * All edges in r and in z make a grid of rings, which knows the tube of each ring. A line goes from
 * ring to ring, to edges that have an exact distance. It never searches a tube, and a position that
 * is rounded to the other side of an edge does no harm. Lengths are in mm.
 */

struct gau_material {
    double x0;       /* radiation length; infinite for vacuum */
    double critical; /* critical energy, MeV */
};

struct gau_tube {
    double r_min, r_max, z_min, z_max;
    const struct gau_material *material;
    size_t region; /* in the order of the detector, for sums */
    gau_volume volume;
};

enum { GAU_TUBES_MAX = 512, GAU_TUBE_EDGES_MAX = 256, GAU_NO_TUBE = UINT16_MAX };

struct gau_tubes {
    struct gau_tube tubes[GAU_TUBES_MAX];
    size_t n;
    double r[GAU_TUBE_EDGES_MAX], z[GAU_TUBE_EDGES_MAX]; /* rising */
    size_t n_r, n_z;
    uint16_t rings[GAU_TUBE_EDGES_MAX][GAU_TUBE_EDGES_MAX]; /* the tube between these edges */
};

/* Makes the grid of the tubes. There are not too many edges. */
void gau_tubes_make_grid(struct gau_tubes *tubes);

/* A ring of the grid, reached at a path along a line. */
struct gau_ring {
    double path;
    size_t r, z;   /* the lower edges */
    bool inward;   /* towards the axis */
    uint16_t tube; /* GAU_NO_TUBE: outside of the world */
};

struct gau_flight {
    double origin[3], direction[3];
    double a, b, c; /* r^2 = a path^2 + 2 b path + c */
    struct gau_ring here;
    struct gau_ring next; /* the first one in another tube */
};

/* A line from @p origin, which is in the world. @p direction is of length 1. */
void gau_flight_begin(struct gau_flight *flight, const struct gau_tubes *tubes,
                      const double origin[3], const double direction[3]);

/* Goes on into the next tube, which is not outside. */
void gau_flight_cross(struct gau_flight *flight, const struct gau_tubes *tubes);

void gau_flight_position(double out[3], const struct gau_flight *flight, double path);

#endif
