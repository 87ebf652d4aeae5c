/* SPDX-License-Identifier: Apache-2.0 */
#include "errors.h"

#include <stdlib.h>

/* Groups are counted from 1 here; 0 is above the root and holds what is in no group. */
struct gau_hot_errors_work {
    double *sums, *own; /* of the thread, by group */
    uint32_t *touched;  /* groups that have such a sum */
    uint32_t touched_count;
    bool *is_touched;
    uint32_t last; /* group and weight of the last sample */
    double last_weight;
    uint64_t count; /* samples of the thread */
};

bool gau_hot_errors_begin(struct gau_hot_errors *errors, const uint32_t *parents, uint32_t count)
{
    const size_t size = (size_t)count + 1;
    struct gau_hot_errors_work *const work = calloc(1, sizeof *work);

    *errors = (struct gau_hot_errors){.parents = parents, .work = work};
    errors->variances = calloc(size, sizeof *errors->variances);
    errors->own = calloc(size, sizeof *errors->own);
    if (!work || !errors->variances || !errors->own)
        return false;
    work->sums = calloc(size, sizeof *work->sums);
    work->own = calloc(size, sizeof *work->own);
    work->touched = calloc(size, sizeof *work->touched);
    work->is_touched = calloc(size, sizeof *work->is_touched);
    return work->sums && work->own && work->touched && work->is_touched;
}

void gau_hot_errors_clear(struct gau_hot_errors *errors)
{
    struct gau_hot_errors_work *const work = errors->work;

    if (work) {
        free(work->sums);
        free(work->own);
        free(work->touched);
        free(work->is_touched);
    }
    free(work);
    free(errors->variances);
    free(errors->own);
    *errors = (struct gau_hot_errors){0};
}

static uint32_t parent_of(const struct gau_hot_errors *errors, uint32_t group)
{
    return group > 1 ? errors->parents[group - 1] + 1 : 0;
}

static void touch(struct gau_hot_errors_work *work, uint32_t group)
{
    if (work->is_touched[group])
        return;
    work->is_touched[group] = true;
    work->touched[work->touched_count++] = group;
}

/* The groups that one of two neighbours is in, and the other is not. */
static void add_difference(struct gau_hot_errors *errors, uint32_t a, uint32_t b, double square)
{
    struct gau_hot_errors_work *const work = errors->work;

    work->own[a] += square;
    work->own[b] += square;
    while (a != b) {
        uint32_t *const lower = a > b ? &a : &b;

        touch(work, *lower);
        work->sums[*lower] += square;
        *lower = parent_of(errors, *lower);
    }
}

void gau_hot_errors_add(struct gau_hot_errors *errors, uint32_t group, uint64_t weight_ns)
{
    struct gau_hot_errors_work *const work = errors->work;
    const uint32_t number = group == GAU_HOT_NO_GROUP ? 0 : group + 1;
    const double weight = (double)weight_ns;

    if (work->count++ > 0 && number != work->last)
        add_difference(errors, number, work->last,
                       (weight * weight + work->last_weight * work->last_weight) / 2);
    touch(work, number);
    work->last = number;
    work->last_weight = weight;
}

/* What may follow after the last look. */
static void add_end(struct gau_hot_errors *errors)
{
    const struct gau_hot_errors_work *const work = errors->work;
    const double square = work->last_weight * work->last_weight / (work->count > 1 ? 3 : 1);

    if (work->last == 0)
        return;
    errors->own[work->last - 1] += square;
    for (uint32_t group = work->last; group; group = parent_of(errors, group))
        errors->variances[group - 1] += square;
}

void gau_hot_errors_end_thread(struct gau_hot_errors *errors)
{
    struct gau_hot_errors_work *const work = errors->work;
    const double n = (double)work->count;
    const double factor = work->count > 1 ? n / (2 * (n - 1)) : 0;

    for (uint32_t i = 0; i < work->touched_count; i++) {
        const uint32_t group = work->touched[i];

        if (group > 0) {
            errors->variances[group - 1] += factor * work->sums[group];
            errors->own[group - 1] += factor * work->own[group];
        }
        work->sums[group] = work->own[group] = 0;
        work->is_touched[group] = false;
    }
    if (work->count > 0)
        add_end(errors);
    work->touched_count = 0;
    work->count = 0;
}
