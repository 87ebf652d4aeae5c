/* SPDX-License-Identifier: Apache-2.0 */
#include "timer_fixture.h"

#include <stdlib.h>

const int parents[N] = {-1, 0, 1, 2, 0, -1};
const char *const names[N] = {"Program", "a", "b", "c", "d", "Other"};

/* Zeroed memory: most of a scene is histograms. */
struct scene *scene_new(void)
{
    struct scene *const scene = calloc(1, sizeof *scene);

    for (int b = 0; b < N; b++)
        scene->infos[b] =
            (gau_branch_info){.name = names[b],
                              .parent = parents[b] < 0 ? GAU_NO_BRANCH : (gau_branch)parents[b],
                              .first_child = GAU_NO_BRANCH,
                              .next_sibling = GAU_NO_BRANCH};
    for (gau_branch b = N; b-- > 0;) {
        gau_branch_info *const parent = parents[b] < 0 ? NULL : &scene->infos[parents[b]];

        if (!parent)
            continue;
        scene->infos[b].next_sibling = parent->first_child;
        parent->first_child = b;
    }
    scene->job.branches.infos = scene->infos;
    scene->worker.job = &scene->job;
    scene->timer = (struct timer){.branches = scene->branches,
                                  .n_branches = N,
                                  .kind = STATS_COUNTED,
                                  .n_workers = 2,
                                  .worker_calls = scene->calls};
    scene->timer.bin = &scene->timer.no_bin;
    return scene;
}

static const gau_auditor_ops *ops(void)
{
    return gau_module_timer.classes[0]->auditor;
}

void enter(struct scene *scene, gau_branch b, uint64_t ticks)
{
    const gau_context ctx = {.branch = b,
                             .timestamp = ticks,
                             .cpu_ns = gau_clock_thread_ns(),
                             .internal = &scene->worker};

    ops()->before(&scene->timer, &ctx);
}

void leave(struct scene *scene, gau_branch b, uint64_t ticks)
{
    const gau_context ctx = {.branch = b,
                             .timestamp = ticks,
                             .cpu_ns = gau_clock_thread_ns(),
                             .event = 7,
                             .internal = &scene->worker};

    ops()->after(&scene->timer, &ctx, (gau_outcome){0});
}

void snapshot(struct scene *into, const struct scene *live, uint64_t ticks)
{
    const gau_context ctx = {.timestamp = ticks, .internal = &into->worker};

    ops()->snapshot(&into->timer, &live->timer, &ctx);
}

uint64_t in_histogram(const struct branch_stats *branch, unsigned kind)
{
    uint64_t n = 0;

    for (size_t i = 0; i < GAU_LOG_BINS; i++)
        n += branch->histogram[i][kind];
    return n;
}
