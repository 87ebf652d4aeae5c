/* SPDX-License-Identifier: Apache-2.0 */
#include "pair_mass.h"
#include "columns.h"
#include "grow.h"

#include <stdlib.h>
#include <string.h>

/**
 * @file pair_mass.c
 * PairMass: the invariant mass of pairs of particles. Accepts an event with at least one pair that
 * passes.
 *
 *     <algorithm type="PairMass" name="DiMuon">
 *       <property name="Input" value="muons"/>
 *       <property name="Select" value="kind=G"/>
 *       <property name="MinPt" value="3"/>
 *     </algorithm>
 *
 * Input is a table in one of two forms:
 * - a row is a particle: pt, eta, phi, charge (or Q); all pairs of two rows are looked at. Where
 *   the table has E, px, py, pz, these are used;
 * - a row is a pair: E1, px1, py1, pz1, Q1, E2, px2, ... (or pt1, eta1, phi1, Q1, pt2, ...).
 *
 * Mass: from E and p where they exist, M^2 = (E1 + E2)^2 - (p1 + p2)^2; else from pt, eta and phi,
 * both particles having the mass Mass. If rounding makes M^2 negative, M is 0. pt is column pt
 * where it exists, else sqrt(px^2 + py^2).
 *
 * Select: conditions COLUMN=VALUE that each particle must meet to be looked at; with pairs in a row
 * COLUMN stands for COLUMN1 and COLUMN2 where they exist. VALUE is compared as a number if it is
 * one, else as text; COLUMN=VALUE|VALUE means one of them. A pair passes if both pt > MinPt, the
 * charges are as Charge says (the product is negative for Opposite, positive for Same) and MinMass
 * <= M < MaxMass. All in GeV.
 *
 * Makes table Output (default: the name of the algorithm) with column "mass": that of the passing
 * pairs. Counts, and smallest, largest and sum of the masses of passing pairs are the document
 * "pairs"; the sum is exact before it is rounded, so it does not depend on the number of workers.
 */

static const char *const charges[] = {"Opposite", "Same", "Any", NULL};

static const gau_property pair_mass_properties[] = {
    GAU_STRING(struct gau_pair_mass, input, "Input", "muons", "Table of particles or of pairs"),
    GAU_STRINGS(struct gau_pair_mass, select, "Select", "",
                "Conditions on particles, such as kind=G"),
    GAU_DOUBLE(struct gau_pair_mass, min_mass, "MinMass", 0, 0, HUGE_VAL, "GeV",
               "Smallest mass that passes"),
    GAU_DOUBLE(struct gau_pair_mass, max_mass, "MaxMass", HUGE_VAL, 0, HUGE_VAL, "GeV",
               "Masses must be below this"),
    GAU_DOUBLE(struct gau_pair_mass, min_pt, "MinPt", 0, 0, HUGE_VAL, "GeV",
               "Transverse momentum that both must exceed"),
    GAU_ENUM(struct gau_pair_mass, charge, "Charge", GAU_PAIR_OPPOSITE, charges,
             "Signs of the charges"),
    GAU_DOUBLE(struct gau_pair_mass, mass, "Mass", 0.1056583755, 0, HUGE_VAL, "GeV",
               "Mass of a particle where there is no E; that of the muon"),
    GAU_STRING(struct gau_pair_mass, output, "Output", "",
               "Table that gets the masses; empty: named as the algorithm"),
    GAU_PROPERTY_END,
};

/* --- particles ----------------------------------------------------------------------------- */

/* The columns of one event; NULL where there is none. */
struct view {
    const double *e, *px, *py, *pz, *pt, *eta, *phi, *charge;
    size_t n;
};

static struct view open_view(const struct gau_pair_columns *columns, const gau_context *ctx)
{
    struct view view = {.e = gau_store_numbers(ctx, columns->e, NULL),
                        .px = gau_store_numbers(ctx, columns->px, NULL),
                        .py = gau_store_numbers(ctx, columns->py, NULL),
                        .pz = gau_store_numbers(ctx, columns->pz, NULL),
                        .pt = gau_store_numbers(ctx, columns->pt, NULL),
                        .eta = gau_store_numbers(ctx, columns->eta, NULL),
                        .phi = gau_store_numbers(ctx, columns->phi, NULL)};

    view.charge = gau_store_numbers(ctx, columns->charge, &view.n);
    view.n = columns->e == GAU_NO_KEY ? GAU_ROWS(view.n, view.pt, view.eta, view.phi)
                                      : GAU_ROWS(view.n, view.e, view.px, view.py, view.pz);
    return view;
}

static double pt_of(const struct view *view, size_t i)
{
    return view->pt ? view->pt[i] : hypot(view->px[i], view->py[i]);
}

static double mass_of(const struct view *a, size_t i, const struct view *b, size_t k, double mass)
{
    if (a->e) {
        const struct gau_momentum p = {a->e[i], a->px[i], a->py[i], a->pz[i]},
                                  q = {b->e[k], b->px[k], b->py[k], b->pz[k]};

        return gau_pair_mass(&p, &q);
    }
    return gau_pair_mass_of_angles(&(struct gau_angles){a->pt[i], a->eta[i], a->phi[i]},
                                   &(struct gau_angles){b->pt[k], b->eta[k], b->phi[k]}, mass);
}

/* --- pairs --------------------------------------------------------------------------------- */

static gau_status keep(struct gau_pair_mass *pairs, double mass, gau_error *err)
{
    GAU_TRY(gau_grow(&pairs->masses, &pairs->capacity, pairs->n_masses + 1, sizeof mass, err));
    pairs->masses[pairs->n_masses++] = mass;
    return GAU_OK;
}

static bool has_charges(const struct gau_pair_mass *pairs, double product)
{
    switch ((enum gau_pair_charge)pairs->charge) {
    case GAU_PAIR_OPPOSITE: return product < 0;
    case GAU_PAIR_SAME: return product > 0;
    case GAU_PAIR_ANY: break;
    }
    return true;
}

static gau_status look_at(struct gau_pair_mass *pairs, const struct view *a, size_t i,
                          const struct view *b, size_t k, gau_error *err)
{
    struct gau_pair_counts *const counts = &pairs->counts;
    const double product = a->charge[i] * b->charge[k];
    double mass;

    counts->pairs++;
    counts->opposite += product < 0;
    counts->same += product > 0;
    if (!has_charges(pairs, product) || !(pt_of(a, i) > pairs->min_pt) ||
        !(pt_of(b, k) > pairs->min_pt))
        return GAU_OK;
    mass = mass_of(a, i, b, k, pairs->mass);
    if (!(mass >= pairs->min_mass && mass < pairs->max_mass))
        return GAU_OK;
    counts->passing++;
    counts->passing_opposite += product < 0;
    counts->passing_same += product > 0;
    counts->min = fmin(counts->min, mass);
    counts->max = fmax(counts->max, mass);
    gau_exact_sum_add(&counts->sum, mass);
    return keep(pairs, mass, err);
}

static gau_status look_at_rows(struct gau_pair_mass *pairs, gau_context *ctx)
{
    const struct view a = open_view(&pairs->columns[0], ctx),
                      b = open_view(&pairs->columns[1], ctx);

    for (size_t i = 0; i < a.n && i < b.n; i++)
        if (gau_selection_has(&pairs->selections[0], i, ctx) &&
            gau_selection_has(&pairs->selections[1], i, ctx))
            GAU_TRY(look_at(pairs, &a, i, &b, i, ctx->error));
    return GAU_OK;
}

static gau_status look_at_table(struct gau_pair_mass *pairs, gau_context *ctx)
{
    const struct view all = open_view(&pairs->columns[0], ctx);

    for (size_t i = 0; i < all.n; i++) {
        if (!gau_selection_has(&pairs->selections[0], i, ctx))
            continue;
        for (size_t k = i + 1; k < all.n; k++)
            if (gau_selection_has(&pairs->selections[0], k, ctx))
                GAU_TRY(look_at(pairs, &all, i, &all, k, ctx->error));
    }
    return GAU_OK;
}

static gau_status pair_mass_execute(void *self, gau_context *ctx)
{
    struct gau_pair_mass *const pairs = self;
    double *masses;

    pairs->n_masses = 0;
    pairs->counts.events++;
    GAU_TRY(pairs->in_rows ? look_at_rows(pairs, ctx) : look_at_table(pairs, ctx));
    masses = gau_store_put(ctx, pairs->output_key, pairs->n_masses);
    if (!masses)
        return ctx->error->status;
    if (pairs->n_masses == 0)
        return GAU_REJECT;
    memcpy(masses, pairs->masses, pairs->n_masses * sizeof *masses);
    pairs->counts.accepted++;
    return GAU_OK;
}

static void pair_mass_release(void *self)
{
    struct gau_pair_mass *const pairs = self;

    gau_selection_close(&pairs->selections[0]);
    gau_selection_close(&pairs->selections[1]);
    free(pairs->masses);
    pairs->masses = NULL;
}

static const gau_class pair_mass_class = {
    GAU_CLASS("PairMass", struct gau_pair_mass,
              "Accepts events with a pair of particles in a window of invariant mass."),
    .properties = pair_mass_properties,
    .initialize = gau_pair_mass_initialize,
    .merge = gau_pair_mass_merge,
    .finalize = gau_pair_mass_finalize,
    .release = pair_mass_release,
    .algorithm = GAU_ALGORITHM(.execute = pair_mass_execute),
};
GAU_MODULE(&pair_mass_class);
