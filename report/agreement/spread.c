/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/hotspots/errors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * With many runs nothing needs to be known of how samples were drawn: the differences of all runs
 * together are ratios of sums over runs, and what each run adds to such a ratio beyond its part
 * spreads as it does (W. G. Cochran, Sampling Techniques, 1977, section 6.3). Runs without samples
 * count as the others.
 */

struct sums {
    double *timer_s, *sampled_s; /* of a run, by row */
    double run_timer_s, run_sampled_s;
    double *shares, *relatives; /* sums of squares of what runs add, by row */
    double *mean_shares, *mean_relatives;
};

/* The row that a row of the timer is in; GAU_NO_BRANCH: none. */
static size_t row_of(const struct gau_agreement_work *work, const struct gau_timing *timing)
{
    const size_t branch =
        strcmp(timing->root, "Event") == 0 ? gau_agreement_find(work, timing->path) : GAU_NO_BRANCH;
    const size_t target = branch == GAU_NO_BRANCH ? GAU_NO_BRANCH : work->branches[branch].target;

    return target == GAU_NO_BRANCH ? GAU_NO_BRANCH : work->row_of[target];
}

static void add_timer(struct sums *sums, const struct gau_agreement_work *work,
                      const struct gau_timings *timings)
{
    for (size_t i = 0; i < timings->n; i++) {
        const struct gau_timing *const timing = &timings->rows[i];
        const double self = work->out->cpu ? timing->cpu_self_s : timing->self_s;
        const size_t row = row_of(work, timing);

        if (row == GAU_NO_BRANCH || !(self > 0))
            continue;
        sums->timer_s[row] += self;
        sums->run_timer_s += self;
    }
}

static void add_samples(struct sums *sums, const struct gau_profile *profile,
                        const uint32_t *places)
{
    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const double weight = (double)profile->samples[i].weight_ns / 1e9;

        if (places[i] == GAU_HOT_NO_GROUP)
            continue;
        sums->sampled_s[places[i]] += weight;
        sums->run_sampled_s += weight;
    }
}

/* What a run adds to the differences, to first order. */
static void add_run(struct sums *sums, const struct gau_agreement *out)
{
    const struct gau_agreement_row *const top = &out->rows[out->top];
    const double n = (double)out->runs;

    for (size_t i = 0; i < out->n; i++) {
        const struct gau_agreement_row *const row = &out->rows[i];
        const double share =
            (sums->sampled_s[i] - row->sampled * sums->run_sampled_s) / out->sampled_s -
            (sums->timer_s[i] - row->timer * sums->run_timer_s) / out->timer_s;
        const double relative =
            (sums->sampled_s[i] - row->relative_sampled * sums->sampled_s[out->top]) /
                top->sampled_s -
            (sums->timer_s[i] - row->relative_timer * sums->timer_s[out->top]) / top->timer_s;

        sums->shares[i] += share * share;
        sums->mean_shares[i] += share / n;
        sums->relatives[i] += relative * relative;
        sums->mean_relatives[i] += relative / n;
    }
}

static double error_of(double squares, double mean, double n)
{
    const double variance = (squares - n * mean * mean) * n / (n - 1);

    return isfinite(variance) ? sqrt(fmax(variance, 0)) : (double)NAN;
}

bool gau_agreement_spread(struct gau_agreement_work *work, uint32_t *const *places)
{
    struct gau_agreement *const out = work->out;
    double *const room = calloc(6 * out->n + 1, sizeof *room);
    struct sums sums = {.timer_s = room, .sampled_s = room ? room + out->n : NULL};

    if (!room)
        return false;
    sums.shares = sums.sampled_s + out->n;
    sums.relatives = sums.shares + out->n;
    sums.mean_shares = sums.relatives + out->n;
    sums.mean_relatives = sums.mean_shares + out->n;
    for (size_t i = 0; i < work->n_sources; i++) {
        memset(room, 0, 2 * out->n * sizeof *room);
        sums.run_timer_s = sums.run_sampled_s = 0;
        add_timer(&sums, work, &work->sources[i].timings);
        add_samples(&sums, work->sources[i].result.profile, places[i]);
        add_run(&sums, out);
    }
    for (size_t i = 0; i < out->n; i++) {
        struct gau_agreement_row *const row = &out->rows[i];
        const double n = (double)work->n_sources;

        row->spread = error_of(sums.shares[i], sums.mean_shares[i], n);
        row->relative_spread = error_of(sums.relatives[i], sums.mean_relatives[i], n);
    }
    free(room);
    return true;
}
