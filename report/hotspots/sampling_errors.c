/* SPDX-License-Identifier: Apache-2.0 */
#include "sampling_errors.h"

#include <math.h>
#include <stdlib.h>

/* Sums of one group, over threads; {0} has none yet. */
struct differences {
    double next, second; /* v[1] and v[2] */
    double changes;      /* neighbours of which one is in the group, and the other is not */
    double end;          /* what may follow the last samples */
};

/* Groups are counted from 1 here; 0 is above the root and holds what is in no group. */
struct gau_hotspots_errors_group {
    struct differences all, own;     /* of the threads that have ended */
    struct differences thread, mine; /* likewise, of the thread at work, not yet scaled */
    uint32_t seen;                   /* the number of the set that had it last */
    bool touched;
};

/* --- one group ----------------------------------------------------------------------------- */

/* Returns n / (2 (n - apart)) for a thread with n samples; 0 if there are not that many. */
static double factor(uint64_t n, unsigned apart)
{
    return n > apart ? (double)n / (2 * (double)(n - apart)) : 0;
}

static double end_square(uint64_t n, double last_weight)
{
    return last_weight * last_weight / (n > 1 ? 3 : 1);
}

/* Returns the factor for an exponential correlation r between neighbours. */
static double exponential(double r)
{
    if (r < 1e-6)
        return 1;
    return r > 0.999 ? 1 / 6.0 : ((1 + r) / (1 - r) + 2 / log(r)) / (1 - r);
}

/* Returns the part of v[1] that is an error. */
static double part_of(const struct differences *differences)
{
    double r, by_steps, by_correlation;

    if (differences->next <= 0 || differences->changes <= 0)
        return 1;
    r = fmin(differences->second / differences->next - 1, 1);
    by_steps = 1 - fmax(r - 1 / differences->changes, 0) * 5 / 6;
    by_correlation = exponential(r - 2 / sqrt(differences->changes));
    return (by_steps + fmin(by_correlation, by_steps)) / 2;
}

static double variance(const struct differences *differences)
{
    return differences->next * part_of(differences) + differences->end;
}

/* --- all of them --------------------------------------------------------------------------- */

bool gau_hotspots_errors_begin(struct gau_hotspots_errors *errors, const uint32_t *parents,
                               uint32_t count)
{
    const size_t size = (size_t)count + 1;

    *errors = (struct gau_hotspots_errors){.parents = parents,
                                           .groups = calloc(size, sizeof *errors->groups),
                                           .touched = calloc(size, sizeof *errors->touched)};
    return errors->groups && errors->touched;
}

void gau_hotspots_errors_clear(struct gau_hotspots_errors *errors)
{
    free(errors->groups);
    free(errors->touched);
    *errors = (struct gau_hotspots_errors){0};
}

static uint32_t parent_of(const struct gau_hotspots_errors *errors, uint32_t group)
{
    return group > 1 ? errors->parents[group - 1] + 1 : 0;
}

static void touch_group(struct gau_hotspots_errors *errors, uint32_t group)
{
    if (errors->groups[group].touched)
        return;
    errors->groups[group].touched = true;
    errors->touched[errors->touched_count++] = group;
}

static void add_square(struct differences *differences, unsigned apart, double square)
{
    if (apart == 1) {
        differences->next += square;
        differences->changes++;
    } else {
        differences->second += square;
    }
}

static uint32_t place_group(const struct gau_hotspots_errors_place *place, uint32_t i)
{
    return i == 0 ? place->group : place->more[i - 1] + 1;
}

/* Returns the next group that a sample is in and that the set has not had; 0 if there is no more.
 * At first @p group is the first one of the sample, and @p i is 0. */
static uint32_t next_new(struct gau_hotspots_errors *errors,
                         const struct gau_hotspots_errors_place *place, uint32_t *i, uint32_t group)
{
    while (group == 0 || errors->groups[group].seen == errors->sets) {
        if (*i == place->n_more)
            return 0;
        group = place_group(place, ++*i);
    }
    errors->groups[group].seen = errors->sets;
    return group;
}

static void mark_place(struct gau_hotspots_errors *errors,
                       const struct gau_hotspots_errors_place *place)
{
    uint32_t i = 0, group = place->group;

    errors->sets++;
    while ((group = next_new(errors, place, &i, group)))
        group = parent_of(errors, group);
}

/* Adds to groups that @p place is in and @p other is not. */
static void add_missing(struct gau_hotspots_errors *errors,
                        const struct gau_hotspots_errors_place *place,
                        const struct gau_hotspots_errors_place *other, unsigned apart,
                        double square)
{
    uint32_t i = 0, group = place->group;

    mark_place(errors, other);
    while ((group = next_new(errors, place, &i, group))) {
        touch_group(errors, group);
        add_square(&errors->groups[group].thread, apart, square);
        group = parent_of(errors, group);
    }
}

/* Does the same without sets, for samples that are in one group and those above it. */
static void add_apart(struct gau_hotspots_errors *errors, uint32_t a, uint32_t b, unsigned apart,
                      double square)
{
    while (a != b) {
        uint32_t *const lower = a > b ? &a : &b;

        touch_group(errors, *lower);
        add_square(&errors->groups[*lower].thread, apart, square);
        *lower = parent_of(errors, *lower);
    }
}

/* Adds to groups that one of two samples is in, and the other is not. */
static void add_difference(struct gau_hotspots_errors *errors,
                           const struct gau_hotspots_errors_place *a, unsigned apart)
{
    const struct gau_hotspots_errors_place *const b = &errors->last[apart - 1];
    const double square = (a->weight * a->weight + b->weight * b->weight) / 2;

    if (a->group != b->group) {
        add_square(&errors->groups[a->group].mine, apart, square);
        add_square(&errors->groups[b->group].mine, apart, square);
    }
    if (a->n_more + b->n_more == 0) {
        add_apart(errors, a->group, b->group, apart, square);
        return;
    }
    add_missing(errors, a, b, apart, square);
    add_missing(errors, b, a, apart, square);
}

void gau_hotspots_errors_add(struct gau_hotspots_errors *errors, uint32_t group,
                             const uint32_t *more, uint32_t n_more, uint64_t weight_ns)
{
    const struct gau_hotspots_errors_place place = {.group = group == GAU_HOTSPOTS_NO_GROUP
                                                                 ? 0
                                                                 : group + 1,
                                                    .more = more,
                                                    .n_more = n_more,
                                                    .weight = (double)weight_ns};

    for (unsigned apart = 1; apart <= GAU_HOTSPOTS_ERRORS_APART && apart <= errors->count; apart++)
        add_difference(errors, &place, apart);
    touch_group(errors, place.group);
    errors->count++;
    errors->last[1] = errors->last[0];
    errors->last[0] = place;
}

/* Adds what may follow after the last sample. */
static void add_end(struct gau_hotspots_errors *errors)
{
    const struct gau_hotspots_errors_place *const last = &errors->last[0];
    const double square = end_square(errors->count, last->weight);
    uint32_t i = 0, group = last->group;

    errors->groups[group].own.end += square;
    errors->sets++;
    while ((group = next_new(errors, last, &i, group))) {
        errors->groups[group].all.end += square;
        group = parent_of(errors, group);
    }
}

static void add_scaled(struct differences *sum, struct differences *thread, uint64_t n)
{
    sum->next += thread->next * factor(n, 1);
    sum->second += thread->second * factor(n, 2);
    sum->changes += thread->changes;
    *thread = (struct differences){0};
}

void gau_hotspots_errors_end_thread(struct gau_hotspots_errors *errors)
{
    for (uint32_t i = 0; i < errors->touched_count; i++) {
        struct gau_hotspots_errors_group *const group = &errors->groups[errors->touched[i]];

        add_scaled(&group->all, &group->thread, errors->count);
        add_scaled(&group->own, &group->mine, errors->count);
        group->touched = false;
    }
    if (errors->count > 0)
        add_end(errors);
    errors->touched_count = 0;
    errors->count = 0;
}

double gau_hotspots_errors_variance(const struct gau_hotspots_errors *errors, uint32_t group,
                                    bool own)
{
    const struct gau_hotspots_errors_group *const found = &errors->groups[group + 1];

    return variance(own ? &found->own : &found->all);
}
