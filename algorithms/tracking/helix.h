/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRACKING_HELIX_H
#define GAUDIT_ALGORITHMS_TRACKING_HELIX_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The path of a charged particle in a magnetic field along z; mm, radians.
 *
 * A helix is described where it is closest to the beam line, x = y = 0. There it flies in direction
 * (cos phi, sin phi, cot_theta), and is at
 *     x = -d0 sin phi,    y = d0 cos phi,    z = z0.
 * With s, the length of its projection onto the xy plane from there on:
 *     direction phi + curvature s,    z = z0 + cot_theta s.
 * A positive curvature turns left. A helix of curvature 0 is a straight line.
 */
struct gau_helix {
    double d0, z0;    /* mm */
    double phi;       /* -pi to pi */
    double cot_theta; /* pz / pt */
    double curvature; /* 1 / mm */
};

/* A place in a helix' own coordinates. */
struct gau_on_helix {
    double s;    /* of the foot of the perpendicular onto the circle */
    double left; /* how far to the left of the circle */
};

struct gau_point {
    double x, y, z;
};

/* Curvature of a particle with charge / pt in 1 / GeV in a field in T. */
static inline double gau_curvature_of(double q_pt, double field)
{
    return -0.299792458e-3 * field * q_pt;
}

static inline double gau_q_pt_of(double curvature, double field)
{
    return -curvature / (0.299792458e-3 * field);
}

/* The helix that flies in a direction at a place. */
struct gau_helix gau_helix_through(const struct gau_point *place, double phi, double cot_theta,
                                   double curvature);

struct gau_point gau_helix_at(const struct gau_helix *helix, double s);

/* Right up to half a turn. The second one gets the cosine and sine of phi. */
struct gau_on_helix gau_helix_project(const struct gau_helix *helix, double x, double y);
struct gau_on_helix gau_helix_project_along(const struct gau_helix *helix,
                                            const double direction[2], double x, double y);

/* Where the helix is first at radius r. Where it never is, at the end nearest to it. */
double gau_helix_length(const struct gau_helix *helix, double r);

/*
 * How the helix moves at s if its parameters change: to the left, and forward. In this order:
 */
enum { GAU_D0, GAU_PHI, GAU_CURVATURE, GAU_Z0, GAU_COT_THETA, GAU_HELIX_PARAMETERS };

struct gau_helix_slopes {
    double left[3], forward[3]; /* by d0, phi, curvature */
};

struct gau_helix_slopes gau_helix_slopes(const struct gau_helix *helix, double s);

/* (1 - cos(kappa s)) / kappa^2 and sin(kappa s) / kappa without loss of digits where kappa is 0. */
double gau_versine(double kappa, double s);
double gau_sine(double kappa, double s);

/* An angle between -pi and pi. */
double gau_angle(double phi);

/* A place that was measured; weights are 1 / variance of the distance to the helix and of z. */
struct gau_measured {
    double x, y, z, weight, weight_z;
};

/*
 * The circle nearest to points in the xy plane (V. Karimaki, Nucl. Instrum. Methods A 305 (1991)
 * 187), and a straight line through z along it. Exact if the points lie on a helix; else the
 * distances to the circle are assumed to be small against its radius. The direction is that of
 * points away from the beam line. False: there are less than three points, or all have the same
 * distance from the beam line.
 */
bool gau_fit_circle(struct gau_helix *out, const struct gau_measured *points, size_t n);

#endif
