/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "algorithms/common/row_selection.h"

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

enum { EVENTS, MUONS, TRACKS, MATCHES, N_COUNTS };

static const char *const count_names[] = {"events", "muons", "tracks", "matches"};

/* Columns; charge is that of tracks. */
enum { PT, ETA, PHI, CHARGE };

struct muon_match {
    char *level1, *tracks;
    gau_strings select;
    double max_delta_r, min_pt_ratio;
    int64_t count;

    struct gau_selection selection;
    struct gau_columns l1_columns, track_columns, out;
    gau_key pairs_key;
    uint64_t counts[N_COUNTS];
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

/* The columns of the table come first; those of the track and the muon are filled in last. */
struct pair {
    double pt, eta, phi, charge, delta_r, level1_pt;
    uint32_t muon, track;
};

static gau_status muon_match_initialize(void *self, gau_context *ctx)
{
    struct muon_match *const match = self;

    match->l1_columns = gau_columns_read(ctx, match->level1, GAU_NAMES("pt", "eta", "phi"));
    match->track_columns =
        gau_columns_read(ctx, match->tracks, GAU_NAMES("pt", "eta", "phi", "charge"));
    match->out = gau_columns_make(ctx, ctx->name,
                                  GAU_NAMES("pt", "eta", "phi", "charge", "delta_r", "level1_pt"));
    match->pairs_key = gau_own_output(ctx, "scratch", GAU_TYPE(struct pair));
    return gau_selection_open(&match->selection, &match->select, match->level1, "", ctx);
}

/* --- matching ------------------------------------------------------------------------------ */

/* The columns of one event. */
struct view {
    const double *l1[3], *track[4];
    size_t n_muons, n_tracks;
};

static double delta_r(const struct view *view, size_t muon, size_t track)
{
    const double pi = 3.14159265358979323846;

    return hypot(view->l1[ETA][muon] - view->track[ETA][track],
                 remainder(view->l1[PHI][muon] - view->track[PHI][track], 2 * pi));
}

static bool is_taken(const struct pair *pairs, size_t n, size_t muon, size_t track)
{
    for (size_t i = 0; i < n; i++)
        if (pairs[i].muon == muon || pairs[i].track == track)
            return true;
    return false;
}

/* Adds the closest of the pairs that are left. False: there is none. Muons are a handful. */
static bool match_closest(struct pair *pairs, size_t n, const struct muon_match *match,
                          const struct view *view, const gau_context *ctx)
{
    struct pair *const best = &pairs[n];
    bool found = false;

    for (size_t i = 0; i < view->n_muons; i++) {
        if (!gau_selection_has(&match->selection, i, ctx))
            continue;
        for (size_t k = 0; k < view->n_tracks; k++) {
            double distance;

            if (!(view->track[PT][k] >= match->min_pt_ratio * view->l1[PT][i]) ||
                is_taken(pairs, n, i, k))
                continue;
            distance = delta_r(view, i, k);
            if (!(distance < (found ? best->delta_r : match->max_delta_r)))
                continue;
            *best = (struct pair){.delta_r = distance, .muon = (uint32_t)i, .track = (uint32_t)k};
            found = true;
        }
    }
    return found;
}

static void complete(struct pair *pair, const struct view *view)
{
    pair->pt = view->track[PT][pair->track];
    pair->eta = view->track[ETA][pair->track];
    pair->phi = view->track[PHI][pair->track];
    pair->charge = view->track[CHARGE][pair->track];
    pair->level1_pt = view->l1[PT][pair->muon];
}

static gau_status muon_match_execute(void *self, gau_context *ctx)
{
    struct muon_match *const match = self;
    struct pair *pairs;
    struct view view;
    size_t n;

    view.n_muons = gau_columns_get(view.l1, &match->l1_columns, ctx);
    view.n_tracks = gau_columns_get(view.track, &match->track_columns, ctx);
    pairs = gau_store_put(ctx, match->pairs_key, view.n_muons);
    if (!pairs)
        return ctx->error->status;
    for (n = 0; n < view.n_muons && match_closest(pairs, n, match, &view, ctx); n++)
        complete(&pairs[n], &view);
    GAU_TRY(gau_columns_put(&match->out, pairs, n, sizeof *pairs, ctx));
    match->counts[EVENTS]++;
    match->counts[TRACKS] += view.n_tracks;
    match->counts[MATCHES] += n;
    for (size_t i = 0; i < view.n_muons; i++)
        match->counts[MUONS] += gau_selection_has(&match->selection, i, ctx);
    return n >= (uint64_t)match->count ? GAU_OK : GAU_REJECT;
}

GAU_COUNTS_ALONE(struct muon_match, "matches");

static const gau_class muon_match_class = {
    GAU_CLASS("MuonMatch", struct muon_match,
              "Finds the tracks of muons that the first trigger level saw."),
    .properties = muon_match_properties,
    .initialize = muon_match_initialize,
    .merge = merge_counts,
    .finalize = report_counts,
    .algorithm = GAU_ALGORITHM(.execute = muon_match_execute),
};
GAU_MODULE(&muon_match_class);
