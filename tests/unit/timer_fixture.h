/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_TIMER_FIXTURE_H
#define TESTS_UNIT_TIMER_FIXTURE_H

#include "test.h"

#include "auditors/timer/timer_auditor.h"
#include "framework/src/job/job.h"
#include "framework/src/job/worker.h"

/* An instance of TimerAuditor without a job. */

enum { N = 6 };

/* Program, Program a, a b, b c; Program d; and a root that nothing is called on. */
extern const int parents[N];
extern const char *const names[N];

struct scene {
    gau_branch_info infos[N];
    struct gau_job job;
    struct gau_worker worker;
    struct gau_branch_stats branches[N];
    uint64_t calls[2];
    struct timer timer;
};

struct scene *scene_new(void);
void scene_free(struct scene *scene);

/* As it was made. */
void scene_clear(struct scene *scene);

/* Which statistics are filled from now on. */
void scene_select_kind(struct scene *scene, unsigned kind);

/* Hooks, with a timestamp. */
void enter(struct scene *scene, gau_branch b, uint64_t ticks);
void leave(struct scene *scene, gau_branch b, uint64_t ticks);

/* What @p live knows up to then is added. */
void snapshot(struct scene *into, const struct scene *live, uint64_t ticks);

/* Calls in the bins of a branch. */
uint64_t in_histogram(const struct gau_branch_stats *branch, unsigned kind);
uint64_t in_bin(const struct scene *scene, gau_branch b, uint64_t ticks);

/* Of two branches, with their histograms. */
void assert_equal_calls(const struct gau_call_stats *a, const struct gau_call_stats *b);

/* The auditor. */
extern const gau_module gau_module_timer;

#endif
