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

struct gau_track *gau_track_put(const struct gau_track_output *output, size_t n, gau_context *ctx)
{
    return gau_store_put(ctx, output->tracks, n);
}

static struct row row_of(const struct gau_track *track)
{
    const struct gau_helix *const helix = &track->helix;
    const double pt = gau_track_pt(track);

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
