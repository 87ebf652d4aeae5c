/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRACK_CHECK_H
#define GAUDIT_ALGORITHMS_TRACK_CHECK_H

#include "exact_sum.h"
#include "tracks.h"

enum { GAU_PULL_PT, GAU_PULL_PHI, GAU_PULL_D0, GAU_PULL_COT_THETA, GAU_PULL_Z0, GAU_PULLS_COUNT };

/* What is known of a particle; without a vertex the place where it began is not. */
struct gau_true_particle {
    double charge, px, py, pz, vx, vy, vz;
    bool has_vertex;
};

/* A particle's place in its table; none. */
#define GAU_NO_PARTICLE UINT32_MAX

/* The particle of most of a track's hits, and how many these are. */
uint32_t gau_particle_of(const struct gau_track *track, const uint32_t *particles,
                         uint32_t *n_hits);

/*
 * In the order of the enumeration; d0 and z0 are not a number without a vertex. The true helix is
 * taken from the vertex to the beam line to first order of their distance.
 */
void gau_pulls_of(double out[GAU_PULLS_COUNT], const struct gau_track *track,
                  const struct gau_true_particle *particle, double field);

#endif
