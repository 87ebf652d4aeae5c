/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRANSPORT_SHOWER_H
#define GAUDIT_ALGORITHMS_TRANSPORT_SHOWER_H

#include "algorithms/common/random.h"
#include "experiment.h"

#include <gaudit/error.h>

/*
 * An electromagnetic shower: photons, electrons and positrons, followed to the end one by one. The
 * physics is described in shower_transport.c. Energies are in MeV, depths in radiation lengths
 * along the path from the vertex. Rest masses are neglected: all energy is deposited or escapes.
 */

struct gau_particle {
    double position[3], direction[3]; /* mm; of length 1 */
    double energy, depth;
    uint64_t track, parent;
    bool is_photon;
};

struct gau_shower {
    const struct gau_tubes *tubes;
    double cut;      /* what has less is deposited where it is */
    double max_step; /* of a charged particle, in radiation lengths */
    struct gau_random random;

    double deposit[GAU_DETECTOR_REGIONS], escaped;
    double moments[3]; /* of the depth: sums of deposit x depth^i */
    uint64_t steps[GAU_DETECTOR_REGIONS], tracks;

    /* Those that wait, the last one first; kept from event to event. */
    struct gau_particle *waiting;
    size_t n_waiting, capacity;
};

/* Begins a shower of nothing. The memory, and what is set before it, stays. */
void gau_shower_begin(struct gau_shower *shower, struct gau_random random);

/* The particle gets the next track number. It has more than the cut. */
gau_status gau_shower_add(struct gau_shower *shower, struct gau_particle particle, gau_error *err);

/* Follows all particles. Each track ends before its secondaries begin. */
gau_status gau_shower_transport(struct gau_shower *shower, gau_error *err);

/*
 * The depth of the maximum. Profiles of showers are gamma distributions (E. Longo, I. Sestili,
 * Nucl. Instrum. Methods 128 (1975) 283): the maximum of the one with the same mean and variance,
 * which is less noisy than that of bins. 0: nothing was deposited.
 */
double gau_shower_maximum(const struct gau_shower *shower);

#endif
