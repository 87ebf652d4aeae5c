/* SPDX-License-Identifier: Apache-2.0 */
#include "row_noise.h"

#include "report/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_DOF 4.0      /* what the variance that is usual for a row of that time counts */
#define FOLLOWED_PART 0.04 /* of the common variance: rows with less do not follow */
#define KNOWN_PART 0.1     /* of the common variance: what is unsure of it is to be less */
#define STEP 4.0           /* from the variance of a steady row to the next one */
enum { ROUNDS = 50 };

/* --- deviations ---------------------------------------------------------------------------- */

static double mean_of(const struct gau_relative_runs *runs, int side, size_t row)
{
    double sum = 0;

    for (size_t run = 0; run < runs->n[side]; run++)
        sum += runs->logs[side][run * runs->rows + row];
    return sum / (double)runs->n[side];
}

/* Deviations are those of pairs, their differences less the mean; or those of runs, less the mean
 * of their side. */
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

/* --- variances ----------------------------------------------------------------------------- */

static void sum_rows(struct gau_row_noise *noise)
{
    noise->weights = 1 / noise->common_variance;
    for (size_t j = 0; j < noise->rows; j++)
        if (noise->follows[j])
            noise->weights += 1 / noise->own[j];
    for (size_t k = 0; k < noise->deviations; k++) {
        const double *const of = &noise->deviation[k * noise->rows];

        noise->sums[k] = 0;
        for (size_t j = 0; j < noise->rows; j++)
            if (noise->follows[j])
                noise->sums[k] += of[j] / noise->own[j];
    }
}

/* Subtracting a row that holds most of the weight would leave rounding errors, so the others are
 * summed anew. There is at most one such row. */
static double set_common_of_others(struct gau_row_noise *noise, size_t without)
{
    double weights = 1 / noise->common_variance;

    for (size_t j = 0; j < noise->rows; j++)
        if (noise->follows[j] && j != without)
            weights += 1 / noise->own[j];
    for (size_t k = 0; k < noise->deviations; k++) {
        const double *const of = &noise->deviation[k * noise->rows];
        double sum = 0;

        for (size_t j = 0; j < noise->rows; j++)
            if (noise->follows[j] && j != without)
                sum += of[j] / noise->own[j];
        noise->common[k] = sum / weights;
    }
    return weights;
}

double gau_row_noise_set_common(struct gau_row_noise *noise, size_t without)
{
    const bool is_part = without < noise->rows && noise->follows[without];
    const double part = is_part ? 1 / noise->own[without] : 0, weights = noise->weights - part;

    if (part > noise->weights / 2)
        return set_common_of_others(noise, without);
    for (size_t k = 0; k < noise->deviations; k++) {
        const double *const of = &noise->deviation[k * noise->rows];

        noise->common[k] = (noise->sums[k] - (is_part ? of[without] * part : 0)) / weights;
    }
    return weights;
}

static void fill_times(struct gau_row_noise *noise)
{
    double sum = 0, n = 0;

    for (size_t j = 0; j < noise->rows; j++)
        if (noise->follows[j]) {
            sum += log(noise->runs->times[j]);
            n++;
        }
    noise->time_squares = 0;
    for (size_t j = 0; j < noise->rows; j++) {
        noise->log_times[j] = log(noise->runs->times[j]) - sum / n;
        if (noise->follows[j])
            noise->time_squares += noise->log_times[j] * noise->log_times[j];
    }
}

/* Fits the logarithms of variances by those of times: the shorter a row, the noisier. */
static void fit_usual(const struct gau_row_noise *noise, double *mean, double *slope)
{
    double sum = 0, n = 0, products = 0;

    for (size_t j = 0; j < noise->rows; j++)
        if (noise->follows[j]) {
            sum += log(noise->own[j]);
            n++;
        }
    *mean = sum / n;
    for (size_t j = 0; j < noise->rows; j++)
        if (noise->follows[j])
            products += noise->log_times[j] * (log(noise->own[j]) - *mean);
    *slope = fmin(0, fmax(-2, (products - 2) / (noise->time_squares + 4)));
}

/* Returns the variance of the row's own deviations, with what is unsure of the common part. */
static double own_variance(const struct gau_row_noise *noise, size_t row, double usual)
{
    const bool follows = noise->follows[row];
    double squares = follows ? noise->nu / noise->weights : 0;

    for (size_t k = 0; k < noise->deviations; k++) {
        const double own =
            noise->deviation[k * noise->rows + row] - (follows ? noise->common[k] : 0);

        squares += own * own;
    }
    return fmax((squares + USUAL_DOF * usual) / (noise->nu + USUAL_DOF), GAU_LEAST_VARIANCE);
}

static void improve_variances(struct gau_row_noise *noise)
{
    double squares = 0, mean, slope;

    gau_row_noise_set_common(noise, noise->rows);
    for (size_t k = 0; k < noise->deviations; k++)
        squares += noise->common[k] * noise->common[k];
    noise->common_variance = fmax(squares / noise->nu + 1 / noise->weights, GAU_LEAST_VARIANCE);
    fit_usual(noise, &mean, &slope);
    for (size_t j = 0; j < noise->rows; j++)
        noise->own[j] = own_variance(noise, j, exp(mean + slope * noise->log_times[j]));
    sum_rows(noise);
}

/* To begin with, half of each variance is common. @p all has the variances of rows. */
static void find_variances(struct gau_row_noise *noise, const double *all, double *scratch)
{
    size_t n = 0;

    for (size_t j = 0; j < noise->rows; j++) {
        noise->own[j] = all[j] / 2 + GAU_LEAST_VARIANCE;
        if (noise->follows[j])
            scratch[n++] = all[j];
    }
    noise->common_variance = gau_quantile(scratch, n, 0.5) / 2 + GAU_LEAST_VARIANCE;
    fill_times(noise);
    sum_rows(noise);
    for (int round = 0; round < ROUNDS; round++)
        improve_variances(noise);
}

/* --- rows that do not follow ----------------------------------------------------------------- */

static void fill_all_variances(const struct gau_row_noise *noise, double *all)
{
    for (size_t j = 0; j < noise->rows; j++) {
        double squares = 0;

        for (size_t k = 0; k < noise->deviations; k++)
            squares +=
                noise->deviation[k * noise->rows + j] * noise->deviation[k * noise->rows + j];
        all[j] = squares / noise->nu;
    }
}

static void leave_out(struct gau_row_noise *noise, const double *all, double steadiest)
{
    for (size_t j = 0; j < noise->rows; j++)
        noise->follows[j] = all[j] >= steadiest;
}

/* Returns whether what the rows that follow share is known, and much more than what rows with
 * variances up to @p most can share. */
static bool is_shared(const struct gau_row_noise *noise, double most)
{
    return FOLLOWED_PART * noise->common_variance > most &&
           KNOWN_PART * noise->common_variance > 1 / noise->weights;
}

/* Looks for a step in the variances of rows, from the least steady ones on, where those beyond it
 * share what the steady ones do not follow. */
static void find_followers(struct gau_row_noise *noise, const double *all, double *scratch)
{
    double *const sorted = scratch + noise->rows;

    memcpy(sorted, all, noise->rows * sizeof *sorted);
    gau_quantile(sorted, noise->rows, 0); /* sorts them */
    for (size_t n = noise->rows - GAU_RELATIVE_ROWS_MIN; n > 0; n--)
        if (sorted[n] > STEP * (sorted[n - 1] + GAU_LEAST_VARIANCE)) {
            leave_out(noise, all, sorted[n]);
            find_variances(noise, all, scratch);
            if (is_shared(noise, sorted[n - 1]))
                return;
        }
    leave_out(noise, all, 0);
    find_variances(noise, all, scratch);
}

/* --- all ----------------------------------------------------------------------------------- */

static void measure_noise(struct gau_row_noise *noise, double *scratch)
{
    double *const all = scratch;

    for (size_t row = 0; row < noise->rows; row++)
        fill_deviations(noise, row);
    fill_all_variances(noise, all);
    find_followers(noise, all, scratch + noise->rows);
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
    noise->memory = calloc((6 + k) * rows + 2 * k, sizeof *noise->memory);
    noise->follows = calloc(rows, sizeof *noise->follows);
    if (!noise->memory || !noise->follows)
        return false;
    noise->means = noise->memory;
    noise->own = noise->means + rows;
    noise->log_times = noise->own + rows;
    noise->deviation = noise->log_times + rows;
    noise->common = noise->deviation + k * rows;
    noise->sums = noise->common + k;
    measure_noise(noise, noise->sums + k);
    return true;
}

void gau_row_noise_clear(struct gau_row_noise *noise)
{
    free(noise->memory);
    free(noise->follows);
    *noise = (struct gau_row_noise){0};
}
