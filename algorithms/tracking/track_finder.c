/* SPDX-License-Identifier: Apache-2.0 */
#include "track_following.h"

#include <stdlib.h>

/**
 * @file track_finder.c
 * TrackFinder: tracks of charged particles from the hits of a tracker in a solenoid field. Accepts
 * an event with at least one track.
 *
 *     <algorithm type="TrackFinder" name="FastVeloHlt">
 *       <property name="Input" value="hits"/>
 *       <property name="MinPt" value="1"/>
 *     </algorithm>
 *
 * Input is a table of hits: x, y, z in mm, volume_id and layer_id. The field is along z, the beam
 * line is x = y = 0. Tracks come from there (BeamWidth) and fly outwards; what curls up is lost.
 * The positions of layers are not known, only the properties of their volumes.
 *
 * The method, see doc/method/algorithms.md: seeds are two hits of different layers within
 * SeedRadius, whose circle through the beam line has pt > MinPt and which point to |z| < MaxZ0
 * there; a Kalman filter follows them outwards; candidates share at most MaxShared of their hits
 * with better ones; a circle and a straight line are fitted to the hits alone. Overlapping modules
 * of a layer give more than one hit; a seed of which both hits are on candidates already is not
 * tried. TrackFit does better, with errors.
 *
 * Makes the array and the table of tracks of tracks.h, called as the algorithm. A track has up to
 * 32 hits.
 */

struct ranked {
    double score;
    uint32_t candidate;
};

struct track_finder {
    char *input;
    struct gau_detector detector;
    struct gau_follow_settings settings;
    double min_pt, max_z0, seed_radius, max_shared;
    int64_t min_hits;

    struct gau_columns columns;
    struct gau_track_output output;
    struct gau_grid grid;
    struct gau_candidate *candidates;
    struct ranked *ranking;
    size_t n_candidates, capacity, ranking_capacity;
};

static const gau_property track_finder_properties[] = {
    GAU_STRING(struct track_finder, input, "Input", "hits", "Table of hits"),
    GAU_DETECTOR_PROPERTIES(struct track_finder, detector),
    GAU_DOUBLE(struct track_finder, min_pt, "MinPt", 0.4, 0.01, HUGE_VAL, "GeV",
               "Smallest transverse momentum of tracks"),
    GAU_DOUBLE(struct track_finder, settings.beam_width, "BeamWidth", 0.1, 1e-6, HUGE_VAL, "mm",
               "How far from the beam line tracks begin, standard deviation"),
    GAU_DOUBLE(struct track_finder, max_z0, "MaxZ0", 200, 0, HUGE_VAL, "mm",
               "Largest distance along the beam from 0 at which tracks begin"),
    GAU_DOUBLE(struct track_finder, seed_radius, "SeedRadius", 180, 1, HUGE_VAL, "mm",
               "Distance from the beam within which a track has two hits"),
    GAU_DOUBLE(struct track_finder, settings.third_radius, "ThirdRadius", 280, 1, HUGE_VAL, "mm",
               "Distance from the beam within which it has a third hit"),
    GAU_DOUBLE(struct track_finder, settings.max_chi2, "MaxChi2", 20, 0.1, HUGE_VAL, "",
               "Largest chi2 of a hit on a track, two degrees of freedom"),
    GAU_INT(struct track_finder, min_hits, "MinHits", 6, 3, GAU_TRACK_MAX_HITS, "",
            "Fewest hits of a track"),
    GAU_DOUBLE(struct track_finder, max_shared, "MaxShared", 0.35, 0, 1, "",
               "Largest fraction of hits that a track has in common with better ones"),
    GAU_PROPERTY_END,
};

static gau_status track_finder_initialize(void *self, gau_context *ctx)
{
    struct track_finder *const finder = self;

    GAU_TRY(gau_detector_check(&finder->detector, ctx));
    finder->columns = gau_columns_read(ctx, finder->input, GAU_HIT_COLUMNS);
    finder->output = gau_track_output(ctx, false);
    return GAU_OK;
}

static void track_finder_release(void *self)
{
    struct track_finder *const finder = self;

    gau_grid_release(&finder->grid);
    free(finder->candidates);
    free(finder->ranking);
}

/* --- candidates ---------------------------------------------------------------------------- */

/* Room for one more. */
static gau_status reserve(struct track_finder *finder, gau_error *err)
{
    const size_t n = finder->n_candidates + 1;

    GAU_TRY(gau_array_reserve(&finder->candidates, &finder->capacity, n, sizeof *finder->candidates,
                              err));
    return gau_array_reserve(&finder->ranking, &finder->ranking_capacity, n,
                             sizeof *finder->ranking, err);
}

/* Hits remember the candidate that was found last with them, from 1. */
static gau_status try_doublet(struct track_finder *finder, struct gau_grid_hit *a,
                              struct gau_grid_hit *b, gau_error *err)
{
    struct gau_grid_hit *const hits = finder->grid.hits;
    const uint32_t doublet[2] = {(uint32_t)(a - hits), (uint32_t)(b - hits)};
    struct gau_candidate *candidate;

    GAU_TRY(reserve(finder, err));
    candidate = &finder->candidates[finder->n_candidates];
    gau_follow(candidate, &finder->grid, &finder->detector, &finder->settings, doublet);
    if (candidate->n_hits < (uint64_t)finder->min_hits)
        return GAU_OK;
    finder->ranking[finder->n_candidates] =
        (struct ranked){candidate->score, (uint32_t)finder->n_candidates};
    finder->n_candidates++;
    for (uint32_t i = 0; i < candidate->n_hits; i++)
        hits[candidate->hits[i]].owner = (uint32_t)finder->n_candidates;
    return GAU_OK;
}

/* The straight line through both in r and z, long before the arc is known. */
static bool points_to_beam(const struct track_finder *finder, const struct gau_grid_hit *a,
                           const struct gau_grid_hit *b)
{
    const double dr = b->r - a->r;

    return dr > 1 && fabs(a->z * b->r - b->z * a->r) < finder->max_z0 * dr;
}

static gau_status try_cell(struct track_finder *finder, struct gau_grid_hit *a, size_t shell,
                           const struct gau_sectors *sectors, size_t i, gau_error *err)
{
    const double steepest = -gau_curvature_of(1 / finder->min_pt, finder->detector.field) / 2;
    struct gau_grid_hit *end, *b = gau_grid_cell(&finder->grid, shell, sectors, i, &end);

    for (; b < end; b++) {
        if (b->r > finder->seed_radius || b->layer == a->layer || !points_to_beam(finder, a, b) ||
            (a->owner && b->owner))
            continue;
        if (fabs(sin(b->phi - a->phi)) < steepest * hypot(b->x - a->x, b->y - a->y))
            GAU_TRY(try_doublet(finder, a, b, err));
    }
    return GAU_OK;
}

/* All doublets that begin with a hit. */
static gau_status seed(struct track_finder *finder, struct gau_grid_hit *a, gau_error *err)
{
    const struct gau_grid *const grid = &finder->grid;
    const double steepest = -gau_curvature_of(1 / finder->min_pt, finder->detector.field) / 2;
    const size_t last = (size_t)(finder->seed_radius / grid->width);

    for (size_t shell = (size_t)(a->r / grid->width); shell < grid->n_shells && shell <= last;
         shell++) {
        const double r = (double)(shell + 1) * grid->width;
        const double reach =
            asin(fmin(steepest * r, 1)) - asin(fmin(steepest * a->r, 1)) + 0.1 / a->r;
        const struct gau_sectors sectors = gau_grid_sectors(grid, a->phi, reach);

        for (size_t i = 0; i < sectors.count; i++)
            GAU_TRY(try_cell(finder, a, shell, &sectors, i, err));
    }
    return GAU_OK;
}

/* --- tracks -------------------------------------------------------------------------------- */

static bool is_better(const struct ranked *a, const struct ranked *b)
{
    return a->score > b->score || (a->score == b->score && a->candidate < b->candidate);
}

/* D. L. Shell, Commun. ACM 2 (1959) 30, with steps of M. Ciura; qsort() may allocate. */
static void sort_ranking(struct ranked *ranking, size_t n)
{
    static const size_t steps[] = {9910, 4394, 1968, 701, 301, 132, 57, 23, 10, 4, 1};

    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
        for (size_t i = steps[s]; i < n; i++) {
            const struct ranked moved = ranking[i];
            size_t k = i;

            for (; k >= steps[s] && is_better(&moved, &ranking[k - steps[s]]); k -= steps[s])
                ranking[k] = ranking[k - steps[s]];
            ranking[k] = moved;
        }
}

/* Keeps those of the ranking whose hits are their own. */
static size_t remove_ghosts(struct track_finder *finder)
{
    struct gau_grid_hit *const hits = finder->grid.hits;
    size_t n = 0;

    for (size_t i = 0; i < finder->grid.n; i++)
        hits[i].owner = 0;
    for (size_t i = 0; i < finder->n_candidates; i++) {
        const struct gau_candidate *const c = &finder->candidates[finder->ranking[i].candidate];
        uint32_t shared = 0;

        for (uint32_t k = 0; k < c->n_hits; k++)
            shared += hits[c->hits[k]].owner != 0;
        if (shared > finder->max_shared * c->n_hits)
            continue;
        for (uint32_t k = 0; k < c->n_hits; k++)
            hits[c->hits[k]].owner = 1;
        finder->ranking[n++] = finder->ranking[i];
    }
    return n;
}

/* Hits of a shell were added best first. They are sorted from the beam line outwards. */
static void sort_hits(struct gau_candidate *c, const struct gau_grid_hit *hits)
{
    for (uint32_t i = 1; i < c->n_hits; i++) {
        const uint32_t hit = c->hits[i];
        uint32_t k = i;

        for (; k > 0 && hits[c->hits[k - 1]].r > hits[hit].r; k--)
            c->hits[k] = c->hits[k - 1];
        c->hits[k] = hit;
    }
}

static double chi2_of(const struct gau_helix *helix, const struct gau_measured *points, size_t n)
{
    double chi2 = 0;

    for (size_t i = 0; i < n; i++) {
        const struct gau_on_helix place = gau_helix_project(helix, points[i].x, points[i].y);
        const double z = points[i].z - helix->z0 - helix->cot_theta * place.s;

        chi2 += points[i].weight * place.left * place.left + points[i].weight_z * z * z;
    }
    return chi2;
}

static void fit(struct gau_track *out, struct gau_candidate *c, const struct track_finder *finder)
{
    const struct gau_grid_hit *const hits = finder->grid.hits;
    const struct gau_helix seed = gau_doublet(&hits[c->hits[0]], &hits[c->hits[1]]);
    struct gau_measured points[GAU_TRACK_MAX_HITS];

    sort_hits(c, hits);
    for (uint32_t i = 0; i < c->n_hits; i++) {
        const struct gau_grid_hit *const hit = &hits[c->hits[i]];
        const struct gau_hit_variance variance =
            gau_hit_variance(&finder->detector, hit->volume, &seed, hit->r);

        points[i] =
            (struct gau_measured){hit->x, hit->y, hit->z, 1 / variance.left, 1 / variance.z};
        out->hits[i] = hit->row;
    }
    out->helix = seed;
    gau_fit_circle(&out->helix, points, c->n_hits);
    out->q_pt = gau_q_pt_of(out->helix.curvature, finder->detector.field);
    out->n_hits = c->n_hits;
    out->ndof = 2 * (int32_t)c->n_hits - GAU_HELIX_PARAMETERS;
    out->chi2 = chi2_of(&out->helix, points, c->n_hits);
}

static gau_status find_candidates(struct track_finder *finder, gau_context *ctx)
{
    const struct gau_hits hits = gau_hits_of(&finder->columns, ctx);

    finder->n_candidates = 0;
    GAU_TRY(gau_grid_fill(&finder->grid, &finder->detector, &hits, ctx));
    for (size_t i = 0; i < finder->grid.n; i++)
        if (finder->grid.hits[i].r < finder->seed_radius)
            GAU_TRY(seed(finder, &finder->grid.hits[i], ctx->error));
    return GAU_OK;
}

static gau_status track_finder_execute(void *self, gau_context *ctx)
{
    struct track_finder *const finder = self;
    struct gau_track *tracks;
    size_t n;

    GAU_TRY(find_candidates(finder, ctx));
    sort_ranking(finder->ranking, finder->n_candidates);
    n = remove_ghosts(finder);
    tracks = gau_store_put(ctx, finder->output.tracks, n);
    if (!tracks)
        return ctx->error->status;
    for (size_t i = 0; i < n; i++)
        fit(&tracks[i], &finder->candidates[finder->ranking[i].candidate], finder);
    GAU_TRY(gau_track_put_table(&finder->output, ctx));
    return n > 0 ? GAU_OK : GAU_REJECT;
}

static const gau_class track_finder_class = {
    GAU_CLASS("TrackFinder", struct track_finder,
              "Finds the tracks of particles from the beam among the hits of a tracker."),
    .properties = track_finder_properties,
    .initialize = track_finder_initialize,
    .release = track_finder_release,
    .algorithm = GAU_ALGORITHM(.execute = track_finder_execute),
};
GAU_MODULE(&track_finder_class);
