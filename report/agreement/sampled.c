/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/hotspots/errors.h"
#include "report/hotspots/moments.h"
#include "report/views/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewer expected samples than this tell little by themselves: the rows are judged together. */
static const double least_expected = 10;

enum { CELLS_MAX = 200 };

struct sampling {
    struct gau_agreement_work *work;
    uint32_t **places;   /* by run, by sample: row or GAU_HOT_NO_GROUP */
    uint32_t *cells;     /* by row */
    uint32_t cell_count; /* the last is of the small rows, if there is one of them */
    double squares;      /* sum of w^2 */
};

/* --- sums ---------------------------------------------------------------------------------- */

static void add_samples(struct sampling *s, size_t source)
{
    const struct gau_profile *const profile = s->work->sources[source].result.profile;
    struct gau_agreement *const out = s->work->out;

    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const double weight = (double)profile->samples[i].weight_ns / 1e9;
        const uint32_t place = s->places[source][i];

        if (place == GAU_HOT_NO_GROUP) {
            out->outside++;
            out->outside_s += weight;
            continue;
        }
        out->samples++;
        out->sampled_s += weight;
        s->squares += weight * weight;
        out->rows[place].samples++;
        out->rows[place].sampled_s += weight;
    }
}

static bool add_all(struct sampling *s)
{
    struct gau_agreement *const out = s->work->out;

    s->places = calloc(s->work->n_sources, sizeof *s->places);
    for (size_t i = 0; s->places && i < s->work->n_sources; i++) {
        s->places[i] = gau_agreement_places(s->work, &s->work->sources[i]);
        if (!s->places[i])
            return false;
        add_samples(s, i);
    }
    if (s->places && !(out->sampled_s > 0))
        gau_view_fail(s->work->error, GAU_VIEW_USAGE,
                      "none of the samples of '%.*s' is in the event loop: more events, or a "
                      "shorter --interval",
                      GAU_VIEW_QUOTE(s->work->sources[0].result.folder));
    return s->places != NULL;
}

static void share(struct sampling *s)
{
    struct gau_agreement *const out = s->work->out;

    out->effective = s->squares > 0 ? out->sampled_s * out->sampled_s / s->squares : 0;
    for (size_t i = 0; i < out->n; i++) {
        out->rows[i].timer = out->rows[i].timer_s / out->timer_s;
        out->rows[i].sampled = out->rows[i].sampled_s / out->sampled_s;
    }
}

/* --- errors -------------------------------------------------------------------------------- */

/* All samples in the event loop, by row or, with @p cells, by cell. Group 0 is all of them. */
static bool add_errors(const struct sampling *s, struct gau_hot_errors *errors, bool cells)
{
    for (size_t i = 0; i < s->work->n_sources; i++) {
        const struct gau_profile *const profile = s->work->sources[i].result.profile;
        struct gau_hot_moments moments;

        if (!gau_hot_moments_make(&moments, profile, s->places[i])) {
            gau_hot_moments_clear(&moments);
            return false;
        }
        for (uint32_t thread = 0; thread < profile->thread_count; thread++) {
            for (size_t n = moments.starts[thread]; n < moments.starts[thread + 1]; n++) {
                const struct gau_hot_moment *const moment = &moments.items[n];

                if (moment->value != GAU_HOT_NO_GROUP)
                    gau_hot_errors_add(errors,
                                       1 + (cells ? s->cells[moment->value] : moment->value),
                                       moment->weight_ns);
            }
            gau_hot_errors_end_thread(errors);
        }
        gau_hot_moments_clear(&moments);
    }
    gau_hot_errors_finish(errors);
    return true;
}

/* The variance is about proportional to p (1 - p) of the part p of the samples. Where few are
 * expected it is far from what it should be, or 0; the share of the timer is not. */
static double error_of(const struct gau_agreement *out, const struct gau_agreement_row *row,
                       double variance)
{
    const double p = (double)row->samples / (double)out->samples, q = row->timer;
    const double found = variance / (out->sampled_s * out->sampled_s);

    if (!(q > 0) || !(q < 1))
        return sqrt(found);
    if (!(p > 0) || !(p < 1))
        return sqrt(q * (1 - q) / out->effective);
    return sqrt(found * q * (1 - q) / (p * (1 - p)));
}

static bool find_errors(const struct sampling *s)
{
    struct gau_agreement *const out = s->work->out;
    const uint32_t count = (uint32_t)out->n + 1;
    uint32_t *const parents = calloc(count, sizeof *parents);
    struct gau_hot_errors errors = {0};
    const bool done =
        parents && gau_hot_errors_begin(&errors, parents, count) && add_errors(s, &errors, false);

    for (size_t i = 0; done && i < out->n; i++) {
        struct gau_agreement_row *const row = &out->rows[i];
        const double expected = fmin(row->timer, 1 - row->timer) * out->effective;

        row->error = error_of(out, row, errors.own[i + 1] / 1e18);
        row->z = expected >= least_expected && row->error > 0
                     ? (row->sampled - row->timer) / row->error
                     : (double)NAN;
        out->worst_error = fmax(out->worst_error, row->error);
        if (fabs(row->sampled - row->timer) >
            fabs(out->rows[out->largest].sampled - out->rows[out->largest].timer))
            out->largest = i;
    }
    gau_hot_errors_clear(&errors);
    free(parents);
    return done;
}

/* --- cells --------------------------------------------------------------------------------- */

/* Rows are sorted: the small ones are behind. Together they are a cell, or with the last one if
 * they are too few even then. */
static bool make_cells(struct sampling *s)
{
    const struct gau_agreement *const out = s->work->out;
    double rest = 0;
    uint32_t n = 0;

    s->cells = calloc(out->n + 1, sizeof *s->cells);
    for (size_t i = 0; s->cells && i < out->n; i++) {
        if (n == i && n < CELLS_MAX && out->rows[i].timer * out->effective >= least_expected)
            n++;
        else
            rest += out->rows[i].timer * out->effective;
        s->cells[i] = n == i + 1 ? (uint32_t)i : n;
    }
    s->cell_count = n < out->n && (rest >= least_expected || n == 0) ? n + 1 : n;
    for (size_t i = 0; s->cells && i < out->n; i++)
        if (s->cells[i] >= s->cell_count)
            s->cells[i] = s->cell_count - 1;
    return s->cells != NULL;
}

/* Small rows share a cell, of which nothing is known for each of them. */
static bool is_alone(const struct sampling *s, size_t row)
{
    const uint32_t cell = s->cells[row];

    return cell == row && (row + 1 == s->work->out->n || s->cells[row + 1] != cell);
}

static void find_top(const struct sampling *s)
{
    struct gau_agreement *const out = s->work->out;

    for (size_t i = 0; s->work->top && i < out->n; i++)
        if (strcmp(out->rows[i].path, s->work->top) == 0)
            out->top = i;
}

static double relative_error(const struct gau_agreement_row *row,
                             const struct gau_agreement_row *top, double covariance)
{
    const double ratio = row->sampled / top->sampled;
    const double variance =
        row->error * row->error - 2 * ratio * covariance + ratio * ratio * top->error * top->error;

    return row == top ? 0 : sqrt(fmax(variance, 0)) / top->sampled;
}

static void relate(const struct sampling *s, const double *covariances)
{
    struct gau_agreement *const out = s->work->out;
    const struct gau_agreement_row *top;

    find_top(s);
    top = &out->rows[out->top];
    for (size_t i = 0; i < out->n; i++) {
        struct gau_agreement_row *const row = &out->rows[i];
        const double covariance =
            is_alone(s, i) && is_alone(s, out->top) ? covariances[i * s->cell_count + out->top] : 0;

        row->relative_timer = top->timer > 0 ? row->timer / top->timer : (double)NAN;
        row->relative_sampled = row->relative_error = (double)NAN;
        if (!(top->sampled > 0) || !(top->timer > 0))
            continue;
        row->relative_sampled = row->sampled / top->sampled;
        row->relative_error = relative_error(row, top, covariance);
        out->worst_relative_error = fmax(out->worst_relative_error, row->relative_error);
        out->largest_relative =
            fmax(out->largest_relative, fabs(row->relative_sampled - row->relative_timer));
    }
}

static void fill_cells(const struct sampling *s, struct gau_agreement_cells *cells,
                       const struct gau_hot_errors *errors)
{
    const struct gau_agreement *const out = s->work->out;
    const double scale = 1e18 * out->sampled_s * out->sampled_s;

    for (size_t i = 0; i < out->n; i++) {
        cells->timer[s->cells[i]] += out->rows[i].timer;
        cells->sampled[s->cells[i]] += out->rows[i].sampled;
        cells->inside[s->cells[i]] += out->rows[i].inside;
    }
    for (size_t a = 0; a < cells->n; a++)
        for (size_t b = 0; b < cells->n; b++)
            cells->covariances[a * cells->n + b] =
                errors->covariances[(a + 1) * (cells->n + 1) + b + 1] / scale;
}

static bool judge(const struct sampling *s)
{
    const size_t n = s->cell_count;
    struct gau_agreement_cells cells = {.n = n,
                                        .timer = calloc(n + 1, sizeof(double)),
                                        .sampled = calloc(n + 1, sizeof(double)),
                                        .inside = calloc(n + 1, sizeof(double)),
                                        .covariances = calloc(n * n + 1, sizeof(double))};
    uint32_t *const parents = calloc(n + 1, sizeof *parents);
    struct gau_hot_errors errors = {0};
    bool done = parents && cells.timer && cells.sampled && cells.inside && cells.covariances &&
                gau_hot_errors_begin(&errors, parents, (uint32_t)n + 1) &&
                gau_hot_errors_keep_pairs(&errors) && add_errors(s, &errors, true);

    if (done) {
        fill_cells(s, &cells, &errors);
        relate(s, cells.covariances);
        done = gau_agreement_judge(s->work->out, &cells);
    }
    gau_hot_errors_clear(&errors);
    free(parents);
    free(cells.timer);
    free(cells.sampled);
    free(cells.inside);
    free(cells.covariances);
    return done;
}

/* --- all of it ----------------------------------------------------------------------------- */

/* What was never called, and is in no sample. */
static void drop_empty(struct gau_agreement *out)
{
    size_t n = 0;

    for (size_t i = 0; i < out->n; i++) {
        if (out->rows[i].calls == 0 && out->rows[i].samples == 0 && out->rows[i].timer_s <= 0) {
            free(out->rows[i].path);
            continue;
        }
        out->largest = out->largest == i ? n : out->largest;
        out->top = out->top == i ? n : out->top;
        out->rows[n++] = out->rows[i];
    }
    out->n = n;
}

bool gau_agreement_sample(struct gau_agreement_work *work)
{
    struct sampling s = {.work = work};
    bool done = add_all(&s);

    if (done && work->error->status == GAU_VIEW_OK) {
        share(&s);
        done = make_cells(&s) && find_errors(&s) && judge(&s);
        drop_empty(work->out);
    }
    if (!done)
        gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for the samples of '%.*s'",
                      GAU_VIEW_QUOTE(work->sources[0].result.folder));
    for (size_t i = 0; s.places && i < work->n_sources; i++)
        free(s.places[i]);
    free(s.places);
    free(s.cells);
    return work->error->status == GAU_VIEW_OK;
}
