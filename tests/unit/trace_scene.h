/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_TRACE_SCENE_H
#define TESTS_UNIT_TRACE_SCENE_H

#include "test.h"

#include "auditors/trace/trace_auditor.h"
#include "framework/src/job/app_state.h"
#include "framework/src/job/job.h"
#include "framework/src/job/worker.h"

/* The hooks of TraceAuditor without a job, and without a thread that writes. */

enum { EVENT = GAU_ROOT_EVENT, PROGRAM, LINE, FIT, PART, INNER, BACKGROUND, ITEM, N };

extern struct trace_scene {
    gau_branch_info infos[N];
    struct gau_job job;
    struct gau_worker of_job;
    struct gau_app app;
    gau_context ctx;
    uint8_t skips[N];
    struct trace_call calls[N];
    struct trace_log log;
    struct trace_worker worker;
} trace_scene;

int trace_scene_begin(void **state);
int trace_scene_end(void **state);
const gau_auditor_ops *ops(void);
void add_branches(int64_t detail);

/* Calls of hooks. */
void enter(gau_branch b, uint64_t ticks, uint64_t cpu_ns);
void leave(gau_branch b, uint64_t ticks, uint64_t cpu_ns);

/* The entries of the block of the thread: "(" begins, ")" ends, "!" is not called, "~" is an
 * interval, "c" CPU time; each with its stamp. */
struct gau_timeline_cursor cursor_of_block(void);
void assert_entries(const char *expected);

#endif
