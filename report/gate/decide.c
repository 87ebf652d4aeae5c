/* SPDX-License-Identifier: Apache-2.0 */
#include "decide.h"

#include "speed.h"

#include <math.h>
#include <stdlib.h>

enum {
    RUNS_MAX = 1000, /* that anybody is told to make */
    SLOPE_RUNS = 5,  /* of a side, for a slope */
};

#define SPEED_SHARE 0.005 /* of all branches: what is below is too noisy to tell a speed */

struct deciding {
    struct gau_gate *gate;
    struct gau_speeds speeds;
    double *numbers[2]; /* of a row, by side; room for all runs */
    double *p;          /* of the total and the rows */
};

static double ratio_of(const double seconds[2])
{
    return seconds[GAU_SIDE_B] / seconds[GAU_SIDE_A];
}

/* --- the speed of the runs ----------------------------------------------------------------- */

/* All branches together. */
static void compare_speeds(struct deciding *d)
{
    struct gau_gate *const gate = d->gate;

    gate->common = (struct gau_interval){NAN, NAN, NAN};
    if (d->speeds.n == 0)
        return;
    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < gate->set->n_runs[side]; run++)
            d->numbers[side][run] = gau_speed(&d->speeds, NULL, (enum gau_side)side, run);
    gate->common = gau_ratio_interval(d->numbers[0], gate->set->n_runs[0], d->numbers[1],
                                      gate->set->n_runs[1], 0.99);
}

/*
 * A change that all branches share, beyond what the runs vary: if they were made by turns, the
 * program has changed, and the change belongs to every branch. If not, it may be the machine, and
 * is not charged to a branch; but a faster machine is not to make a branch slower.
 */
static bool is_speed_taken_out(const struct gau_gate *gate, const struct gau_speeds *speeds)
{
    if (speeds->n == 0)
        return false;
    if (gate->limits.runs == GAU_RUNS_BY_TURNS && gate->common.low > 1)
        return false;
    return !(gate->common.high < 1);
}

/*
 * How much of the speed of a run a branch feels: what only computes feels less of a busy machine
 * than what waits for memory. The slope of its logarithms over those of the speed, within the
 * sides; with few runs, 1.
 */
static double sensitivity(struct deciding *d, const struct gau_series *row)
{
    const struct gau_series_set *const set = d->gate->set;
    double squares = 0, products = 0;

    if (set->n_runs[0] < SLOPE_RUNS || set->n_runs[1] < SLOPE_RUNS)
        return 1;
    for (int side = 0; side < 2; side++) {
        double x = 0, y = 0, xx = 0, xy = 0;
        size_t n = 0;

        for (size_t run = 0; run < set->n_runs[side]; run++) {
            const double speed = log(gau_speed(&d->speeds, row, (enum gau_side)side, run));
            const double time = log(row->values[side][run]);

            if (isnan(time))
                continue;
            n++;
            x += speed;
            y += time;
            xx += speed * speed;
            xy += speed * time;
        }
        squares += n ? xx - x * x / (double)n : 0;
        products += n ? xy - x * y / (double)n : 0;
    }
    return squares > 0 ? fmin(fmax(products / squares, 0), 2) : 0;
}

/* What the sides have in common is the program's if runs were made by turns, as far as it is not
 * noise; else it may be all the machine's, and is taken out whatever the branch feels within. */
static double excess(struct deciding *d, const struct gau_series *row, enum gau_side side,
                     double slope)
{
    const size_t n = d->gate->set->n_runs[side];
    double sum = 0;

    if (d->gate->limits.runs == GAU_RUNS_BY_TURNS)
        return 1;
    for (size_t run = 0; run < n; run++)
        sum += log(gau_speed(&d->speeds, row, side, run));
    return exp((1 - slope) * sum / (double)n);
}

/* The numbers of a row, with or without the speed of the runs; their counts. */
static void load(struct deciding *d, const struct gau_series *row, size_t n[2])
{
    const struct gau_series_set *const set = d->gate->set;
    const bool apart = d->gate->without_speed && !row->is_total;
    const double slope = apart ? sensitivity(d, row) : 0;

    for (int i = 0; i < 2; i++) {
        const enum gau_side side = (enum gau_side)i;
        const double more = apart ? excess(d, row, side, slope) : 1;

        n[side] = 0;
        for (size_t run = 0; run < set->n_runs[side]; run++)
            if (!isnan(row->values[side][run]))
                d->numbers[side][n[side]++] =
                    row->values[side][run] /
                    (more * pow(gau_speed(&d->speeds, row, side, run), slope));
    }
}

/* --- one row ------------------------------------------------------------------------------- */

static double log_mean(const double *values, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += log(values[i]);
    return sum / (double)n;
}

static double log_deviation(const double *values, size_t n)
{
    const double mean = log_mean(values, n);
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (log(values[i]) - mean) * (log(values[i]) - mean);
    return n > 1 ? sqrt(sum / (double)(n - 1)) : (double)NAN;
}

static double standard_error(const struct gau_gate_row *row, const size_t n[2])
{
    return row->spread * sqrt(1.0 / (double)n[0] + 1.0 / (double)n[1]);
}

/* One candidate has no spread of its own: it is one more baseline, or it is slower. */
static double probability(const struct deciding *d, const struct gau_gate_row *row,
                          const size_t n[2])
{
    double t, p;

    if (n[GAU_SIDE_B] >= GAU_GATE_RUNS_MIN)
        return gau_larger_p(d->numbers[0], n[0], d->numbers[1], n[1], 1);
    t = log(row->ratio.value) / standard_error(row, n);
    p = gau_student_p(t, (double)n[0] - 1) / 2;
    return t > 0 ? p : 1 - p;
}

static struct gau_interval interval(const struct deciding *d, const struct gau_gate_row *row,
                                    const size_t n[2])
{
    const double ratio = exp(log_mean(d->numbers[1], n[1]) - log_mean(d->numbers[0], n[0]));
    double factor;

    if (n[0] < GAU_GATE_RUNS_MIN)
        return (struct gau_interval){ratio, NAN, NAN};
    if (n[1] >= GAU_GATE_RUNS_MIN)
        return gau_ratio_interval(d->numbers[0], n[0], d->numbers[1], n[1], 0.95);
    factor = exp(gau_student_quantile(0.975, (double)n[0] - 1) * standard_error(row, n));
    return (struct gau_interval){ratio, ratio / factor, ratio * factor};
}

static void measure(struct deciding *d, struct gau_gate_row *row)
{
    const struct gau_series_set *const set = d->gate->set;
    size_t n[2];

    for (int side = 0; side < 2; side++)
        row->seconds[side] = set->events * gau_series_mean(set, row->series, (enum gau_side)side);
    row->plain = ratio_of(row->seconds);
    row->ratio = (struct gau_interval){NAN, NAN, NAN};
    row->spread = row->limit = row->p = NAN;
    if (row->series->count[0] == 0 || row->series->count[1] == 0)
        return;
    load(d, row->series, n);
    row->spread = log_deviation(d->numbers[GAU_SIDE_A], n[GAU_SIDE_A]);
    row->ratio = interval(d, row, n);
    if (n[GAU_SIDE_A] >= GAU_GATE_RUNS_MIN)
        row->p = probability(d, row, n);
}

/* --- verdicts ------------------------------------------------------------------------------ */

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

static bool beyond_limit(const struct gau_gate_row *row)
{
    return row->ratio.value > row->limit && row->plain > 1;
}

/* Each candidate against each baseline. */
static enum gau_gate_verdict judge_grossly(const struct gau_gate *gate,
                                           const struct gau_gate_row *row)
{
    double most = 0, least = INFINITY;

    for (size_t i = 0; i < gate->set->n_runs[GAU_SIDE_A]; i++)
        most = fmax(most, row->series->values[GAU_SIDE_A][i]);
    for (size_t i = 0; i < gate->set->n_runs[GAU_SIDE_B]; i++)
        least = fmin(least, row->series->values[GAU_SIDE_B][i]);
    return least > row->limit * most && beyond_limit(row) ? GAU_GATE_SLOWER : GAU_GATE_FINE;
}

static enum gau_gate_verdict judge(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    if (gate->gross)
        return judge_grossly(gate, row);
    if (row->p < gate->limits.false_alarms && beyond_limit(row))
        return GAU_GATE_SLOWER;
    if (row->ratio.high < 1 && row->ratio.value * row->limit < 1)
        return GAU_GATE_FASTER;
    return row->limit > wanted_limit(gate, row) && row->ratio.high > wanted_limit(gate, row)
               ? GAU_GATE_NOISY
               : GAU_GATE_FINE;
}

/* The noise floor: what the spread of the baselines makes of two means now and then. */
static double noise_floor(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    const size_t n[2] = {row->series->count[0], row->series->count[1]};
    const double p = gate->limits.false_alarms / (double)gate->tested;

    return exp(gau_student_quantile(1 - p, (double)n[0] - 1) * standard_error(row, n));
}

/* On each side, for the noise floor to come down to a limit. That many normal
 * deviates would do is where the search for the few more of Student's begins. */
static size_t runs_needed(const struct gau_gate *gate, const struct gau_gate_row *row, double limit)
{
    const double p = gate->limits.false_alarms / (double)gate->tested;
    const double wanted = log(limit) / row->spread;
    const double t = gau_normal_quantile(1 - p) / wanted;
    double n = fmax(ceil(2 * t * t), GAU_GATE_RUNS_MIN);

    while (n < RUNS_MAX && gau_student_quantile(1 - p, n - 1) * sqrt(2 / n) > wanted)
        n++;
    return (size_t)fmin(n, RUNS_MAX);
}

static double limit_of(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    return fmax(wanted_limit(gate, row),
                gate->gross ? GAU_GATE_GROSS_RATIO : noise_floor(gate, row));
}

static void count_verdict(struct gau_gate *gate, const struct gau_gate_row *row)
{
    size_t needed;

    gate->slower += row->verdict == GAU_GATE_SLOWER;
    if (row->verdict != GAU_GATE_NOISY)
        return;
    gate->noisy++;
    needed = runs_needed(gate, row, wanted_limit(gate, row));
    gate->runs_needed = needed > gate->runs_needed ? needed : gate->runs_needed;
}

static struct gau_gate_row *row_at(struct gau_gate *gate, size_t i)
{
    return i == 0 ? &gate->total : &gate->rows[i - 1];
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

static bool judge_rows(struct deciding *d)
{
    struct gau_gate *const gate = d->gate;

    for (size_t i = 0; i <= gate->n; i++) {
        struct gau_gate_row *const row = row_at(gate, i);

        row->verdict = untested(gate, row);
        gate->tested += is_tested(gate, row);
        d->p[i] = is_tested(gate, row) ? row->p : (double)NAN;
    }
    if (!gau_holm(d->p, gate->n + 1))
        return false;
    for (size_t i = 0; i <= gate->n; i++) {
        struct gau_gate_row *const row = row_at(gate, i);

        row->p = d->p[i];
        if (!is_tested(gate, row))
            continue;
        row->limit = limit_of(gate, row);
        row->verdict = judge(gate, row);
        count_verdict(gate, row);
    }
    return true;
}

/* --- all ----------------------------------------------------------------------------------- */

static bool decide(struct deciding *d)
{
    struct gau_gate *const gate = d->gate;
    const struct gau_series_set *const set = gate->set;

    compare_speeds(d);
    gate->gross = gate->limits.runs == GAU_RUNS_UNLIKE || set->n_runs[0] < GAU_GATE_RUNS_MIN;
    gate->without_speed = !gate->gross && is_speed_taken_out(gate, &d->speeds);
    for (size_t i = 0; i <= gate->n; i++) {
        struct gau_gate_row *const row = row_at(gate, i);

        row->series = i == 0 ? &set->total : &set->rows[i - 1];
        measure(d, row);
    }
    if (isnan(gate->limits.min_s))
        gate->limits.min_s = GAU_GATE_MIN_SHARE * gate->total.seconds[GAU_SIDE_A];
    return judge_rows(d);
}

bool gau_gate_decide(struct gau_gate *out, const struct gau_series_set *set,
                     const struct gau_gate_limits *limits)
{
    struct deciding d = {.gate = out};
    bool done = false;

    *out = (struct gau_gate){.limits = *limits, .set = set, .n = set->n};
    out->rows = calloc(set->n + 1, sizeof *out->rows);
    d.p = calloc(set->n + 1, sizeof *d.p);
    for (int side = 0; side < 2; side++)
        d.numbers[side] = calloc(set->n_runs[side] + 1, sizeof *d.numbers[side]);
    if (out->rows && d.p && d.numbers[0] && d.numbers[1] &&
        gau_speeds_make(&d.speeds, set, SPEED_SHARE))
        done = decide(&d);
    gau_speeds_clear(&d.speeds);
    free(d.p);
    free(d.numbers[0]);
    free(d.numbers[1]);
    if (!done)
        gau_gate_clear(out);
    return done;
}

void gau_gate_clear(struct gau_gate *gate)
{
    free(gate->rows);
    *gate = (struct gau_gate){0};
}
