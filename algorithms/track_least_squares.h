/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRACK_LEAST_SQUARES_H
#define GAUDIT_ALGORITHMS_TRACK_LEAST_SQUARES_H

#include "detector.h"
#include "tracks.h"

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
 * From the helix that the track has, which must be near. @p hits: those of the track. Sets helix,
 * covariance, chi2 and ndof; false: there is no such helix, and the track is as before.
 */
bool gau_fit_track(struct gau_track *track, const struct gau_fit_hit *hits,
                   const struct gau_detector *detector);

#endif
