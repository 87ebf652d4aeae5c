/* SPDX-License-Identifier: Apache-2.0 */
#include "track_check.h"

static const double widest = 5;

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

void gau_count_pulls(struct gau_track_counts *counts, const double pulls[GAU_PULLS_COUNT])
{
    for (int i = 0; i < GAU_PULLS_COUNT; i++) {
        struct gau_pulls *const all = &counts->pulls[i];

        if (isnan(pulls[i]))
            continue;
        all->entries++;
        if (fabs(pulls[i]) > widest) {
            all->outside++;
            continue;
        }
        gau_exact_sum_add(&all->sum, pulls[i]);
        gau_exact_sum_add(&all->sum2, pulls[i] * pulls[i]);
    }
}

/* --- the document -------------------------------------------------------------------------- */

void gau_track_counts_merge(struct gau_track_counts *all, const struct gau_track_counts *more)
{
    all->events += more->events;
    all->particles += more->particles;
    all->found += more->found;
    all->tracks += more->tracks;
    all->ghosts += more->ghosts;
    all->clones += more->clones;
    for (int i = 0; i < GAU_PULLS_COUNT; i++) {
        all->pulls[i].entries += more->pulls[i].entries;
        all->pulls[i].outside += more->pulls[i].outside;
        gau_exact_sum_merge(&all->pulls[i].sum, &more->pulls[i].sum);
        gau_exact_sum_merge(&all->pulls[i].sum2, &more->pulls[i].sum2);
    }
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

static void report_pulls(const struct gau_track_counts *counts, gau_result *result)
{
    static const char *const names[] = {"charge / pt", "phi", "d0", "cot theta", "z0"};

    gau_result_table(result, "pulls");
    for (int i = 0; i < GAU_PULLS_COUNT; i++) {
        const struct gau_pulls *const pulls = &counts->pulls[i];
        const double n = (double)(pulls->entries - pulls->outside),
                     mean = gau_exact_sum_value(&pulls->sum) / n,
                     variance = gau_exact_sum_value(&pulls->sum2) / n - mean * mean;

        gau_result_row(result);
        gau_result_text(result, "parameter", names[i]);
        gau_result_integer(result, "entries", "", (int64_t)pulls->entries);
        gau_result_integer(result, "outside", "", (int64_t)pulls->outside);
        gau_result_real(result, "mean", "", mean);
        gau_result_real(result, "width", "", sqrt(fmax(variance, 0)));
    }
    gau_result_end(result);
}

void gau_track_counts_report(const struct gau_track_counts *counts, gau_context *ctx)
{
    gau_result *const result = gau_result_open(ctx, "track_check");

    gau_result_integer(result, "events", "", (int64_t)counts->events);
    gau_result_integer(result, "particles", "", (int64_t)counts->particles);
    gau_result_integer(result, "found", "", (int64_t)counts->found);
    gau_result_integer(result, "tracks", "", (int64_t)counts->tracks);
    gau_result_integer(result, "ghosts", "", (int64_t)counts->ghosts);
    gau_result_integer(result, "clones", "", (int64_t)counts->clones);
    gau_result_real(result, "efficiency", "%", percent(counts->found, counts->particles));
    gau_result_real(result, "ghost_rate", "%", percent(counts->ghosts, counts->tracks));
    report_pulls(counts, result);
}
