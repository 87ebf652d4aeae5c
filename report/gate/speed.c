/* SPDX-License-Identifier: Apache-2.0 */
#include "speed.h"

#include "report/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>

static size_t count_runs(const struct gau_series_set *set)
{
    return set->n_runs[0] + set->n_runs[1];
}

static bool is_complete(const struct gau_series_set *set, const struct gau_series *row)
{
    return row->count[0] == set->n_runs[0] && row->count[1] == set->n_runs[1];
}

/* What is usual is between the sides, however many runs each has. */
static double usual(const struct gau_series_set *set, const struct gau_series *row)
{
    return (log(gau_series_mean(set, row, GAU_SIDE_A)) +
            log(gau_series_mean(set, row, GAU_SIDE_B))) /
           2;
}

static void choose_rows(struct gau_speeds *speeds, double least)
{
    const struct gau_series_set *const set = speeds->set;
    const double limit = log(least) + usual(set, &set->total);

    if (!is_complete(set, &set->total))
        return;
    for (size_t i = 0; i < set->n; i++)
        if (is_complete(set, &set->rows[i]) && usual(set, &set->rows[i]) >= limit)
            speeds->rows[speeds->n++] = i;
    if (speeds->n < GAU_SPEED_ROWS)
        speeds->n = 0;
}

static void fill(struct gau_speeds *speeds)
{
    const struct gau_series_set *const set = speeds->set;
    double *lateness = speeds->lateness;

    for (size_t i = 0; i < speeds->n; i++) {
        const struct gau_series *const row = &set->rows[speeds->rows[i]];
        const double middle = usual(set, row);

        for (int side = 0; side < 2; side++)
            for (size_t run = 0; run < set->n_runs[side]; run++)
                *lateness++ = log(row->values[side][run]) - middle;
    }
}

bool gau_speeds_make(struct gau_speeds *out, const struct gau_series_set *set, double least)
{
    *out = (struct gau_speeds){.set = set, .rows = calloc(set->n + 1, sizeof *out->rows)};
    if (out->rows)
        choose_rows(out, least);
    out->lateness = calloc(out->n * count_runs(set) + 1, sizeof *out->lateness);
    out->scratch = calloc(out->n + 1, sizeof *out->scratch);
    if (out->rows && out->lateness && out->scratch) {
        fill(out);
        return true;
    }
    gau_speeds_clear(out);
    return false;
}

void gau_speeds_clear(struct gau_speeds *speeds)
{
    free(speeds->rows);
    free(speeds->lateness);
    free(speeds->scratch);
    *speeds = (struct gau_speeds){0};
}

double gau_speed(const struct gau_speeds *speeds, const struct gau_series *row, enum gau_side side,
                 size_t run)
{
    const struct gau_series_set *const set = speeds->set;
    const size_t place = (side == GAU_SIDE_A ? 0 : set->n_runs[GAU_SIDE_A]) + run;
    size_t n = 0;

    for (size_t i = 0; i < speeds->n; i++)
        if (&set->rows[speeds->rows[i]] != row)
            speeds->scratch[n++] = speeds->lateness[i * count_runs(set) + place];
    return n ? exp(gau_quantile(speeds->scratch, n, 0.5)) : 1;
}
