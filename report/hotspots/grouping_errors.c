/* SPDX-License-Identifier: Apache-2.0 */
#include "caches.h"
#include "errors.h"
#include "grouping_work.h"
#include "moments.h"

#include <math.h>
#include <stdlib.h>

/* @p all: with the samples that the filter leaves out, which are neighbours, too. */
static void add_all(const struct gau_hot_work *work, struct gau_hot_errors *errors,
                    const struct gau_hot_moments *moments, bool all)
{
    const uint32_t threads = work->result->profile->thread_count;

    for (uint32_t i = 0; i < threads; i++) {
        for (size_t n = moments->starts[i]; n < moments->starts[i + 1]; n++) {
            const struct gau_hot_moment *const moment = &moments->items[n];
            const uint32_t leaf = work->leaves[moment->value];
            const uint32_t *const more = gau_hot_work_more(work, moment->value);

            if (leaf != GAU_HOT_NO_TIME && (all || leaf != GAU_HOT_NO_GROUP))
                gau_hot_errors_add_more(errors, leaf, more + 1, more[0], moment->weight_ns);
        }
        gau_hot_errors_end_thread(errors);
    }
    gau_hot_errors_finish(errors);
}

static uint64_t first_time(bool *seen)
{
    const bool first = !*seen;

    *seen = true;
    return first;
}

/* False: no memory. */
static bool count_threads(struct gau_hot_work *work, const struct gau_hot_moments *moments)
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

        for (size_t n = moments->starts[i]; n < moments->starts[i + 1] && !counts; n++)
            counts = work->leaves[moments->items[n].value] < GAU_HOT_NO_TIME;
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
static bool find(const struct gau_hot_work *work, const struct gau_hot_moments *moments,
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
    struct gau_hot_moments moments = {0};
    uint32_t *const parents = parents_of(work->grouping);
    const bool done = gau_hot_moments_make(&moments, work->result->profile, NULL) && parents &&
                      find(work, &moments, parents, true) &&
                      (!has_neighbours(work) || find(work, &moments, parents, false)) &&
                      count_threads(work, &moments);

    free(parents);
    gau_hot_moments_clear(&moments);
    return done;
}
