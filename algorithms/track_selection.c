/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/**
 * @file track_selection.c
 * TrackSelection: the tracks that are good enough for what follows.
 *
 *     <algorithm type="TrackSelection" name="Tracks">
 *       <property name="Input" value="tracks"/>
 *       <property name="LengthUnit" value="1000"/>
 *       <property name="MaxD0" value="1"/>
 *     </algorithm>
 *
 * Input is a table with a row per track and columns pt (GeV), eta, phi (radians) and charge, in one
 * of two forms:
 * - of a track finder: d0 and z0 (mm), the track where it is closest to the beam line, and z0_error
 *   where there is one;
 * - of a file: x, y, z, a point on the track near the beam line, in units of LengthUnit mm. The
 * beam line is at BeamX, BeamY; from there d0 = -(x - BeamX) sin phi + (y - BeamY) cos phi, and z0
 * = z. Where the table has chi2 and ndof, MaxChi2 cuts on their ratio.
 *
 * Cuts: pt >= MinPt, |eta| <= MaxEta, |d0| <= MaxD0, |z0| <= MaxZ0 and chi2 <= MaxChi2 x ndof.
 *
 * Where there is no z0_error, it is that of a tracker around the beam, of which the innermost layer
 * is seen at an angle and scatters:
 *     z0_error^2 = Constant^2 + (Scattering / pt x cosh(eta)^1.5)^2,
 * the form of Highland's formula (Particle Data Group, Phys. Rev. D 110, 030001 (2024), 34.3) for a
 * thin cylinder, without its logarithm. The defaults are those of the tracker of CMS in 2012: they
 * were chosen on the distances of real tracks from real vertices, see doc/hlt.md.
 *
 * Makes a table called as the algorithm with columns pt, eta, phi, charge, d0, z0, z0_error of the
 * tracks that pass, in their order. Accepts events with at least MinTracks of them. The document
 * "tracks" counts events, tracks and those selected.
 */

enum column { PT, ETA, PHI, CHARGE, D0, Z0, Z0_ERROR, N_COLUMNS };

static const char *const names[N_COLUMNS] = {"pt", "eta", "phi", "charge", "d0", "z0", "z0_error"};

struct track_selection {
    char *input;
    double length_unit, beam_x, beam_y;
    double min_pt, max_eta, max_d0, max_z0, max_chi2;
    double constant, scattering;
    int64_t min_tracks;

    bool from_file, has_chi2, has_error;
    gau_key in[N_COLUMNS], x, y, z, chi2, ndof;
    gau_key out[N_COLUMNS];
    uint64_t events, tracks, selected;
};

static const gau_property track_selection_properties[] = {
    GAU_STRING(struct track_selection, input, "Input", "tracks", "Table of tracks"),
    GAU_DOUBLE(struct track_selection, length_unit, "LengthUnit", 1, 1e-6, 1e6, "mm",
               "Unit of x, y, z"),
    GAU_DOUBLE(struct track_selection, beam_x, "BeamX", 0, -1e3, 1e3, "mm",
               "Where the beam line is, for tables with x, y, z"),
    GAU_DOUBLE(struct track_selection, beam_y, "BeamY", 0, -1e3, 1e3, "mm", "The same, in y"),
    GAU_DOUBLE(struct track_selection, min_pt, "MinPt", 0, 0, HUGE_VAL, "GeV",
               "Smallest transverse momentum"),
    GAU_DOUBLE(struct track_selection, max_eta, "MaxEta", HUGE_VAL, 0, HUGE_VAL, "",
               "Largest |eta|"),
    GAU_DOUBLE(struct track_selection, max_d0, "MaxD0", HUGE_VAL, 0, HUGE_VAL, "mm",
               "Largest distance from the beam line"),
    GAU_DOUBLE(struct track_selection, max_z0, "MaxZ0", HUGE_VAL, 0, HUGE_VAL, "mm",
               "Largest |z0|"),
    GAU_DOUBLE(struct track_selection, max_chi2, "MaxChi2", HUGE_VAL, 0, HUGE_VAL, "",
               "Largest chi2 per degree of freedom"),
    GAU_DOUBLE(struct track_selection, constant, "Constant", 0.05, 1e-6, 1e3, "mm",
               "Constant term of the error of z0"),
    GAU_DOUBLE(struct track_selection, scattering, "Scattering", 0.12, 0, 1e3, "mm GeV",
               "Scattering term of the error of z0"),
    GAU_INT(struct track_selection, min_tracks, "MinTracks", 0, 0, INT64_MAX, "",
            "Tracks that an accepted event has"),
    GAU_PROPERTY_END,
};

/* --- beginning ----------------------------------------------------------------------------- */

static gau_key reads(const struct track_selection *selection, const char *column, gau_context *ctx)
{
    return gau_store_column(ctx, selection->input, column, GAU_TYPE(double));
}

static bool has(const struct track_selection *selection, const char *column, const gau_context *ctx)
{
    return gau_store_has_column(ctx, selection->input, column);
}

static gau_status track_selection_initialize(void *self, gau_context *ctx)
{
    struct track_selection *const s = self;

    s->from_file = has(s, "x", ctx) && has(s, "y", ctx) && has(s, "z", ctx);
    s->has_chi2 = has(s, "chi2", ctx) && has(s, "ndof", ctx);
    s->has_error = has(s, "z0_error", ctx);
    for (int i = PT; i <= CHARGE; i++)
        s->in[i] = reads(s, names[i], ctx);
    s->in[D0] = s->from_file ? GAU_NO_KEY : reads(s, names[D0], ctx);
    s->in[Z0] = s->from_file ? GAU_NO_KEY : reads(s, names[Z0], ctx);
    s->in[Z0_ERROR] = s->has_error ? reads(s, names[Z0_ERROR], ctx) : GAU_NO_KEY;
    s->x = s->from_file ? reads(s, "x", ctx) : GAU_NO_KEY;
    s->y = s->from_file ? reads(s, "y", ctx) : GAU_NO_KEY;
    s->z = s->from_file ? reads(s, "z", ctx) : GAU_NO_KEY;
    s->chi2 = s->has_chi2 ? reads(s, "chi2", ctx) : GAU_NO_KEY;
    s->ndof = s->has_chi2 ? reads(s, "ndof", ctx) : GAU_NO_KEY;
    for (int i = 0; i < N_COLUMNS; i++)
        s->out[i] = gau_store_output_column(ctx, ctx->name, names[i], GAU_TYPE(double));
    return GAU_OK;
}

/* --- tracks -------------------------------------------------------------------------------- */

/* The columns of one event; NULL where there is none. */
struct view {
    const double *in[N_COLUMNS], *x, *y, *z, *chi2, *ndof;
    size_t n;
};

static bool is_made(const struct view *view, const struct track_selection *s)
{
    return view->in[PT] && view->in[ETA] && view->in[PHI] && view->in[CHARGE] &&
           (!s->has_error || view->in[Z0_ERROR]) && (!s->has_chi2 || (view->chi2 && view->ndof)) &&
           (s->from_file ? view->x && view->y && view->z : view->in[D0] && view->in[Z0]);
}

/* Without rows if one that is needed was not made in this event. */
static struct view open_view(const struct track_selection *s, const gau_context *ctx)
{
    struct view view = {.x = gau_store_numbers(ctx, s->x, NULL),
                        .y = gau_store_numbers(ctx, s->y, NULL),
                        .z = gau_store_numbers(ctx, s->z, NULL),
                        .chi2 = gau_store_numbers(ctx, s->chi2, NULL),
                        .ndof = gau_store_numbers(ctx, s->ndof, NULL)};

    for (int i = N_COLUMNS - 1; i >= PT; i--)
        view.in[i] = gau_store_numbers(ctx, s->in[i], &view.n);
    return is_made(&view, s) ? view : (struct view){.n = 0};
}

static double modelled_error(const struct track_selection *s, double pt, double eta)
{
    const double c = cosh(eta);

    return hypot(s->constant, s->scattering / pt * c * sqrt(c));
}

static void read_track(double out[N_COLUMNS], const struct track_selection *s,
                       const struct view *view, size_t i)
{
    for (int k = PT; k <= CHARGE; k++)
        out[k] = view->in[k][i];
    if (s->from_file) {
        const double x = view->x[i] * s->length_unit - s->beam_x,
                     y = view->y[i] * s->length_unit - s->beam_y;

        out[D0] = -x * sin(out[PHI]) + y * cos(out[PHI]);
        out[Z0] = view->z[i] * s->length_unit;
    } else {
        out[D0] = view->in[D0][i];
        out[Z0] = view->in[Z0][i];
    }
    out[Z0_ERROR] = s->has_error ? view->in[Z0_ERROR][i] : modelled_error(s, out[PT], out[ETA]);
}

static bool passes(const struct track_selection *s, const struct view *view, size_t i,
                   const double track[N_COLUMNS])
{
    return track[PT] >= s->min_pt && fabs(track[ETA]) <= s->max_eta &&
           fabs(track[D0]) <= s->max_d0 && fabs(track[Z0]) <= s->max_z0 &&
           (!view->chi2 || s->max_chi2 == HUGE_VAL || view->chi2[i] <= s->max_chi2 * view->ndof[i]);
}

static gau_status put(double *out[N_COLUMNS], const struct track_selection *s, size_t n,
                      gau_context *ctx)
{
    for (int k = 0; k < N_COLUMNS; k++) {
        out[k] = gau_store_put(ctx, s->out[k], n);
        if (!out[k])
            return ctx->error->status;
    }
    return GAU_OK;
}

static gau_status track_selection_execute(void *self, gau_context *ctx)
{
    struct track_selection *const s = self;
    const struct view view = open_view(s, ctx);
    double *out[N_COLUMNS], track[N_COLUMNS];
    size_t n = 0, kept = 0;

    for (size_t i = 0; i < view.n; i++) {
        read_track(track, s, &view, i);
        n += passes(s, &view, i, track);
    }
    GAU_TRY(put(out, s, n, ctx));
    for (size_t i = 0; i < view.n && kept < n; i++) {
        read_track(track, s, &view, i);
        if (!passes(s, &view, i, track))
            continue;
        for (int k = 0; k < N_COLUMNS; k++)
            out[k][kept] = track[k];
        kept++;
    }
    s->events++;
    s->tracks += view.n;
    s->selected += n;
    return n >= (uint64_t)s->min_tracks ? GAU_OK : GAU_REJECT;
}

/* --- end ----------------------------------------------------------------------------------- */

static void track_selection_merge(void *self, void *other)
{
    struct track_selection *const all = self;
    const struct track_selection *const more = other;

    all->events += more->events;
    all->tracks += more->tracks;
    all->selected += more->selected;
}

static gau_status track_selection_finalize(void *self, gau_context *ctx)
{
    const struct track_selection *const s = self;
    gau_result *const result = gau_result_open(ctx, "tracks");

    gau_result_integer(result, "events", "", (int64_t)s->events);
    gau_result_integer(result, "tracks", "", (int64_t)s->tracks);
    gau_result_integer(result, "selected", "", (int64_t)s->selected);
    return GAU_OK;
}

static const gau_class track_selection_class = {
    GAU_CLASS("TrackSelection", struct track_selection,
              "Selects tracks by momentum, direction, origin and quality."),
    .properties = track_selection_properties,
    .initialize = track_selection_initialize,
    .merge = track_selection_merge,
    .finalize = track_selection_finalize,
    .algorithm = GAU_ALGORITHM(.execute = track_selection_execute),
};
GAU_MODULE(&track_selection_class);
