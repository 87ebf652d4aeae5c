/* SPDX-License-Identifier: Apache-2.0 */
#include "row_noise.h"

#include "report/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>

#define USUAL_DOF 4.0 /* what the variance that is usual for a row of that time counts */
enum { ROUNDS = 50 };

/* --- deviations ---------------------------------------------------------------------------- */

static double mean_of(const struct gau_relative_runs *runs, int side, size_t row)
{
    double sum = 0;

    for (size_t run = 0; run < runs->n[side]; run++)
        sum += runs->logs[side][run * runs->rows + row];
    return sum / (double)runs->n[side];
}

/* Of pairs the differences less their mean, else the runs less the mean of their side. */
static void fill_deviations(struct gau_row_noise *noise, size_t row)
{
    const struct gau_relative_runs *const runs = noise->runs;
    const double means[2] = {mean_of(runs, 0, row), mean_of(runs, 1, row)};
    double *at = &noise->deviation[row];

    noise->means[row] = means[1] - means[0];
    if (runs->pairs) {
        for (size_t k = 0; k < runs->n[0]; k++, at += noise->rows)
            *at = runs->logs[1][k * runs->rows + row] - runs->logs[0][k * runs->rows + row] -
                  noise->means[row];
        return;
    }
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < runs->n[side]; k++, at += noise->rows)
            *at = runs->logs[side][k * runs->rows + row] - means[side];
}

static void fill_times(struct gau_row_noise *noise)
{
    double mean = 0;

    for (size_t j = 0; j < noise->rows; j++)
        mean += log(noise->runs->times[j]) / (double)noise->rows;
    for (size_t j = 0; j < noise->rows; j++) {
        noise->log_times[j] = log(noise->runs->times[j]) - mean;
        noise->time_squares += noise->log_times[j] * noise->log_times[j];
    }
}

/* --- variances ----------------------------------------------------------------------------- */

static double weights_of(const struct gau_row_noise *noise, size_t without)
{
    double sum = 1 / noise->common_variance;

    for (size_t j = 0; j < noise->rows; j++)
        if (j != without)
            sum += 1 / noise->own[j];
    return sum;
}

double gau_row_noise_set_common(struct gau_row_noise *noise, size_t without)
{
    const double weights = weights_of(noise, without);

    for (size_t k = 0; k < noise->deviations; k++) {
        const double *const of = &noise->deviation[k * noise->rows];
        double sum = 0;

        for (size_t j = 0; j < noise->rows; j++)
            if (j != without)
                sum += of[j] / noise->own[j];
        noise->common[k] = sum / weights;
    }
    return weights;
}

/* The line of the logarithms of variances over those of times: the shorter, the noisier. */
static void fit_usual(const struct gau_row_noise *noise, double *mean, double *slope)
{
    double products = 0;

    *mean = 0;
    for (size_t j = 0; j < noise->rows; j++)
        *mean += log(noise->own[j]) / (double)noise->rows;
    for (size_t j = 0; j < noise->rows; j++)
        products += noise->log_times[j] * (log(noise->own[j]) - *mean);
    *slope = fmin(0, fmax(-2, (products - 2) / (noise->time_squares + 4)));
}

static void improve_variances(struct gau_row_noise *noise)
{
    const double weights = gau_row_noise_set_common(noise, noise->rows);
    double squares = 0, mean, slope;

    for (size_t k = 0; k < noise->deviations; k++)
        squares += noise->common[k] * noise->common[k];
    noise->common_variance = fmax(squares / noise->nu + 1 / weights, GAU_LEAST_VARIANCE);
    fit_usual(noise, &mean, &slope);
    for (size_t j = 0; j < noise->rows; j++) {
        const double usual = exp(mean + slope * noise->log_times[j]);

        squares = 0;
        for (size_t k = 0; k < noise->deviations; k++) {
            const double own = noise->deviation[k * noise->rows + j] - noise->common[k];

            squares += own * own;
        }
        noise->own[j] =
            fmax((squares + noise->nu / weights + USUAL_DOF * usual) / (noise->nu + USUAL_DOF),
                 GAU_LEAST_VARIANCE);
    }
}

/* Half of each variance is common, to begin with. */
static void begin_variances(struct gau_row_noise *noise, double *all)
{
    for (size_t j = 0; j < noise->rows; j++) {
        double squares = 0;

        for (size_t k = 0; k < noise->deviations; k++)
            squares +=
                noise->deviation[k * noise->rows + j] * noise->deviation[k * noise->rows + j];
        all[j] = squares / noise->nu;
        noise->own[j] = all[j] / 2 + GAU_LEAST_VARIANCE;
    }
    noise->common_variance = gau_quantile(all, noise->rows, 0.5) / 2 + GAU_LEAST_VARIANCE;
}

/* --- all ----------------------------------------------------------------------------------- */

static void measure(struct gau_row_noise *noise, double *scratch)
{
    for (size_t row = 0; row < noise->rows; row++)
        fill_deviations(noise, row);
    fill_times(noise);
    begin_variances(noise, scratch);
    for (int round = 0; round < ROUNDS; round++)
        improve_variances(noise);
}

bool gau_row_noise_make(struct gau_row_noise *noise, const struct gau_relative_runs *runs)
{
    const double n0 = (double)runs->n[0], n1 = (double)runs->n[1];
    const size_t rows = runs->rows, k = runs->pairs ? runs->n[0] : runs->n[0] + runs->n[1];

    *noise = (struct gau_row_noise){.runs = runs,
                                    .rows = rows,
                                    .deviations = k,
                                    .q = runs->pairs ? 1 / n0 : 1 / n0 + 1 / n1,
                                    .nu = runs->pairs ? n0 - 1 : n0 + n1 - 2};
    noise->memory = calloc((4 + k) * rows + k, sizeof *noise->memory);
    if (!noise->memory)
        return false;
    noise->means = noise->memory;
    noise->own = noise->means + rows;
    noise->log_times = noise->own + rows;
    noise->deviation = noise->log_times + rows;
    noise->common = noise->deviation + k * rows;
    measure(noise, noise->common + k);
    return true;
}

void gau_row_noise_clear(struct gau_row_noise *noise)
{
    free(noise->memory);
    *noise = (struct gau_row_noise){0};
}
