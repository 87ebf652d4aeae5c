/* SPDX-License-Identifier: Apache-2.0 */
#include "track_check.h"
#include "columns.h"

#include <stdio.h>

/**
 * @file track_check.c
 * TrackCheck: how many particles were found as tracks, and how well; from the truth, which only
 * algorithms that check others may read. Accepts every event.
 *
 *     <algorithm type="TrackCheck" name="Check">
 *       <property name="Tracks" value="FastVeloHlt"/>
 *     </algorithm>
 *
 * Truth is a table with a row per row of the hits, in the same order: column particle_id. Particles
 * is a table with particle_id, q, px, py, pz (GeV) and, where it is known, the place vx, vy, vz
 * (mm) at which a particle began. A particle_id that is not in this table (noise, say) is no
 * particle.
 *
 * Definitions:
 * - Particles count if they have at least MinHits hits, and pt of MinPt or more.
 * - A track is of a particle if at least Purity of its hits are of this particle, which has at
 *   least MinHits hits. The particle is then found. A ghost is a track of no particle. A clone is a
 *   track of a particle that another track has found already.
 * - Efficiency: particles that count and are found, of those that count. Ghost rate: ghosts, of all
 *   tracks.
 * - Pulls: fitted minus true value of charge / pt, phi, d0, cot theta and z0, divided by the error
 *   that the fit states, for the first track of a particle, where tracks have errors. The result of
 *   correct errors is a mean of 0 and a width of 1. Width is the standard deviation of the pulls
 *   between -5 and 5; the others are counted as outside. Field is needed for the way of the true
 *   helix from the vertex to the beam line.
 *
 * The document "track_check" has the counts and rates of all events, in %; a table of the pulls'
 * means and widths. Makes a table called as the algorithm, with a row per pull of charge / pt:
 * column "pull". Nothing depends on the number of workers or the order of events.
 */

struct track_check {
    char *tracks, *truth, *particles;
    double purity, min_pt, field;
    int64_t min_hits;

    bool has_vertices;
    gau_key tracks_key, particle_of_hit, id, q, px, py, pz, vx, vy, vz;
    gau_key order_key, match_key, states_key, pulls_key, pull_column;
    struct gau_track_counts counts;
};

/* A particle in an event. */
struct state {
    uint32_t hits;
    bool found;
};

/* Rows of particles by rising number. */
struct numbered {
    double id;
    uint32_t row;
};

static const gau_property track_check_properties[] = {
    GAU_STRING(struct track_check, tracks, "Tracks", "", "Array of tracks that is checked"),
    GAU_STRING(struct track_check, truth, "Truth", "truth_hits",
               "Table with the particle of each hit"),
    GAU_STRING(struct track_check, particles, "Particles", "truth_particles",
               "Table of true particles"),
    GAU_INT(struct track_check, min_hits, "MinHits", 6, 1, INT64_MAX, "",
            "Fewest hits of a particle that counts"),
    GAU_DOUBLE(struct track_check, min_pt, "MinPt", 0, 0, HUGE_VAL, "GeV",
               "Smallest transverse momentum of a particle that counts"),
    GAU_DOUBLE(struct track_check, purity, "Purity", 0.7, 0.5, 1, "",
               "Smallest fraction of a track's hits that are of its particle"),
    GAU_DOUBLE(struct track_check, field, "Field", 2, 0.01, 100, "T", "Magnetic field along z"),
    GAU_PROPERTY_END,
};

/* --- beginning ----------------------------------------------------------------------------- */

static gau_key own(gau_context *ctx, const char *what, const gau_type_info *type)
{
    char name[300];

    snprintf(name, sizeof name, "%.200s %s", ctx->name, what);
    return gau_store_output(ctx, name, type);
}

static gau_key reads(gau_context *ctx, const struct track_check *check, const char *column)
{
    return gau_store_column(ctx, check->particles, column, GAU_TYPE(double));
}

static gau_status track_check_initialize(void *self, gau_context *ctx)
{
    struct track_check *const check = self;

    check->tracks_key = gau_store_input(ctx, check->tracks, GAU_TYPE(struct gau_track));
    check->particle_of_hit = gau_store_column(ctx, check->truth, "particle_id", GAU_TYPE(double));
    check->id = reads(ctx, check, "particle_id");
    check->q = reads(ctx, check, "q");
    check->px = reads(ctx, check, "px");
    check->py = reads(ctx, check, "py");
    check->pz = reads(ctx, check, "pz");
    check->has_vertices = gau_store_has_column(ctx, check->particles, "vz");
    if (check->has_vertices) {
        check->vx = reads(ctx, check, "vx");
        check->vy = reads(ctx, check, "vy");
        check->vz = reads(ctx, check, "vz");
    }
    check->order_key = own(ctx, "order", GAU_TYPE(struct numbered));
    check->match_key = own(ctx, "matches", GAU_TYPE(uint32_t));
    check->states_key = own(ctx, "states", GAU_TYPE(struct state));
    check->pulls_key = own(ctx, "pulls", GAU_TYPE(double));
    check->pull_column = gau_store_output_column(ctx, ctx->name, "pull", GAU_TYPE(double));
    return GAU_OK;
}

/* --- particles ----------------------------------------------------------------------------- */

/* Insertion sort: files have them in order. */
static void sort(struct numbered *order, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const struct numbered moved = order[i];
        size_t k = i;

        for (; k > 0 && order[k - 1].id > moved.id; k--)
            order[k] = order[k - 1];
        order[k] = moved;
    }
}

static uint32_t find(const struct numbered *order, size_t n, double id)
{
    size_t low = 0, high = n;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (order[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && order[low].id == id ? order[low].row : GAU_NO_PARTICLE;
}

/* Particles of an event of which all is there. */
static size_t count_particles(const struct track_check *check, const gau_context *ctx)
{
    const gau_key vertex[] = {check->vx, check->vy, check->vz};
    size_t n;

    gau_store_numbers(ctx, check->id, &n);
    for (int i = 0; check->has_vertices && i < 3; i++)
        n = GAU_ROWS(n, gau_store_numbers(ctx, vertex[i], NULL));
    return GAU_ROWS(n, gau_store_numbers(ctx, check->q, NULL),
                    gau_store_numbers(ctx, check->px, NULL),
                    gau_store_numbers(ctx, check->py, NULL),
                    gau_store_numbers(ctx, check->pz, NULL));
}

/* Per hit the row of its particle; counts their hits. */
static gau_status match_hits(const uint32_t **out, struct state *states,
                             const struct track_check *check, gau_context *ctx)
{
    const size_t n_particles = count_particles(check, ctx);
    size_t n_hits;
    const double *const ids = gau_store_numbers(ctx, check->id, NULL),
                        *const of_hits = gau_store_numbers(ctx, check->particle_of_hit, &n_hits);
    struct numbered *const order = gau_store_put(ctx, check->order_key, n_particles);
    uint32_t *const matches = gau_store_put(ctx, check->match_key, n_hits);

    if (!order || !matches)
        return ctx->error->status;
    for (size_t i = 0; i < n_particles; i++)
        order[i] = (struct numbered){ids[i], (uint32_t)i};
    sort(order, n_particles);
    for (size_t i = 0; i < n_hits; i++) {
        matches[i] = find(order, n_particles, of_hits[i]);
        if (matches[i] != GAU_NO_PARTICLE)
            states[matches[i]].hits++;
    }
    *out = matches;
    return GAU_OK;
}

static struct gau_true_particle particle_at(const struct track_check *check, uint32_t row,
                                            const gau_context *ctx)
{
    struct gau_true_particle particle = {.charge = gau_store_numbers(ctx, check->q, NULL)[row],
                                         .px = gau_store_numbers(ctx, check->px, NULL)[row],
                                         .py = gau_store_numbers(ctx, check->py, NULL)[row],
                                         .pz = gau_store_numbers(ctx, check->pz, NULL)[row],
                                         .has_vertex = check->has_vertices};

    if (particle.has_vertex) {
        particle.vx = gau_store_numbers(ctx, check->vx, NULL)[row];
        particle.vy = gau_store_numbers(ctx, check->vy, NULL)[row];
        particle.vz = gau_store_numbers(ctx, check->vz, NULL)[row];
    }
    return particle;
}

static bool counts(const struct track_check *check, const struct state *state,
                   const struct gau_true_particle *particle)
{
    return state->hits >= (uint64_t)check->min_hits &&
           hypot(particle->px, particle->py) >= check->min_pt;
}

/* --- tracks -------------------------------------------------------------------------------- */

/* The truth must be that of the hits that the tracks were made of. */
static gau_status check_hits(const struct gau_track *track, size_t n_hits, gau_error *err)
{
    for (uint32_t i = 0; i < track->n_hits; i++)
        if (track->hits[i] >= n_hits)
            return gau_fail(err, GAU_ERR_RANGE, "a track has hit %zu, but the truth is of %zu hits",
                            (size_t)track->hits[i] + 1, n_hits);
    return GAU_OK;
}

/* The pull of charge / pt of a particle's first track is written to *pull. */
static size_t judge(struct track_check *check, const struct gau_track *track,
                    const uint32_t *matches, struct state *states, double *pull, gau_context *ctx)
{
    uint32_t n_hits;
    const uint32_t row = gau_particle_of(track, matches, &n_hits);
    struct gau_true_particle particle;
    double pulls[GAU_PULLS_COUNT];

    check->counts.tracks++;
    if (row == GAU_NO_PARTICLE || n_hits < check->purity * track->n_hits ||
        states[row].hits < (uint64_t)check->min_hits) {
        check->counts.ghosts++;
        return 0;
    }
    if (states[row].found) {
        check->counts.clones++;
        return 0;
    }
    states[row].found = true;
    if (!(track->covariance[0][0] > 0))
        return 0;
    particle = particle_at(check, row, ctx);
    gau_pulls_of(pulls, track, &particle, check->field);
    gau_count_pulls(&check->counts, pulls);
    *pull = pulls[GAU_PULL_PT];
    return 1;
}

static gau_status judge_all(struct track_check *check, const uint32_t *matches,
                            struct state *states, gau_context *ctx)
{
    size_t n, n_hits, n_pulls = 0;
    const struct gau_track *const tracks = gau_store_get(ctx, check->tracks_key, &n);
    double *const pulls = gau_store_put(ctx, check->pulls_key, n);
    double *column;

    if (!pulls)
        return ctx->error->status;
    gau_store_numbers(ctx, check->particle_of_hit, &n_hits);
    for (size_t i = 0; i < n; i++)
        GAU_TRY(check_hits(&tracks[i], n_hits, ctx->error));
    for (size_t i = 0; i < n; i++)
        n_pulls += judge(check, &tracks[i], matches, states, &pulls[n_pulls], ctx);
    column = gau_store_put(ctx, check->pull_column, n_pulls);
    if (!column)
        return ctx->error->status;
    for (size_t i = 0; i < n_pulls; i++)
        column[i] = pulls[i];
    return GAU_OK;
}

static gau_status track_check_execute(void *self, gau_context *ctx)
{
    struct track_check *const check = self;
    const size_t n = count_particles(check, ctx);
    const uint32_t *matches = NULL;
    struct state *const states = gau_store_put(ctx, check->states_key, n);

    if (!states)
        return ctx->error->status;
    GAU_TRY(match_hits(&matches, states, check, ctx));
    GAU_TRY(judge_all(check, matches, states, ctx));
    check->counts.events++;
    for (size_t i = 0; i < n; i++) {
        const struct gau_true_particle particle = particle_at(check, (uint32_t)i, ctx);
        const bool is_counted = counts(check, &states[i], &particle);

        check->counts.particles += is_counted;
        check->counts.found += is_counted && states[i].found;
    }
    return GAU_OK;
}

/* --- end ----------------------------------------------------------------------------------- */

static void track_check_merge(void *self, void *other)
{
    gau_track_counts_merge(&((struct track_check *)self)->counts,
                           &((struct track_check *)other)->counts);
}

static gau_status track_check_finalize(void *self, gau_context *ctx)
{
    gau_track_counts_report(&((const struct track_check *)self)->counts, ctx);
    return GAU_OK;
}

static const gau_class track_check_class = {
    GAU_CLASS("TrackCheck", struct track_check,
              "Compares tracks with the true particles: efficiency, ghosts, clones, pulls."),
    .properties = track_check_properties,
    .initialize = track_check_initialize,
    .merge = track_check_merge,
    .finalize = track_check_finalize,
    .algorithm = GAU_ALGORITHM(.execute = track_check_execute),
};
GAU_MODULE(&track_check_class);
