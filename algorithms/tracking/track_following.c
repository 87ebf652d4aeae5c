/* SPDX-License-Identifier: Apache-2.0 */
#include "track_following.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

/* The difference to the reference at its arc length s, with covariances. */
struct filter {
    double s;
    double y, a, k;                /* displacement to the left, angle, curvature */
    double yy, ya, yk, aa, ak, kk; /* their covariances */
    double w, t;                   /* displacement along the beam, slope */
    double ww, wt, tt;
};

/* The search for one candidate. */
struct search {
    const struct gau_grid *grid;
    const struct gau_detector *detector;
    const struct gau_follow_settings *settings;
    struct gau_helix reference;
    double direction[2]; /* cosine and sine of its phi */
    struct filter filter;
    struct gau_candidate *found;
};

/* A hit as the filter sees it. */
struct measurement {
    uint32_t hit;
    double s, left, z; /* on the reference, and away from it */
    struct gau_hit_variance variance;
};

struct gau_helix gau_doublet(const struct gau_grid_hit *a, const struct gau_grid_hit *b)
{
    /* the chord from a to b is seen from the beam line, a point of the circle, under this angle */
    const double angle = gau_angle(b->phi - a->phi);
    struct gau_helix helix = {.curvature = 2 * sin(angle) / hypot(b->x - a->x, b->y - a->y)};
    double s_a, s_b;

    helix.phi = gau_angle(a->phi - asin(helix.curvature * a->r / 2));
    s_a = gau_helix_length(&helix, a->r);
    s_b = gau_helix_length(&helix, b->r);
    helix.cot_theta = (b->z - a->z) / (s_b - s_a);
    helix.z0 = a->z - helix.cot_theta * s_a;
    return helix;
}

/* --- the filter ---------------------------------------------------------------------------- */

/* How a displacement, an angle and a curvature here displace the track ds farther on. */
struct step {
    double yy, ya, yk, ay;
};

/* Sine and versine of a path that is short against the radius. */
static struct step step_of(double kappa, double ds)
{
    const double a2 = kappa * kappa * ds * ds;
    const double sine = ds * (1 - a2 / 6 * (1 - a2 / 20)),
                 versine = ds * ds / 2 * (1 - a2 / 12 * (1 - a2 / 30));

    return (struct step){1 - kappa * kappa * versine, sine, versine, -kappa * kappa * sine};
}

/* Variance of the displacement ds farther on. */
static double blur_at(const struct filter *f, const struct step *m)
{
    return m->yy * (m->yy * f->yy + 2 * (m->ya * f->ya + m->yk * f->yk)) +
           m->ya * (m->ya * f->aa + 2 * m->yk * f->ak) + m->yk * m->yk * f->kk;
}

static void advance(struct filter *f, double kappa, double s)
{
    const double ds = s - f->s;
    const struct step m = step_of(kappa, ds);
    const double yy = blur_at(f, &m);
    /* rows of the transition times covariance: of the displacement with angle and curvature */
    const double y_a = m.yy * f->ya + m.ya * f->aa + m.yk * f->ak,
                 y_y = m.yy * f->yy + m.ya * f->ya + m.yk * f->yk,
                 y_k = m.yy * f->yk + m.ya * f->ak + m.yk * f->kk;
    const double a_y = m.ay * f->yy + m.yy * f->ya + m.ya * f->yk,
                 a_a = m.ay * f->ya + m.yy * f->aa + m.ya * f->ak,
                 a_k = m.ay * f->yk + m.yy * f->ak + m.ya * f->kk;
    const double y = m.yy * f->y + m.ya * f->a + m.yk * f->k,
                 a = m.ay * f->y + m.yy * f->a + m.ya * f->k;

    f->s = s;
    f->y = y;
    f->a = a;
    f->yy = yy;
    f->ya = m.ay * y_y + m.yy * y_a + m.ya * y_k;
    f->yk = y_k;
    f->aa = m.ay * a_y + m.yy * a_a + m.ya * a_k;
    f->ak = a_k;
    f->w += f->t * ds;
    f->ww += ds * (2 * f->wt + ds * f->tt);
    f->wt += ds * f->tt;
}

static void measure_left(struct filter *f, double left, double variance)
{
    const double sum = f->yy + variance, gain_y = f->yy / sum, gain_a = f->ya / sum,
                 gain_k = f->yk / sum, off = left - f->y;

    f->y += gain_y * off;
    f->a += gain_a * off;
    f->k += gain_k * off;
    f->aa -= gain_a * f->ya;
    f->ak -= gain_a * f->yk;
    f->kk -= gain_k * f->yk;
    f->yy = gain_y * variance;
    f->ya -= gain_y * f->ya;
    f->yk -= gain_y * f->yk;
}

static void measure_z(struct filter *f, double z, double variance)
{
    const double sum = f->ww + variance, gain_w = f->ww / sum, gain_t = f->wt / sum, off = z - f->w;

    f->w += gain_w * off;
    f->t += gain_t * off;
    f->tt -= gain_t * f->wt;
    f->ww = gain_w * variance;
    f->wt -= gain_w * f->wt;
}

/* The filter begins on the beam line, where nothing is known but its width. */
static struct filter begin_filter(double beam_width)
{
    return (
        struct filter){.yy = beam_width * beam_width, .aa = 0.01, .kk = 1e-6, .ww = 1e6, .tt = 100};
}

/* --- hits ---------------------------------------------------------------------------------- */

static struct measurement measure_hit(const struct search *search, uint32_t i)
{
    const struct gau_grid_hit *const hit = &search->grid->hits[i];
    const struct gau_helix *const reference = &search->reference;
    const struct gau_on_helix place =
        gau_helix_project_along(reference, search->direction, hit->x, hit->y);

    return (struct measurement){.hit = i,
                                .s = place.s,
                                .left = place.left,
                                .z = hit->z - (reference->z0 + reference->cot_theta * place.s),
                                .variance = gau_hit_variance(search->detector, hit->volume,
                                                             reference, hit->r)};
}

/* The reference goes through the hits of the doublet. */
static struct measurement measure_own_hit(const struct search *search, uint32_t i)
{
    const struct gau_grid_hit *const hit = &search->grid->hits[i];

    return (struct measurement){.hit = i,
                                .s = gau_helix_length(&search->reference, hit->r),
                                .variance = gau_hit_variance(search->detector, hit->volume,
                                                             &search->reference, hit->r)};
}

static double chi2_of(const struct search *search, const struct measurement *measurement)
{
    const struct filter *const f = &search->filter;
    const double ds = measurement->s - f->s;
    const struct step m = step_of(search->reference.curvature, ds);
    const double off = measurement->left - (m.yy * f->y + m.ya * f->a + m.yk * f->k),
                 off_z = measurement->z - (f->w + f->t * ds);

    return off * off / (blur_at(f, &m) + measurement->variance.left) +
           off_z * off_z / (f->ww + ds * (2 * f->wt + ds * f->tt) + measurement->variance.z);
}

static void add_hit(struct search *search, const struct measurement *measurement, double chi2)
{
    struct gau_candidate *const found = search->found;
    const struct gau_helix *const reference = &search->reference;
    const uint32_t volume = search->grid->hits[measurement->hit].volume;
    const double scattering = gau_scattering(search->detector, volume, reference),
                 secant2 = 1 + reference->cot_theta * reference->cot_theta;
    struct filter *const f = &search->filter;

    advance(f, reference->curvature, measurement->s);
    measure_left(f, measurement->left, measurement->variance.left);
    measure_z(f, measurement->z, measurement->variance.z);
    f->aa += scattering * secant2;
    f->tt += scattering * secant2 * secant2;
    found->hits[found->n_hits++] = measurement->hit;
    found->score += search->settings->max_chi2 - chi2;
}

/* --- shells -------------------------------------------------------------------------------- */

enum { MAX_NEAR = 16 };

static bool is_taken(const struct gau_candidate *found, uint32_t hit)
{
    for (uint32_t i = found->n_hits; i-- > 0;)
        if (found->hits[i] == hit)
            return true;
    return false;
}

/* Where the track is expected in a shell, and how far away from there hits can be. */
struct window {
    size_t shell;
    double azimuth, reach;
    double r, z, slope; /* z at radius r, and how it changes */
    double variance_z;
};

/* Leaves out what is far off before more is calculated. */
static bool is_near(const struct window *window, const struct search *search,
                    const struct gau_grid_hit *hit)
{
    const double off =
        fabs(hit->z - (window->z + window->slope * (hit->r - window->r))) - 0.5 /* mm */;
    const double variance =
        gau_hit_variance_z(search->detector, hit->volume, search->reference.cot_theta) +
        window->variance_z;
    double angle;

    if (off > 0 && off * off > 1.2 * search->settings->max_chi2 * variance)
        return false;
    angle = fabs(hit->phi - window->azimuth); /* up to 3 pi */
    return (angle > pi ? fabs(angle - 2 * pi) : angle) <= window->reach;
}

/* Hits in the window that fit; as many as there is room for. */
static size_t find_hits(struct measurement near[MAX_NEAR], const struct search *search,
                        const struct window *window)
{
    const struct gau_sectors sectors =
        gau_grid_sectors(search->grid, window->azimuth, window->reach);
    size_t n = 0;

    for (size_t i = 0; i < sectors.count; i++) {
        struct gau_grid_hit *end,
            *hit = gau_grid_cell(search->grid, window->shell, &sectors, i, &end);

        for (; hit < end && n < MAX_NEAR; hit++) {
            const uint32_t index = (uint32_t)(hit - search->grid->hits);

            if (!is_near(window, search, hit) || is_taken(search->found, index))
                continue;
            near[n] = measure_hit(search, index);
            n += chi2_of(search, &near[n]) < search->settings->max_chi2;
        }
    }
    return n;
}

/* The best first, as long as the others still fit. */
static void take_best(struct search *search, struct measurement near[MAX_NEAR], size_t n)
{
    while (n > 0 && search->found->n_hits < GAU_TRACK_MAX_HITS) {
        double best_chi2 = search->settings->max_chi2;
        size_t best = n;

        for (size_t i = 0; i < n; i++) {
            const double chi2 = chi2_of(search, &near[i]);

            if (chi2 < best_chi2) {
                best_chi2 = chi2;
                best = i;
            }
        }
        if (best == n)
            return;
        add_hit(search, &near[best], best_chi2);
        near[best] = near[--n];
    }
}

/* Where the reference passes a radius. */
struct crossing {
    double azimuth, s;
};

/* False: it does not. */
static bool cross_radius(struct crossing *out, const struct gau_helix *reference, double r)
{
    const double sine = reference->curvature * r / 2;
    double angle;

    if (fabs(sine) >= 1)
        return false;
    angle = asin(sine);
    out->azimuth = reference->phi + angle;
    out->s = fabs(sine) < 1e-9 ? r : 2 * angle / reference->curvature;
    return true;
}

/* Arc length at a radius, nearly: four terms of the series of the arc sine. */
static double length_near(const struct gau_helix *reference, double r)
{
    const double sine = reference->curvature * r / 2, x = sine * sine;

    return r * (1 + x * (1.0 / 6 + x * (3.0 / 40 + x * (15.0 / 336 + x * 105 / 3456))));
}

/* False: the shell has no hits near the z at which the track passes it. */
static bool has_hits(const struct search *search, size_t shell, double coarsest)
{
    const struct gau_grid *const grid = search->grid;
    const struct gau_helix *const reference = &search->reference;
    const struct filter *const f = &search->filter;
    const double s = length_near(reference, ((double)shell + 0.5) * grid->width), ds = s - f->s;
    const double z = fabs(reference->z0 + reference->cot_theta * s + f->w + f->t * ds);
    const double variance = f->ww + ds * (2 * f->wt + ds * f->tt) + coarsest;
    const double margin = fabs(reference->cot_theta) * (grid->width + 0.01 * s) + 1 /* mm */;

    const double off = fmax(grid->z[shell].low - z, z - grid->z[shell].high) - margin;

    return off < 0 || off * off < search->settings->max_chi2 * variance;
}

/* Between two crossings. The filter's errors are those at the outer one, where they are largest. */
static struct window window_of(const struct search *search, size_t shell,
                               const struct crossing *inner, const struct crossing *outer)
{
    const struct gau_helix *const reference = &search->reference;
    const struct filter *const f = &search->filter;
    const double ds = outer->s - f->s, width = search->grid->width, r = (double)shell * width;
    const struct step m = step_of(reference->curvature, ds);
    const double margin = fabs(m.yy * f->y + m.ya * f->a + m.yk * f->k) +
                          sqrt(search->settings->max_chi2 * blur_at(f, &m)) + 0.5 /* mm */;

    return (struct window){.shell = shell,
                           .azimuth = (inner->azimuth + outer->azimuth) / 2,
                           .reach =
                               fabs(outer->azimuth - inner->azimuth) / 2 + margin / (r + width / 2),
                           .r = r,
                           .z = reference->z0 + reference->cot_theta * inner->s + f->w + f->t * ds,
                           .slope = reference->cot_theta * (outer->s - inner->s) / width,
                           .variance_z = f->ww + ds * (2 * f->wt + ds * f->tt)};
}

static bool goes_on(const struct search *search, double r)
{
    const struct gau_helix *const reference = &search->reference;

    return search->found->n_hits < GAU_TRACK_MAX_HITS &&
           (search->found->n_hits >= 3 || r < search->settings->third_radius) &&
           fabs(reference->z0 + reference->cot_theta * r) <
               search->grid->max_z + search->grid->width;
}

static void follow_shells(struct search *search, size_t first)
{
    const struct gau_grid *const grid = search->grid;
    const struct gau_helix *const reference = &search->reference;
    const double coarsest = gau_coarsest_z(search->detector, reference->cot_theta);

    for (size_t shell = first; shell < grid->n_shells; shell++) {
        const double r = (double)shell * grid->width;
        struct measurement near[MAX_NEAR];
        struct crossing inner, outer;
        struct window window;

        if (!goes_on(search, r))
            return;
        if (!has_hits(search, shell, coarsest))
            continue;
        if (!cross_radius(&inner, reference, r) ||
            !cross_radius(&outer, reference, r + grid->width))
            return;
        window = window_of(search, shell, &inner, &outer);
        take_best(search, near, find_hits(near, search, &window));
    }
}

void gau_follow(struct gau_candidate *out, const struct gau_grid *grid,
                const struct gau_detector *detector, const struct gau_follow_settings *settings,
                const uint32_t doublet[2])
{
    struct search search = {.grid = grid,
                            .detector = detector,
                            .settings = settings,
                            .filter = begin_filter(settings->beam_width),
                            .found = out};
    const struct gau_grid_hit *const a = &grid->hits[doublet[0]], *const b =
                                                                      &grid->hits[doublet[1]];

    out->n_hits = 0;
    out->score = 0;
    search.reference = gau_doublet(a, b);
    search.direction[0] = cos(search.reference.phi);
    search.direction[1] = sin(search.reference.phi);
    for (int i = 0; i < 2; i++) {
        const struct measurement measurement = measure_own_hit(&search, doublet[i]);

        add_hit(&search, &measurement, 0);
    }
    follow_shells(&search, (size_t)(b->r / grid->width));
}
