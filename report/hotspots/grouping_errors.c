/* SPDX-License-Identifier: Apache-2.0 */
#include "caches.h"
#include "errors.h"
#include "grouping_work.h"
#include "moments.h"

#include <math.h>
#include <stdlib.h>

/* @p all: with the samples that the filter leaves out, which are neighbours, too. */
static void add_all(struct gau_hot_errors *errors, const struct gau_hot_moments *moments,
                    uint32_t threads, bool all)
{
    for (uint32_t i = 0; i < threads; i++) {
        for (size_t n = moments->starts[i]; n < moments->starts[i + 1]; n++) {
            const struct gau_hot_moment *const moment = &moments->items[n];

            if (moment->value != GAU_HOT_NO_TIME && (all || moment->value != GAU_HOT_NO_GROUP))
                gau_hot_errors_add(errors, moment->value, moment->weight_ns);
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
            counts = moments->items[n].value < GAU_HOT_NO_TIME;
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

        *(all ? &group->error_ns : &group->share_error_ns) = sqrt(errors->variances[i]);
        *(all ? &group->own_error_ns : &group->own_share_error_ns) = sqrt(errors->own[i]);
    }
}

/* @p all: errors of times, else of shares. One after the other: they need much memory. False: there
 * is none. */
static bool find(struct gau_hot_grouping *grouping, const struct gau_hot_moments *moments,
                 const uint32_t *parents, uint32_t threads, bool all)
{
    struct gau_hot_errors errors;
    const bool done = gau_hot_errors_begin(&errors, parents, grouping->group_count);

    if (done) {
        add_all(&errors, moments, threads, all);
        take(grouping, &errors, all);
    }
    gau_hot_errors_clear(&errors);
    return done;
}

bool gau_hot_work_errors(struct gau_hot_work *work)
{
    const struct gau_profile *const profile = work->result->profile;
    struct gau_hot_grouping *const grouping = work->grouping;
    struct gau_hot_moments moments = {0};
    uint32_t *const parents = parents_of(grouping);
    const bool done = gau_hot_moments_make(&moments, profile, work->leaves) && parents &&
                      find(grouping, &moments, parents, profile->thread_count, true) &&
                      find(grouping, &moments, parents, profile->thread_count, false) &&
                      count_threads(work, &moments);

    free(parents);
    gau_hot_moments_clear(&moments);
    return done;
}
