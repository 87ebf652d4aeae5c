/* SPDX-License-Identifier: Apache-2.0 */
#include "verdicts.h"

#include <math.h>

enum { RUNS_MAX = 1000 }; /* that anybody is told to make */

/* --- what is tested ------------------------------------------------------------------------ */

/* The total of runs apart has a verdict of its own, without a test of chance. */
static bool is_open(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    return row->series->is_total && gate->limits.runs == GAU_RUNS_APART && !gate->gross;
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

/* What the clock reads of a branch may cost more in runs apart; they do not scale with the rest. */
static double border_limit(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    const double border_s = gate->set->events * row->series->border_s;

    return isnan(gate->scatter) ? 1 : 1 + GAU_GATE_BORDERS * border_s / row->seconds[GAU_SIDE_A];
}

/* --- the verdict of a row ------------------------------------------------------------------ */

static bool is_beyond(const struct gau_gate_row *row, double limit)
{
    return row->adjusted.value > limit && row->ratio > 1;
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
    return least > limit * most;
}

static enum gau_gate_verdict judge(const struct gau_gate *gate, struct gau_gate_row *row)
{
    const double wanted = wanted_limit(gate, row);

    row->grossly = is_grossly_slower(gate, row);
    if (row->grossly) {
        row->limit = beyond_noise(gate, row);
        return GAU_GATE_SLOWER;
    }
    if (gate->gross)
        return GAU_GATE_OPEN;
    if (row->p < gate->limits.false_alarms && is_beyond(row, row->limit))
        return GAU_GATE_SLOWER;
    if (gate->beyond_drift)
        return GAU_GATE_OPEN;
    if (row->adjusted.high < 1 && row->adjusted.value * row->limit < 1)
        return GAU_GATE_FASTER;
    return row->adjusted.value > row->limit || (row->limit > wanted && row->adjusted.high > wanted)
               ? GAU_GATE_NOISY
               : GAU_GATE_FINE;
}

/* The noise floor: what the spread of the baselines makes of two means now and then. */
static double noise_floor(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    return gau_estimate_floor(&row->estimate, gate->limits.false_alarms / (double)gate->tested);
}

/* On each side, for the noise floor to come down to what is wanted. That many normal
 * deviates would do is where the search for the few more of Student's begins. */
static size_t runs_needed(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    const double p = gate->limits.false_alarms / (double)gate->tested;
    const double wanted =
        log(wanted_limit(gate, row)) / fmax(row->estimate.spread, row->estimate.spread_both);
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
    const double chance = fmin(fmax(wanted_limit(gate, row), noise_floor(gate, row)), gross);

    return gate->gross ? gross : fmax(chance, border_limit(gate, row));
}

/* What is new has no ratio: it costs what it takes, in every candidate. */
static bool is_added(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    const struct gau_series *const series = row->series;

    if (!series->is_replacement || series->count[GAU_SIDE_A] > 0 ||
        gate->limits.runs == GAU_RUNS_UNLIKE)
        return false;
    for (size_t i = 0; i < gate->set->n_runs[GAU_SIDE_B]; i++)
        if (!(gate->set->events * series->values[GAU_SIDE_B][i] > gate->limits.min_s))
            return false;
    return true;
}

/* A machine's drift is no slowdown of the program, up to what machines do. */
static enum gau_gate_verdict judge_total_apart(const struct gau_gate *gate,
                                               struct gau_gate_row *row)
{
    row->limit = gate->drift_ratio;
    return gate->beyond_drift || row->adjusted.low > gate->drift_ratio ? GAU_GATE_SLOWER
                                                                       : GAU_GATE_OPEN;
}

/* --- all rows ------------------------------------------------------------------------------ */

static void count_verdict(struct gau_gate *gate, const struct gau_gate_row *row)
{
    size_t needed;

    gate->slower += row->verdict == GAU_GATE_SLOWER;
    if (row->verdict != GAU_GATE_NOISY)
        return;
    gate->noisy++;
    needed = isnan(gate->scatter) ? runs_needed(gate, row) : 0;
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
        } else if (row->verdict == GAU_GATE_FINE) {
            row->verdict = GAU_GATE_OPEN;
        } else if (is_open(gate, row)) {
            row->verdict = judge_total_apart(gate, row);
        } else if (is_added(gate, row)) {
            row->verdict = GAU_GATE_SLOWER;
        }
        count_verdict(gate, row);
    }
    return true;
}
