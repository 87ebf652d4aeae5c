/* SPDX-License-Identifier: Apache-2.0 */
#include "muon_events.h"

/**
 * @file generator_input.c
 * GeneratorInput: events with muons, without a file.
 *
 *     <input type="GeneratorInput" name="Events">
 *       <property name="Events" value="5000"/>
 *       <property name="Seed" value="7"/>
 *     </input>
 *
 * An event depends on Seed and its number only: any number of workers sees the same events.
 *
 * Processes: with the given fractions a Z, J/psi or Upsilon(1S) that decays into two muons of
 * opposite charge, or a single muon; else a pair of the continuum, of which 35 % have the same
 * charge.
 * - Masses of resonances: Breit-Wigner around the values of the Particle Data Group (Phys. Rev. D
 *   110, 030001, 2024), cut at 15 widths. Continuum: dN/dM ~ M^-2.5 from 2 to 120 GeV.
 * - Pairs: dN/dpt ~ pt / (1 + (pt / 8 GeV)^2)^3, rapidity uniform in -2.4 to 2.4, decay isotropic
 *   where the pair is at rest. Single muons: dN/dpt ~ pt^-4 from 3 to 200 GeV.
 * - Measurement: pt is multiplied by 1 + Resolution x a normal deviate; muons with |eta| above
 *   MaxEta are lost; with pt > 3 GeV 95 % are of kind "G" (global), the others of kind "T".
 *
 * Makes table "muons" (pt, eta, phi, charge, kind) and table "l1" (pt, eta, phi): what a first
 * trigger level would see, 95 % of the muons with pt smeared by 20 % in steps of 0.5 GeV, from 2
 * GeV on. pt in GeV, phi in radians from -pi to pi.
 *
 * There are also, see muon_events.h, vertices and a tracker (table "hits"), a calorimeter with
 * its first trigger level (tables "calo" and "towers", and the bank "raw_l0") and a strip detector
 * (table "strips"). What was true is in tables called "truth_...", which are for algorithms that
 * check others. Only parts that a component reads are made, and no part depends on which others
 * are.
 */

struct generator_input {
    int64_t events, seed;
    struct gau_generator generator;
    struct gau_calo_generator calo;
    struct gau_strip_generator strips;
    struct gau_tracker_generator tracking;
    uint64_t made;
    struct gau_columns muons, l1;
    gau_key kind;
    gau_string_id global, tracker;
};

#define FRACTION(field, name, initial, what)                                     \
    GAU_DOUBLE(struct generator_input, generator.field, name, initial, 0, 1, "", \
               "Fraction of the events with " what)

static const gau_property generator_input_properties[] = {
    GAU_INT(struct generator_input, events, "Events", 1000, 0, INT64_MAX, "",
            "Number of events; 0: without end"),
    GAU_INT(struct generator_input, seed, "Seed", 1, 0, INT64_MAX, "",
            "Another seed gives other events"),
    FRACTION(z, "ZFraction", 0.05, "a Z"),
    FRACTION(jpsi, "JPsiFraction", 0.1, "a J/psi"),
    FRACTION(upsilon, "UpsilonFraction", 0.05, "an Upsilon(1S)"),
    FRACTION(single, "SingleFraction", 0.4, "one muon only"),
    GAU_DOUBLE(struct generator_input, generator.resolution, "Resolution", 0.015, 0, 0.2, "",
               "Relative resolution of pt"),
    GAU_DOUBLE(struct generator_input, generator.max_eta, "MaxEta", 2.4, 0, 10, "",
               "Muons are lost beyond this |eta|"),
    GAU_CALO_GENERATOR_PROPERTIES(struct generator_input, calo),
    GAU_STRIP_GENERATOR_PROPERTIES(struct generator_input, strips),
    GAU_TRACKER_GENERATOR_PROPERTIES(struct generator_input, tracking),
    GAU_PROPERTY_END,
};

static gau_status generator_input_initialize(void *self, gau_context *ctx)
{
    struct generator_input *const input = self;
    struct gau_generator *const g = &input->generator;
    const double sum = g->z + g->jpsi + g->upsilon + g->single;

    if (sum > 1)
        return gau_fail(ctx->error, GAU_ERR_RANGE, "the fractions add up to %g, more than 1", sum);
    g->seed = input->calo.seed = input->strips.seed = input->tracking.seed = (uint64_t)input->seed;
    GAU_TRY(gau_tracker_generator_declare(&input->tracking, ctx));
    input->muons = gau_columns_make(ctx, "muons", GAU_NAMES("pt", "eta", "phi", "charge"));
    input->kind = gau_store_output_column(ctx, "muons", "kind", GAU_TYPE(gau_string_id));
    input->l1 = gau_columns_make(ctx, "l1", GAU_NAMES("pt", "eta", "phi"));
    gau_calo_generator_declare(&input->calo, ctx);
    gau_strip_generator_declare(&input->strips, ctx);
    input->global = gau_store_intern(ctx, "G", 1);
    input->tracker = gau_store_intern(ctx, "T", 1);
    if (input->global == GAU_NO_STRING || input->tracker == GAU_NO_STRING)
        return ctx->error->status;
    return GAU_OK;
}

static gau_status generator_input_read(void *self, gau_context *ctx)
{
    struct generator_input *const input = self;

    (void)ctx;
    if (input->events > 0 && input->made >= (uint64_t)input->events)
        return GAU_END;
    input->made++;
    return GAU_OK;
}

static gau_status generator_input_skip(void *self, uint64_t n, gau_context *ctx)
{
    struct generator_input *const input = self;

    (void)ctx;
    if (input->events > 0 && n > (uint64_t)input->events - input->made) {
        input->made = (uint64_t)input->events;
        return GAU_END;
    }
    input->made += n;
    return GAU_OK;
}

static uint64_t generator_input_count(const void *self)
{
    const struct generator_input *const input = self;

    return (uint64_t)input->events;
}

static gau_status put_kind(gau_context *ctx, const struct generator_input *input,
                           const struct gau_muon *muons, size_t n)
{
    gau_string_id *const kind = gau_store_put(ctx, input->kind, n);

    if (!kind)
        return ctx->error->status;
    for (size_t i = 0; i < n; i++)
        kind[i] = muons[i].global ? input->global : input->tracker;
    return GAU_OK;
}

/* The tracker sees the muons as they are. */
static gau_status put_tracker(gau_context *ctx, const struct generator_input *input)
{
    struct gau_generator exact = input->generator;
    struct gau_muon muons[GAU_MAX_MUONS];
    size_t n;

    if (!gau_tracker_generator_is_read(&input->tracking, ctx))
        return GAU_OK;
    exact.resolution = 0;
    n = gau_generate_muons(muons, &exact, ctx->event);
    return gau_tracker_generator_put(&input->tracking, muons, n, ctx);
}

static gau_status generator_input_decode(void *self, gau_context *ctx)
{
    const struct generator_input *const input = self;
    struct gau_muon muons[GAU_MAX_MUONS], candidates[GAU_MAX_MUONS];
    const size_t n = gau_generate_muons(muons, &input->generator, ctx->event);
    const size_t n_candidates =
        gau_generate_candidates(candidates, muons, n, &input->generator, ctx->event);

    GAU_TRY(gau_columns_put(&input->muons, muons, n, sizeof *muons, ctx));
    GAU_TRY(put_kind(ctx, input, muons, n));
    GAU_TRY(gau_columns_put(&input->l1, candidates, n_candidates, sizeof *candidates, ctx));
    GAU_TRY(put_tracker(ctx, input));
    GAU_TRY(gau_calo_generator_put(&input->calo, candidates, n_candidates, ctx));
    return gau_strip_generator_put(&input->strips, ctx);
}

static const gau_class generator_input_class = {
    GAU_CLASS("GeneratorInput", struct generator_input,
              "Makes events with muons from Z, J/psi and Upsilon decays and background."),
    .properties = generator_input_properties,
    .initialize = generator_input_initialize,
    .input = GAU_INPUT(.read = generator_input_read, .decode = generator_input_decode,
                       .skip = generator_input_skip, .count = generator_input_count),
};
GAU_MODULE(&generator_input_class);
