/* SPDX-License-Identifier: Apache-2.0 */
#include "verdicts.h"

#include <math.h>

enum { RUNS_MAX = 1000 }; /* that anybody is told to make */

/* --- what is tested ------------------------------------------------------------------------ */

static bool is_open(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    return row->series->is_total && gate->limits.runs == GAU_RUNS_APART;
}

static enum gau_gate_verdict untested(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    if (row->series->count[GAU_SIDE_A] == 0)
        return GAU_GATE_NEW;
    if (row->series->count[GAU_SIDE_B] == 0)
        return GAU_GATE_GONE;
    if (fmax(row->seconds[0], row->seconds[1]) < gate->limits.min_s)
        return GAU_GATE_SMALL;
    return is_open(gate, row) ? GAU_GATE_OPEN : GAU_GATE_FINE;
}

/* Without noise: the ratio that is fine, or that of the time that does not matter. */
static double wanted_limit(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    return fmax(gate->limits.max_ratio, 1 + gate->limits.min_s / row->seconds[GAU_SIDE_A]);
}

/* --- the verdict of a row ------------------------------------------------------------------ */

static bool is_beyond(const struct gau_gate_row *row, double limit)
{
    return row->ratio.value > limit && row->plain > 1;
}

/* The largest limit there is. */
static double gross_limit(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    return fmax(gate->gross_ratio, wanted_limit(gate, row));
}

/* No noise excuses what every candidate takes more of, against each baseline. */
static double beyond_noise(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    const double share = gate->set->cpu ? GAU_GATE_GROSS_CPU_SHARE : GAU_GATE_GROSS_WALL_SHARE;
    const double least = share * gate->total.seconds[GAU_SIDE_A];

    return fmax(gross_limit(gate, row), 1 + least / row->seconds[GAU_SIDE_A]);
}

static bool is_grossly_slower(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    const double limit = beyond_noise(gate, row);
    double most = 0, least = INFINITY;

    for (size_t i = 0; i < gate->set->n_runs[GAU_SIDE_A]; i++)
        most = fmax(most, row->series->values[GAU_SIDE_A][i]);
    for (size_t i = 0; i < gate->set->n_runs[GAU_SIDE_B]; i++)
        least = fmin(least, row->series->values[GAU_SIDE_B][i]);
    return least > limit * most && is_beyond(row, limit);
}

static enum gau_gate_verdict judge(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    const double wanted = wanted_limit(gate, row);

    if (is_grossly_slower(gate, row))
        return GAU_GATE_SLOWER;
    if (gate->gross)
        return GAU_GATE_OPEN;
    if (row->p < gate->limits.false_alarms && is_beyond(row, row->limit))
        return GAU_GATE_SLOWER;
    if (row->ratio.high < 1 && row->ratio.value * row->limit < 1)
        return GAU_GATE_FASTER;
    return row->ratio.value > row->limit || (row->limit > wanted && row->ratio.high > wanted)
               ? GAU_GATE_NOISY
               : GAU_GATE_FINE;
}

/* The noise floor: what the spread of the baselines makes of two means now and then. */
static double noise_floor(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    const double p = gate->limits.false_alarms / (double)gate->tested;

    return exp(gau_student_quantile(1 - p, (double)row->series->count[0] - 1) * row->error);
}

/* On each side, for the noise floor to come down to what is wanted. That many normal
 * deviates would do is where the search for the few more of Student's begins. */
static size_t runs_needed(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    const double p = gate->limits.false_alarms / (double)gate->tested;
    const double wanted = log(wanted_limit(gate, row)) / fmax(row->spread, row->spread_both);
    const double t = gau_normal_quantile(1 - p) / wanted;
    const double more = fmin((double)row->series->count[0], (double)row->series->count[1]) + 1;
    double n = fmax(ceil(2 * t * t), fmax(more, GAU_GATE_RUNS_MIN));

    while (n < RUNS_MAX && gau_student_quantile(1 - p, n - 1) * sqrt(2 / n) > wanted)
        n++;
    return (size_t)fmin(n, RUNS_MAX);
}

static double limit_of(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    const double gross = gross_limit(gate, row);

    return gate->gross ? gross : fmin(fmax(wanted_limit(gate, row), noise_floor(gate, row)), gross);
}

/* --- all rows ------------------------------------------------------------------------------ */

static void count_verdict(struct gau_gate *gate, const struct gau_gate_row *row)
{
    size_t needed;

    gate->slower += row->verdict == GAU_GATE_SLOWER;
    if (row->verdict != GAU_GATE_NOISY)
        return;
    gate->noisy++;
    needed = runs_needed(gate, row);
    gate->runs_needed = needed > gate->runs_needed ? needed : gate->runs_needed;
}

/* A row of which a side has too few numbers, as of a branch that few runs have, is not tested. */
static bool is_tested(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    if (row->verdict != GAU_GATE_FINE)
        return false;
    return gate->gross ? row->series->count[0] == gate->set->n_runs[0] &&
                             row->series->count[1] == gate->set->n_runs[1]
                       : row->series->count[GAU_SIDE_A] >= GAU_GATE_RUNS_MIN;
}

bool gau_gate_judge(struct gau_gate *gate, double *p)
{
    for (size_t i = 0; i <= gate->n; i++) {
        struct gau_gate_row *const row = gau_gate_row_at(gate, i);

        row->verdict = untested(gate, row);
        gate->tested += is_tested(gate, row);
        p[i] = is_tested(gate, row) ? row->p : (double)NAN;
    }
    if (!gau_holm(p, gate->n + 1))
        return false;
    for (size_t i = 0; i <= gate->n; i++) {
        struct gau_gate_row *const row = gau_gate_row_at(gate, i);

        row->p = p[i];
        if (is_tested(gate, row)) {
            row->limit = limit_of(gate, row);
            row->verdict = judge(gate, row);
            count_verdict(gate, row);
        } else if (row->verdict == GAU_GATE_FINE) {
            row->verdict = GAU_GATE_OPEN;
        }
    }
    return true;
}
