/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_GENERATOR_MUON_EVENTS_H
#define GAUDIT_ALGORITHMS_GENERATOR_MUON_EVENTS_H

#include "algorithms/common/columns.h"
#include "algorithms/common/kinematics.h"
#include "algorithms/common/random.h"
#include "algorithms/tracking/detector.h"

/* The parts of GeneratorInput. */

/* --- muons; see generator_input.c for the physics; GeV ------------------------------------- */

/* Particle Data Group, S. Navas et al., Phys. Rev. D 110, 030001 (2024). */
#define GAU_MUON_MASS 0.1056583755
#define GAU_JPSI_MASS 3.096900
#define GAU_JPSI_WIDTH 92.6e-6
#define GAU_UPSILON_MASS 9.46040
#define GAU_UPSILON_WIDTH 54.0e-6
#define GAU_Z_MASS 91.1880
#define GAU_Z_WIDTH 2.4955

/* Its columns come first. */
struct gau_muon {
    double pt, eta, phi, charge;
    bool global; /* reconstructed in the whole detector, else in the tracker only */
};

struct gau_generator {
    double z, jpsi, upsilon, single; /* fractions of the events; the rest is continuum */
    double resolution;               /* of pt, relative */
    double max_eta;
    uint64_t seed;
};

enum { GAU_MAX_MUONS = 2 };

/* The muons of an event inside the acceptance, as measured. Depends on the arguments only. */
size_t gau_generate_muons(struct gau_muon out[GAU_MAX_MUONS], const struct gau_generator *generator,
                          uint64_t event);

/* What a fast trigger sees of them: coarse copies of some. Depends on the arguments only. */
size_t gau_generate_candidates(struct gau_muon out[GAU_MAX_MUONS], const struct gau_muon *muons,
                               size_t n, const struct gau_generator *generator, uint64_t event);

/* --- calorimeter and level 1 --------------------------------------------------------------- */

/*
 * A calorimeter with showers and noise, and what the first trigger level makes of it and of muons.
 * GeV, radians.
 *
 * 68 x 72 cells cover |eta| < 2.958 and the ring in phi (0.087 x 2 pi / 72, as those of the hadron
 * calorimeter of CMS). A Poisson number with mean Showers falls anywhere, with dN/dEt ~ Et^-3 from
 * 2 to 100 GeV. Energy is measured with a relative resolution of 0.8 / sqrt(E / GeV), and spread
 * like a Gaussian of half a cell. Each cell has Gaussian noise of 0.2 GeV; cells are read out if
 * |E| is 0.4 GeV or more, so there are negative energies, as in real data,
 * and about 5 % of the energy is lost. Muons leave nothing.
 *
 * Makes table "calo" (energy, eta, phi) of the cells that are read out, and for checks table
 * "truth_showers" (et, eta, phi). Unread tables are not made.
 *
 * Level 1: table "towers" (et, eta, phi) of 4 x 4 cells with 1 GeV or more, in steps of 0.5 GeV;
 * and "raw_l0", the bank of raw_bank.h, with the muons of table "l1", the sum of the towers, and
 * the decisions: bit 0 (a muon with 5 GeV), bit 1 (two muons with 2.5 GeV each), bit 2 (sum of 60
 * GeV). In a part DamagedBanks of the events one bit of the bank is wrong.
 */
enum { GAU_CALO_ETA = 68, GAU_CALO_PHI = 72 };

struct gau_calo_generator {
    double showers, damaged_banks;
    uint64_t seed;
    struct gau_columns cells, truth, towers;
    gau_key bank;
};

#define GAU_CALO_GENERATOR_PROPERTIES(Struct, field)                         \
    GAU_DOUBLE(Struct, field.showers, "Showers", 12, 0, 100, "",             \
               "Showers in the calorimeter in an event, on average"),        \
        GAU_DOUBLE(Struct, field.damaged_banks, "DamagedBanks", 0, 0, 1, "", \
                   "Fraction of the events with a wrong bit in the raw bank of level 1")

void gau_calo_generator_declare(struct gau_calo_generator *generator, gau_context *ctx);

/* @p muons are those of table "l1". */
gau_status gau_calo_generator_put(const struct gau_calo_generator *generator,
                                  const struct gau_muon *muons, size_t n, gau_context *ctx);

/* Middles of cells. */
double gau_calo_eta(double cell);
double gau_calo_phi(double cell);

/* --- strips -------------------------------------------------------------------------------- */

/*
 * Strips of a silicon detector with noise.
 *
 * Eight layers of 1024 strips are crossed by straight tracks, a Poisson number with mean Crossings:
 * the first layer anywhere, with a slope of up to 5 strips per layer. A crossing leaves charge
 * after the distribution of Moyal (Phil. Mag. 46 (1955) 263), most probably 30 ADC counts, with
 * width 3, spread like a Gaussian of 0.4 strips. Each strip has Gaussian noise of 1.5 ADC counts;
 * it is read out from 3 counts on, in whole counts, 255 at most.
 *
 * Makes table "strips" (layer, strip, charge), by layer, then strip, and for checks table
 * "truth_strips" (layer, position in strips) of the crossings. Unread tables are not made.
 */
struct gau_strip_generator {
    double crossings;
    uint64_t seed;
    struct gau_columns strips, truth;
};

#define GAU_STRIP_GENERATOR_PROPERTIES(Struct, field)                \
    GAU_DOUBLE(Struct, field.crossings, "Crossings", 20, 0, 100, "", \
               "Tracks through the strip detector in an event, on average")

void gau_strip_generator_declare(struct gau_strip_generator *generator, gau_context *ctx);
gau_status gau_strip_generator_put(const struct gau_strip_generator *generator, gau_context *ctx);

/* --- vertices and tracker ------------------------------------------------------------------ */

/*
 * Vertices along the beam, and the hits of charged particles in a tracker. mm, GeV.
 *
 * Vertices: one, and a Poisson number with mean Vertices more, normal around 0 with BeamLength
 * along the beam and BeamWidth across. The muons of the event come from the first one. Each has a
 * Poisson number with mean Tracks of other particles: dN/dpt ~ pt^-3 from 0.5 to 20 GeV, eta
 * uniform in -2.4 to 2.4.
 *
 * The tracker is like that of the TrackML challenge (detector.h): 4 + 4 + 2 barrels with radii of
 * 32 to 1020 mm, and 7 + 6 + 6 discs on both sides at |z| of 600 to 2950 mm; layer_id is 2, 4, 6
 * ... in each volume. Particles fly on helices; at each layer they are deflected by a normal angle
 * (gau_scattering()) and, with probability HitEfficiency, leave a hit, which is measured with the
 * resolution of the volume. NoiseHits more, on average, are anywhere. There is no loss of energy.
 *
 * Makes table "hits" (x, y, z, volume_id, layer_id) in no order, and, for algorithms that check
 * others: "truth_hits" (particle_id of each hit; 0: noise), "truth_particles" (particle_id from 1,
 * q, px, py, pz, vx, vy, vz) and "truth_vertices" (z). Unread columns are not made.
 */
struct gau_tracker_generator {
    double vertices, tracks, beam_length, beam_width, efficiency, noise;
    struct gau_detector detector;
    uint64_t seed;
    gau_key event, scratch;
    struct gau_columns hits, true_hits, particles, true_vertices;
};

#define GAU_TRACKER_GENERATOR_PROPERTIES(Struct, field_)                                   \
    GAU_DOUBLE(Struct, field_.vertices, "Vertices", 4, 0, 100, "",                         \
               "Vertices beside the first one in an event, on average"),                   \
        GAU_DOUBLE(Struct, field_.tracks, "Tracks", 6, 0, 100, "",                         \
                   "Charged particles of a vertex beside muons, on average"),              \
        GAU_DOUBLE(Struct, field_.beam_length, "BeamLength", 50, 0, 1000, "mm",            \
                   "Spread of the vertices along the beam, standard deviation"),           \
        GAU_DOUBLE(Struct, field_.beam_width, "BeamWidth", 0.015, 0, 10, "mm",             \
                   "Spread of the vertices across the beam, standard deviation"),          \
        GAU_DOUBLE(Struct, field_.efficiency, "HitEfficiency", 0.98, 0, 1, "",             \
                   "Probability that a layer sees a particle"),                            \
        GAU_DOUBLE(Struct, field_.noise, "NoiseHits", 20, 0, 10000, "",                    \
                   "Hits of the tracker that are of no particle in an event, on average"), \
        GAU_DETECTOR_PROPERTIES(Struct, field_.detector)

gau_status gau_tracker_generator_declare(struct gau_tracker_generator *generator, gau_context *ctx);

/* False: there is nothing to make. */
bool gau_tracker_generator_is_read(const struct gau_tracker_generator *generator,
                                   const gau_context *ctx);

/* @p muons are true ones, with the pt at the vertex. */
gau_status gau_tracker_generator_put(const struct gau_tracker_generator *generator,
                                     const struct gau_muon *muons, size_t n, gau_context *ctx);

/* --- for its own parts --------------------------------------------------------------------- */

struct gau_tracker_particle {
    double id; /* from 1 */
    double q, px, py, pz, vx, vy, vz;
};

struct gau_tracker_hit {
    double x, y, z, volume, layer;
    double particle; /* its id; 0: noise */
};

enum {
    GAU_TRACKER_PARTICLES = 1024,
    GAU_TRACKER_VERTICES = 256,
    GAU_TRACKER_LAYERS_CROSSED = 29 /* by one particle, at most */
};

/* The hits of a particle; returns how many. */
size_t gau_tracker_fly(struct gau_tracker_hit out[GAU_TRACKER_LAYERS_CROSSED],
                       const struct gau_tracker_generator *generator,
                       const struct gau_tracker_particle *particle, struct gau_random *random);

struct gau_tracker_hit gau_tracker_noise(struct gau_random *random);

#endif
