/* SPDX-License-Identifier: Apache-2.0 */
#include "muon_events.h"

/* --- distributions ------------------------------------------------------------------------- */

/* The inverse of the integral of 1 / ((m - mass)^2 + (width / 2)^2), up to 15 widths away. */
static double breit_wigner(struct gau_random *random, double mass, double width)
{
    const double reach = atan(30);

    return mass + width / 2 * tan(gau_random_between(random, -reach, reach));
}

/* dN/dpt ~ pt / (1 + (pt/scale)^2)^3, that is, 1 - F = (1 + (pt/scale)^2)^-2. */
static double pair_pt(struct gau_random *random, double scale)
{
    return scale * sqrt(1 / sqrt(gau_random_unit(random)) - 1);
}

/* --- decays -------------------------------------------------------------------------------- */

static struct gau_momentum parent(struct gau_random *random, double mass)
{
    const double pt = pair_pt(random, 8), y = gau_random_between(random, -2.4, 2.4);
    const double phi = gau_random_between(random, -GAU_PI, GAU_PI),
                 transverse = sqrt(mass * mass + pt * pt);

    return (struct gau_momentum){.e = transverse * cosh(y),
                                 .px = pt * cos(phi),
                                 .py = pt * sin(phi),
                                 .pz = transverse * sinh(y)};
}

/* A momentum seen at rest, where the parent moves. */
static struct gau_momentum boost(const struct gau_momentum *k, const struct gau_momentum *p,
                                 double mass)
{
    const double along = p->px * k->px + p->py * k->py + p->pz * k->pz;
    const double factor = along / (mass * (p->e + mass)) + k->e / mass;

    return (struct gau_momentum){.e = (p->e * k->e + along) / mass,
                                 .px = k->px + factor * p->px,
                                 .py = k->py + factor * p->py,
                                 .pz = k->pz + factor * p->pz};
}

/* The muons go in any direction with the same probability. */
static struct gau_momentum decay(struct gau_random *random, double mass)
{
    const double e = mass / 2, p = sqrt(e * e - GAU_MUON_MASS * GAU_MUON_MASS);
    const double cosine = gau_random_between(random, -1, 1), sine = sqrt(1 - cosine * cosine);
    const double phi = gau_random_between(random, -GAU_PI, GAU_PI);

    return (struct gau_momentum){
        .e = e, .px = p * sine * cos(phi), .py = p * sine * sin(phi), .pz = p * cosine};
}

static struct gau_muon muon_of(const struct gau_momentum *p, double charge)
{
    const double pt = hypot(p->px, p->py);

    return (struct gau_muon){
        .pt = pt, .eta = asinh(p->pz / pt), .phi = atan2(p->py, p->px), .charge = charge};
}

static void make_pair(struct gau_muon out[2], struct gau_random *random, double mass, bool same)
{
    const struct gau_momentum whole = parent(random, mass), first = decay(random, mass);
    const struct gau_momentum second = {first.e, -first.px, -first.py, -first.pz};
    const struct gau_momentum a = boost(&first, &whole, mass), b = boost(&second, &whole, mass);
    const double charge = gau_random_unit(random) < 0.5 ? -1 : 1;

    out[0] = muon_of(&a, charge);
    out[1] = muon_of(&b, same ? charge : -charge);
}

static void make_single(struct gau_muon *out, struct gau_random *random)
{
    out->pt = gau_random_power(random, 4, 3, 200);
    out->eta = gau_random_between(random, -2.4, 2.4);
    out->phi = gau_random_between(random, -GAU_PI, GAU_PI);
    out->charge = gau_random_unit(random) < 0.5 ? -1 : 1;
}

static void make_continuum(struct gau_muon out[2], struct gau_random *random)
{
    const double mass = gau_random_power(random, 2.5, 2, 120);

    make_pair(out, random, mass, gau_random_unit(random) < 0.35);
}

/* --- events -------------------------------------------------------------------------------- */

static size_t make_process(struct gau_muon out[2], struct gau_random *random,
                           const struct gau_generator *g)
{
    const double choice = gau_random_unit(random);

    if (choice < g->single) {
        make_single(out, random);
        return 1;
    }
    if (choice < g->single + g->z)
        make_pair(out, random, breit_wigner(random, GAU_Z_MASS, GAU_Z_WIDTH), false);
    else if (choice < g->single + g->z + g->jpsi)
        make_pair(out, random, breit_wigner(random, GAU_JPSI_MASS, GAU_JPSI_WIDTH), false);
    else if (choice < g->single + g->z + g->jpsi + g->upsilon)
        make_pair(out, random, breit_wigner(random, GAU_UPSILON_MASS, GAU_UPSILON_WIDTH), false);
    else
        make_continuum(out, random);
    return 2;
}

/* A measured pt is positive, also five standard deviations away. */
static void measure_muon(struct gau_muon *muon, struct gau_random *random, double resolution)
{
    muon->pt *= fmax(1 + resolution * gau_random_normal(random), 0.01);
    muon->global = muon->pt > 3 && gau_random_unit(random) < 0.95;
}

size_t gau_generate_muons(struct gau_muon out[GAU_MAX_MUONS], const struct gau_generator *generator,
                          uint64_t event)
{
    struct gau_random random = gau_random_for(generator->seed, event);
    struct gau_muon muons[GAU_MAX_MUONS];
    const size_t n = make_process(muons, &random, generator);
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        measure_muon(&muons[i], &random, generator->resolution);
        if (fabs(muons[i].eta) < generator->max_eta)
            out[kept++] = muons[i];
    }
    return kept;
}

size_t gau_generate_candidates(struct gau_muon out[GAU_MAX_MUONS], const struct gau_muon *muons,
                               size_t n, const struct gau_generator *generator, uint64_t event)
{
    struct gau_random random = gau_random_for(~generator->seed, event);
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        const double pt = muons[i].pt * fmax(1 + 0.2 * gau_random_normal(&random), 0.01);

        if (gau_random_unit(&random) > 0.95 || pt < 2)
            continue;
        out[kept] = muons[i];
        out[kept].pt = floor(2 * pt) / 2;
        out[kept].eta = floor(10 * muons[i].eta + 0.5) / 10;
        out[kept++].phi = floor(muons[i].phi * 36 / GAU_PI + 0.5) * GAU_PI / 36;
    }
    return kept;
}
