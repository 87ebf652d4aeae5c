/* SPDX-License-Identifier: Apache-2.0 */
#include "event_pairs.h"

#include "comparison.h"

#include <math.h>
#include <stdlib.h>

struct gau_event_of_run {
    int64_t number;
    double seconds[GAU_EVENT_N_QUANTITIES];
    size_t run;
    bool is_warm_up;
};

static size_t count_runs(const struct gau_event_pairs *pairs)
{
    return pairs->n_runs[0] + pairs->n_runs[1];
}

/* --- the events of the runs ---------------------------------------------------------------- */

bool gau_event_pairs_add(struct gau_event_pairs *pairs, const struct gau_event_data *run, int side)
{
    const size_t size = pairs->n_events + run->n, number = count_runs(pairs);
    struct gau_event_of_run *const events = realloc(pairs->events, (size + 1) * sizeof *events);

    if (!events)
        return false;
    pairs->events = events;
    pairs->n_runs[side]++;
    for (size_t i = 0; i < run->n; i++) {
        const struct gau_event_row *const row = &run->rows[i];

        if (!isnan(row->time_s))
            events[pairs->n_events++] =
                (struct gau_event_of_run){.number = row->number,
                                          .seconds = {row->time_s, row->cpu_s},
                                          .run = number,
                                          .is_warm_up = row->marks & GAU_EVENT_WARM_UP};
    }
    return true;
}

static int by_number(const void *a, const void *b)
{
    const struct gau_event_of_run *const left = a, *const right = b;
    const int order = (left->number > right->number) - (left->number < right->number);

    return order ? order : (left->run > right->run) - (left->run < right->run);
}

/* --- a pair -------------------------------------------------------------------------------- */

/* The events of one number: a part of the sorted ones. */
struct part {
    const struct gau_event_of_run *events;
    size_t n;
};

/* Returns how many events are of the run of the first. */
static size_t count_same_run(struct part part)
{
    size_t n = 1;

    while (n < part.n && part.events[n].run == part.events[0].run)
        n++;
    return n;
}

static void add_pair(struct gau_event_pairs *pairs, struct part part)
{
    struct gau_event_pair *const pair = &pairs->items[pairs->n++];

    *pair = (struct gau_event_pair){.number = part.events[0].number};
    pairs->repeated += part.n > count_runs(pairs);
    for (size_t at = 0; at < part.n;) {
        const struct part same = {part.events + at, part.n - at};
        const size_t run = same.events[0].run, n = count_same_run(same);
        const int side = run >= pairs->n_runs[0];

        for (int quantity = 0; quantity < GAU_EVENT_N_QUANTITIES; quantity++) {
            double mean = 0;

            for (size_t i = 0; i < n; i++)
                mean += same.events[i].seconds[quantity] / (double)n;
            pair->seconds[quantity][side] += mean / (double)pairs->n_runs[side];
            pairs->run_means[quantity][run] += mean;
        }
        at += n;
    }
}

static void take_number(struct gau_event_pairs *pairs, struct part part)
{
    size_t runs[2] = {0};
    bool is_warm_up = false;

    for (size_t i = 0; i < part.n; i++) {
        is_warm_up |= part.events[i].is_warm_up;
        if (i == 0 || part.events[i].run != part.events[i - 1].run)
            runs[part.events[i].run >= pairs->n_runs[0]]++;
    }
    if (is_warm_up)
        pairs->warm_up++;
    else if (runs[0] == pairs->n_runs[0] && runs[1] == pairs->n_runs[1])
        add_pair(pairs, part);
    else if (runs[0] > 0 && runs[1] > 0)
        pairs->incomplete++;
    else
        pairs->only[runs[0] == 0]++;
}

bool gau_event_pairs_make(struct gau_event_pairs *pairs)
{
    const size_t runs = count_runs(pairs);

    pairs->items = calloc(pairs->n_events + 1, sizeof *pairs->items);
    for (int quantity = 0; quantity < GAU_EVENT_N_QUANTITIES; quantity++) {
        pairs->run_means[quantity] = calloc(runs + 1, sizeof(double));
        if (!pairs->run_means[quantity])
            return false;
    }
    if (!pairs->items)
        return false;
    if (pairs->n_events > 0)
        qsort(pairs->events, pairs->n_events, sizeof *pairs->events, by_number);
    for (size_t i = 0, next; i < pairs->n_events; i = next) {
        for (next = i + 1; next < pairs->n_events; next++)
            if (pairs->events[next].number != pairs->events[i].number)
                break;
        take_number(pairs, (struct part){&pairs->events[i], next - i});
    }
    for (size_t i = 0; i < GAU_EVENT_N_QUANTITIES * runs; i++)
        pairs->run_means[i / runs][i % runs] /= (double)pairs->n;
    return true;
}

void gau_event_pairs_clear(struct gau_event_pairs *pairs)
{
    for (int quantity = 0; quantity < GAU_EVENT_N_QUANTITIES; quantity++)
        free(pairs->run_means[quantity]);
    free(pairs->items);
    free(pairs->events);
    *pairs = (struct gau_event_pairs){0};
}

/* --- what they say ------------------------------------------------------------------------- */

/*
 * Events of a job differ much, so what counts is the ratio of the mean times, to which each event
 * contributes by its time, and not the mean of the ratios. The logarithm of a mean changes with
 * each time by what that is relative to the mean, as long as the mean is not far off: these linear
 * parts are given to the estimate of pairs in place of logarithms.
 */
bool gau_event_pairs_estimate(struct gau_interval *ratio, const struct gau_event_pairs *pairs,
                              enum gau_event_quantity quantity)
{
    double *const parts = calloc(2 * pairs->n + 1, sizeof *parts);
    const double *const logs[2] = {parts, parts + pairs->n};
    struct gau_estimate estimate;

    *ratio = (struct gau_interval){(double)NAN, (double)NAN, (double)NAN};
    if (!parts)
        return false;
    for (size_t side = 0; side < 2; side++) {
        double *const of_side = parts + side * pairs->n;
        double mean;

        for (size_t i = 0; i < pairs->n; i++)
            of_side[i] = pairs->items[i].seconds[quantity][side];
        mean = gau_mean(of_side, pairs->n);
        for (size_t i = 0; i < pairs->n; i++)
            of_side[i] = log(mean) + of_side[i] / mean - 1;
    }
    if (pairs->n >= GAU_ESTIMATE_PAIRS_MIN) {
        gau_estimate_make_of_pairs(&estimate, logs, pairs->n);
        if (isfinite(estimate.log_ratio))
            *ratio = gau_estimate_interval(&estimate, 1 - GAU_LEVEL);
    }
    free(parts);
    return true;
}

/* Sets the logarithms of the ratios of single pairs; returns their number. */
static size_t list_ratios(double *ratios, const struct gau_event_pairs *pairs)
{
    size_t n = 0;

    for (size_t i = 0; i < pairs->n; i++) {
        const double *const seconds = pairs->items[i].seconds[GAU_EVENT_WALL];

        if (seconds[0] > 0 && seconds[1] > 0)
            ratios[n++] = log(seconds[1] / seconds[0]);
    }
    return n;
}

/* Returns by how much a pair changed, against what most changed; 0: no more than noise explains. */
static double change_of(const struct gau_event_pair *pair, double common, double noise)
{
    const double *const seconds = pair->seconds[GAU_EVENT_WALL];

    if (!(seconds[0] > 0 && seconds[1] > 0) || fabs(log(seconds[1] / seconds[0]) - common) <= noise)
        return 0;
    return fabs(seconds[1] - seconds[0] * exp(common));
}

bool gau_event_pairs_changed(const struct gau_event_pair *changed[GAU_EVENT_CHANGED_MOST],
                             size_t *n, const struct gau_event_pairs *pairs)
{
    double *const ratios = calloc(pairs->n + 1, sizeof *ratios);
    double changes[GAU_EVENT_CHANGED_MOST], common, noise;
    size_t known;

    *n = 0;
    if (!ratios)
        return false;
    known = list_ratios(ratios, pairs);
    common = gau_quantile(ratios, known, 0.5);
    /* Clocks are not more precise than the last term. */
    noise = gau_normal_quantile(1 - GAU_LEVEL / 2 / (double)known) *
                gau_robust_deviation(ratios, known) +
            1e-9;
    free(ratios);
    for (size_t i = 0; known >= GAU_ESTIMATE_PAIRS_MIN && i < pairs->n; i++) {
        const double change = change_of(&pairs->items[i], common, noise);
        size_t at = *n < GAU_EVENT_CHANGED_MOST ? *n : GAU_EVENT_CHANGED_MOST;

        if (!(change > 0))
            continue;
        for (; at > 0 && change > changes[at - 1]; at--)
            if (at < GAU_EVENT_CHANGED_MOST) {
                changes[at] = changes[at - 1];
                changed[at] = changed[at - 1];
            }
        if (at < GAU_EVENT_CHANGED_MOST) {
            changes[at] = change;
            changed[at] = &pairs->items[i];
            *n += *n < GAU_EVENT_CHANGED_MOST;
        }
    }
    return true;
}
