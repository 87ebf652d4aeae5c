/* SPDX-License-Identifier: Apache-2.0 */
#include "helix.h"
#include "arc.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

double gau_angle(double phi)
{
    return phi - 2 * pi * floor((phi + pi) / (2 * pi));
}

double gau_sine(double kappa, double s)
{
    return s * gau_sine_ratio(kappa * s);
}

/* 1 - cos a = 2 sin^2(a / 2) */
double gau_versine(double kappa, double s)
{
    const double half = gau_sine(kappa, s / 2);

    return 2 * half * half;
}

struct gau_point gau_helix_at(const struct gau_helix *helix, double s)
{
    const double cosine = cos(helix->phi), sine = sin(helix->phi);
    const double along = gau_sine(helix->curvature, s),
                 left = helix->d0 + helix->curvature * gau_versine(helix->curvature, s);

    return (struct gau_point){.x = along * cosine - left * sine,
                              .y = along * sine + left * cosine,
                              .z = helix->z0 + helix->cot_theta * s};
}

/*
 * With u along phi, n to the left of it and the center at n (d0 + 1 / kappa):
 * kappa / 2 (|p - center|^2 - 1 / kappa^2) is formed without dividing by kappa.
 */
struct gau_on_helix gau_helix_project_along(const struct gau_helix *helix,
                                            const double direction[2], double x, double y)
{
    const double k = helix->curvature, d0 = helix->d0;
    const double along = x * direction[0] + y * direction[1],
                 left = y * direction[0] - x * direction[1];
    const double half = k / 2 * (along * along + (left - d0) * (left - d0)) - (left - d0);
    const double outward = 2 * half / (1 + sqrt(fmax(1 + 2 * k * half, 0)));
    const double depth = 1 - k * (left - d0), tangent = k * along / depth;
    const double s =
        depth > 0 ? along / depth * gau_arctangent_ratio(tangent) : atan2(k * along, depth) / k;

    return (struct gau_on_helix){.s = s, .left = -outward};
}

struct gau_on_helix gau_helix_project(const struct gau_helix *helix, double x, double y)
{
    return gau_helix_project_along(helix, (const double[]){cos(helix->phi), sin(helix->phi)}, x, y);
}

/* (1 + kappa d0) n, where n is to the left of the direction at the beam line, is kappa center. */
struct gau_helix gau_helix_through(const struct gau_point *place, double phi, double cot_theta,
                                   double curvature)
{
    const double nx = -sin(phi), ny = cos(phi);
    const double vx = curvature * place->x + nx, vy = curvature * place->y + ny, v = hypot(vx, vy);
    const double square = place->x * place->x + place->y * place->y;
    struct gau_helix helix = {.d0 = (curvature * square + 2 * (place->x * nx + place->y * ny)) /
                                    (1 + v),
                              .phi = atan2(-vx, vy),
                              .cot_theta = cot_theta,
                              .curvature = curvature};

    helix.z0 = place->z - cot_theta * gau_helix_project(&helix, place->x, place->y).s;
    return helix;
}

/* From the chord to the arc. */
double gau_helix_length(const struct gau_helix *helix, double r)
{
    const double k = helix->curvature, d0 = helix->d0;
    const double chord = sqrt(fmax(r * r - d0 * d0, 0) / (1 + k * d0)), sine = k / 2 * chord;

    return chord * gau_arcsine_ratio(fmin(fmax(sine, -1), 1));
}

struct gau_helix_slopes gau_helix_slopes(const struct gau_helix *helix, double s)
{
    const double k = helix->curvature, d0 = helix->d0;
    const double sine = gau_sine(k, s), versine = gau_versine(k, s);
    const double cosine = 1 - k * k * versine;

    return (struct gau_helix_slopes){.left = {cosine, sine * (1 + k * d0), versine},
                                     .forward = {k * sine, k * versine - d0 * cosine,
                                                 k * s * s * s * gau_sine_excess(k * s)}};
}
