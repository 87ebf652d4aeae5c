/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_COUNTED_INSTANCES_H
#define TESTS_UNIT_COUNTED_INSTANCES_H

#include "job_fixture.h"

/*
 * Components that count their instances, check the calls of destroy, and may fail: Counted, an
 * algorithm, Watcher, an auditor, and Reader, an input. Finalize, destroy and release go to the
 * call log: "A destroy1" is that of worker 1. Starter is an algorithm whose HELPERS threads are
 * audited at the same time.
 *
 * Fail is "destroy1" for a step and the worker where it fails, or "destroy" for all.
 */

enum { WORKERS = 4, HELPERS = 3 };

/* Instances of the job: calls of initialize and of destroy. */
extern uint32_t initialized, destroyed;

struct part {
    gau_node_kind kind;
    const char *type, *name;
};

/* A job of these parts; number i fails where fails[i] says, if that is not NULL. */
void counted_begin(struct job *job, const struct part *parts, const char *const *fails, size_t n,
                   uint32_t workers);

/* An input R, an auditor E, algorithms A and B, in this order. */
void counted_build(struct job *job, uint32_t workers, const char *const fails[4]);

/* The end of both: no call was wrong. */
void counted_end(struct job *job);

extern const char *const no_failures[4];

/* The call log from the first call of destroy on. */
const char *destroy_log(void);

#endif
