/* SPDX-License-Identifier: Apache-2.0 */
#include "detector.h"
#include "tracks.h"

#include <math.h>
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

enum { N = GAU_TRACK_MAX_HITS, PARAMETERS = GAU_HELIX_PARAMETERS, RESIDUAL = PARAMETERS };

/* Lower triangles of the covariances of the hits' distances, then of their Cholesky factors. */
struct noise {
    double left[N][N], z[N][N];
};

/* A row: how a distance changes with the parameters, and the distance itself. */
typedef double row[PARAMETERS + 1];

struct normal {
    double matrix[PARAMETERS][PARAMETERS], vector[PARAMETERS];
    double chi2; /* where it was made */
};

/* --- small matrices ------------------------------------------------------------------------ */

/* Cholesky factor of a lower triangle, in place; rows are @p stride apart. */
static bool factorize(double *matrix, size_t stride, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double *const a = matrix + i * stride;

        for (size_t k = 0; k <= i; k++) {
            const double *const b = matrix + k * stride;
            double sum = a[k];

            for (size_t j = 0; j < k; j++)
                sum -= a[j] * b[j];
            if (k == i && !(sum > 0))
                return false;
            a[k] = k == i ? sqrt(sum) : sum / b[k];
        }
    }
    return true;
}

/* Divides rows by the factor, so that their covariance is 1. */
static void whiten(row *rows, size_t columns, const double factor[N][N], size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t c = PARAMETERS + 1 - columns; c <= PARAMETERS; c++) {
            double sum = rows[i][c];

            for (size_t k = 0; k < i; k++)
                sum -= factor[i][k] * rows[k][c];
            rows[i][c] = sum / factor[i][i];
        }
}

/* The inverse of a positive matrix from its Cholesky factor. */
static void invert(double out[PARAMETERS][PARAMETERS], const double factor[PARAMETERS][PARAMETERS])
{
    double inverse[PARAMETERS][PARAMETERS] = {{0}};

    for (int c = 0; c < PARAMETERS; c++)
        for (int i = c; i < PARAMETERS; i++) {
            double sum = i == c;

            for (int k = c; k < i; k++)
                sum -= factor[i][k] * inverse[k][c];
            inverse[i][c] = sum / factor[i][i];
        }
    for (int i = 0; i < PARAMETERS; i++)
        for (int k = 0; k < PARAMETERS; k++) {
            out[i][k] = 0;
            for (int j = i > k ? i : k; j < PARAMETERS; j++)
                out[i][k] += inverse[j][i] * inverse[j][k];
        }
}

/* --- one step ------------------------------------------------------------------------------ */

/* How far a kick at hit k displaces a track at hit i: in the xy plane and along the beam. */
struct levers {
    double left[N][N], z[N][N];
    double angle[N], slope[N]; /* variances of the kicks */
};

/* The hits are in the order of s. */
static void make_levers(struct levers *out, const struct gau_helix *helix,
                        const struct gau_fit_hit *hits, size_t n,
                        const struct gau_detector *detector)
{
    const double secant2 = 1 + helix->cot_theta * helix->cot_theta;
    double s[N];

    for (size_t i = 0; i < n; i++) {
        s[i] = gau_helix_project(helix, hits[i].x, hits[i].y).s;
        out->angle[i] = gau_scattering(detector, hits[i].volume, helix) * secant2;
        out->slope[i] = out->angle[i] * secant2;
        for (size_t k = 0; k < i; k++) {
            out->left[i][k] = gau_sine(helix->curvature, s[i] - s[k]);
            out->z[i][k] = s[i] - s[k];
        }
    }
}

static bool make_noise(struct noise *out, const struct gau_helix *helix,
                       const struct gau_fit_hit *hits, size_t n,
                       const struct gau_detector *detector)
{
    struct levers levers;

    make_levers(&levers, helix, hits, n, detector);
    for (size_t i = 0; i < n; i++) {
        const struct gau_hit_variance variance =
            gau_hit_variance(detector, hits[i].volume, helix, hypot(hits[i].x, hits[i].y));

        for (size_t k = 0; k <= i; k++) {
            double left = k == i ? variance.left : 0, z = k == i ? variance.z : 0;

            for (size_t j = 0; j < k; j++) {
                left += levers.angle[j] * levers.left[i][j] * levers.left[k][j];
                z += levers.slope[j] * levers.z[i][j] * levers.z[k][j];
            }
            out->left[i][k] = left;
            out->z[i][k] = z;
        }
    }
    return factorize(out->left[0], N, n) && factorize(out->z[0], N, n);
}

/* Parameters that only matter along the beam come first, so that whiten() can leave them out. */
static const int parameter_of[PARAMETERS] = {GAU_Z0, GAU_COT_THETA, GAU_D0, GAU_PHI, GAU_CURVATURE};

static void make_rows(row *left, row *along, const struct gau_helix *helix,
                      const struct gau_fit_hit *hits, size_t n)
{
    const double direction[2] = {cos(helix->phi), sin(helix->phi)};

    for (size_t i = 0; i < n; i++) {
        const struct gau_on_helix place =
            gau_helix_project_along(helix, direction, hits[i].x, hits[i].y);
        const struct gau_helix_slopes slopes = gau_helix_slopes(helix, place.s);

        left[i][0] = left[i][1] = 0;
        along[i][0] = 1;
        along[i][1] = place.s;
        for (int p = 0; p < 3; p++) {
            left[i][2 + p] = slopes.left[p];
            along[i][2 + p] = -helix->cot_theta * slopes.forward[p];
        }
        left[i][RESIDUAL] = place.left;
        along[i][RESIDUAL] = hits[i].z - helix->z0 - helix->cot_theta * place.s;
    }
}

static void add_rows(struct normal *normal, row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (int a = 0; a < PARAMETERS; a++) {
            for (int b = 0; b <= a; b++)
                normal->matrix[a][b] += rows[i][a] * rows[i][b];
            normal->vector[a] += rows[i][a] * rows[i][RESIDUAL];
        }
        normal->chi2 += rows[i][RESIDUAL] * rows[i][RESIDUAL];
    }
}

static struct normal make_normal(const struct gau_helix *helix, const struct gau_fit_hit *hits,
                                 size_t n, const struct noise *noise)
{
    struct normal normal = {.chi2 = 0};
    row left[N], along[N];

    make_rows(left, along, helix, hits, n);
    whiten(left, 4, noise->left, n);
    whiten(along, PARAMETERS + 1, noise->z, n);
    add_rows(&normal, left, n);
    add_rows(&normal, along, n);
    return normal;
}

static void add_to(struct gau_helix *helix, const double step[PARAMETERS])
{
    double *const values[PARAMETERS] = {[GAU_D0] = &helix->d0,
                                        [GAU_PHI] = &helix->phi,
                                        [GAU_CURVATURE] = &helix->curvature,
                                        [GAU_Z0] = &helix->z0,
                                        [GAU_COT_THETA] = &helix->cot_theta};

    for (int i = 0; i < PARAMETERS; i++)
        *values[parameter_of[i]] += step[i];
    helix->phi = gau_angle(helix->phi);
}

/* --- the fit ------------------------------------------------------------------------------- */

/* The result, where the step before was the last. */
static void finish_track(struct gau_track *track, const struct gau_helix *helix, double chi2,
                         const double inverse[PARAMETERS][PARAMETERS], double field)
{
    double unit[PARAMETERS] = {1, 1, 1, 1, 1};

    unit[GAU_CURVATURE] = gau_q_pt_of(1, field);
    track->helix = *helix;
    track->q_pt = gau_q_pt_of(helix->curvature, field);
    track->chi2 = chi2;
    track->ndof = 2 * (int32_t)track->n_hits - PARAMETERS;
    for (int i = 0; i < PARAMETERS; i++)
        for (int k = 0; k < PARAMETERS; k++) {
            const int a = parameter_of[i], b = parameter_of[k];

            track->covariance[a][b] = unit[a] * unit[b] * inverse[i][k];
        }
}

/* A step that is small against the errors is the last one. */
bool gau_fit_track(struct gau_track *track, const struct gau_fit_hit *hits,
                   const struct gau_detector *detector)
{
    enum { MAX_STEPS = 10 };
    const double small = 1e-8; /* of chi2 */
    const size_t n = track->n_hits;
    struct gau_helix helix = track->helix;
    struct noise noise;

    if (n < 3 || n > N || !make_noise(&noise, &helix, hits, n, detector))
        return false;
    for (int i = 0; i < MAX_STEPS; i++) {
        struct normal normal = make_normal(&helix, hits, n, &noise);
        double inverse[PARAMETERS][PARAMETERS], step[PARAMETERS] = {0}, gain = 0;

        if (!factorize(normal.matrix[0], PARAMETERS, PARAMETERS))
            return false;
        invert(inverse, (const double(*)[PARAMETERS])normal.matrix);
        for (int a = 0; a < PARAMETERS; a++) {
            for (int b = 0; b < PARAMETERS; b++)
                step[a] += inverse[a][b] * normal.vector[b];
            gain += step[a] * normal.vector[a];
        }
        add_to(&helix, step);
        if (gain < small * (1 + normal.chi2)) {
            finish_track(track, &helix, normal.chi2 - gain, (const double(*)[PARAMETERS])inverse,
                         detector->field);
            return true;
        }
    }
    return false;
}

/* --- the algorithm ------------------------------------------------------------------------- */

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

static gau_status collect_hits(struct gau_fit_hit out[GAU_TRACK_MAX_HITS],
                               const struct gau_track *track, const struct gau_hits *hits,
                               const struct gau_detector *detector, gau_context *ctx)
{
    for (uint32_t i = 0; i < track->n_hits; i++) {
        const size_t hit = track->hits[i];

        if (hit >= hits->n)
            return gau_fail(ctx->error, GAU_ERR_RANGE, "a track has hit %zu, but there are %zu",
                            hit + 1, hits->n);
        out[i].x = hits->x[hit];
        out[i].y = hits->y[hit];
        out[i].z = hits->z[hit];
        GAU_TRY(gau_hit_volume(&out[i].volume, detector, hits, hit, ctx));
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
        GAU_TRY(collect_hits(own, &tracks[i], &hits, &fit->detector, ctx));
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
    fitted = gau_store_put(ctx, fit->output.tracks, n);
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
