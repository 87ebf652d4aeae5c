/* SPDX-License-Identifier: Apache-2.0 */
#include "tracks.h"

static const char *const names[] = {"pt",        "eta",      "phi",     "charge", "d0",
                                    "z0",        "hits",     "chi2",    "ndof",   "pt_error",
                                    "phi_error", "d0_error", "z0_error"};

enum { OF_FINDER = 9, OF_FIT = sizeof names / sizeof *names };

struct row {
    double pt, eta, phi, charge, d0, z0, hits, chi2, ndof; /* of TrackFinder and TrackFit */
    double pt_error, phi_error, d0_error, z0_error;
};

struct gau_track_output gau_track_output(gau_context *ctx, bool errors)
{
    return (struct gau_track_output){
        .tracks = gau_store_output(ctx, ctx->name, GAU_TYPE(struct gau_track)),
        .scratch = gau_own_output(ctx, "rows", GAU_TYPE(struct row)),
        .columns = gau_columns_make(ctx, ctx->name, names, errors ? OF_FIT : OF_FINDER)};
}

static struct row row_of(const struct gau_track *track)
{
    const struct gau_helix *const helix = &track->helix;
    const double pt = 1 / fabs(track->q_pt);

    return (struct row){.pt = pt,
                        .eta = asinh(helix->cot_theta),
                        .phi = helix->phi,
                        .charge = track->q_pt < 0 ? -1 : 1,
                        .d0 = helix->d0,
                        .z0 = helix->z0,
                        .hits = track->n_hits,
                        .chi2 = track->chi2,
                        .ndof = track->ndof,
                        .pt_error = pt * pt * gau_track_error(track, GAU_CURVATURE),
                        .phi_error = gau_track_error(track, GAU_PHI),
                        .d0_error = gau_track_error(track, GAU_D0),
                        .z0_error = gau_track_error(track, GAU_Z0)};
}

gau_status gau_track_put_table(const struct gau_track_output *output, gau_context *ctx)
{
    size_t n;
    const struct gau_track *const tracks = gau_store_get(ctx, output->tracks, &n);
    struct row *rows;

    if (!gau_columns_are_read(&output->columns, ctx))
        return GAU_OK;
    rows = gau_store_put(ctx, output->scratch, n);
    if (!rows)
        return ctx->error->status;
    for (size_t i = 0; i < n; i++)
        rows[i] = row_of(&tracks[i]);
    return gau_columns_put(&output->columns, rows, n, sizeof *rows, ctx);
}

/* --- the truth ----------------------------------------------------------------------------- */

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
