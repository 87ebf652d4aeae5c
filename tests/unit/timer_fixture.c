/* SPDX-License-Identifier: Apache-2.0 */
#include "timer_fixture.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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
                                  .kind = GAU_STATS_COUNTED,
                                  .n_workers = 2,
                                  .worker_calls = scene->calls};
    scene_clear(scene);
    return scene;
}

void scene_clear(struct scene *scene)
{
    const bool all = !scene->timer.cpu_time && !scene->timer.memory;

    gau_stats_close(&scene->timer.stats);
    memset(scene->branches, 0, sizeof scene->branches);
    assert_true(gau_stats_open(&scene->timer.stats, scene->branches));
    scene->timer.stats.all = all;
    for (gau_branch b = 0; b < N; b++)
        gau_stats_add_branch(&scene->timer.stats, b);
    gau_stats_select_kind(&scene->timer.stats, scene->timer.kind, N);
}

void scene_free(struct scene *scene)
{
    gau_stats_close(&scene->timer.stats);
    free(scene);
}

void scene_select_kind(struct scene *scene, unsigned kind)
{
    scene->timer.kind = kind;
    gau_stats_select_kind(&scene->timer.stats, kind, N);
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

uint64_t in_histogram(const struct gau_branch_stats *branch, unsigned kind)
{
    const struct gau_octaves octaves = gau_stats_octaves(&branch->kinds[kind]);
    uint64_t n = 0;

    for (unsigned i = 0; i < GAU_OCTAVES; i++)
        for (unsigned bin = 0; octaves.by_number[i] && bin < octaves.by_number[i]->n_bins; bin++)
            n += gau_octave_calls(octaves.by_number[i], bin);
    return n;
}

uint64_t in_bin(const struct scene *scene, gau_branch b, uint64_t ticks)
{
    const size_t bin = gau_log_bin(ticks);
    const struct gau_octave *const octave =
        gau_stats_octaves(&scene->branches[b].kinds[scene->timer.kind])
            .by_number[gau_octave_of_bin(bin)];

    return octave ? gau_octave_calls(octave, (unsigned)(bin - gau_octave_first_bin(octave))) : 0;
}

void assert_equal_calls(const struct gau_call_stats *a, const struct gau_call_stats *b)
{
    const struct gau_octaves of_a = gau_stats_octaves(a), of_b = gau_stats_octaves(b);

    assert_memory_equal(a, b, offsetof(struct gau_call_stats, octave));
    for (unsigned i = 0; i < GAU_OCTAVES; i++) {
        const struct gau_octave *const octave = of_a.by_number[i];

        assert_int_equal(octave != NULL, of_b.by_number[i] != NULL);
        for (unsigned bin = 0; octave && bin < octave->n_bins; bin++)
            assert_int_equal(gau_octave_calls(octave, bin),
                             gau_octave_calls(of_b.by_number[i], bin));
    }
}
