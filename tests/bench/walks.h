/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_BENCH_WALKS_H
#define TESTS_BENCH_WALKS_H

#include "framework/src/run/event_loop.h"

/* gau_execute_event() without hooks. */
bool bench_unaudited_event(struct gau_worker *w);

/* A tree of functions, called by pointers: the least that a walk can be. */
struct bench_node {
    gau_status (*run)(struct bench_node *node, gau_context *ctx);
    gau_status (*execute)(void *self, gau_context *ctx);
    void *self;
    struct bench_node *const *children;
    uint32_t n_children;
};

enum { BENCH_BRANCHES = 20 };

/* The 20 branches of empty-tree.xml below @p root, whose leaves call @p execute. */
struct bench_node *bench_nodes(gau_status (*execute)(void *, gau_context *), void *self);

/* A job with that tree, initialized, ready to walk; see bench_jobs.c. */
struct bench_job;
struct bench_job *bench_job_new(const char *leaf, const char *const *audits);
struct gau_worker *bench_job_worker(struct bench_job *job);
void bench_job_free(struct bench_job *job);

/* Leaves: nothing, about 1 us of work, one section. */
gau_status bench_nothing(void *self, gau_context *ctx);
gau_status bench_work(void *self, gau_context *ctx);
gau_status bench_section(void *self, gau_context *ctx);

#endif
