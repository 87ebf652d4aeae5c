/* SPDX-License-Identifier: Apache-2.0 */
#include "columns.h"
#include "counts.h"
#include "vertexing.h"

/**
 * @file vertex_finder.c
 * VertexFinder: the primary vertices, places on the beam line where protons have collided.
 *
 *     <algorithm type="VertexFinder" name="Vertices">
 *       <property name="Tracks" value="Tracks"/>
 *     </algorithm>
 *
 * Tracks is a table with columns z0, z0_error and d0 (mm): the tracks where they are closest to the
 * beam line, as TrackFit and TrackSelection make it.
 *
 * Method:
 * 1. A track counts with weight exp(-(d0 / D0Width)^2 / 2), so that those that do not come from the
 *    beam line count little; tracks with z0_error above MaxError, or an error of 0, do not count.
 * 2. Each track is a Gaussian along the beam line around z0, as wide as its error. Where the sum of
 *    them, taken at the tracks, is highest within Window to both sides, there is a seed.
 * 3. Adaptive fit (Fruehwirth, Waltenberger, Vanlaer, J. Phys. G 34 (2007) N343, along one
 *    coordinate, without annealing): with d_v the distance of a track from vertex v in units of its
 *    error, it belongs to v with probability exp(-d_v^2 / 2) / (exp(-Cutoff^2 / 2) + sum over all
 *    vertices u of exp(-d_u^2 / 2)). The new place of a vertex is the mean of its tracks, weighted
 *    with this probability, their weight and 1 / error^2. This is done 8 times.
 * 4. Each time vertices whose tracks weigh less than half of MinWeight are dropped, and neighbours
 *    closer than Merge times the error of their distance become one. In the end those below
 *    MinWeight are dropped.
 *
 * The error of a vertex is that of the weighted mean, from the errors of the tracks, with the
 * weights taken as known. Right errors of tracks give right errors of vertices; tracks of close
 * neighbours, which count as half one's own, make them too small.
 *
 * Makes a table called as the algorithm with columns z, z_error (mm), weight (about the number of
 * tracks) and chi2, by rising z. Accepts events with at least MinVertices vertices. The document
 * "vertices" counts events, tracks that count, and vertices.
 */

enum { EVENTS, TRACKS, VERTICES, N_COUNTS };

static const char *const count_names[] = {"events", "tracks", "vertices"};

struct vertex_finder {
    char *tracks;
    double d0_width, max_error;
    int64_t min_vertices;
    struct gau_vertex_cuts cuts;

    struct gau_columns in, out;
    gau_key tracks_key, vertices_key;
    uint64_t counts[N_COUNTS];
};

static const gau_property vertex_finder_properties[] = {
    GAU_STRING(struct vertex_finder, tracks, "Tracks", "tracks", "Table of tracks"),
    GAU_DOUBLE(struct vertex_finder, d0_width, "D0Width", 0.5, 1e-6, HUGE_VAL, "mm",
               "Distance from the beam line at which tracks begin to count less"),
    GAU_DOUBLE(struct vertex_finder, max_error, "MaxError", 5, 1e-6, HUGE_VAL, "mm",
               "Tracks with a larger error of z0 do not count"),
    GAU_DOUBLE(struct vertex_finder, cuts.window, "Window", 0.5, 0, HUGE_VAL, "mm",
               "There is at most one seed in so much of the beam line"),
    GAU_DOUBLE(struct vertex_finder, cuts.cutoff, "Cutoff", 3.5, 0.1, 10, "",
               "Errors between a track and a vertex at which it is as likely of none"),
    GAU_DOUBLE(struct vertex_finder, cuts.merge, "Merge", 2.5, 0, 100, "",
               "Errors between two vertices below which they are one"),
    GAU_DOUBLE(struct vertex_finder, cuts.min_weight, "MinWeight", 1.1, 1e-3, HUGE_VAL, "",
               "Smallest sum of the weights of the tracks of a vertex"),
    GAU_INT(struct vertex_finder, min_vertices, "MinVertices", 1, 0, INT64_MAX, "",
            "Vertices that an accepted event has"),
    GAU_PROPERTY_END,
};

static gau_status vertex_finder_initialize(void *self, gau_context *ctx)
{
    struct vertex_finder *const finder = self;

    finder->in = gau_columns_read(ctx, finder->tracks, GAU_NAMES("z0", "z0_error", "d0"));
    finder->out = gau_columns_make(ctx, ctx->name, GAU_NAMES("z", "z_error", "weight", "chi2"));
    finder->tracks_key = gau_own_output(ctx, "tracks", GAU_TYPE(struct gau_vertex_track));
    finder->vertices_key = gau_own_output(ctx, "scratch", GAU_TYPE(struct gau_vertex));
    return GAU_OK;
}

/* Number of the tracks that count. */
static size_t take_tracks(struct gau_vertex_track *out, const struct vertex_finder *finder,
                          const double *const in[3], size_t n)
{
    const double *const z0 = in[0], *const error = in[1], *const d0 = in[2];
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        const double deviation = d0[i] / finder->d0_width;

        if (!(error[i] > 0 && error[i] <= finder->max_error) || !isfinite(z0[i]))
            continue;
        out[kept++] = (struct gau_vertex_track){.z = z0[i],
                                                .error = error[i],
                                                .weight = exp(-deviation * deviation / 2)};
    }
    return kept;
}

static gau_status vertex_finder_execute(void *self, gau_context *ctx)
{
    struct vertex_finder *const finder = self;
    const double *in[3];
    const size_t n_rows = gau_columns_get(in, &finder->in, ctx);
    struct gau_vertex_track *const tracks = gau_store_put(ctx, finder->tracks_key, n_rows);
    struct gau_vertex *const vertices = gau_store_put(ctx, finder->vertices_key, n_rows);
    size_t n, n_vertices;

    if (!tracks || !vertices)
        return ctx->error->status;
    n = take_tracks(tracks, finder, in, n_rows);
    n_vertices = gau_vertices_find(vertices, tracks, n, &finder->cuts);
    GAU_TRY(gau_columns_put(&finder->out, vertices, n_vertices, sizeof *vertices, ctx));
    finder->counts[EVENTS]++;
    finder->counts[TRACKS] += n;
    finder->counts[VERTICES] += n_vertices;
    return n_vertices >= (uint64_t)finder->min_vertices ? GAU_OK : GAU_REJECT;
}

GAU_COUNTS_ALONE(struct vertex_finder, "vertices");

static const gau_class vertex_finder_class = {
    GAU_CLASS("VertexFinder", struct vertex_finder,
              "Finds primary vertices along the beam line, with errors."),
    .properties = vertex_finder_properties,
    .initialize = vertex_finder_initialize,
    .merge = merge_counts,
    .finalize = report_counts,
    .algorithm = GAU_ALGORITHM(.execute = vertex_finder_execute),
};
GAU_MODULE(&vertex_finder_class);
