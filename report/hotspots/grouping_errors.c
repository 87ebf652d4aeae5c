/* SPDX-License-Identifier: Apache-2.0 */
#include "errors.h"
#include "grouping_work.h"

#include <math.h>
#include <stdlib.h>

/* --- samples thread by thread, in the order of time ---------------------------------------- */

struct moment {
    uint64_t time_ns;
    uint32_t sample;
};

/* Those of thread t are from starts[t] to starts[t + 1]. */
struct moments {
    struct moment *items;
    size_t *starts;
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

/* False: no memory. */
static bool make_moments(struct moments *moments, const struct gau_profile *profile)
{
    size_t *const starts = calloc((size_t)profile->thread_count + 2, sizeof *starts);
    struct moment *const items = calloc((size_t)profile->sample_count + 1, sizeof *items);

    *moments = (struct moments){.items = items, .starts = starts};
    if (!items || !starts)
        return false;
    for (uint32_t i = 0; i < profile->sample_count; i++)
        starts[profile->samples[i].thread + 2]++;
    for (uint32_t i = 2; i < profile->thread_count + 2; i++)
        starts[i] += starts[i - 1];
    for (uint32_t i = 0; i < profile->sample_count; i++)
        items[starts[profile->samples[i].thread + 1]++] =
            (struct moment){.time_ns = profile->samples[i].time_ns, .sample = i};
    for (uint32_t i = 0; i < profile->thread_count; i++)
        sort_if_needed(items + starts[i], starts[i + 1] - starts[i]);
    return true;
}

/* --- errors -------------------------------------------------------------------------------- */

/* @p all: with the samples that the filter leaves out, which are neighbours, too. */
static void add_all(const struct gau_hot_work *work, struct gau_hot_errors *errors,
                    const struct moments *moments, bool all)
{
    const struct gau_profile *const profile = work->result->profile;

    for (uint32_t i = 0; i < profile->thread_count; i++) {
        for (size_t n = moments->starts[i]; n < moments->starts[i + 1]; n++) {
            const uint32_t sample = moments->items[n].sample, leaf = work->leaves[sample];
            const uint32_t *const more = gau_hot_work_more(work, sample);

            if (leaf != GAU_HOT_NO_TIME && (all || leaf != GAU_HOT_NO_GROUP))
                gau_hot_errors_add(errors, leaf, more + 1, more[0],
                                   profile->samples[sample].weight_ns);
        }
        gau_hot_errors_end_thread(errors);
    }
    gau_hot_errors_finish(errors);
}

/* False: no memory. */
static bool count_threads(const struct gau_hot_work *work)
{
    const struct gau_profile *const profile = work->result->profile;
    const struct gau_hot_result *const result = work->result;
    struct gau_hot_grouping *const grouping = work->grouping;
    bool *const threads = calloc(profile->thread_count, sizeof *threads);
    bool *const processes = calloc(profile->process_count, sizeof *processes);
    const bool done = threads && processes;

    for (uint32_t i = 0; done && i < profile->sample_count; i++) {
        const uint32_t thread = profile->samples[i].thread;

        if (work->leaves[i] >= GAU_HOT_NO_TIME)
            continue;
        threads[result->threads[thread]] = true;
        processes[result->processes[profile->threads[thread].process]] = true;
    }
    grouping->thread_count = grouping->process_count = 0;
    for (uint32_t i = 0; done && i < profile->thread_count; i++)
        grouping->thread_count += threads[i];
    for (uint32_t i = 0; done && i < profile->process_count; i++)
        grouping->process_count += processes[i];
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

static void take(struct gau_hot_grouping *grouping, const struct gau_hot_errors *errors, bool all)
{
    for (uint32_t i = 0; i < grouping->group_count; i++) {
        struct gau_hot_group *const group = &grouping->groups[i];

        group->share_error_ns = sqrt(errors->variances[i]);
        group->own_share_error_ns = sqrt(errors->own[i]);
        if (!all)
            continue;
        group->error_ns = group->share_error_ns;
        group->own_error_ns = group->own_share_error_ns;
    }
}

/* @p all: errors of times, else of shares. One after the other: they need much memory. False: there
 * is none. */
static bool find(const struct gau_hot_work *work, const struct moments *moments,
                 const uint32_t *parents, bool all)
{
    struct gau_hot_errors errors;
    const bool done = gau_hot_errors_begin(&errors, parents, work->grouping->group_count);

    if (done) {
        add_all(work, &errors, moments, all);
        take(work->grouping, &errors, all);
    }
    gau_hot_errors_clear(&errors);
    return done;
}

/* Else the errors of shares are those of times. */
static bool has_neighbours(const struct gau_hot_work *work)
{
    for (uint32_t i = 0; i < work->result->profile->sample_count; i++)
        if (work->leaves[i] == GAU_HOT_NO_GROUP)
            return true;
    return false;
}

bool gau_hot_work_errors(struct gau_hot_work *work)
{
    struct moments moments = {0};
    uint32_t *const parents = parents_of(work->grouping);
    const bool done = make_moments(&moments, work->result->profile) && parents &&
                      find(work, &moments, parents, true) &&
                      (!has_neighbours(work) || find(work, &moments, parents, false)) &&
                      count_threads(work);

    free(parents);
    free(moments.items);
    free(moments.starts);
    return done;
}
