/* SPDX-License-Identifier: Apache-2.0 */
#include "track_check.h"

/* --- matching ------------------------------------------------------------------------------ */

uint32_t gau_particle_of(const struct gau_track *track, const uint32_t *particles, uint32_t *n_hits)
{
    uint32_t best = GAU_NO_PARTICLE;

    *n_hits = 0;
    for (uint32_t i = 0; i < track->n_hits; i++) {
        const uint32_t particle = particles[track->hits[i]];
        uint32_t n = 0;

        for (uint32_t k = 0; k < track->n_hits && particle != GAU_NO_PARTICLE; k++)
            n += particles[track->hits[k]] == particle;
        if (n > *n_hits) {
            *n_hits = n;
            best = particle;
        }
    }
    return best;
}

/* --- pulls --------------------------------------------------------------------------------- */

void gau_pulls_of(double out[GAU_PULLS_COUNT], const struct gau_track *track,
                  const struct gau_true_particle *particle, double field)
{
    const struct gau_helix *const helix = &track->helix;
    const double pt = hypot(particle->px, particle->py), q_pt = particle->charge / pt;
    const double cosine = particle->px / pt, sine = particle->py / pt, cot = particle->pz / pt;
    const double along = particle->has_vertex ? particle->vx * cosine + particle->vy * sine : 0,
                 left = particle->vy * cosine - particle->vx * sine;
    const double phi = atan2(particle->py, particle->px) - gau_curvature_of(q_pt, field) * along;

    out[GAU_PULL_PT] = (track->q_pt - q_pt) / gau_track_error(track, GAU_CURVATURE);
    out[GAU_PULL_PHI] = gau_angle(helix->phi - phi) / gau_track_error(track, GAU_PHI);
    out[GAU_PULL_COT_THETA] = (helix->cot_theta - cot) / gau_track_error(track, GAU_COT_THETA);
    out[GAU_PULL_D0] =
        particle->has_vertex ? (helix->d0 - left) / gau_track_error(track, GAU_D0) : (double)NAN;
    out[GAU_PULL_Z0] = particle->has_vertex ? (helix->z0 - (particle->vz - cot * along)) /
                                                  gau_track_error(track, GAU_Z0)
                                            : (double)NAN;
}
