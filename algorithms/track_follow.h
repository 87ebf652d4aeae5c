/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRACK_FOLLOW_H
#define GAUDIT_ALGORITHMS_TRACK_FOLLOW_H

#include "track_grid.h"
#include "tracks.h"

/*
 * Collects the hits along a helix that begins as a doublet of hits and the beam line.
 *
 * A Kalman filter (R. Fruehwirth, Nucl. Instrum. Methods A 262 (1987) 444) follows the difference
 * between the track and the helix through the doublet: in the xy plane displacement, angle and
 * curvature, along the beam displacement and slope. Matter in the layers blurs the angles.
 */
struct gau_road {
    double beam_width;   /* of the beam line, standard deviation; mm */
    double max_chi2;     /* of a hit, two degrees of freedom */
    double third_radius; /* within which there must be a third hit; mm */
};

struct gau_candidate {
    double score; /* sum of max_chi2 - chi2 over the hits */
    uint32_t n_hits;
    uint32_t hits[GAU_TRACK_MAX_HITS]; /* in the grid, from the beam line outwards */
};

/* The helix through the beam line and two hits, b being farther away. */
struct gau_helix gau_doublet(const struct gau_grid_hit *a, const struct gau_grid_hit *b);

/* Without a third hit in time, these are all. */
void gau_follow(struct gau_candidate *out, const struct gau_grid *grid,
                const struct gau_detector *detector, const struct gau_road *road,
                const uint32_t doublet[2]);

#endif
