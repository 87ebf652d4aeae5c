/* SPDX-License-Identifier: Apache-2.0 */
#include "decide.h"

#include "speed.h"
#include "verdicts.h"

#include <math.h>
#include <stdlib.h>

enum {
    SLOPE_RUNS = 5, /* of a side, for a slope */
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

/* One candidate has no spread of its own: it is one more baseline, or it is slower. */
static double probability(const struct deciding *d, const struct gau_gate_row *row,
                          const size_t n[2])
{
    double t, p;

    if (n[GAU_SIDE_B] >= GAU_GATE_RUNS_MIN)
        return gau_larger_p(d->numbers[0], n[0], d->numbers[1], n[1], 1);
    t = log(row->ratio.value) / row->error;
    p = gau_student_p(t, (double)n[0] - 1) / 2;
    return t > 0 ? p : 1 - p;
}

static struct gau_interval interval(const struct deciding *d, const struct gau_gate_row *row,
                                    const size_t n[2])
{
    const double ratio =
        exp(gau_log_moments(d->numbers[1], n[1]).mean - gau_log_moments(d->numbers[0], n[0]).mean);
    double factor;

    if (n[0] < GAU_GATE_RUNS_MIN)
        return (struct gau_interval){ratio, NAN, NAN};
    if (n[1] >= GAU_GATE_RUNS_MIN)
        return gau_ratio_interval(d->numbers[0], n[0], d->numbers[1], n[1], 0.95);
    factor = exp(gau_student_quantile(0.975, (double)n[0] - 1) * row->error);
    return (struct gau_interval){ratio, ratio / factor, ratio * factor};
}

static void set_spreads(const struct deciding *d, struct gau_gate_row *row, const size_t n[2])
{
    row->spread = sqrt(gau_log_moments(d->numbers[GAU_SIDE_A], n[GAU_SIDE_A]).variance);
    row->spread_both = gau_log_deviation(d->numbers[0], n[0], d->numbers[1], n[1]);
    row->error = row->spread * sqrt(1.0 / (double)n[0] + 1.0 / (double)n[1]);
}

static void measure(struct deciding *d, struct gau_gate_row *row)
{
    const struct gau_series_set *const set = d->gate->set;
    size_t n[2];

    for (int side = 0; side < 2; side++)
        row->seconds[side] = set->events * gau_series_mean(set, row->series, (enum gau_side)side);
    row->plain = ratio_of(row->seconds);
    row->ratio = (struct gau_interval){NAN, NAN, NAN};
    row->spread = row->spread_both = row->error = row->limit = row->p = NAN;
    if (row->series->count[0] == 0 || row->series->count[1] == 0)
        return;
    load(d, row->series, n);
    set_spreads(d, row, n);
    row->ratio = interval(d, row, n);
    if (n[GAU_SIDE_A] >= GAU_GATE_RUNS_MIN)
        row->p = probability(d, row, n);
}

struct gau_gate_row *gau_gate_row_at(struct gau_gate *gate, size_t i)
{
    return i == 0 ? &gate->total : &gate->rows[i - 1];
}

/* --- all ----------------------------------------------------------------------------------- */

static bool decide(struct deciding *d)
{
    struct gau_gate *const gate = d->gate;
    const struct gau_series_set *const set = gate->set;

    compare_speeds(d);
    gate->gross_ratio = set->cpu ? GAU_GATE_GROSS_CPU : GAU_GATE_GROSS_WALL;
    gate->gross = gate->limits.runs == GAU_RUNS_UNLIKE || set->n_runs[0] < GAU_GATE_RUNS_MIN;
    gate->without_speed = !gate->gross && is_speed_taken_out(gate, &d->speeds);
    for (size_t i = 0; i <= gate->n; i++) {
        struct gau_gate_row *const row = gau_gate_row_at(gate, i);

        row->series = i == 0 ? &set->total : &set->rows[i - 1];
        measure(d, row);
    }
    if (isnan(gate->limits.min_s))
        gate->limits.min_s = GAU_GATE_MIN_SHARE * gate->total.seconds[GAU_SIDE_A];
    return gau_gate_judge(gate, d->p);
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
