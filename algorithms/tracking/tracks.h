/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRACKING_TRACKS_H
#define GAUDIT_ALGORITHMS_TRACKING_TRACKS_H

#include "algorithms/common/columns.h"
#include "helix.h"

#include <math.h>

/*
 * Tracks of a solenoid tracker, as TrackFinder and TrackFit hand them on. A component called NAME
 * makes the array NAME of struct gau_track and, for components that read columns, a table NAME
 * with a row per track:
 *
 *     pt, eta, phi, charge   at the point closest to the beam line; GeV
 *     d0, z0                 of this point; mm
 *     hits, chi2, ndof
 *     pt_error, phi_error, d0_error, z0_error   standard deviations, of TrackFit only
 */

enum { GAU_TRACK_MAX_HITS = 32 };

struct gau_track {
    struct gau_helix helix;
    double q_pt;                                                   /* charge / pt; 1 / GeV */
    double covariance[GAU_HELIX_PARAMETERS][GAU_HELIX_PARAMETERS]; /* see below */
    double chi2;
    int32_t ndof; /* 0: not fitted to more than it has parameters */
    uint32_t n_hits;
    uint32_t hits[GAU_TRACK_MAX_HITS]; /* rows of the table of hits, from the beam line outwards */
};

/*
 * The covariance is in the order of the enumeration in helix.h, with charge / pt in the place of
 * the curvature: mm, radians, 1 / GeV. TrackFinder leaves it 0.
 */
static inline double gau_track_error(const struct gau_track *track, int parameter)
{
    return sqrt(track->covariance[parameter][parameter]);
}

/* --- the table ----------------------------------------------------------------------------- */

struct gau_track_output {
    gau_key tracks, scratch;
    struct gau_columns columns;
};

/* Declares array and table called as the component; with errors or without. */
struct gau_track_output gau_track_output(gau_context *ctx, bool errors);

/* Makes the table of the array that was put as tracks, if it is read. */
gau_status gau_track_put_table(const struct gau_track_output *output, gau_context *ctx);

/* --- the truth ----------------------------------------------------------------------------- */

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
 * extrapolated from the vertex to the beam line to first order of their distance.
 */
void gau_pulls_of(double out[GAU_PULLS_COUNT], const struct gau_track *track,
                  const struct gau_true_particle *particle, double field);

/* --- the fit ------------------------------------------------------------------------------- */

struct gau_detector;

/*
 * The helix at the beam line that fits hits best, with its covariance.
 *
 * Gauss-Newton steps minimise r' V^-1 r, where r are the distances of the hits to the helix in the
 * xy plane and along the beam. V has the resolution of the hits on its diagonal, and everywhere
 * what scattering in the layers does: a track that was deflected in one of them is displaced in
 * all behind it alike. So this is the best linear estimate at the beam line (as a Kalman filter
 * with smoothing; R. Fruehwirth, Nucl. Instrum. Methods A 262 (1987) 444).
 */
struct gau_fit_hit {
    double x, y, z;
    size_t volume;
};

/*
 * Begins with the helix that the track has, which must be near. @p hits: those of the track. Sets
 * helix, covariance, chi2 and ndof; false: there is no such helix, and the track is as before.
 */
bool gau_fit_track(struct gau_track *track, const struct gau_fit_hit *hits,
                   const struct gau_detector *detector);

#endif
