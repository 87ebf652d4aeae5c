/* SPDX-License-Identifier: Apache-2.0 */
#include "relative_ratio.h"

#include "report/statistics/statistics.h"
#include "row_noise.h"

#include <math.h>
#include <stdlib.h>

/* Each of these may be varied by a factor of two, and more, without much change in what is covered;
 * see doc/method/comparison.md. */
#define CHANGED 0.2         /* the probability that a row has changed */
#define CHANGE_DENSITY 4.0  /* of its logarithm then */
#define SHARED_CHANGE 0.002 /* the probability that all rows share a change of the program */
#define SLOPES_SPREAD 0.35  /* of how much of the common part rows follow, about 1 */
#define LEAST_PART 0.25     /* of the variance from EM: the spread of few runs may be less */
#define PI 3.14159265358979323846
#define NEAR 20.0 /* of logarithms: what is farther below the highest does not count */
enum { GRID = 600, PEAKS_MAX = 20, PROBES = 64 };

struct model {
    struct gau_row_noise noise;
    double prior_variance; /* of the mean common part */
    double x[GRID], log_posterior[GRID], is_change[GRID];
    double *log_rows; /* [k * rows + row]: what the row's mean says of x[k] */
};

/* --- the posterior of the mean common part --------------------------------------------------- */

static double student_density(double t, double nu)
{
    return exp(lgamma((nu + 1) / 2) - lgamma(nu / 2) - (nu + 1) / 2 * log1p(t * t / nu)) /
           sqrt(nu * PI);
}

/* @p change becomes the probability that the common part is a change of the program. */
static double prior(const struct model *model, double x, double *change)
{
    const double scale = sqrt(model->prior_variance);
    const double machine =
        (1 - SHARED_CHANGE) * student_density(x / scale, model->noise.nu) / scale;
    const double program = SHARED_CHANGE * CHANGE_DENSITY;

    *change = program / (machine + program);
    return log(machine + program);
}

/* A row's mean is near the common part, or the row has changed. A row that does not follow says
 * nothing. */
static double log_of_row(const struct model *model, size_t row, double x)
{
    const double variance = model->noise.q * model->noise.own[row],
                 off = model->noise.means[row] - x;

    if (!model->noise.follows[row])
        return 0;
    return log((1 - CHANGED) * exp(-off * off / (2 * variance)) / sqrt(2 * PI * variance) +
               CHANGED * CHANGE_DENSITY);
}

static double log_posterior_at(const struct model *model, double x)
{
    double change, sum = prior(model, x, &change);

    for (size_t j = 0; j < model->noise.rows; j++)
        sum += log_of_row(model, j, x);
    return sum;
}

/* The posterior may have its peaks near 0, and near the mean of each row. A range is what was found
 * by visiting these points. */
struct range {
    double highest, low, high;
    bool finds_highest; /* else what is near enough to it widens the range */
};

static void visit_point(const struct model *model, struct range *range, double x)
{
    const double level = log_posterior_at(model, x);

    if (range->finds_highest) {
        range->highest = fmax(range->highest, level);
    } else if (level > range->highest - NEAR) {
        range->low = fmin(range->low, x);
        range->high = fmax(range->high, x);
    }
}

/* These steps lead away from a place that may have a peak. */
static const double steps[] = {0, -8, -4, -2, -1, 1, 2, 4, 8};
enum { STEPS = sizeof steps / sizeof *steps };

static void visit_around(const struct model *model, struct range *range, double x, double step)
{
    for (size_t i = 0; i < STEPS; i++)
        visit_point(model, range, x + steps[i] * step);
}

static void visit_few(const struct model *model, struct range *range)
{
    for (size_t j = 0; j < model->noise.rows; j++)
        if (model->noise.follows[j])
            visit_around(model, range, model->noise.means[j],
                         sqrt(model->noise.q * model->noise.own[j]));
}

/* --- many rows: their means lie so close that not all need a visit --------------------------- */

struct means {
    const double *sorted;
    size_t n;
};

static size_t find_highest(const struct model *model, struct range *range, struct means means)
{
    size_t first = 0, last = means.n - 1, best = 0;
    double highest = -INFINITY;

    for (size_t step = means.n / PROBES + 1;; step = step / PROBES + 1) {
        for (size_t i = first; i <= last; i += step) {
            const double level = log_posterior_at(model, means.sorted[i]);

            if (level > highest) {
                highest = level;
                best = i;
            }
        }
        if (step == 1)
            break;
        first = best > step ? best - step : 0;
        last = best + step < means.n ? best + step : means.n - 1;
    }
    range->highest = fmax(range->highest, highest);
    return best;
}

static bool is_near(const struct model *model, const struct range *range, double x)
{
    return log_posterior_at(model, x) > range->highest - NEAR;
}

/* Returns the last mean that is near enough, from the highest one down (@p way -1) or up. */
static double find_last(const struct model *model, const struct range *range, struct means means,
                        size_t highest, int way)
{
    const size_t beyond = way < 0 ? highest + 1 : means.n - highest; /* the first that is not */
    const double *const from = &means.sorted[highest];
    size_t last = 0, step = beyond / PROBES + 1;

    for (size_t i = step; i < beyond; i += step)
        if (is_near(model, range, from[way * (ptrdiff_t)i]))
            last = i;
    for (; step > 0; step /= 2)
        while (last + step < beyond && is_near(model, range, from[way * (ptrdiff_t)(last + step)]))
            last += step;
    return from[way * (ptrdiff_t)last];
}

static size_t sort_means(const struct model *model, double *sorted)
{
    size_t n = 0;

    for (size_t j = 0; j < model->noise.rows; j++)
        if (model->noise.follows[j])
            sorted[n++] = model->noise.means[j];
    gau_quantile(sorted, n, 0); /* sorts them */
    return n;
}

/* --- the range of the posterior -------------------------------------------------------------- */

static struct range find_range(const struct model *model, double *scratch)
{
    const double spread = sqrt(model->prior_variance);
    const struct means means = {scratch, sort_means(model, scratch)};
    struct range range = {-INFINITY, INFINITY, -INFINITY, true};
    size_t highest = 0;

    visit_around(model, &range, 0, spread);
    if (model->noise.rows <= PEAKS_MAX)
        visit_few(model, &range);
    else
        highest = find_highest(model, &range, means);
    range.finds_highest = false;
    visit_around(model, &range, 0, spread);
    if (model->noise.rows <= PEAKS_MAX)
        visit_few(model, &range);
    else
        for (int way = -1; way <= 1; way += 2)
            visit_point(model, &range, find_last(model, &range, means, highest, way));
    return range;
}

static void fill_posterior(struct model *model)
{
    const struct range range = find_range(model, model->log_rows);
    double precision = 1 / model->prior_variance, edge;

    for (size_t j = 0; j < model->noise.rows; j++)
        if (model->noise.follows[j])
            precision += 1 / (model->noise.q * model->noise.own[j]);
    edge = 8 / sqrt(precision);
    for (size_t k = 0; k < GRID; k++) {
        const double part = (double)k / (GRID - 1);

        model->x[k] = range.low - edge + (range.high - range.low + 2 * edge) * part;
        model->log_posterior[k] = prior(model, model->x[k], &model->is_change[k]);
        for (size_t j = 0; j < model->noise.rows; j++) {
            double *const log_row = &model->log_rows[k * model->noise.rows + j];

            *log_row = log_of_row(model, j, model->x[k]);
            model->log_posterior[k] += *log_row;
        }
    }
}

/* Moments of the posterior without a row: its plain variance, and the mean and variance of the
 * machine's part. */
struct moments {
    double variance, machine, machine_variance;
};

static struct moments moments_of(const struct model *model, size_t without)
{
    double weight[GRID], top = -INFINITY, all = 0;
    double sum = 0, squares = 0, machine = 0, machine_squares = 0;

    for (size_t k = 0; k < GRID; k++) {
        weight[k] =
            model->log_posterior[k] -
            (without < model->noise.rows ? model->log_rows[k * model->noise.rows + without] : 0);
        top = fmax(top, weight[k]);
    }
    for (size_t k = 0; k < GRID; k++) {
        const double w = exp(weight[k] - top), x = model->x[k], change = model->is_change[k];

        all += w;
        sum += w * x;
        squares += w * x * x;
        machine += w * (1 - change) * x;
        machine_squares += w * ((1 - change) * x * x + change * model->prior_variance);
    }
    sum /= all;
    machine /= all;
    return (struct moments){squares / all - sum * sum, machine,
                            machine_squares / all - machine * machine};
}

/* --- a row --------------------------------------------------------------------------------- */

struct slope {
    double beta, squares, strength; /* of the common part; of the prior that it is 1 */
    double used;                    /* degrees of freedom */
};

static struct slope slope_of(const struct model *model, size_t row, double weights)
{
    struct slope slope = {.strength = (model->noise.own[row] + 1 / weights) /
                                      (SLOPES_SPREAD * SLOPES_SPREAD)};
    double products = 0;

    for (size_t k = 0; k < model->noise.deviations; k++) {
        slope.squares += model->noise.common[k] * model->noise.common[k];
        products += model->noise.common[k] * model->noise.deviation[k * model->noise.rows + row];
    }
    slope.beta = fmax(0, (products + slope.strength) / (slope.squares + slope.strength));
    slope.used = slope.squares / (slope.squares + slope.strength);
    return slope;
}

/* Returns the sum of the squares of what the common part leaves of deviations. */
static double squares_left(const struct model *model, size_t row, double beta, size_t from,
                           size_t to)
{
    double squares = 0;

    for (size_t k = from; k < to; k++) {
        const double left =
            model->noise.deviation[k * model->noise.rows + row] - beta * model->noise.common[k];

        squares += left * left;
    }
    return squares;
}

/* Returns the variance of the mean difference; sides may have different variances (B. L. Welch,
 * Biometrika 34, 1947). */
static double variance_of_mean(const struct model *model, size_t row, const struct slope *slope,
                               double *degrees)
{
    const size_t *const n = model->noise.runs->n;
    const size_t end[3] = {0, n[0], n[0] + n[1]};
    const double factor = model->noise.nu / *degrees;
    double sum = 0, parts = 0;

    if (model->noise.runs->pairs || n[0] < 3 || n[1] < 3)
        return model->noise.q * squares_left(model, row, slope->beta, 0, model->noise.deviations) /
               *degrees;
    for (int side = 0; side < 2; side++) {
        const double runs = (double)n[side];
        const double part = factor *
                            squares_left(model, row, slope->beta, end[side], end[side + 1]) /
                            (runs - 1) / runs;

        sum += part;
        parts += part * part / (runs - 1);
    }
    if (parts > 0)
        *degrees = sum * sum / parts / factor;
    return sum;
}

static void estimate_row(struct model *model, struct gau_relative_ratio *out, size_t row)
{
    const struct moments c = moments_of(model, row);
    const double own = model->noise.own[row], q = model->noise.q;
    const double weights = gau_row_noise_set_common(&model->noise, row);
    const struct slope slope = slope_of(model, row, weights);
    double degrees = model->noise.nu - slope.used, residual, variance;

    if (c.variance > model->prior_variance) {
        *out = (struct gau_relative_ratio){.log_ratio = model->noise.means[row],
                                           .variance = LEAST_PART *
                                                       (own + model->noise.common_variance) * q,
                                           .degrees_of_freedom = model->noise.nu,
                                           .is_raw = true};
        return;
    }
    residual = squares_left(model, row, slope.beta, 0, model->noise.deviations) / degrees;
    variance = variance_of_mean(model, row, &slope, &degrees);
    *out = (struct gau_relative_ratio){
        .log_ratio = model->noise.means[row] - slope.beta * c.machine,
        .variance = fmax(variance, LEAST_PART * own * q) +
                    c.machine * c.machine * residual / (slope.squares + slope.strength) +
                    slope.beta * slope.beta * fmax(0, c.machine_variance - q / weights),
        .degrees_of_freedom = degrees};
}

/* --- all ----------------------------------------------------------------------------------- */

static void estimate_all(struct model *model, struct gau_relative_ratio *out,
                         struct gau_relative_ratio *common)
{
    const struct gau_row_noise *const noise = &model->noise;
    struct moments all;

    model->prior_variance = noise->q * noise->common_variance + GAU_LEAST_VARIANCE;
    fill_posterior(model);
    for (size_t row = 0; row < noise->rows; row++)
        estimate_row(model, &out[row], row);
    all = moments_of(model, noise->rows);
    *common = (struct gau_relative_ratio){.log_ratio = all.machine,
                                          .variance = all.machine_variance,
                                          .degrees_of_freedom = noise->nu};
}

bool gau_relative_ratios(struct gau_relative_ratio *out, struct gau_relative_ratio *common,
                         const struct gau_relative_runs *runs)
{
    struct model *const model = calloc(1, sizeof *model);
    bool done = false;

    if (!model)
        return false;
    model->log_rows = calloc(GRID * runs->rows, sizeof *model->log_rows);
    if (model->log_rows && gau_row_noise_make(&model->noise, runs)) {
        estimate_all(model, out, common);
        done = true;
    }
    gau_row_noise_clear(&model->noise);
    free(model->log_rows);
    free(model);
    return done;
}
