/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison.h"

#include <math.h>
#include <stdlib.h>

static bool is_complete(const struct gau_matrix *set, const struct gau_matrix_row *row)
{
    return !row->sparse && row->count[0] == set->n_runs[0] && row->count[1] == set->n_runs[1];
}

/* The usual time is in the middle between the sides, whatever their numbers of runs. */
static double usual_time(const struct gau_matrix *set, const struct gau_matrix_row *row)
{
    return (log(gau_matrix_mean(set, row, GAU_BASELINE)) +
            log(gau_matrix_mean(set, row, GAU_CANDIDATE))) /
           2;
}

static void choose_rows(struct gau_slowdowns *slowdowns, double least)
{
    const struct gau_matrix *const set = slowdowns->set;
    const double limit = log(least) + usual_time(set, &set->total);

    for (size_t i = 0; i < set->n; i++)
        if (is_complete(set, &set->rows[i]) && usual_time(set, &set->rows[i]) >= limit)
            slowdowns->rows[slowdowns->n++] = i;
    if (slowdowns->n < GAU_SLOWDOWN_ROWS)
        slowdowns->n = 0;
}

static void fill_slowdowns(struct gau_slowdowns *slowdowns)
{
    const struct gau_matrix *const set = slowdowns->set;
    double *excesses = slowdowns->excesses;

    for (size_t i = 0; i < slowdowns->n; i++) {
        const struct gau_matrix_row *const row = &set->rows[slowdowns->rows[i]];
        const double middle = usual_time(set, row);

        for (int side = 0; side < 2; side++)
            for (size_t run = 0; run < set->n_runs[side]; run++)
                *excesses++ = log(row->values[side][run]) - middle;
    }
}

bool gau_slowdowns_make(struct gau_slowdowns *out, const struct gau_matrix *set, double least)
{
    *out = (struct gau_slowdowns){.set = set, .rows = calloc(set->n + 1, sizeof *out->rows)};
    if (out->rows)
        choose_rows(out, least);
    out->excesses = calloc(out->n * gau_matrix_runs(set) + 1, sizeof *out->excesses);
    out->scratch = calloc(out->n + 1, sizeof *out->scratch);
    if (out->rows && out->excesses && out->scratch) {
        fill_slowdowns(out);
        return true;
    }
    gau_slowdowns_clear(out);
    return false;
}

void gau_slowdowns_clear(struct gau_slowdowns *slowdowns)
{
    free(slowdowns->rows);
    free(slowdowns->excesses);
    free(slowdowns->scratch);
    *slowdowns = (struct gau_slowdowns){0};
}

double gau_slowdown(const struct gau_slowdowns *slowdowns, const struct gau_matrix_row *row,
                    enum gau_side side, size_t run)
{
    const struct gau_matrix *const set = slowdowns->set;
    const size_t place = (side == GAU_BASELINE ? 0 : set->n_runs[GAU_BASELINE]) + run;
    size_t n = 0;

    for (size_t i = 0; i < slowdowns->n; i++)
        if (&set->rows[slowdowns->rows[i]] != row)
            slowdowns->scratch[n++] = slowdowns->excesses[i * gau_matrix_runs(set) + place];
    return n ? exp(gau_quantile(slowdowns->scratch, n, 0.5)) : 1;
}
