/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_CIRCLE_FIT_H
#define GAUDIT_ALGORITHMS_CIRCLE_FIT_H

#include "helix.h"

#include <stdbool.h>

/* A place that was measured; weights are 1 / variance of the distance to the helix and of z. */
struct gau_measured {
    double x, y, z, weight, weight_z;
};

/*
 * The circle nearest to points in the xy plane (V. Karimaki, Nucl. Instrum. Methods A 305 (1991)
 * 187), and a straight line through z along it. Exact if the points lie on a helix; else the
 * distances to the circle are taken to be small against its radius. The direction is that of
 * points away from the beam line. False: there are less than three points, or all have the same
 * distance from the beam line.
 */
bool gau_fit_circle(struct gau_helix *out, const struct gau_measured *points, size_t n);

#endif
