/* SPDX-License-Identifier: Apache-2.0 */
#include "circle_fit.h"

#include <math.h>

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
