/* SPDX-License-Identifier: Apache-2.0 */
#include "shower.h"

#include "algorithms/common/columns.h"

static const double electron_mass = 0.511;

/* A particle on its way through a tube. */
struct flying {
    struct gau_particle now;
    struct gau_flight flight;
    const struct gau_tube *tube;
    double left;  /* radiation lengths to the next interaction, if there is one */
    double bound; /* the energy that this was drawn for: at least that of the particle */
};

void gau_shower_begin(struct gau_shower *shower, struct gau_random random)
{
    shower->random = random;
    memset(shower->deposit, 0, sizeof shower->deposit);
    memset(shower->moments, 0, sizeof shower->moments);
    memset(shower->steps, 0, sizeof shower->steps);
    shower->escaped = 0;
    shower->tracks = 0;
    shower->n_waiting = 0;
}

static void deposit_energy(struct gau_shower *shower, size_t region, double energy, double depth)
{
    shower->deposit[region] += energy;
    shower->moments[0] += energy;
    shower->moments[1] += energy * depth;
    shower->moments[2] += energy * depth * depth;
}

gau_status gau_shower_add(struct gau_shower *shower, struct gau_particle particle, gau_error *err)
{
    GAU_TRY(gau_array_reserve(&shower->waiting, &shower->capacity, shower->n_waiting + 1,
                              sizeof *shower->waiting, err));
    particle.track = ++shower->tracks;
    shower->waiting[shower->n_waiting++] = particle;
    return GAU_OK;
}

/* --- interactions -------------------------------------------------------------------------- */

static double draw_exponential(struct gau_random *random, double mean)
{
    return -mean * log(gau_random_unit(random));
}

/* Of bremsstrahlung not more than the rate at the present energy, which is the largest to come. */
static void draw_interaction(struct flying *p, struct gau_shower *shower)
{
    const double rate = p->now.is_photon ? 7.0 / 9 : 4.0 / 3 * log(p->now.energy / shower->cut);

    p->bound = p->now.energy;
    p->left = draw_exponential(&shower->random, 1 / rate);
}

/* Turns @p d by the angle @p theta; @p phi says to which side. */
static void turn(double d[3], double theta, double phi)
{
    const double t = hypot(d[0], d[1]), s = sin(theta), u = s * cos(phi), v = s * sin(phi);
    const double c = cos(theta), x = t > 0 ? d[0] / t : 1, y = t > 0 ? d[1] / t : 0, z = d[2];

    d[0] = c * t * x + u * z * x - v * y;
    d[1] = c * t * y + u * z * y + v * x;
    d[2] = c * z - u * t;
}

/* A new particle, at a typical angle of mass / @p radiating to its parent. */
static gau_status emit(struct gau_shower *shower, const struct flying *parent, double energy,
                       bool is_photon, double radiating, double phi, gau_error *err)
{
    struct gau_particle child = parent->now;

    if (energy <= shower->cut) {
        deposit_energy(shower, parent->tube->region, energy, child.depth);
        return GAU_OK;
    }
    gau_flight_position(child.position, &parent->flight, parent->flight.here.path);
    turn(child.direction, fmin(electron_mass / radiating, 1), phi);
    child.energy = energy;
    child.is_photon = is_photon;
    child.parent = parent->now.track;
    return gau_shower_add(shower, child, err);
}

/* The photon ends: dN/dx ~ 1 - 4/3 x (1 - x), where x is the share of the electron. */
static gau_status make_pair(struct gau_shower *shower, struct flying *photon, gau_error *err)
{
    const double energy = photon->now.energy;
    const double phi = gau_random_between(&shower->random, 0, 2 * GAU_PI);
    double x, first;

    do
        x = gau_random_unit(&shower->random);
    while (gau_random_unit(&shower->random) > 1 - 4.0 / 3 * x * (1 - x));
    photon->now.energy = 0;
    first = x * energy;
    GAU_TRY(emit(shower, photon, first, false, energy, phi, err));
    return emit(shower, photon, energy - first, false, energy, phi + GAU_PI, err);
}

/*
 * dN/dk ~ (4/3 - 4/3 y + y^2) / k from the cut on, where y = k / energy: drawn from 4/3 / k up to
 * the energy that the path was drawn for. What is too much is no interaction.
 */
static gau_status radiate(struct gau_shower *shower, struct flying *electron, gau_error *err)
{
    const double energy = electron->now.energy;
    const double k =
        shower->cut * pow(electron->bound / shower->cut, gau_random_unit(&shower->random));
    const double y = k / energy, phi = gau_random_between(&shower->random, 0, 2 * GAU_PI);

    if (y > 1 || gau_random_unit(&shower->random) > 1 - y + 0.75 * y * y)
        return GAU_OK;
    electron->now.energy = energy - k;
    return emit(shower, electron, k, true, energy, phi, err);
}

/* --- steps --------------------------------------------------------------------------------- */

/* Energy that a charged particle loses per radiation length, without photons above the cut. */
static double mean_loss(const struct gau_tube *tube, double energy, double cut)
{
    const double y = cut / energy;

    return tube->material->critical + cut * (4.0 / 3 - y * (2.0 / 3 - y / 3));
}

/* Charged particles lose energy in a step, and all of it when the cut is reached. Returns the
 * length of the step. */
static double lose_energy(struct gau_shower *shower, struct flying *p, double length)
{
    const double loss = mean_loss(p->tube, p->now.energy, shower->cut);
    const double range = (p->now.energy - shower->cut) / loss;
    const double step = fmin(length, range);
    const double lost = range <= length ? p->now.energy : step * loss;

    deposit_energy(shower, p->tube->region, lost, p->now.depth + step / 2);
    p->now.energy -= lost;
    return step;
}

/* Into the next tube, or out of the world. */
static void cross(struct gau_shower *shower, struct flying *p)
{
    if (p->flight.next.tube == GAU_NO_TUBE) {
        shower->escaped += p->now.energy;
        p->now.energy = 0;
        return;
    }
    gau_flight_cross(&p->flight, shower->tubes);
    p->tube = &shower->tubes->tubes[p->flight.here.tube];
}

static gau_status interact(struct gau_shower *shower, struct flying *p, gau_error *err)
{
    GAU_TRY(p->now.is_photon ? make_pair(shower, p, err) : radiate(shower, p, err));
    if (p->now.energy <= shower->cut) {
        deposit_energy(shower, p->tube->region, p->now.energy, p->now.depth);
        p->now.energy = 0;
        return GAU_OK;
    }
    draw_interaction(p, shower);
    return GAU_OK;
}

/*
 * A step to an edge, to the next interaction, or as long as a step may be. Vacuum has no radiation
 * length, and all of it is one step.
 */
static gau_status take_step(struct gau_shower *shower, struct flying *p, gau_error *err)
{
    const struct gau_tube *const tube = p->tube;
    const double to_edge = (p->flight.next.path - p->flight.here.path) / tube->material->x0;
    double step = fmin(to_edge, p->left);

    if (!p->now.is_photon && tube->material->critical > 0)
        step = lose_energy(shower, p, fmin(step, shower->max_step));
    p->now.depth += step;
    p->left -= step;
    p->flight.here.path += step < to_edge ? step * tube->material->x0 : 0;
    shower->steps[tube->region]++;
    if (p->now.energy > 0 && step == to_edge)
        cross(shower, p);
    else if (p->now.energy > 0 && p->left <= 0)
        GAU_TRY(interact(shower, p, err));
    gau_step(p->now.track, tube->volume);
    return GAU_OK;
}

static gau_status follow(struct gau_shower *shower, const struct gau_particle *particle,
                         gau_error *err)
{
    gau_status status = GAU_OK;
    struct flying p = {.now = *particle};

    gau_flight_begin(&p.flight, shower->tubes, particle->position, particle->direction);
    p.tube = &shower->tubes->tubes[p.flight.here.tube];
    draw_interaction(&p, shower);
    gau_track_begin(particle->track, particle->parent, p.tube->volume);
    while (p.now.energy > 0 && status >= 0)
        status = take_step(shower, &p, err);
    gau_track_end(particle->track);
    return status;
}

gau_status gau_shower_transport(struct gau_shower *shower, gau_error *err)
{
    while (shower->n_waiting > 0) {
        const struct gau_particle next = shower->waiting[--shower->n_waiting];

        GAU_TRY(follow(shower, &next, err));
    }
    return GAU_OK;
}

double gau_shower_maximum(const struct gau_shower *shower)
{
    const double *const m = shower->moments;

    /* mean - variance / mean */
    return m[1] > 0 ? fmax(2 * m[1] / m[0] - m[2] / m[1], 0) : 0;
}
