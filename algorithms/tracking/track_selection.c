/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"

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
 * were chosen on the distances of real tracks from real vertices, see doc/method/algorithms.md.
 *
 * Makes a table called as the algorithm with columns pt, eta, phi, charge, d0, z0, z0_error of the
 * tracks that pass, in their order. Accepts events with at least MinTracks of them. The document
 * "tracks" counts events, tracks and those selected.
 */

/* Columns; the first N_OUT are those of the table that is made. */
enum column { PT, ETA, PHI, CHARGE, D0, Z0, Z0_ERROR, N_OUT, X = N_OUT, Y, Z, CHI2, NDOF, N_IN };

static const char *const names[N_IN] = {"pt",       "eta", "phi", "charge", "d0",   "z0",
                                        "z0_error", "x",   "y",   "z",      "chi2", "ndof"};

enum { EVENTS, TRACKS, SELECTED, N_COUNTS };

static const char *const count_names[] = {"events", "tracks", "selected"};

struct track_selection {
    char *input;
    double length_unit, beam_x, beam_y;
    double min_pt, max_eta, max_d0, max_z0, max_chi2;
    double constant, scattering;
    int64_t min_tracks;

    bool from_file, has_chi2, has_error;
    struct gau_columns in, out;
    gau_key scratch;
    uint64_t counts[N_COUNTS];
};

/* A row of the table. */
struct track {
    double values[N_OUT];
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
            "Smallest number of tracks of an accepted event"),
    GAU_PROPERTY_END,
};

/* --- beginning ----------------------------------------------------------------------------- */

static bool has_column(const struct track_selection *selection, enum column column,
                       const gau_context *ctx)
{
    return gau_store_has_column(ctx, selection->input, names[column]);
}

static bool is_needed(const struct track_selection *s, enum column column)
{
    if (column == D0 || column == Z0)
        return !s->from_file;
    if (column >= X && column <= Z)
        return s->from_file;
    if (column == Z0_ERROR)
        return s->has_error;
    return column < CHI2 || s->has_chi2;
}

static gau_status track_selection_initialize(void *self, gau_context *ctx)
{
    struct track_selection *const s = self;

    s->from_file = has_column(s, X, ctx) && has_column(s, Y, ctx) && has_column(s, Z, ctx);
    s->has_chi2 = has_column(s, CHI2, ctx) && has_column(s, NDOF, ctx);
    s->has_error = has_column(s, Z0_ERROR, ctx);
    s->in.n = N_IN;
    for (int i = 0; i < N_IN; i++)
        s->in.keys[i] = is_needed(s, (enum column)i)
                            ? gau_store_column(ctx, s->input, names[i], GAU_TYPE(double))
                            : GAU_NO_KEY;
    s->out = gau_columns_make(ctx, ctx->name, names, N_OUT);
    s->scratch = gau_own_output(ctx, "scratch", GAU_TYPE(struct track));
    return GAU_OK;
}

/* --- tracks -------------------------------------------------------------------------------- */

static double modelled_error(const struct track_selection *s, double pt, double eta)
{
    const double c = cosh(eta);

    return hypot(s->constant, s->scattering / pt * c * sqrt(c));
}

static struct track track_at(const struct track_selection *s, const double *const in[N_IN],
                             size_t i)
{
    struct track track;
    double *const out = track.values;

    for (int k = PT; k <= CHARGE; k++)
        out[k] = in[k][i];
    if (s->from_file) {
        const double x = in[X][i] * s->length_unit - s->beam_x,
                     y = in[Y][i] * s->length_unit - s->beam_y;

        out[D0] = -x * sin(out[PHI]) + y * cos(out[PHI]);
        out[Z0] = in[Z][i] * s->length_unit;
    } else {
        out[D0] = in[D0][i];
        out[Z0] = in[Z0][i];
    }
    out[Z0_ERROR] = s->has_error ? in[Z0_ERROR][i] : modelled_error(s, out[PT], out[ETA]);
    return track;
}

static bool passes_cuts(const struct track_selection *s, const double *const in[N_IN], size_t i,
                        const double track[N_OUT])
{
    return track[PT] >= s->min_pt && fabs(track[ETA]) <= s->max_eta &&
           fabs(track[D0]) <= s->max_d0 && fabs(track[Z0]) <= s->max_z0 &&
           (!s->has_chi2 || s->max_chi2 == HUGE_VAL || in[CHI2][i] <= s->max_chi2 * in[NDOF][i]);
}

static gau_status track_selection_execute(void *self, gau_context *ctx)
{
    struct track_selection *const s = self;
    const double *in[N_IN];
    const size_t n = gau_columns_get(in, &s->in, ctx);
    struct track *const tracks = gau_store_put(ctx, s->scratch, n);
    size_t kept = 0;

    if (!tracks)
        return ctx->error->status;
    for (size_t i = 0; i < n; i++) {
        tracks[kept] = track_at(s, in, i);
        kept += passes_cuts(s, in, i, tracks[kept].values);
    }
    GAU_TRY(gau_columns_put(&s->out, tracks, kept, sizeof *tracks, ctx));
    s->counts[EVENTS]++;
    s->counts[TRACKS] += n;
    s->counts[SELECTED] += kept;
    return kept >= (uint64_t)s->min_tracks ? GAU_OK : GAU_REJECT;
}

GAU_COUNTS_ALONE(struct track_selection, "tracks");

static const gau_class track_selection_class = {
    GAU_CLASS("TrackSelection", struct track_selection,
              "Selects tracks by momentum, direction, origin and quality."),
    .properties = track_selection_properties,
    .initialize = track_selection_initialize,
    .merge = merge_counts,
    .finalize = report_counts,
    .algorithm = GAU_ALGORITHM(.execute = track_selection_execute),
};
GAU_MODULE(&track_selection_class);
