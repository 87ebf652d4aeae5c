/* SPDX-License-Identifier: Apache-2.0 */
#include "helix.h"
#include "angle_series.h"

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

/* The length follows from the chord. */
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

/* --- the circle nearest to points --------------------------------------------------------- */

struct mean {
    double weight, x, y, r2;
};

/* Covariances of x, y and r2 = x^2 + y^2. */
struct spread {
    double xx, xy, yy, xr, yr, rr;
};

static struct mean mean_of(const struct gau_measured *points, size_t n)
{
    struct mean mean = {0};

    for (size_t i = 0; i < n; i++) {
        const struct gau_measured *const p = &points[i];

        mean.weight += p->weight;
        mean.x += p->weight * p->x;
        mean.y += p->weight * p->y;
        mean.r2 += p->weight * (p->x * p->x + p->y * p->y);
    }
    mean.x /= mean.weight;
    mean.y /= mean.weight;
    mean.r2 /= mean.weight;
    return mean;
}

static struct spread spread_of(const struct gau_measured *points, size_t n, const struct mean *mean)
{
    struct spread c = {0};

    for (size_t i = 0; i < n; i++) {
        const struct gau_measured *const p = &points[i];
        const double w = p->weight / mean->weight, x = p->x - mean->x, y = p->y - mean->y;
        const double r2 = p->x * p->x + p->y * p->y - mean->r2;

        c.xx += w * x * x;
        c.xy += w * x * y;
        c.yy += w * y * y;
        c.xr += w * x * r2;
        c.yr += w * y * r2;
        c.rr += w * r2 * r2;
    }
    return c;
}

/* Minimises the mean of (k r2 - (y cos phi - x sin phi) + delta)^2 by delta, k and phi. */
static void fit_xy(struct gau_helix *out, const struct mean *mean, const struct spread *c)
{
    const double xx = c->xx - c->xr * c->xr / c->rr, yy = c->yy - c->yr * c->yr / c->rr,
                 xy = c->xy - c->xr * c->yr / c->rr;
    const double angle = atan2(2 * xy, xx - yy) / 2;
    const double phi =
        mean->x * cos(angle) + mean->y * sin(angle) < 0 ? gau_angle(angle + acos(-1)) : angle;
    const double cosine = cos(phi), sine = sin(phi);
    const double k = (cosine * c->yr - sine * c->xr) / c->rr;
    const double delta = mean->y * cosine - mean->x * sine - k * mean->r2;
    const double root = sqrt(fmax(1 - 4 * delta * k, 1e-12));

    out->phi = phi;
    out->curvature = 2 * k / root;
    out->d0 = 2 * delta / (1 + root);
}

static bool fit_z(struct gau_helix *out, const struct gau_measured *points, size_t n)
{
    double weight = 0, mean_s = 0, mean_z = 0, ss = 0, sz = 0;

    for (size_t i = 0; i < n; i++) {
        const double s = gau_helix_project(out, points[i].x, points[i].y).s;

        weight += points[i].weight_z;
        mean_s += points[i].weight_z * s;
        mean_z += points[i].weight_z * points[i].z;
    }
    mean_s /= weight;
    mean_z /= weight;
    for (size_t i = 0; i < n; i++) {
        const double s = gau_helix_project(out, points[i].x, points[i].y).s - mean_s;

        ss += points[i].weight_z * s * s;
        sz += points[i].weight_z * s * (points[i].z - mean_z);
    }
    out->cot_theta = sz / ss;
    out->z0 = mean_z - out->cot_theta * mean_s;
    return ss > 0;
}

bool gau_fit_circle(struct gau_helix *out, const struct gau_measured *points, size_t n)
{
    struct gau_helix helix = {0};
    struct spread spread;
    struct mean mean;

    if (n < 3)
        return false;
    mean = mean_of(points, n);
    spread = spread_of(points, n, &mean);
    if (!(spread.rr > 0))
        return false;
    fit_xy(&helix, &mean, &spread);
    if (!fit_z(&helix, points, n))
        return false;
    *out = helix;
    return true;
}
