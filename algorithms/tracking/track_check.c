/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "algorithms/common/pulls.h"
#include "tracks.h"

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
 * Efficiency and ghost rate are those of doc/method/algorithms.md.
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

enum { EVENTS, PARTICLES, FOUND, TRACKS, GHOSTS, CLONES, N_COUNTS };

static const char *const count_names[] = {"events", "particles", "found",
                                          "tracks", "ghosts",    "clones"};

/* Columns of the particles, of which VX to VZ may be missing. */
enum { ID, Q, PX, PY, PZ, VX, VY, VZ, N_COLUMNS };

struct track_check {
    char *tracks, *truth, *particles;
    double purity, min_pt, field;
    int64_t min_hits;

    bool has_vertices;
    gau_key tracks_key, particle_of_hit;
    struct gau_columns in, out;
    gau_key match_key, states_key, pulls_key;
    uint64_t counts[N_COUNTS];
    struct gau_pulls pulls[GAU_PULLS_COUNT];
};

/* A particle in an event. */
struct state {
    uint32_t hits;
    bool found;
};

static const gau_property track_check_properties[] = {
    GAU_STRING(struct track_check, tracks, "Tracks", "", "Array of tracks that is checked"),
    GAU_STRING(struct track_check, truth, "Truth", "truth_hits",
               "Table with the particle of each hit"),
    GAU_STRING(struct track_check, particles, "Particles", "truth_particles",
               "Table of true particles"),
    GAU_INT(struct track_check, min_hits, "MinHits", 6, 1, INT64_MAX, "",
            "Smallest number of hits of a particle that counts"),
    GAU_DOUBLE(struct track_check, min_pt, "MinPt", 0, 0, HUGE_VAL, "GeV",
               "Smallest transverse momentum of a particle that counts"),
    GAU_DOUBLE(struct track_check, purity, "Purity", 0.7, 0.5, 1, "",
               "Smallest fraction of a track's hits that are of its particle"),
    GAU_DOUBLE(struct track_check, field, "Field", 2, 0.01, 100, "T", "Magnetic field along z"),
    GAU_PROPERTY_END,
};

/* --- beginning ----------------------------------------------------------------------------- */

static gau_status track_check_initialize(void *self, gau_context *ctx)
{
    static const char *const names[] = {"particle_id", "q", "px", "py", "pz", "vx", "vy", "vz"};
    struct track_check *const check = self;

    check->tracks_key = gau_store_input(ctx, check->tracks, GAU_TYPE(struct gau_track));
    check->particle_of_hit = gau_store_column(ctx, check->truth, "particle_id", GAU_TYPE(double));
    check->has_vertices = gau_store_has_column(ctx, check->particles, "vz");
    check->in =
        gau_columns_read(ctx, check->particles, names, check->has_vertices ? N_COLUMNS : VX);
    check->out = gau_columns_make(ctx, ctx->name, GAU_NAMES("pull"));
    check->match_key = gau_own_output(ctx, "matches", GAU_TYPE(uint32_t));
    check->states_key = gau_own_output(ctx, "states", GAU_TYPE(struct state));
    check->pulls_key = gau_own_output(ctx, "pulls", GAU_TYPE(double));
    return GAU_OK;
}

/* --- particles ----------------------------------------------------------------------------- */

/* The particles of an event. */
struct view {
    const double *columns[N_COLUMNS];
    size_t n;
    struct state *states;
};

static uint32_t find_particle(const struct view *particles, double id)
{
    for (uint32_t i = 0; i < particles->n; i++)
        if (particles->columns[ID][i] == id)
            return i;
    return GAU_NO_PARTICLE;
}

/* Per hit the row of its particle; counts their hits. */
static gau_status match_hits(const uint32_t **out, const struct view *particles,
                             const struct track_check *check, gau_context *ctx)
{
    size_t n_hits;
    const double *const of_hits = gau_store_numbers(ctx, check->particle_of_hit, &n_hits);
    uint32_t *const matches = gau_store_put(ctx, check->match_key, n_hits);

    if (!matches)
        return ctx->error->status;
    for (size_t i = 0; i < n_hits; i++) {
        matches[i] = find_particle(particles, of_hits[i]);
        if (matches[i] != GAU_NO_PARTICLE)
            particles->states[matches[i]].hits++;
    }
    *out = matches;
    return GAU_OK;
}

static struct gau_true_particle particle_at(const struct track_check *check,
                                            const struct view *particles, size_t row)
{
    const double *const *const in = particles->columns;
    double values[N_COLUMNS] = {0};

    for (size_t i = 0; i < check->in.n; i++)
        values[i] = in[i][row];
    return (struct gau_true_particle){values[Q],  values[PX], values[PY], values[PZ],
                                      values[VX], values[VY], values[VZ], check->has_vertices};
}

static bool counts(const struct track_check *check, const struct view *particles, size_t row)
{
    return particles->states[row].hits >= (uint64_t)check->min_hits &&
           hypot(particles->columns[PX][row], particles->columns[PY][row]) >= check->min_pt;
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
static size_t check_track(struct track_check *check, const struct gau_track *track,
                          const uint32_t *matches, const struct view *particles, double *pull)
{
    uint32_t n_hits;
    const uint32_t row = gau_particle_of(track, matches, &n_hits);
    struct state *const state = row == GAU_NO_PARTICLE ? NULL : &particles->states[row];
    struct gau_true_particle particle;
    double pulls[GAU_PULLS_COUNT];

    check->counts[TRACKS]++;
    if (!state || n_hits < check->purity * track->n_hits ||
        state->hits < (uint64_t)check->min_hits) {
        check->counts[GHOSTS]++;
        return 0;
    }
    if (state->found) {
        check->counts[CLONES]++;
        return 0;
    }
    state->found = true;
    if (!(track->covariance[0][0] > 0))
        return 0;
    particle = particle_at(check, particles, row);
    gau_pulls_of(pulls, track, &particle, check->field);
    for (int i = 0; i < GAU_PULLS_COUNT; i++)
        if (!isnan(pulls[i]))
            gau_pulls_add(&check->pulls[i], pulls[i]);
    *pull = pulls[GAU_PULL_PT];
    return 1;
}

static gau_status check_all(struct track_check *check, const uint32_t *matches,
                            const struct view *particles, gau_context *ctx)
{
    size_t n, n_hits, n_pulls = 0;
    const struct gau_track *const tracks = gau_store_get(ctx, check->tracks_key, &n);
    double *const pulls = gau_store_put(ctx, check->pulls_key, n);

    if (!pulls)
        return ctx->error->status;
    gau_store_numbers(ctx, check->particle_of_hit, &n_hits);
    for (size_t i = 0; i < n; i++)
        GAU_TRY(check_hits(&tracks[i], n_hits, ctx->error));
    for (size_t i = 0; i < n; i++)
        n_pulls += check_track(check, &tracks[i], matches, particles, &pulls[n_pulls]);
    return gau_columns_put(&check->out, pulls, n_pulls, sizeof *pulls, ctx);
}

static gau_status track_check_execute(void *self, gau_context *ctx)
{
    struct track_check *const check = self;
    const uint32_t *matches = NULL;
    struct view particles;

    particles.n = gau_columns_get(particles.columns, &check->in, ctx);
    particles.states = gau_store_put(ctx, check->states_key, particles.n);
    if (!particles.states)
        return ctx->error->status;
    GAU_TRY(match_hits(&matches, &particles, check, ctx));
    GAU_TRY(check_all(check, matches, &particles, ctx));
    check->counts[EVENTS]++;
    for (size_t i = 0; i < particles.n; i++) {
        const bool is_counted = counts(check, &particles, i);

        check->counts[PARTICLES] += is_counted;
        check->counts[FOUND] += is_counted && particles.states[i].found;
    }
    return GAU_OK;
}

/* --- end ----------------------------------------------------------------------------------- */

static void track_check_merge(void *self, void *other)
{
    struct track_check *const all = self;
    const struct track_check *const more = other;

    gau_counts_merge(all->counts, more->counts, N_COUNTS);
    for (int i = 0; i < GAU_PULLS_COUNT; i++)
        gau_pulls_merge(&all->pulls[i], &more->pulls[i]);
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

static gau_status track_check_finalize(void *self, gau_context *ctx)
{
    static const char *const names[] = {"charge / pt", "phi", "d0", "cot theta", "z0"};
    const struct track_check *const check = self;
    const uint64_t *const n = check->counts;
    gau_result *const result = gau_result_open(ctx, "track_check");

    gau_result_merge(result,
                     "efficiency_% percent found particles, "
                     "ghost_rate_% percent ghosts tracks, pulls: parameter key, "
                     "entries sum, outside sum, mean mean inside, width spread inside mean, "
                     "inside sum");
    gau_counts_report(result, n, count_names, N_COUNTS);
    gau_result_real(result, "efficiency", "%", percent(n[FOUND], n[PARTICLES]));
    gau_result_real(result, "ghost_rate", "%", percent(n[GHOSTS], n[TRACKS]));
    gau_result_table(result, "pulls");
    for (int i = 0; i < GAU_PULLS_COUNT; i++) {
        gau_result_row(result);
        gau_result_text(result, "parameter", names[i]);
        gau_result_integer(result, "entries", "", (int64_t)check->pulls[i].entries);
        gau_result_integer(result, "outside", "", (int64_t)check->pulls[i].outside);
        gau_result_integer(result, "inside", "",
                           (int64_t)(check->pulls[i].entries - check->pulls[i].outside));
        gau_result_real(result, "mean", "", gau_pulls_mean(&check->pulls[i]));
        gau_result_real(result, "width", "", gau_pulls_width(&check->pulls[i]));
    }
    gau_result_end(result);
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
