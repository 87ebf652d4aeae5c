/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "algorithms/common/kinematics.h"
#include "algorithms/common/row_selection.h"
#include "table/exact_sum.h"

#include <stdio.h>
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
 * - a row is a particle: pt, eta, phi, charge (or Q); all pairs of two rows are tested. Where
 *   the table has E, px, py, pz, these are used;
 * - a row is a pair: E1, px1, py1, pz1, Q1, E2, px2, ... (or pt1, eta1, phi1, Q1, pt2, ...).
 *
 * Mass: from E and p where they exist, M^2 = (E1 + E2)^2 - (p1 + p2)^2; else from pt, eta and phi,
 * both particles having the mass Mass. If rounding makes M^2 negative, M is 0. pt is column pt
 * where it exists, else sqrt(px^2 + py^2).
 *
 * Select: conditions COLUMN=VALUE that each particle must meet; with pairs in a row COLUMN means
 * COLUMN1 and COLUMN2 where they exist. VALUE is compared as a number if it is one, else as text;
 * COLUMN=VALUE|VALUE means one of them. A pair passes if both pt > MinPt, the charges match Charge
 * (the product is negative for Opposite, positive for Same) and MinMass
 * <= M < MaxMass. All in GeV.
 *
 * Makes table Output (default: the name of the algorithm) with column "mass": that of the passing
 * pairs. Counts, and smallest, largest and sum of the masses of passing pairs are the document
 * "pairs"; the sum is exact before it is rounded, so it does not depend on the number of workers.
 */

/* Columns of a particle. */
enum { E, PX, PY, PZ, PT, ETA, PHI, CHARGE, N_COLUMNS };

enum {
    EVENTS,
    ACCEPTED,
    PAIRS, /* tested */
    OPPOSITE,
    SAME,
    PASSING,
    PASSING_OPPOSITE,
    PASSING_SAME,
    N_COUNTS
};

static const char *const count_names[] = {"events",           "accepted",    "pairs",
                                          "opposite",         "same",        "passing",
                                          "passing_opposite", "passing_same"};

struct pair_mass {
    char *input, *output;
    gau_strings select;
    double min_mass, max_mass, min_pt, mass;
    int charge;

    bool in_rows; /* a pair is a row, else two rows */
    struct gau_columns columns[2];
    struct gau_selection selections[2]; /* of the first and the second particle */
    gau_key output_key;
    double *masses; /* of the passing pairs of this event */
    size_t n_masses, capacity;
    uint64_t counts[N_COUNTS];
    double min, max; /* mass of those passing */
    struct gau_exact_sum sum;
};

enum pair_charge { PAIR_OPPOSITE, PAIR_SAME, PAIR_ANY };

static const char *const charges[] = {"Opposite", "Same", "Any", NULL};

static const gau_property pair_mass_properties[] = {
    GAU_STRING(struct pair_mass, input, "Input", "muons", "Table of particles or of pairs"),
    GAU_STRINGS(struct pair_mass, select, "Select", "", "Conditions on particles, such as kind=G"),
    GAU_DOUBLE(struct pair_mass, min_mass, "MinMass", 0, 0, HUGE_VAL, "GeV",
               "Smallest mass that passes"),
    GAU_DOUBLE(struct pair_mass, max_mass, "MaxMass", HUGE_VAL, 0, HUGE_VAL, "GeV",
               "Masses must be below this"),
    GAU_DOUBLE(struct pair_mass, min_pt, "MinPt", 0, 0, HUGE_VAL, "GeV",
               "Transverse momentum that both must exceed"),
    GAU_ENUM(struct pair_mass, charge, "Charge", PAIR_OPPOSITE, charges, "Signs of the charges"),
    GAU_DOUBLE(struct pair_mass, mass, "Mass", 0.1056583755, 0, HUGE_VAL, "GeV",
               "Mass of a particle where there is no E; that of the muon"),
    GAU_STRING(struct pair_mass, output, "Output", "",
               "Table that gets the masses; empty: named as the algorithm"),
    GAU_PROPERTY_END,
};

/* --- columns ------------------------------------------------------------------------------- */

/* Column NAME, or NAME1 and NAME2 for a particle of a pair. */
struct namer {
    const struct pair_mass *pairs;
    gau_context *ctx;
    const char *suffix;
};

static const char *name_in(char out[128], const struct namer *namer, const char *column)
{
    snprintf(out, 128, "%.120s%s", column, namer->suffix);
    return out;
}

static bool has_column(const struct namer *namer, const char *column)
{
    char name[128];

    return gau_store_has_column(namer->ctx, namer->pairs->input, name_in(name, namer, column));
}

static bool has_momenta(const struct namer *namer)
{
    return has_column(namer, "E") && has_column(namer, "px") && has_column(namer, "py") &&
           has_column(namer, "pz");
}

static bool has_angles(const struct namer *namer)
{
    return has_column(namer, "pt") && has_column(namer, "eta") && has_column(namer, "phi");
}

static struct gau_columns find_columns(const struct namer *namer, bool momenta)
{
    const char *const names[N_COLUMNS] = {
        "E", "px", "py", "pz", "pt", "eta", "phi", has_column(namer, "Q") ? "Q" : "charge"};
    const bool needed[N_COLUMNS] = {
        momenta,  momenta,  momenta, momenta, !momenta || has_column(namer, "pt"),
        !momenta, !momenta, true};
    struct gau_columns columns = {.n = N_COLUMNS};

    for (int i = 0; i < N_COLUMNS; i++) {
        char name[128];

        columns.keys[i] = !needed[i]
                              ? GAU_NO_KEY
                              : gau_store_column(namer->ctx, namer->pairs->input,
                                                 name_in(name, namer, names[i]), GAU_TYPE(double));
    }
    return columns;
}

/* Both particles are read in the same way; a missing column of one of them is an error. */
static void find_pair_columns(struct pair_mass *pairs, const struct namer *first,
                              const struct namer *second)
{
    const bool momenta = has_angles(first) && has_angles(second)
                             ? has_momenta(first) && has_momenta(second)
                             : has_column(first, "E") || has_column(second, "E");

    pairs->columns[0] = find_columns(first, momenta);
    pairs->columns[1] = find_columns(second, momenta);
}

static bool is_complete(const struct namer *namer)
{
    return has_momenta(namer) || has_angles(namer);
}

static bool are_in_rows(const struct namer *first, const struct namer *second,
                        const struct namer *any)
{
    return is_complete(first) || is_complete(second) ||
           (!is_complete(any) && (has_column(first, "E") || has_column(first, "pt")));
}

/* --- beginning ----------------------------------------------------------------------------- */

static gau_status check_properties(const struct pair_mass *pairs, gau_context *ctx)
{
    if (!*pairs->input)
        return gau_fail(ctx->error, GAU_ERR_SYNTAX, "Input: the name of a table is missing");
    if (!(pairs->min_mass < pairs->max_mass))
        return gau_fail(ctx->error, GAU_ERR_RANGE, "MinMass is %g, not below MaxMass, %g",
                        pairs->min_mass, pairs->max_mass);
    return GAU_OK;
}

static gau_status pair_mass_initialize(void *self, gau_context *ctx)
{
    struct pair_mass *const pairs = self;
    const struct namer first = {pairs, ctx, "1"}, second = {pairs, ctx, "2"},
                       any = {pairs, ctx, ""};

    GAU_TRY(check_properties(pairs, ctx));
    pairs->in_rows = are_in_rows(&first, &second, &any);
    find_pair_columns(pairs, pairs->in_rows ? &first : &any, pairs->in_rows ? &second : &any);
    pairs->min = HUGE_VAL;
    pairs->max = -HUGE_VAL;
    pairs->output_key = gau_store_output_column(ctx, *pairs->output ? pairs->output : ctx->name,
                                                "mass", GAU_TYPE(double));
    GAU_TRY(gau_selection_open(&pairs->selections[0], &pairs->select, pairs->input,
                               pairs->in_rows ? "1" : "", ctx));
    return gau_selection_open(&pairs->selections[1], &pairs->select, pairs->input,
                              pairs->in_rows ? "2" : "", ctx);
}

/* --- particles ----------------------------------------------------------------------------- */

/* The columns of one event; NULL where there is none. */
struct view {
    const double *in[N_COLUMNS];
    size_t n;
};

static double pt_of(const struct view *view, size_t i)
{
    return view->in[PT] ? view->in[PT][i] : hypot(view->in[PX][i], view->in[PY][i]);
}

static double mass_of(const struct view *a, size_t i, const struct view *b, size_t k, double mass)
{
    const double *const *const x = a->in, *const *const y = b->in;

    if (x[E])
        return gau_pair_mass(&(struct gau_momentum){x[E][i], x[PX][i], x[PY][i], x[PZ][i]},
                             &(struct gau_momentum){y[E][k], y[PX][k], y[PY][k], y[PZ][k]});
    return gau_pair_mass_of_angles(&(struct gau_angles){x[PT][i], x[ETA][i], x[PHI][i]},
                                   &(struct gau_angles){y[PT][k], y[ETA][k], y[PHI][k]}, mass);
}

/* --- pairs --------------------------------------------------------------------------------- */

static bool has_charges(const struct pair_mass *pairs, double product)
{
    return pairs->charge == PAIR_ANY ||
           (pairs->charge == PAIR_OPPOSITE ? product < 0 : product > 0);
}

static gau_status look_at(struct pair_mass *pairs, const struct view *a, size_t i,
                          const struct view *b, size_t k, gau_error *err)
{
    uint64_t *const counts = pairs->counts;
    const double product = a->in[CHARGE][i] * b->in[CHARGE][k];
    double mass;

    counts[PAIRS]++;
    counts[OPPOSITE] += product < 0;
    counts[SAME] += product > 0;
    if (!has_charges(pairs, product) || !(pt_of(a, i) > pairs->min_pt) ||
        !(pt_of(b, k) > pairs->min_pt))
        return GAU_OK;
    mass = mass_of(a, i, b, k, pairs->mass);
    if (!(mass >= pairs->min_mass && mass < pairs->max_mass))
        return GAU_OK;
    counts[PASSING]++;
    counts[PASSING_OPPOSITE] += product < 0;
    counts[PASSING_SAME] += product > 0;
    pairs->min = fmin(pairs->min, mass);
    pairs->max = fmax(pairs->max, mass);
    gau_exact_sum_add(&pairs->sum, mass);
    GAU_TRY(
        gau_array_reserve(&pairs->masses, &pairs->capacity, pairs->n_masses + 1, sizeof mass, err));
    pairs->masses[pairs->n_masses++] = mass;
    return GAU_OK;
}

static gau_status look_at_rows(struct pair_mass *pairs, gau_context *ctx)
{
    struct view a, b;

    a.n = gau_columns_get(a.in, &pairs->columns[0], ctx);
    b.n = gau_columns_get(b.in, &pairs->columns[1], ctx);
    for (size_t i = 0; i < a.n && i < b.n; i++)
        if (gau_selection_has(&pairs->selections[0], i, ctx) &&
            gau_selection_has(&pairs->selections[1], i, ctx))
            GAU_TRY(look_at(pairs, &a, i, &b, i, ctx->error));
    return GAU_OK;
}

static gau_status look_at_table(struct pair_mass *pairs, gau_context *ctx)
{
    struct view all;

    all.n = gau_columns_get(all.in, &pairs->columns[0], ctx);
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
    struct pair_mass *const pairs = self;
    double *masses;

    pairs->n_masses = 0;
    pairs->counts[EVENTS]++;
    GAU_TRY(pairs->in_rows ? look_at_rows(pairs, ctx) : look_at_table(pairs, ctx));
    masses = gau_store_put(ctx, pairs->output_key, pairs->n_masses);
    if (!masses)
        return ctx->error->status;
    if (pairs->n_masses == 0)
        return GAU_REJECT;
    memcpy(masses, pairs->masses, pairs->n_masses * sizeof *masses);
    pairs->counts[ACCEPTED]++;
    return GAU_OK;
}

/* --- end ----------------------------------------------------------------------------------- */

static void pair_mass_merge(void *self, void *other)
{
    struct pair_mass *const all = self;
    const struct pair_mass *const more = other;

    gau_counts_merge(all->counts, more->counts, N_COUNTS);
    all->min = fmin(all->min, more->min);
    all->max = fmax(all->max, more->max);
    gau_exact_sum_merge(&all->sum, &more->sum);
}

static gau_status pair_mass_finalize(void *self, gau_context *ctx)
{
    const struct pair_mass *const pairs = self;
    gau_result *const result = gau_result_open(ctx, "pairs");

    gau_result_merge(result, "mass_min_GeV min passing, mass_max_GeV max passing, "
                             "mass_sum_GeV sum");
    gau_counts_report(result, pairs->counts, count_names, N_COUNTS);
    gau_result_real(result, "mass_min", "GeV", pairs->min);
    gau_result_real(result, "mass_max", "GeV", pairs->max);
    gau_result_real(result, "mass_sum", "GeV", gau_exact_sum_value(&pairs->sum));
    return GAU_OK;
}

static void pair_mass_release(void *self)
{
    free(((struct pair_mass *)self)->masses);
}

static const gau_class pair_mass_class = {
    GAU_CLASS("PairMass", struct pair_mass,
              "Accepts events with a pair of particles in a window of invariant mass."),
    .properties = pair_mass_properties,
    .initialize = pair_mass_initialize,
    .merge = pair_mass_merge,
    .finalize = pair_mass_finalize,
    .release = pair_mass_release,
    .algorithm = GAU_ALGORITHM(.execute = pair_mass_execute),
};
GAU_MODULE(&pair_mass_class);
