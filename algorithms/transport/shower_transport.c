/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "shower.h"
#include "table/exact_sum.h"

#include <stdlib.h>

/**
 * @file shower_transport.c
 * ShowerTransport: an electromagnetic shower in each event, followed step by step through a
 * detector.
 *
 *     <algorithm type="ShowerTransport" name="Showers">
 *       <property name="MinEnergy" value="10"/>
 *       <property name="MaxEnergy" value="10"/>
 *     </algorithm>
 *
 * An event has one particle from the vertex, a photon, electron, or one of both. The logarithm of
 * its energy is uniform between those of MinEnergy and MaxEnergy, its eta between -MaxEta and
 * MaxEta. It depends on Seed and the number of the event only: any number of workers makes the same
 * showers. The detector is in experiment.c. Tracks and steps are reported to auditors, see
 * <gaudit/region.h>.
 *
 * Physics, from the review "Passage of particles through matter" of the Particle Data Group (Phys.
 * Rev. D 110, 030001, 2024), section 34.4, where X0 is the radiation length:
 * - Photons make a pair after 9/7 X0 in the mean. The electron has the share x of the energy, with
 *   dN/dx ~ 1 - 4/3 x (1 - x): the limit of high energies (energy loss by photons).
 * - Electrons and positrons make photons of energy k above Cut, dN/dk = (4/3 - 4/3 y + y^2) / k per
 *   X0 with y = k / E (bremsstrahlung energy loss). What photons below Cut would have is lost
 *   continuously: E times the integral of y dN/dy.
 * - They ionise: the critical energy per X0, Rossi's definition of it (critical energy).
 * - New particles leave at the angle m / E, typical of both processes (B. Rossi, "High-Energy
 *   Particles", 1952), where E is that of their parent.
 * - A particle with less than Cut is deposited where it is.
 * Neglected: rest masses, multiple scattering, Compton scattering, the magnetic field, screening
 * and the suppression at very high energies.
 *
 * Makes a table called as the algorithm with one row: energy, escaped and, by region, the deposits
 * World, BeamPipe, Tracker, ECalBarrel, ECalEndcap and HCal in GeV, which add up to energy;
 * maximum, the depth of the shower maximum in X0; tracks and steps. Accepts events of which at most
 * the fraction MaxEscaped escapes. The document "showers" has sums of all events.
 */

enum { EVENTS, ACCEPTED, TRACKS, STEPS, N_COUNTS };

static const char *const count_names[] = {"events", "accepted", "tracks", "steps"};

enum { EITHER, PHOTON, ELECTRON };

static const char *const kinds[] = {"Either", "Photon", "Electron", NULL};

struct shower_transport {
    int64_t seed;
    int kind;
    double min_energy, max_energy, max_eta, max_escaped;
    struct gau_shower shower;

    struct gau_columns out;
    uint64_t counts[N_COUNTS], steps[GAU_DETECTOR_REGIONS];
    struct gau_exact_sum energy, escaped, maximum, deposit[GAU_DETECTOR_REGIONS]; /* GeV, X0 */
};

/* A row of the table. */
struct row {
    double energy, escaped, maximum, tracks, steps, deposit[GAU_DETECTOR_REGIONS];
};

static const gau_property shower_transport_properties[] = {
    GAU_INT(struct shower_transport, seed, "Seed", 1, 0, INT64_MAX, "",
            "Another seed gives other showers"),
    GAU_ENUM(struct shower_transport, kind, "Particle", EITHER, kinds, "What begins a shower"),
    GAU_DOUBLE(struct shower_transport, min_energy, "MinEnergy", 1, 0.2, 1000, "GeV",
               "Smallest energy"),
    GAU_DOUBLE(struct shower_transport, max_energy, "MaxEnergy", 100, 0.2, 1000, "GeV",
               "Largest energy"),
    GAU_DOUBLE(struct shower_transport, max_eta, "MaxEta", 2.8, 0, 10, "", "Largest |eta|"),
    GAU_DOUBLE(struct shower_transport, shower.cut, "Cut", 5, 1.1, 100, "MeV",
               "Particles with less energy are deposited where they are"),
    GAU_DOUBLE(struct shower_transport, shower.max_step, "MaxStep", 0.5, 0.001, 1, "",
               "Longest step of an electron, in radiation lengths"),
    GAU_DOUBLE(struct shower_transport, max_escaped, "MaxEscaped", 1, 0, 1, "",
               "Largest accepted fraction of the energy that escapes"),
    GAU_PROPERTY_END,
};

static gau_status shower_transport_initialize(void *self, gau_context *ctx)
{
    struct shower_transport *const t = self;

    if (t->max_energy < t->min_energy)
        return gau_fail(ctx->error, GAU_ERR_RANGE, "MaxEnergy is less than MinEnergy: %g and %g",
                        t->max_energy, t->min_energy);
    t->shower.tubes = gau_experiment();
    t->out = gau_columns_make(ctx, ctx->name,
                              GAU_NAMES("energy", "escaped", "maximum", "tracks", "steps", "World",
                                        "BeamPipe", "Tracker", "ECalBarrel", "ECalEndcap", "HCal"));
    return GAU_OK;
}

static void shower_transport_release(void *self)
{
    free(((struct shower_transport *)self)->shower.waiting);
}

/* --- events -------------------------------------------------------------------------------- */

static struct gau_particle draw_primary(const struct shower_transport *t, struct gau_random *random)
{
    const double logarithm = gau_random_between(random, log(t->min_energy), log(t->max_energy));
    const double eta = gau_random_between(random, -t->max_eta, t->max_eta);
    const double phi = gau_random_between(random, -GAU_PI, GAU_PI);
    const bool first = gau_random_unit(random) < 0.5;

    return (
        struct gau_particle){.direction = {cos(phi) / cosh(eta), sin(phi) / cosh(eta), tanh(eta)},
                             .energy = 1000 * exp(logarithm),
                             .is_photon = t->kind == PHOTON || (t->kind == EITHER && first)};
}

static struct row make_row(const struct gau_shower *shower, double energy)
{
    struct row row = {.energy = energy / 1000,
                      .escaped = shower->escaped / 1000,
                      .maximum = gau_shower_maximum(shower),
                      .tracks = (double)shower->tracks};

    for (size_t i = 0; i < GAU_DETECTOR_REGIONS; i++) {
        row.deposit[i] = shower->deposit[i] / 1000;
        row.steps += (double)shower->steps[i];
    }
    return row;
}

static void add_row(struct shower_transport *t, const struct row *row)
{
    t->counts[EVENTS]++;
    t->counts[TRACKS] += t->shower.tracks;
    gau_exact_sum_add(&t->energy, row->energy);
    gau_exact_sum_add(&t->escaped, row->escaped);
    gau_exact_sum_add(&t->maximum, row->maximum);
    for (size_t i = 0; i < GAU_DETECTOR_REGIONS; i++) {
        t->counts[STEPS] += t->shower.steps[i];
        t->steps[i] += t->shower.steps[i];
        gau_exact_sum_add(&t->deposit[i], row->deposit[i]);
    }
}

static gau_status shower_transport_execute(void *self, gau_context *ctx)
{
    struct shower_transport *const t = self;
    struct gau_random random = gau_random_for((uint64_t)t->seed ^ UINT64_C(0x53686f77), ctx->event);
    const struct gau_particle primary = draw_primary(t, &random);
    struct row row;
    bool accepted;

    gau_shower_begin(&t->shower, random);
    GAU_TRY(gau_shower_add(&t->shower, primary, ctx->error));
    GAU_TRY(gau_shower_transport(&t->shower, ctx->error));
    row = make_row(&t->shower, primary.energy);
    GAU_TRY(gau_columns_put(&t->out, &row, 1, sizeof row, ctx));
    add_row(t, &row);
    accepted = row.escaped <= t->max_escaped * row.energy;
    t->counts[ACCEPTED] += accepted;
    return accepted ? GAU_OK : GAU_REJECT;
}

/* --- results ------------------------------------------------------------------------------- */

static void shower_transport_merge(void *self, void *other)
{
    struct shower_transport *const all = self;
    const struct shower_transport *const more = other;

    gau_counts_merge(all->counts, more->counts, N_COUNTS);
    gau_counts_merge(all->steps, more->steps, GAU_DETECTOR_REGIONS);
    gau_exact_sum_merge(&all->energy, &more->energy);
    gau_exact_sum_merge(&all->escaped, &more->escaped);
    gau_exact_sum_merge(&all->maximum, &more->maximum);
    for (size_t i = 0; i < GAU_DETECTOR_REGIONS; i++)
        gau_exact_sum_merge(&all->deposit[i], &more->deposit[i]);
}

static gau_status shower_transport_finalize(void *self, gau_context *ctx)
{
    const struct shower_transport *const t = self;
    gau_result *const result = gau_result_open(ctx, "showers");

    gau_result_merge(result, "energy_GeV sum, escaped_GeV sum, mean_maximum mean events, "
                             "regions: region key, steps sum, deposit_GeV sum");
    gau_counts_report(result, t->counts, count_names, N_COUNTS);
    gau_result_real(result, "energy", "GeV", gau_exact_sum_value(&t->energy));
    gau_result_real(result, "escaped", "GeV", gau_exact_sum_value(&t->escaped));
    gau_result_real(result, "mean_maximum", "",
                    gau_exact_sum_value(&t->maximum) / (double)t->counts[EVENTS]);
    gau_result_table(result, "regions");
    for (size_t i = 0; i < GAU_DETECTOR_REGIONS; i++) {
        gau_result_row(result);
        gau_result_text(result, "region", gau_detector_regions[i]);
        gau_result_integer(result, "steps", "", (int64_t)t->steps[i]);
        gau_result_real(result, "deposit", "GeV", gau_exact_sum_value(&t->deposit[i]));
    }
    gau_result_end(result);
    return GAU_OK;
}

static const gau_class shower_transport_class = {
    GAU_CLASS("ShowerTransport", struct shower_transport,
              "Follows electromagnetic showers through a detector, step by step."),
    .properties = shower_transport_properties,
    .initialize = shower_transport_initialize,
    .release = shower_transport_release,
    .merge = shower_transport_merge,
    .finalize = shower_transport_finalize,
    .algorithm = GAU_ALGORITHM(.execute = shower_transport_execute),
};
GAU_MODULE(&shower_transport_class);
