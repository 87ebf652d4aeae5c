/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "vertex_search.h"

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
 *    them, evaluated at the tracks, is highest within Window to both sides, there is a seed.
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
 * weights assumed to be known. Right errors of tracks give right errors of vertices; tracks of
 * close neighbours, which count as half one's own, make them too small.
 *
 * Makes a table called as the algorithm with columns z, z_error (mm), weight (about the number of
 * tracks) and chi2, by rising z. Accepts events with at least MinVertices vertices. The document
 * "vertices" counts events, tracks that count, and vertices.
 */

enum { ITERATIONS = 8 };

/* Beyond, a Gaussian is nothing. */
static const double reach = 5;

/* --- the order of tracks ------------------------------------------------------------------- */

/* Tracks that are equal in all are exchangeable: so the order does not depend on that before. */
static bool is_before(const struct gau_vertex_track *a, const struct gau_vertex_track *b)
{
    if (a->z != b->z)
        return a->z < b->z;
    return a->error != b->error ? a->error < b->error : a->weight < b->weight;
}

/* Shell, CACM 2 (1959) 30: qsort() may allocate. */
static void order(struct gau_vertex_track *tracks, size_t n)
{
    static const size_t gaps[] = {3548, 1577, 701, 301, 132, 57, 23, 10, 4, 1};

    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t i = gaps[g]; i < n; i++) {
            const struct gau_vertex_track track = tracks[i];
            size_t at = i;

            for (; at >= gaps[g] && is_before(&track, &tracks[at - gaps[g]]); at -= gaps[g])
                tracks[at] = tracks[at - gaps[g]];
            tracks[at] = track;
        }
}

static double gauss(double deviation)
{
    return exp(-deviation * deviation / 2);
}

/* --- seeds --------------------------------------------------------------------------------- */

/* Each track is a Gaussian of its weight: their sum at the place of one track. */
static double density_at(const struct gau_vertex_track *tracks, size_t n, size_t at, double widest)
{
    const double z = tracks[at].z;
    double sum = 0;

    for (size_t i = at; i-- > 0 && z - tracks[i].z < reach * widest;)
        if (z - tracks[i].z < reach * tracks[i].error)
            sum += tracks[i].weight / tracks[i].error * gauss((z - tracks[i].z) / tracks[i].error);
    for (size_t i = at; i < n && tracks[i].z - z < reach * widest; i++)
        if (tracks[i].z - z < reach * tracks[i].error)
            sum += tracks[i].weight / tracks[i].error * gauss((tracks[i].z - z) / tracks[i].error);
    return sum;
}

static void measure_density(struct gau_vertex_track *tracks, size_t n)
{
    double widest = 0;

    for (size_t i = 0; i < n; i++)
        widest = fmax(widest, tracks[i].error);
    for (size_t i = 0; i < n; i++)
        tracks[i].density = density_at(tracks, n, i, widest);
}

/* The highest in its window; of equals, the first. */
static bool is_seed(const struct gau_vertex_track *tracks, size_t n, size_t at, double window)
{
    for (size_t i = at; i-- > 0 && tracks[at].z - tracks[i].z < window;)
        if (tracks[i].density >= tracks[at].density)
            return false;
    for (size_t i = at + 1; i < n && tracks[i].z - tracks[at].z < window; i++)
        if (tracks[i].density > tracks[at].density)
            return false;
    return true;
}

static size_t find_seeds(struct gau_vertex *out, const struct gau_vertex_track *tracks, size_t n,
                         double window)
{
    size_t n_seeds = 0;

    for (size_t i = 0; i < n; i++)
        if (is_seed(tracks, n, i, window))
            out[n_seeds++] = (struct gau_vertex){.z = tracks[i].z};
    return n_seeds;
}

/* --- assignment ---------------------------------------------------------------------------- */

struct range {
    size_t begin, end;
};

/* The vertices that a track can come from. */
static struct range near(const struct gau_vertex *vertices, size_t n,
                         const struct gau_vertex_track *track, double cutoff)
{
    const double far = (cutoff + 2) * track->error;
    size_t begin = 0, end = n;

    while (begin < end) {
        const size_t middle = begin + (end - begin) / 2;

        if (vertices[middle].z <= track->z - far)
            begin = middle + 1;
        else
            end = middle;
    }
    while (end < n && vertices[end].z < track->z + far)
        end++;
    return (struct range){begin, end};
}

static void share(struct gau_vertex *vertices, struct range range,
                  const struct gau_vertex_track *track, double cutoff)
{
    const double precision = 1 / (track->error * track->error);
    double all = gauss(cutoff);

    for (size_t i = range.begin; i < range.end; i++)
        all += gauss((track->z - vertices[i].z) / track->error);
    for (size_t i = range.begin; i < range.end; i++) {
        struct gau_vertex *const vertex = &vertices[i];
        const double deviation = (track->z - vertex->z) / track->error;
        const double weight = track->weight * gauss(deviation) / all;

        vertex->weight += weight;
        vertex->chi2 += weight * deviation * deviation;
        vertex->moment += weight * precision * (track->z - vertex->z);
        vertex->precision += weight * precision;
        vertex->spread += weight * weight * precision;
    }
}

/* The sum of weighted tracks moves a vertex from where it was. */
static void move_vertex(struct gau_vertex *vertex)
{
    vertex->z += vertex->moment / vertex->precision;
    vertex->error = sqrt(vertex->spread) / vertex->precision;
}

static size_t drop_light(struct gau_vertex *vertices, size_t n, double min_weight)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (vertices[i].weight >= min_weight)
            vertices[kept++] = vertices[i];
    return kept;
}

/* --- merging ------------------------------------------------------------------------------- */

static void join_vertices(struct gau_vertex *a, const struct gau_vertex *b)
{
    const double p = 1 / (a->error * a->error), q = 1 / (b->error * b->error);

    a->z = (a->z * p + b->z * q) / (p + q);
    a->error = 1 / sqrt(p + q);
    a->weight += b->weight;
    a->chi2 += b->chi2;
}

/* Vertices keep their order when they move, but for rounding: so what is merged is neighbours. */
static size_t merge_vertices(struct gau_vertex *vertices, size_t n, double limit)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        const double error = kept ? hypot(vertices[kept - 1].error, vertices[i].error) : 0;

        if (kept && vertices[i].z - vertices[kept - 1].z < limit * error)
            join_vertices(&vertices[kept - 1], &vertices[i]);
        else
            vertices[kept++] = vertices[i];
    }
    return kept;
}

size_t gau_vertices_find(struct gau_vertex *out, struct gau_vertex_track *tracks, size_t n,
                         const struct gau_vertex_cuts *cuts)
{
    size_t n_vertices;

    order(tracks, n);
    measure_density(tracks, n);
    n_vertices = find_seeds(out, tracks, n, cuts->window);
    for (int pass = 0; pass < ITERATIONS; pass++) {
        for (size_t i = 0; i < n_vertices; i++)
            out[i] = (struct gau_vertex){.z = out[i].z};
        for (size_t i = 0; i < n; i++)
            share(out, near(out, n_vertices, &tracks[i], cuts->cutoff), &tracks[i], cuts->cutoff);
        n_vertices = drop_light(out, n_vertices, cuts->min_weight / 2);
        for (size_t i = 0; i < n_vertices; i++)
            move_vertex(&out[i]);
        n_vertices = merge_vertices(out, n_vertices, cuts->merge);
    }
    return drop_light(out, n_vertices, cuts->min_weight);
}

/* --- the algorithm ------------------------------------------------------------------------- */

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
               "Length of the beam line with at most one seed"),
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
