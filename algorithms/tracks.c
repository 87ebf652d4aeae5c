/* SPDX-License-Identifier: Apache-2.0 */
#include "tracks.h"

#include <stdio.h>

static const char *const names[GAU_TRACK_COLUMNS] = {
    [GAU_TRACK_PT] = "pt",
    [GAU_TRACK_ETA] = "eta",
    [GAU_TRACK_AZIMUTH] = "phi",
    [GAU_TRACK_CHARGE] = "charge",
    [GAU_TRACK_D0] = "d0",
    [GAU_TRACK_Z0] = "z0",
    [GAU_TRACK_HITS] = "hits",
    [GAU_TRACK_CHI2] = "chi2",
    [GAU_TRACK_NDOF] = "ndof",
    [GAU_TRACK_PT_ERROR] = "pt_error",
    [GAU_TRACK_PHI_ERROR] = "phi_error",
    [GAU_TRACK_D0_ERROR] = "d0_error",
    [GAU_TRACK_Z0_ERROR] = "z0_error",
};

struct gau_track_output gau_track_output(gau_context *ctx, bool errors)
{
    struct gau_track_output output = {.n_columns =
                                          errors ? GAU_TRACK_COLUMNS : GAU_TRACK_COLUMNS_OF_FINDER};

    output.tracks = gau_store_output(ctx, ctx->name, GAU_TYPE(struct gau_track));
    for (int i = 0; i < output.n_columns; i++)
        output.columns[i] = gau_store_output_column(ctx, ctx->name, names[i], GAU_TYPE(double));
    return output;
}

struct gau_track *gau_track_put(const struct gau_track_output *output, size_t n, gau_context *ctx)
{
    return gau_store_put(ctx, output->tracks, n);
}

static double value_of(const struct gau_track *track, enum gau_track_column column)
{
    const double pt = gau_track_pt(track);

    switch (column) {
    case GAU_TRACK_PT: return pt;
    case GAU_TRACK_ETA: return asinh(track->helix.cot_theta);
    case GAU_TRACK_AZIMUTH: return track->helix.phi;
    case GAU_TRACK_CHARGE: return track->q_pt < 0 ? -1 : 1;
    case GAU_TRACK_D0: return track->helix.d0;
    case GAU_TRACK_Z0: return track->helix.z0;
    case GAU_TRACK_HITS: return track->n_hits;
    case GAU_TRACK_CHI2: return track->chi2;
    case GAU_TRACK_NDOF: return track->ndof;
    case GAU_TRACK_PT_ERROR: return pt * pt * gau_track_error(track, GAU_CURVATURE);
    case GAU_TRACK_PHI_ERROR: return gau_track_error(track, GAU_PHI);
    case GAU_TRACK_D0_ERROR: return gau_track_error(track, GAU_D0);
    case GAU_TRACK_Z0_ERROR: return gau_track_error(track, GAU_Z0);
    case GAU_TRACK_COLUMNS: break;
    }
    return 0;
}

gau_status gau_track_put_table(const struct gau_track_output *output, gau_context *ctx)
{
    size_t n;
    const struct gau_track *const tracks = gau_store_get(ctx, output->tracks, &n);

    for (int i = 0; i < output->n_columns; i++) {
        double *column;

        if (!gau_store_is_read(ctx, output->columns[i]))
            continue;
        column = gau_store_put(ctx, output->columns[i], n);
        if (!column)
            return ctx->error->status;
        for (size_t k = 0; k < n; k++)
            column[k] = value_of(&tracks[k], (enum gau_track_column)i);
    }
    return GAU_OK;
}
