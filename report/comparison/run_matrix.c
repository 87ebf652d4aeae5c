/* SPDX-License-Identifier: Apache-2.0 */
#include "run_matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t gau_matrix_runs(const struct gau_matrix *matrix)
{
    return matrix->n_runs[0] + matrix->n_runs[1];
}

/* --- the runs ------------------------------------------------------------------------------ */

/* Without events, as in a program with sections only, times are those of a run. */
static void count_events(struct gau_matrix *matrix)
{
    const size_t n = gau_matrix_runs(matrix), n_a = matrix->n_runs[GAU_BASELINE];

    matrix->per_event = true;
    for (size_t run = 0; run < n; run++)
        matrix->per_event &=
            matrix->runs[run]->events > 0 && strcmp(matrix->runs[run]->whole, "Event") == 0;
    for (size_t run = 0; run < n; run++) {
        matrix->run_events[run] = matrix->per_event ? (double)matrix->runs[run]->events : 1;
        matrix->events_vary |= matrix->run_events[run] != matrix->run_events[0];
        if (run < n_a)
            matrix->events += matrix->run_events[run] / (double)n_a;
    }
}

bool gau_matrix_no_memory(const struct gau_matrix *matrix, gau_error *error)
{
    gau_fail_memory(error, "comparison of %zu runs", gau_matrix_runs(matrix));
    return false;
}

bool gau_matrix_begin(struct gau_matrix *matrix, const struct gau_timer_result_set *a,
                      const struct gau_timer_result_set *b, gau_error *error)
{
    matrix->n_runs[GAU_BASELINE] = a->n;
    matrix->n_runs[GAU_CANDIDATE] = b->n;
    matrix->runs = calloc(a->n + b->n + 1, sizeof *matrix->runs);
    matrix->run_events = calloc(a->n + b->n + 1, sizeof *matrix->run_events);
    if (!matrix->runs || !matrix->run_events)
        return gau_matrix_no_memory(matrix, error);
    for (size_t run = 0; run < a->n + b->n; run++)
        matrix->runs[run] = run < a->n ? &a->runs[run] : &b->runs[run - a->n];
    count_events(matrix);
    return true;
}

bool gau_matrix_make_room(struct gau_matrix *matrix, size_t n)
{
    matrix->rows = calloc(n + 1, sizeof *matrix->rows);
    matrix->numbers = calloc((n + 3) * gau_matrix_runs(matrix) + 1, sizeof *matrix->numbers);
    if (!matrix->rows || !matrix->numbers)
        return false;
    gau_matrix_place(matrix, &matrix->total, n);
    gau_matrix_place(matrix, &matrix->replaced, n + 1);
    gau_matrix_place(matrix, &matrix->relative, n + 2);
    return true;
}

void gau_matrix_clear(struct gau_matrix *matrix)
{
    for (size_t i = 0; matrix->labels && i < matrix->n; i++)
        free(matrix->labels[i]);
    free(matrix->labels);
    free(matrix->rows);
    free(matrix->numbers);
    free(matrix->run_events);
    free(matrix->runs);
    *matrix = (struct gau_matrix){0};
}

/* --- the rows ------------------------------------------------------------------------------ */

void gau_matrix_place(struct gau_matrix *matrix, struct gau_matrix_row *row, size_t number)
{
    double *const numbers = matrix->numbers + number * gau_matrix_runs(matrix);

    row->values[GAU_BASELINE] = numbers;
    row->values[GAU_CANDIDATE] = numbers + matrix->n_runs[GAU_BASELINE];
}

/* Setup is made once in a run, however many events it has. */
void gau_matrix_put(struct gau_matrix *matrix, struct gau_matrix_row *row, size_t run,
                    double seconds)
{
    const bool once = strcmp(row->root, "Setup") == 0;

    row->values[GAU_BASELINE][run] = seconds / (once ? matrix->events : matrix->run_events[run]);
}

void gau_matrix_finish(const struct gau_matrix *matrix, struct gau_matrix_row *row)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < matrix->n_runs[side]; i++) {
            double *const value = &row->values[side][i];

            if (!(isfinite(*value) && *value > 0))
                *value = NAN;
            row->count[side] += isnan(*value) ? 0 : 1;
        }
}

/* Rows with other identifiers, such as renamed ones, are compared by their sums. */
static void fill_replaced(struct gau_matrix *matrix)
{
    struct gau_matrix_row *const replaced = &matrix->replaced;

    replaced->root = replaced->module = "";
    replaced->is_replacement = true;
    for (size_t i = 0; i < matrix->n; i++)
        for (int side = 0; side < 2; side++) {
            if (matrix->rows[i].count[1 - side] > 0)
                continue;
            for (size_t run = 0; run < matrix->n_runs[side]; run++)
                if (!isnan(matrix->rows[i].values[side][run]))
                    replaced->values[side][run] += matrix->rows[i].values[side][run];
            replaced->calibrated_cost_s += matrix->rows[i].calibrated_cost_s / 2;
            replaced->samples[side] += matrix->rows[i].samples[side];
            replaced->sums[side] += matrix->rows[i].sums[side];
        }
    gau_matrix_finish(matrix, replaced);
    replaced->path = replaced->label =
        replaced->count[GAU_BASELINE] > 0 ? "added in place of removed" : "all added rows";
}

void gau_matrix_sum(struct gau_matrix *matrix)
{
    static const char *const all[] = {"all branches", "all tasks", "all functions"};
    struct gau_matrix_row *const total = &matrix->total;

    total->root = total->module = "";
    total->path = total->label = all[matrix->kind];
    total->is_total = true;
    for (size_t run = 0; run < gau_matrix_runs(matrix); run++)
        total->values[GAU_BASELINE][run] /= matrix->run_events[run];
    gau_matrix_finish(matrix, total);
    fill_replaced(matrix);
}

/* --- numbers ------------------------------------------------------------------------------- */

enum { SAMPLES_LEAST = 5 }; /* in a run, on average, for a row to be tested */

bool gau_matrix_has_samples(const struct gau_matrix *matrix, const struct gau_matrix_row *row,
                            int side)
{
    return row->count[side] == matrix->n_runs[side] &&
           (double)row->samples[side] >= SAMPLES_LEAST * (double)matrix->n_runs[side];
}

/* Returns the mean over the runs that have @p row. */
static double mean_of(const struct gau_matrix *matrix, const struct gau_matrix_row *what,
                      const struct gau_matrix_row *row, enum gau_side side)
{
    double sum = 0;
    size_t n = 0;

    if (row->sparse)
        return what->sums[side] > 0 ? what->sums[side] : (double)NAN;
    for (size_t i = 0; i < matrix->n_runs[side]; i++)
        if (!isnan(row->values[side][i])) {
            sum += log(what->values[side][i]);
            n++;
        }
    return n ? exp(sum / (double)n) : (double)NAN;
}

double gau_matrix_mean(const struct gau_matrix *matrix, const struct gau_matrix_row *row,
                       enum gau_side side)
{
    return mean_of(matrix, row, row, side);
}

double gau_matrix_whole(const struct gau_matrix *matrix, const struct gau_matrix_row *row,
                        enum gau_side side)
{
    return mean_of(matrix, matrix->is_relative ? &matrix->relative : &matrix->total, row, side);
}
