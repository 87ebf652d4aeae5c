/* SPDX-License-Identifier: Apache-2.0 */
#include "vertexing.h"

#include <math.h>
#include <stdbool.h>

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

static void clear(struct gau_vertex *vertex)
{
    *vertex = (struct gau_vertex){.z = vertex->z};
}

/* The sum of weighted tracks moves a vertex from where it was. */
static void move(struct gau_vertex *vertex)
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

static void join(struct gau_vertex *a, const struct gau_vertex *b)
{
    const double p = 1 / (a->error * a->error), q = 1 / (b->error * b->error);

    a->z = (a->z * p + b->z * q) / (p + q);
    a->error = 1 / sqrt(p + q);
    a->weight += b->weight;
    a->chi2 += b->chi2;
}

/* Vertices keep their order when they move, but for rounding: so what is merged is neighbours. */
static size_t merge(struct gau_vertex *vertices, size_t n, double limit)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        const double error = kept ? hypot(vertices[kept - 1].error, vertices[i].error) : 0;

        if (kept && vertices[i].z - vertices[kept - 1].z < limit * error)
            join(&vertices[kept - 1], &vertices[i]);
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
            clear(&out[i]);
        for (size_t i = 0; i < n; i++)
            share(out, near(out, n_vertices, &tracks[i], cuts->cutoff), &tracks[i], cuts->cutoff);
        n_vertices = drop_light(out, n_vertices, cuts->min_weight / 2);
        for (size_t i = 0; i < n_vertices; i++)
            move(&out[i]);
        n_vertices = merge(out, n_vertices, cuts->merge);
    }
    return drop_light(out, n_vertices, cuts->min_weight);
}
