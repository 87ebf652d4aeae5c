/* SPDX-License-Identifier: Apache-2.0 */
#include "caches.h"
#include "errors.h"
#include "grouping_work.h"

#include <math.h>
#include <stdlib.h>

/* A sample, as far as errors go. */
struct moment {
    uint64_t time_ns, weight_ns;
    uint32_t leaf;
};

static int by_time(const void *a, const void *b)
{
    const struct moment *const left = a, *const right = b;

    return (left->time_ns > right->time_ns) - (left->time_ns < right->time_ns);
}

/* The samples of a thread lie in the file as they were taken; who wrote it may have done other. */
static void sort_if_needed(struct moment *moments, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (moments[i].time_ns < moments[i - 1].time_ns) {
            qsort(moments, count, sizeof *moments, by_time);
            return;
        }
    }
}

/* Samples by thread, those of thread t from starts[t] to starts[t + 1]. */
static struct moment *moments_of(const struct gau_hot_work *work, size_t *starts)
{
    const struct gau_profile *const profile = work->result->profile;
    struct moment *const moments = calloc((size_t)profile->sample_count + 1, sizeof *moments);

    if (!moments)
        return NULL;
    for (uint32_t i = 0; i < profile->sample_count; i++)
        starts[profile->samples[i].thread + 2]++;
    for (uint32_t i = 2; i < profile->thread_count + 2; i++)
        starts[i] += starts[i - 1];
    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const struct gau_profile_sample *const sample = &profile->samples[i];

        moments[starts[sample->thread + 1]++] = (struct moment){.time_ns = sample->time_ns,
                                                                .weight_ns = sample->weight_ns,
                                                                .leaf = work->leaves[i]};
    }
    for (uint32_t i = 0; i < profile->thread_count; i++)
        sort_if_needed(moments + starts[i], starts[i + 1] - starts[i]);
    return moments;
}

/* @p all: with the samples that the filter leaves out, which are neighbours, too. */
static void add_thread(struct gau_hot_errors *errors, const struct moment *moments, size_t count,
                       bool all)
{
    for (size_t i = 0; i < count; i++)
        if (moments[i].leaf != GAU_HOT_NO_TIME && (all || moments[i].leaf != GAU_HOT_NO_GROUP))
            gau_hot_errors_add(errors, moments[i].leaf, moments[i].weight_ns);
    gau_hot_errors_end_thread(errors);
}

static uint64_t first_time(bool *seen)
{
    const bool first = !*seen;

    *seen = true;
    return first;
}

/* False: no memory. */
static bool count_threads(struct gau_hot_work *work, const struct moment *moments,
                          const size_t *starts)
{
    const struct gau_profile *const profile = work->result->profile;
    const struct gau_hot_caches *const caches = work->result->caches;
    struct gau_hot_grouping *const grouping = work->grouping;
    bool *const threads = calloc(profile->thread_count, sizeof *threads);
    bool *const processes = calloc(profile->process_count, sizeof *processes);
    const bool done = threads && processes;

    grouping->thread_count = grouping->process_count = 0;
    for (uint32_t i = 0; done && i < profile->thread_count; i++) {
        bool counts = false;

        for (size_t n = starts[i]; n < starts[i + 1] && !counts; n++)
            counts = moments[n].leaf < GAU_HOT_NO_TIME;
        if (!counts)
            continue;
        grouping->thread_count += first_time(&threads[caches->threads[i]]);
        grouping->process_count +=
            first_time(&processes[caches->processes[profile->threads[i].process]]);
    }
    free(threads);
    free(processes);
    return done;
}

/* The parents of all groups; NULL: no memory. */
static uint32_t *parents_of(const struct gau_hot_grouping *grouping)
{
    uint32_t *const parents = calloc(grouping->group_count, sizeof *parents);

    for (uint32_t i = 0; parents && i < grouping->group_count; i++)
        parents[i] = grouping->groups[i].parent;
    return parents;
}

static void take(struct gau_hot_grouping *grouping, const struct gau_hot_errors *times,
                 const struct gau_hot_errors *shares)
{
    for (uint32_t i = 0; i < grouping->group_count; i++) {
        struct gau_hot_group *const group = &grouping->groups[i];

        group->error_ns = sqrt(times->variances[i]);
        group->own_error_ns = sqrt(times->own[i]);
        group->share_error_ns = sqrt(shares->variances[i]);
        group->own_share_error_ns = sqrt(shares->own[i]);
    }
}

bool gau_hot_work_errors(struct gau_hot_work *work)
{
    const struct gau_profile *const profile = work->result->profile;
    struct gau_hot_grouping *const grouping = work->grouping;
    size_t *const starts = calloc((size_t)profile->thread_count + 2, sizeof *starts);
    struct moment *const moments = starts ? moments_of(work, starts) : NULL;
    uint32_t *const parents = parents_of(grouping);
    struct gau_hot_errors times = {0}, shares = {0};
    const bool done = moments && parents &&
                      gau_hot_errors_begin(&times, parents, grouping->group_count) &&
                      gau_hot_errors_begin(&shares, parents, grouping->group_count) &&
                      count_threads(work, moments, starts);

    for (uint32_t i = 0; done && i < profile->thread_count; i++) {
        add_thread(&times, moments + starts[i], starts[i + 1] - starts[i], true);
        add_thread(&shares, moments + starts[i], starts[i + 1] - starts[i], false);
    }
    if (done)
        take(grouping, &times, &shares);
    gau_hot_errors_clear(&times);
    gau_hot_errors_clear(&shares);
    free(parents);
    free(moments);
    free(starts);
    return done;
}
