/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/hotspots/errors.h"
#include "report/hotspots/moments.h"
#include "report/views/document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewer expected samples than this tell little by themselves: the rows are judged together. */
static const double least_expected = 10;

/* Where fewer are expected, but many seen: that far off is not chance, with a hundred rows; less of
 * the total than that may be the border of branches. */
static const double least_z = 4, least_points = 0.01;

enum { CELLS_MAX = 200 };

struct sampling {
    struct gau_agreement_work *work;
    uint32_t **places;     /* by run, by sample: row or GAU_HOT_NO_GROUP */
    uint32_t *cells;       /* by row */
    uint32_t cell_count;   /* the last is of the small rows, if there is one of them */
    double squares, cubes; /* sums of w^2, w^3 */
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
        s->cubes += weight * weight * weight;
        out->rows[place].samples++;
        out->rows[place].sampled_s += weight;
    }
}

static void refuse_empty(const struct gau_agreement_work *work)
{
    if (work->events == 0)
        gau_view_fail(work->error, GAU_VIEW_USAGE,
                      "none of the samples of '%.*s' is in the event loop: more events, or a "
                      "shorter --interval",
                      GAU_VIEW_QUOTE(work->sources[0].result.folder));
    else if (work->n_sources == 1)
        gau_view_fail(work->error, GAU_VIEW_USAGE,
                      "%" PRIu64 " event%s: not one sample in the event loop; more events, more "
                      "runs (--repeat), or a shorter --interval",
                      work->events, work->events == 1 ? "" : "s");
    else
        gau_view_fail(work->error, GAU_VIEW_USAGE,
                      "%zu runs of %" PRIu64 " event%s: not one sample in the event loop; more "
                      "events, more runs (--repeat), or a shorter --interval",
                      work->n_sources, work->events, work->events == 1 ? "" : "s");
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
        refuse_empty(s->work);
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

/* Intervals of different length count as they contribute to the error. */
static struct gau_agreement_sampling sampling_of(const struct sampling *s)
{
    return (struct gau_agreement_sampling){.effective = s->work->out->effective,
                                           .interval_s = s->cubes / s->squares};
}

/* --- errors -------------------------------------------------------------------------------- */

/* All samples in the event loop, by cell. Group 0 is all of them. */
static bool add_changes(const struct sampling *s, struct gau_hot_errors *errors)
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
                    gau_hot_errors_add(errors, 1 + s->cells[moment->value], moment->weight_ns);
            }
            gau_hot_errors_end_thread(errors);
        }
        gau_hot_moments_clear(&moments);
    }
    gau_hot_errors_finish(errors);
    return true;
}

/*
 * Where the timer has next to nothing its error is next to nothing, too, and says little of how
 * unlikely many samples are. The arc sine of the root of a share has about the same variance for
 * all shares, 1 / 4n (M. S. Bartlett, Suppl. J. R. Stat. Soc. 3, 1936, p. 68), that of independent
 * samples being the largest: what the timer says of the lengths of calls is in doubt here.
 */
static double z_of_unexpected(const struct gau_agreement_row *row, double effective)
{
    return 2 * sqrt(effective) *
           (asin(sqrt(fmin(row->sampled, 1))) - asin(sqrt(fmin(row->timer, 1))));
}

/* Of few samples the error is a bad guess; the timer knows what it is if the timer is right. */
static void find_error(struct gau_agreement_row *row, const struct gau_agreement *out,
                       const struct gau_agreement_sampling *sampling)
{
    const double expected = fmin(row->timer, 1 - row->timer) * out->effective;
    const double z = z_of_unexpected(row, out->effective);

    row->error = sqrt(gau_agreement_variance(sampling, row->timer, row->entries / out->timer_s));
    row->z = (double)NAN;
    if (expected >= least_expected && row->error > 0) {
        row->z = (row->sampled - row->timer) / row->error;
    } else if (fabs(z) >= least_z && fabs(row->sampled - row->timer) >= least_points) {
        row->error = sqrt(row->sampled * (1 - row->sampled) / out->effective);
        row->z = z;
    }
}

static void find_errors(const struct sampling *s)
{
    const struct gau_agreement_sampling sampling = sampling_of(s);
    struct gau_agreement *const out = s->work->out;

    for (size_t i = 0; i < out->n; i++) {
        struct gau_agreement_row *const row = &out->rows[i];

        find_error(row, out, &sampling);
        out->worst_error = fmax(out->worst_error, row->error);
        if (fabs(row->sampled - row->timer) >
            fabs(out->rows[out->largest].sampled - out->rows[out->largest].timer))
            out->largest = i;
    }
}

/* --- cells --------------------------------------------------------------------------------- */

/* Rows are sorted: the small ones are behind. Together they are a cell; if they are too few even
 * then they are with the largest, whose difference they change least. */
static bool make_cells(struct sampling *s)
{
    const struct gau_agreement *const out = s->work->out;
    double rest = 0;
    uint32_t n = 0;

    s->cells = calloc(out->n + 1, sizeof *s->cells);
    if (!s->cells)
        return false;
    while (n < out->n && n < CELLS_MAX && out->rows[n].timer * out->effective >= least_expected) {
        s->cells[n] = n;
        n++;
    }
    for (size_t i = n; i < out->n; i++)
        rest += out->rows[i].timer * out->effective;
    s->cell_count = n < out->n && (rest >= least_expected || n == 0) ? n + 1 : n;
    for (size_t i = n; i < out->n; i++)
        s->cells[i] = s->cell_count > n ? n : 0;
    return true;
}

static void find_top(const struct sampling *s)
{
    struct gau_agreement *const out = s->work->out;

    for (size_t i = 0; s->work->top && i < out->n; i++)
        if (strcmp(out->rows[i].path, s->work->top) == 0)
            out->top = i;
}

/* By linear propagation, around what the timer has. */
static double relative_error(const struct gau_agreement_row *row,
                             const struct gau_agreement_row *top, double covariance)
{
    const double ratio = row->timer / top->timer;
    const double variance =
        row->error * row->error - 2 * ratio * covariance + ratio * ratio * top->error * top->error;

    return row == top ? 0 : sqrt(fmax(variance, 0)) / top->timer;
}

static void relate(const struct sampling *s, const struct gau_agreement_cells *cells)
{
    struct gau_agreement *const out = s->work->out;
    const struct gau_agreement_row *top;

    find_top(s);
    top = &out->rows[out->top];
    for (size_t i = 0; i < out->n; i++) {
        struct gau_agreement_row *const row = &out->rows[i];

        row->relative_timer = top->timer > 0 ? row->timer / top->timer : (double)NAN;
        row->relative_sampled = row->relative_error = (double)NAN;
        if (!(top->sampled > 0) || !(top->timer > 0))
            continue;
        row->relative_sampled = row->sampled / top->sampled;
        row->relative_error =
            relative_error(row, top, gau_agreement_covariance(out, cells, i, out->top));
        out->worst_relative_error = fmax(out->worst_relative_error, row->relative_error);
        out->largest_relative =
            fmax(out->largest_relative, fabs(row->relative_sampled - row->relative_timer));
    }
}

static void fill_cells(const struct sampling *s, struct gau_agreement_cells *cells,
                       const struct gau_hot_errors *errors)
{
    const struct gau_agreement_sampling sampling = sampling_of(s);
    const struct gau_agreement *const out = s->work->out;

    for (size_t i = 0; i < out->n; i++) {
        cells->timer[s->cells[i]] += out->rows[i].timer;
        cells->sampled[s->cells[i]] += out->rows[i].sampled;
        cells->inside[s->cells[i]] += out->rows[i].inside;
        cells->entries[s->cells[i]] += out->rows[i].entries;
    }
    for (size_t a = 0; a < cells->n; a++) {
        cells->variances[a] =
            gau_agreement_variance(&sampling, cells->timer[a], cells->entries[a] / out->timer_s);
        for (size_t b = 0; b < cells->n; b++)
            cells->covariances[a * cells->n + b] =
                errors->covariances[(a + 1) * (cells->n + 1) + b + 1];
    }
}

static bool judge_cells(const struct sampling *s, struct gau_agreement_cells *cells,
                        struct gau_hot_errors *errors)
{
    if (!gau_hot_errors_keep_pairs(errors) || !add_changes(s, errors))
        return false;
    fill_cells(s, cells, errors);
    if (!gau_agreement_scale(cells))
        return false;
    relate(s, cells);
    if (!s->work->out->same_run) {
        gau_agreement_judge_none(s->work->out);
        return true;
    }
    return gau_agreement_judge(s->work->out, cells) &&
           gau_agreement_judge_rows(s->work->out, cells);
}

static bool judge(const struct sampling *s)
{
    const size_t n = s->cell_count;
    double *const room = calloc(n * n + 6 * n + 1, sizeof *room);
    uint32_t *const parents = calloc(n + 1, sizeof *parents);
    struct gau_hot_errors errors = {0};
    bool done = room && parents && gau_hot_errors_begin(&errors, parents, (uint32_t)n + 1);

    if (done) {
        struct gau_agreement_cells cells = {.n = n,
                                            .of = s->cells,
                                            .timer = room,
                                            .sampled = room + n,
                                            .inside = room + 2 * n,
                                            .entries = room + 3 * n,
                                            .variances = room + 4 * n,
                                            .shift_covariances = room + 5 * n,
                                            .covariances = room + 6 * n};

        done = judge_cells(s, &cells, &errors);
    }
    gau_hot_errors_clear(&errors);
    free(parents);
    free(room);
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
        out->test.row = out->test.row == i ? n : out->test.row;
        out->shifted.row = out->shifted.row == i ? n : out->shifted.row;
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
        find_errors(&s);
        done = make_cells(&s) && judge(&s) && gau_agreement_spread(work, s.places);
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
