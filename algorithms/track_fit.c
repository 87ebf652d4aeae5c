/* SPDX-License-Identifier: Apache-2.0 */
#include "track_least_squares.h"

#include <string.h>

/**
 * @file track_fit.c
 * TrackFit: fits helices to tracks, with errors. Accepts an event with at least one fitted track.
 *
 *     <algorithm type="TrackFit" name="TrackFitL0">
 *       <property name="Tracks" value="FastVeloHlt"/>
 *     </algorithm>
 *
 * Tracks is an array of tracks as TrackFinder makes it, Hits the table of the hits that they name.
 * Method: least squares by Gauss-Newton steps from the helix that the track has; the parameters are
 * those at the point closest to the beam line. SigmaRPhi, SigmaZ and SigmaR are the errors of the
 * hits; Thickness makes scattering (p in GeV: 13.6 MeV / p x sqrt(X / X0) in each layer that was
 * hit), which correlates the distances of the hits behind. Loss of energy is not corrected for.
 *
 * Makes the array and the table of tracks of tracks.h, called as the algorithm, with the 5 x 5
 * covariance; mm, radians, GeV. A track on which the fit does not converge within ten steps is left
 * out.
 */

struct track_fit {
    char *tracks, *hits;
    struct gau_detector detector;

    gau_key tracks_key, fits_key;
    struct gau_columns columns;
    struct gau_track_output output;
};

static const gau_property track_fit_properties[] = {
    GAU_STRING(struct track_fit, tracks, "Tracks", "", "Array of tracks that are fitted"),
    GAU_STRING(struct track_fit, hits, "Hits", "hits", "Table of the hits of the tracks"),
    GAU_DETECTOR_PROPERTIES(struct track_fit, detector),
    GAU_PROPERTY_END,
};

static gau_status track_fit_initialize(void *self, gau_context *ctx)
{
    struct track_fit *const fit = self;

    GAU_TRY(gau_detector_check(&fit->detector, ctx));
    fit->tracks_key = gau_store_input(ctx, fit->tracks, GAU_TYPE(struct gau_track));
    fit->columns = gau_columns_read(ctx, fit->hits, GAU_HIT_COLUMNS);
    fit->output = gau_track_output(ctx, true);
    fit->fits_key = gau_own_output(ctx, "fits", GAU_TYPE(struct gau_track));
    return GAU_OK;
}

static gau_status collect(struct gau_fit_hit out[GAU_TRACK_MAX_HITS], const struct gau_track *track,
                          const struct gau_hits *hits, const struct gau_detector *detector,
                          gau_context *ctx)
{
    for (uint32_t i = 0; i < track->n_hits; i++) {
        const size_t row = track->hits[i];

        if (row >= hits->n)
            return gau_fail(ctx->error, GAU_ERR_RANGE, "a track has hit %zu, but there are %zu",
                            row + 1, hits->n);
        out[i].x = hits->x[row];
        out[i].y = hits->y[row];
        out[i].z = hits->z[row];
        GAU_TRY(gau_hit_volume(&out[i].volume, detector, hits, row, ctx));
    }
    return GAU_OK;
}

/* Those that converge, one behind the other. */
static gau_status fit_all(struct gau_track *out, size_t *n_out, const struct track_fit *fit,
                          gau_context *ctx)
{
    const struct gau_hits hits = gau_hits_of(&fit->columns, ctx);
    size_t n;
    const struct gau_track *const tracks = gau_store_get(ctx, fit->tracks_key, &n);
    struct gau_fit_hit own[GAU_TRACK_MAX_HITS];

    *n_out = 0;
    for (size_t i = 0; i < n; i++) {
        GAU_TRY(collect(own, &tracks[i], &hits, &fit->detector, ctx));
        out[*n_out] = tracks[i];
        *n_out += gau_fit_track(&out[*n_out], own, &fit->detector);
    }
    return GAU_OK;
}

static gau_status track_fit_execute(void *self, gau_context *ctx)
{
    const struct track_fit *const fit = self;
    struct gau_track *fits, *fitted;
    size_t n;

    gau_store_get(ctx, fit->tracks_key, &n);
    fits = gau_store_put(ctx, fit->fits_key, n);
    if (!fits)
        return ctx->error->status;
    GAU_TRY(fit_all(fits, &n, fit, ctx));
    fitted = gau_track_put(&fit->output, n, ctx);
    if (!fitted)
        return ctx->error->status;
    memcpy(fitted, fits, n * sizeof *fits);
    GAU_TRY(gau_track_put_table(&fit->output, ctx));
    return n > 0 ? GAU_OK : GAU_REJECT;
}

static const gau_class track_fit_class = {
    GAU_CLASS("TrackFit", struct track_fit, "Fits helices to tracks, with errors."),
    .properties = track_fit_properties,
    .initialize = track_fit_initialize,
    .algorithm = GAU_ALGORITHM(.execute = track_fit_execute),
};
GAU_MODULE(&track_fit_class);
