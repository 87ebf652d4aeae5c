/* SPDX-License-Identifier: Apache-2.0 */
#include "columns.h"
#include "select.h"

#include <gaudit/gaudit.h>

#include <stdio.h>

/**
 * @file muon_match.c
 * MuonMatch: finds the tracks of muons that the first trigger level saw.
 *
 *     <algorithm type="MuonMatch" name="Muons">
 *       <property name="Level1" value="l1"/>
 *       <property name="Select" value="vid=-81"/>
 *       <property name="Tracks" value="FastVelo"/>
 *     </algorithm>
 *
 * Level1 is a table of muons of level 1 with columns pt (GeV), eta and phi (radians), of which
 * those that meet the conditions Select (COLUMN=VALUE or COLUMN=VALUE|VALUE) are used; Tracks is a
 * table with columns pt, eta, phi and charge.
 *
 * Method: the distance of a muon and a track is Delta-R, Delta-R^2 = Delta-eta^2 + Delta-phi^2,
 * with Delta-phi along the shorter way around. Pairs with Delta-R < MaxDeltaR whose track has at
 * least MinPtRatio of the pt of the muon are matched, the closest first, and a muon and a track at
 * most once. Of equally close pairs that with the earlier muon, then the earlier track, is first.
 * Level 1 measures in coarse steps and behind the magnet: MaxDeltaR is several steps, and a cut on
 * pt keeps soft tracks from being nearer by chance. Only what passes the cut on pt is compared.
 *
 * Makes a table called as the algorithm with columns pt, eta, phi, charge of the tracks, delta_r,
 * and level1_pt of the muons, in the order of matching. Accepts events with at least Count matches.
 * The document "matches" counts events, muons of level 1, tracks and matches.
 */

struct muon_match {
    char *level1, *tracks;
    gau_strings select;
    double max_delta_r, min_pt_ratio;
    int64_t count;

    struct gau_selection selection;
    gau_key l1_pt, l1_eta, l1_phi;
    gau_key pt, eta, phi, charge;
    gau_key pairs_key, out_pt, out_eta, out_phi, out_charge, out_delta_r, out_level1_pt;
    uint64_t events, n_muons, n_tracks, n_matches;
};

static const gau_property muon_match_properties[] = {
    GAU_STRING(struct muon_match, level1, "Level1", "l1", "Table of muons of level 1"),
    GAU_STRINGS(struct muon_match, select, "Select", "",
                "Conditions on muons of level 1, such as vid=-81"),
    GAU_STRING(struct muon_match, tracks, "Tracks", "tracks", "Table of tracks"),
    GAU_DOUBLE(struct muon_match, max_delta_r, "MaxDeltaR", 0.3, 0, 10, "",
               "Distances must be below this"),
    GAU_DOUBLE(struct muon_match, min_pt_ratio, "MinPtRatio", 0.5, 0, HUGE_VAL, "",
               "Smallest pt of a track, as a part of that of the muon"),
    GAU_INT(struct muon_match, count, "Count", 1, 0, INT64_MAX, "",
            "Matches that an accepted event has"),
    GAU_PROPERTY_END,
};

struct pair {
    double delta_r;
    uint32_t muon, track;
};

static gau_status muon_match_initialize(void *self, gau_context *ctx)
{
    struct muon_match *const match = self;
    char scratch[128];

    match->l1_pt = gau_store_column(ctx, match->level1, "pt", GAU_TYPE(double));
    match->l1_eta = gau_store_column(ctx, match->level1, "eta", GAU_TYPE(double));
    match->l1_phi = gau_store_column(ctx, match->level1, "phi", GAU_TYPE(double));
    match->pt = gau_store_column(ctx, match->tracks, "pt", GAU_TYPE(double));
    match->eta = gau_store_column(ctx, match->tracks, "eta", GAU_TYPE(double));
    match->phi = gau_store_column(ctx, match->tracks, "phi", GAU_TYPE(double));
    match->charge = gau_store_column(ctx, match->tracks, "charge", GAU_TYPE(double));
    match->out_pt = gau_store_output_column(ctx, ctx->name, "pt", GAU_TYPE(double));
    match->out_eta = gau_store_output_column(ctx, ctx->name, "eta", GAU_TYPE(double));
    match->out_phi = gau_store_output_column(ctx, ctx->name, "phi", GAU_TYPE(double));
    match->out_charge = gau_store_output_column(ctx, ctx->name, "charge", GAU_TYPE(double));
    match->out_delta_r = gau_store_output_column(ctx, ctx->name, "delta_r", GAU_TYPE(double));
    match->out_level1_pt = gau_store_output_column(ctx, ctx->name, "level1_pt", GAU_TYPE(double));
    snprintf(scratch, sizeof scratch, "%.100s scratch", ctx->name);
    match->pairs_key = gau_store_output(ctx, scratch, GAU_TYPE(struct pair));
    return gau_selection_open(&match->selection, &match->select, match->level1, "", ctx);
}

static void muon_match_release(void *self)
{
    gau_selection_close(&((struct muon_match *)self)->selection);
}

/* --- matching ------------------------------------------------------------------------------ */

/* The columns of one event. */
struct view {
    const double *l1_pt, *l1_eta, *l1_phi, *pt, *eta, *phi, *charge;
    size_t n_muons, n_tracks;
};

static struct view open_view(const struct muon_match *match, const gau_context *ctx)
{
    struct view view = {.l1_eta = gau_store_numbers(ctx, match->l1_eta, NULL),
                        .l1_phi = gau_store_numbers(ctx, match->l1_phi, NULL),
                        .eta = gau_store_numbers(ctx, match->eta, NULL),
                        .phi = gau_store_numbers(ctx, match->phi, NULL),
                        .charge = gau_store_numbers(ctx, match->charge, NULL)};

    view.l1_pt = gau_store_numbers(ctx, match->l1_pt, &view.n_muons);
    view.pt = gau_store_numbers(ctx, match->pt, &view.n_tracks);
    view.n_muons = GAU_ROWS(view.n_muons, view.l1_eta, view.l1_phi);
    view.n_tracks = GAU_ROWS(view.n_tracks, view.eta, view.phi, view.charge);
    return view;
}

static double delta_r(const struct view *view, size_t muon, size_t track)
{
    const double pi = 3.14159265358979323846;

    return hypot(view->l1_eta[muon] - view->eta[track],
                 remainder(view->l1_phi[muon] - view->phi[track], 2 * pi));
}

/* The closest pair of this muon and a track that is in none of the first n pairs. */
static struct pair closest_of(const struct muon_match *match, const struct view *view, size_t muon,
                              const struct pair *taken, size_t n)
{
    struct pair best = {match->max_delta_r, (uint32_t)muon, UINT32_MAX};

    for (size_t i = 0; i < view->n_tracks; i++) {
        double distance;
        bool is_free = view->pt[i] >= match->min_pt_ratio * view->l1_pt[muon];

        for (size_t k = 0; k < n && is_free; k++)
            is_free = taken[k].track != i;
        if (!is_free)
            continue;
        distance = delta_r(view, muon, i);
        if (distance < best.delta_r)
            best = (struct pair){distance, (uint32_t)muon, (uint32_t)i};
    }
    return best;
}

static bool is_taken(const struct pair *pairs, size_t n, size_t muon)
{
    for (size_t i = 0; i < n; i++)
        if (pairs[i].muon == muon)
            return true;
    return false;
}

/* Muons are a handful: each match looks at all of those that are left. */
static size_t match_all(struct pair *pairs, const struct muon_match *match, const struct view *view,
                        const gau_context *ctx)
{
    size_t n = 0;

    for (bool found = true; found;) {
        struct pair best = {match->max_delta_r, 0, UINT32_MAX};

        for (size_t i = 0; i < view->n_muons; i++) {
            struct pair pair;

            if (!gau_selection_has(&match->selection, i, ctx) || is_taken(pairs, n, i))
                continue;
            pair = closest_of(match, view, i, pairs, n);
            if (pair.delta_r < best.delta_r)
                best = pair;
        }
        found = best.track != UINT32_MAX;
        if (found)
            pairs[n++] = best;
    }
    return n;
}

static gau_status put(const struct muon_match *match, const struct view *view,
                      const struct pair *pairs, size_t n, gau_context *ctx)
{
    double *const pt = gau_store_put(ctx, match->out_pt, n),
                  *const eta = gau_store_put(ctx, match->out_eta, n),
                  *const phi = gau_store_put(ctx, match->out_phi, n),
                  *const charge = gau_store_put(ctx, match->out_charge, n),
                  *const distance = gau_store_put(ctx, match->out_delta_r, n),
                  *const level1 = gau_store_put(ctx, match->out_level1_pt, n);

    if (!pt || !eta || !phi || !charge || !distance || !level1)
        return ctx->error->status;
    for (size_t i = 0; i < n; i++) {
        pt[i] = view->pt[pairs[i].track];
        eta[i] = view->eta[pairs[i].track];
        phi[i] = view->phi[pairs[i].track];
        charge[i] = view->charge[pairs[i].track];
        distance[i] = pairs[i].delta_r;
        level1[i] = view->l1_pt[pairs[i].muon];
    }
    return GAU_OK;
}

static gau_status muon_match_execute(void *self, gau_context *ctx)
{
    struct muon_match *const match = self;
    const struct view view = open_view(match, ctx);
    struct pair *const pairs = gau_store_put(ctx, match->pairs_key, view.n_muons);
    size_t n;

    if (!pairs)
        return ctx->error->status;
    n = match_all(pairs, match, &view, ctx);
    GAU_TRY(put(match, &view, pairs, n, ctx));
    match->events++;
    match->n_tracks += view.n_tracks;
    match->n_matches += n;
    for (size_t i = 0; i < view.n_muons; i++)
        match->n_muons += gau_selection_has(&match->selection, i, ctx);
    return n >= (uint64_t)match->count ? GAU_OK : GAU_REJECT;
}

/* --- end ----------------------------------------------------------------------------------- */

static void muon_match_merge(void *self, void *other)
{
    struct muon_match *const all = self;
    const struct muon_match *const more = other;

    all->events += more->events;
    all->n_muons += more->n_muons;
    all->n_tracks += more->n_tracks;
    all->n_matches += more->n_matches;
}

static gau_status muon_match_finalize(void *self, gau_context *ctx)
{
    const struct muon_match *const match = self;
    gau_result *const result = gau_result_open(ctx, "matches");

    gau_result_integer(result, "events", "", (int64_t)match->events);
    gau_result_integer(result, "muons", "", (int64_t)match->n_muons);
    gau_result_integer(result, "tracks", "", (int64_t)match->n_tracks);
    gau_result_integer(result, "matches", "", (int64_t)match->n_matches);
    return GAU_OK;
}

static const gau_class muon_match_class = {
    GAU_CLASS("MuonMatch", struct muon_match,
              "Finds the tracks of muons that the first trigger level saw."),
    .properties = muon_match_properties,
    .initialize = muon_match_initialize,
    .merge = muon_match_merge,
    .finalize = muon_match_finalize,
    .release = muon_match_release,
    .algorithm = GAU_ALGORITHM(.execute = muon_match_execute),
};
GAU_MODULE(&muon_match_class);
