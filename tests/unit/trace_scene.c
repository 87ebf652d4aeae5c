/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_scene.h"

#include <stdio.h>
#include <string.h>

extern const gau_module gau_module_trace;

static const struct {
    const char *name;
    int parent;
    gau_branch_kind kind;
} branches[N] = {
    [PROGRAM] = {"Program", -1, GAU_BRANCH_KIND_ROOT},
    [EVENT] = {"Event", -1, GAU_BRANCH_KIND_ROOT},
    [LINE] = {"Line", EVENT, GAU_BRANCH_SEQUENCE},
    [FIT] = {"Fit", LINE, GAU_BRANCH_ALGORITHM},
    [PART] = {"part", FIT, GAU_BRANCH_SECTION},
    [INNER] = {"inner", PART, GAU_BRANCH_SECTION},
    [BACKGROUND] = {"Background", -1, GAU_BRANCH_KIND_ROOT},
    [ITEM] = {"item", BACKGROUND, GAU_BRANCH_KIND_BACKGROUND},
};

struct trace_scene trace_scene;

const gau_auditor_ops *ops(void)
{
    return gau_module_trace.classes[0]->auditor;
}

int trace_scene_begin(void **state)
{
    (void)state;
    memset(&trace_scene, 0, sizeof trace_scene);
    for (int b = 0; b < N; b++)
        trace_scene.infos[b] =
            (gau_branch_info){.name = branches[b].name,
                              .kind = branches[b].kind,
                              .component = GAU_NO_COMPONENT,
                              .parent = branches[b].parent < 0 ? GAU_NO_BRANCH
                                                               : (gau_branch)branches[b].parent};
    trace_scene.job.branches.infos = trace_scene.infos;
    trace_scene.of_job.job = &trace_scene.job;
    trace_scene.of_job.app = &trace_scene.app;
    trace_scene.ctx = (gau_context){.internal = &trace_scene.of_job};
    trace_scene.log =
        (struct trace_log){.detail = 2, .skips = trace_scene.skips, .ctx = &trace_scene.ctx};
    trace_scene.worker = (struct trace_worker){.log = &trace_scene.log, .calls = trace_scene.calls};
    ops()->thread_begin(&trace_scene.worker, &trace_scene.ctx);
    return gau_trace_pool_init(&trace_scene.log.pool, TRACE_BLOCKS_LEAST * TRACE_BLOCK) ? 0 : -1;
}

int trace_scene_end(void **state)
{
    (void)state;
    gau_trace_pool_clear(&trace_scene.log.pool);
    return 0;
}

void add_branches(int64_t detail)
{
    trace_scene.log.detail = detail;
    for (gau_branch b = 0; b < N; b++)
        ops()->branch_added(&trace_scene.log, b);
}

void enter(gau_branch b, uint64_t ticks, uint64_t cpu_ns)
{
    const gau_context ctx = {.branch = b,
                             .timestamp = ticks,
                             .cpu_ns = cpu_ns,
                             .event = 9,
                             .internal = &trace_scene.of_job};

    ops()->before(&trace_scene.worker, &ctx);
}

void leave(gau_branch b, uint64_t ticks, uint64_t cpu_ns)
{
    const gau_context ctx = {.branch = b,
                             .timestamp = ticks,
                             .cpu_ns = cpu_ns,
                             .event = 9,
                             .internal = &trace_scene.of_job};

    ops()->after(&trace_scene.worker, &ctx, (gau_outcome){0});
}

struct gau_timeline_cursor cursor_of_block(void)
{
    const struct trace_block *const block = trace_scene.worker.block;

    return (struct gau_timeline_cursor){.at = gau_trace_block_entries(block),
                                        .end = trace_scene.worker.at,
                                        .stamp = block->first,
                                        .event = block->event};
}

void assert_entries(const char *expected)
{
    static const char what[] = {'(', ')', '!', '~', 'c'};
    char text[1024] = "";
    struct gau_timeline_entry entry;
    struct gau_timeline_cursor cursor = cursor_of_block();

    while (gau_timeline_next(&cursor, &entry)) {
        const size_t used = strlen(text);
        const bool has_branch = entry.what == GAU_TIMELINE_BEGIN;

        snprintf(text + used, sizeof text - used, "%c%s %d ", what[entry.what],
                 has_branch ? branches[entry.branch].name : "",
                 (int)(entry.what == GAU_TIMELINE_CPU ? entry.cpu_ns : entry.stamp));
    }
    assert_false(cursor.damaged);
    assert_string_equal(text, expected);
}
