/* SPDX-License-Identifier: Apache-2.0 */
#include "grouping_internal.h"
#include "sampling_errors.h"

#include <math.h>
#include <stdlib.h>

/* --- samples thread by thread, in the order of time ---------------------------------------- */

struct ordered_sample {
    uint64_t time_ns;
    uint32_t thread, sample;
};

/* In files of the collector the samples of a thread are in the order of time; in foreign ones they
 * may not be. */
static int in_order(const void *a, const void *b)
{
    const struct ordered_sample *const left = a, *const right = b;

    if (left->thread != right->thread)
        return left->thread < right->thread ? -1 : 1;
    if (left->time_ns != right->time_ns)
        return left->time_ns < right->time_ns ? -1 : 1;
    return (left->sample > right->sample) - (left->sample < right->sample);
}

static bool are_in_order(const struct ordered_sample *samples, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (in_order(&samples[i - 1], &samples[i]) > 0)
            return false;
    return true;
}

/* Returns NULL if out of memory. */
static struct ordered_sample *order_samples(const struct gau_samples *profile)
{
    struct ordered_sample *const samples =
        calloc((size_t)profile->sample_count + 1, sizeof *samples);
    uint32_t *const next = calloc((size_t)profile->thread_count + 1, sizeof *next);

    for (uint32_t i = 0; next && i < profile->sample_count; i++)
        next[profile->samples[i].thread + 1]++;
    for (uint32_t i = 1; next && i < profile->thread_count; i++)
        next[i] += next[i - 1];
    for (uint32_t i = 0; samples && next && i < profile->sample_count; i++)
        samples[next[profile->samples[i].thread]++] =
            (struct ordered_sample){.time_ns = profile->samples[i].time_ns,
                                    .thread = profile->samples[i].thread,
                                    .sample = i};
    if (!next) {
        free(samples);
        return NULL;
    }
    free(next);
    if (samples && !are_in_order(samples, profile->sample_count))
        qsort(samples, profile->sample_count, sizeof *samples, in_order);
    return samples;
}

/* --- errors -------------------------------------------------------------------------------- */

/* @p all: adds also samples that the filter leaves out, since these are neighbours, too. */
static void add_all(const struct gau_hotspots_state *work, struct gau_hotspots_errors *errors,
                    const struct ordered_sample *samples, bool all)
{
    const struct gau_samples *const profile = work->result->profile;

    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const uint32_t sample = samples[i].sample, leaf = work->leaves[sample];
        const uint32_t *const more = gau_hotspots_work_more(work, sample);

        if (i > 0 && samples[i].thread != samples[i - 1].thread)
            gau_hotspots_errors_end_thread(errors);
        if (leaf != GAU_HOTSPOTS_NO_TIME && (all || leaf != GAU_HOTSPOTS_NO_GROUP))
            gau_hotspots_errors_add(errors, leaf, more + 1, more[0],
                                    profile->samples[sample].weight_ns);
    }
    gau_hotspots_errors_end_thread(errors);
}

/* Returns whether the group was not yet marked. */
static bool mark_group(bool *marks, uint32_t i)
{
    const bool was = marks[i];

    marks[i] = true;
    return !was;
}

/* Returns false if out of memory. */
static bool count_threads(const struct gau_hotspots_state *work)
{
    const struct gau_symbolized_samples *const result = work->result;
    const struct gau_samples *const profile = result->profile;
    struct gau_hotspots_grouping *const grouping = work->grouping;
    bool *const threads = calloc(profile->thread_count, sizeof *threads);
    bool *const processes = calloc(profile->process_count, sizeof *processes);
    const bool done = threads && processes;

    grouping->thread_count = grouping->process_count = 0;
    for (uint32_t i = 0; done && i < profile->sample_count; i++) {
        const uint32_t thread = profile->samples[i].thread;
        const uint32_t process = profile->threads[thread].process;

        if (work->leaves[i] >= GAU_HOTSPOTS_NO_TIME)
            continue;
        grouping->thread_count += mark_group(threads, result->threads[thread].first);
        grouping->process_count += mark_group(processes, result->processes[process].first);
    }
    free(threads);
    free(processes);
    return done;
}

/* Returns the parents of all groups; NULL if out of memory. */
static uint32_t *parents_of(const struct gau_hotspots_grouping *grouping)
{
    uint32_t *const parents = calloc(grouping->group_count, sizeof *parents);

    for (uint32_t i = 0; parents && i < grouping->group_count; i++)
        parents[i] = grouping->groups[i].parent;
    return parents;
}

static void store_errors(struct gau_hotspots_grouping *grouping,
                         const struct gau_hotspots_errors *errors, bool all)
{
    for (uint32_t i = 0; i < grouping->group_count; i++) {
        struct gau_hotspots_group *const group = &grouping->groups[i];

        group->total.share_error_ns = sqrt(gau_hotspots_errors_variance(errors, i, false));
        group->own.share_error_ns = sqrt(gau_hotspots_errors_variance(errors, i, true));
        if (!all)
            continue;
        group->total.error_ns = group->total.share_error_ns;
        group->own.error_ns = group->own.share_error_ns;
    }
}

/* @p all: finds errors of times, else of shares. Both need much memory, so one follows the other.
 * Returns false if out of memory. */
static bool find_group(const struct gau_hotspots_state *work, const struct ordered_sample *samples,
                       const uint32_t *parents, bool all)
{
    struct gau_hotspots_errors errors;
    const bool done = gau_hotspots_errors_begin(&errors, parents, work->grouping->group_count);

    if (done) {
        add_all(work, &errors, samples, all);
        store_errors(work->grouping, &errors, all);
    }
    gau_hotspots_errors_clear(&errors);
    return done;
}

/* If no sample was left out, the errors of shares are those of times. */
static bool has_neighbours(const struct gau_hotspots_state *work)
{
    for (uint32_t i = 0; i < work->result->profile->sample_count; i++)
        if (work->leaves[i] == GAU_HOTSPOTS_NO_GROUP)
            return true;
    return false;
}

bool gau_hotspots_work_errors(struct gau_hotspots_state *work)
{
    struct ordered_sample *const samples = order_samples(work->result->profile);
    uint32_t *const parents = parents_of(work->grouping);
    const bool done = samples && parents && find_group(work, samples, parents, true) &&
                      (!has_neighbours(work) || find_group(work, samples, parents, false)) &&
                      count_threads(work);

    free(parents);
    free(samples);
    return done;
}
