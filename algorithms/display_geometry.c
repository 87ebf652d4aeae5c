/* SPDX-License-Identifier: Apache-2.0 */
#include "display_geometry.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

double gau_display_length(const struct gau_helix *helix, const struct gau_display_wall *wall)
{
    const double half_turn = pi / fabs(helix->curvature),
                 end = copysign(wall->half_length, helix->cot_theta);
    const double radial = gau_helix_length(helix, wall->radius),
                 along = (end - helix->z0) / helix->cot_theta;

    /* fmin() passes over what is not a number: a helix that is never there. */
    return fmax(fmin(fmin(radial, half_turn), along), 0);
}

/* --- views --------------------------------------------------------------------------------- */

struct gau_display_arc gau_display_arc(const struct gau_helix *helix, double length)
{
    const struct gau_point from = gau_helix_at(helix, 0), to = gau_helix_at(helix, length);

    return (struct gau_display_arc){.from = {from.x, from.y},
                                    .to = {to.x, to.y},
                                    .radius = 1 / fabs(helix->curvature),
                                    .left = helix->curvature > 0};
}

static bool is_above(const struct gau_point *place)
{
    return place->y >= 0;
}

static struct gau_display_point seen(const struct gau_point *place, bool above)
{
    const double r = hypot(place->x, place->y);

    return (struct gau_display_point){place->z, above ? r : -r};
}

/* Near the beam line, where a track is says less than where it goes. */
static bool begins_above(const struct gau_helix *helix, double length)
{
    const struct gau_point first = gau_helix_at(helix, 0),
                           soon = gau_helix_at(helix, fmin(length, 50));

    return is_above(fabs(first.y) > 5 ? &first : &soon);
}

/* Where the helix leaves its half of the view between two lengths. */
static double crossing(const struct gau_helix *helix, bool above, double low, double high)
{
    for (int i = 0; i < 30; i++) {
        const double middle = low + (high - low) / 2;
        const struct gau_point place = gau_helix_at(helix, middle);

        if (is_above(&place) == above)
            low = middle;
        else
            high = middle;
    }
    return high;
}

size_t gau_display_profile(struct gau_display_step out[GAU_DISPLAY_STEPS],
                           const struct gau_helix *helix, double length)
{
    const double turn = fabs(helix->curvature) * length;
    const int most = GAU_DISPLAY_STEPS / 3 - 1, /* each step may be three */
        steps = (int)fmin(1 + floor(turn / 0.15), most);
    bool above = begins_above(helix, length);
    struct gau_point place = gau_helix_at(helix, 0);
    size_t n = 0;

    out[n++] = (struct gau_display_step){seen(&place, above), true};
    for (int i = 1; i <= steps; i++) {
        const double s = length * i / steps, before = length * (i - 1) / steps;

        place = gau_helix_at(helix, s);
        if (is_above(&place) != above) {
            const struct gau_point edge = gau_helix_at(helix, crossing(helix, above, before, s));

            out[n++] = (struct gau_display_step){seen(&edge, above), false};
            above = !above;
            out[n++] = (struct gau_display_step){seen(&edge, above), true};
        }
        out[n++] = (struct gau_display_step){seen(&place, above), false};
    }
    return n;
}

struct gau_display_point gau_display_at_eta(const struct gau_display_wall *box, double eta)
{
    const double slope = sinh(fabs(eta)); /* |z| / r */

    if (slope * box->radius <= box->half_length)
        return (struct gau_display_point){copysign(slope * box->radius, eta), box->radius};
    return (struct gau_display_point){copysign(box->half_length, eta), box->half_length / slope};
}

double gau_display_round_number(double value)
{
    const double decade = pow(10, floor(log10(value))), digit = value / decade;

    return decade * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

/* --- labels -------------------------------------------------------------------------------- */

static bool is_free(const struct gau_display_labels *labels, const struct gau_display_point *at,
                    const struct gau_display_point *size)
{
    for (size_t i = 0; i < labels->n; i++)
        if (fabs(labels->boxes[i].x - at->x) < labels->boxes[i].half_width + size->x / 2 &&
            fabs(labels->boxes[i].y - at->y) < labels->boxes[i].half_height + size->y / 2)
            return false;
    return true;
}

void gau_display_block(struct gau_display_labels *labels, const struct gau_display_point *place,
                       const struct gau_display_point *size)
{
    if (labels->n == GAU_DISPLAY_LABELS)
        return;
    labels->boxes[labels->n].x = place->x;
    labels->boxes[labels->n].y = place->y;
    labels->boxes[labels->n].half_width = size->x / 2;
    labels->boxes[labels->n].half_height = size->y / 2;
    labels->n++;
}

bool gau_display_place(struct gau_display_point *place, struct gau_display_labels *labels,
                       const struct gau_display_point *size, const struct gau_display_point *step)
{
    enum { TRIES = 41 };

    for (int i = 0; i < TRIES && labels->n < GAU_DISPLAY_LABELS; i++) {
        const int away = (i + 1) / 2 * (i % 2 ? 1 : -1);
        const struct gau_display_point at = {place->x + away * step->x, place->y + away * step->y};

        if (!is_free(labels, &at, size))
            continue;
        gau_display_block(labels, &at, size);
        *place = at;
        return true;
    }
    return false;
}
