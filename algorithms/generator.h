/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_GENERATOR_H
#define GAUDIT_ALGORITHMS_GENERATOR_H

/*
 * Events with muons; see generator_input.c for the physics. GeV.
 */

#include "kinematics.h"
#include "random.h"

#include <stdbool.h>
#include <stddef.h>

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

#endif
