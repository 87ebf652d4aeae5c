/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_GENERATOR_TRACKER_H
#define GAUDIT_ALGORITHMS_GENERATOR_TRACKER_H

#include "detector.h"
#include "generator.h"

/*
 * Vertices along the beam, and the hits of charged particles in a tracker; a part of
 * GeneratorInput. mm, GeV.
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
 * q, px, py, pz, vx, vy, vz) and "truth_vertices" (z). No column is made that nobody reads.
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
