/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_CONTEXT_H
#define GAUDIT_CONTEXT_H

/**
 * @file context.h
 * The context passed to every component callback: worker, event, branch, timestamp.
 */

#include <gaudit/branch.h>
#include <gaudit/clock.h>
#include <gaudit/error.h>

GAU_BEGIN_DECLS

typedef enum gau_phase {
    GAU_INITIALIZE,
    GAU_START,
    GAU_EXECUTE,
    GAU_STOP,
    GAU_FINALIZE,
    GAU_PHASE_COUNT
} gau_phase;

struct gau_worker;
struct gau_worker_store;

/** One per worker. Grows at the end only. */
typedef struct gau_context {
    uint32_t struct_size;
    uint32_t worker;    /**< that runs the call, from 0; gau_worker_count() and up: not one of the
                             event loop, but the n-th of other threads that open sections */
    uint64_t event;     /**< from 1; 0 outside the event loop */
    uint64_t timestamp; /**< of the current hook, in ticks; 0 if no active auditor wants one */
    gau_phase phase;
    gau_branch branch; /**< that is being run */
    const char *name;  /**< of the component that the call is made to; in a hook of an auditor: of
                            the component on the branch */
    gau_error *error;  /**< where gau_fail() reports; never NULL */
    struct gau_worker *internal;
    uint64_t cpu_ns; /**< CPU time of the thread at the timestamp; 0 if no listener of the current
                        hook wants it, see GAU_CPU_TIME_IF() */
    struct gau_worker_store *store; /**< see store.h */
} gau_context;

/** Number of branches so far; valid branches are 0 to this minus one. */
GAU_API uint32_t gau_branch_count(const gau_context *ctx);

/** Facts about @p branch, valid as long as the job. */
GAU_API const gau_branch_info *gau_branch_at(const gau_context *ctx, gau_branch branch);

/** The root that @p branch is below; a root is its own. */
GAU_API gau_branch gau_branch_root(const gau_context *ctx, gau_branch branch);

/** Class of the component on a branch; "Sequence", "Section", "Root" ... if there is none. */
GAU_API const char *gau_branch_class_name(const gau_context *ctx, gau_branch branch);

/** Number of workers of the event loop (-j); 0 if there is none, see session.h. */
GAU_API uint32_t gau_worker_count(const gau_context *ctx);

/** Ticks as seconds. Exact from the end of the event loop (stop) on; an estimate before. */
GAU_API double gau_seconds(const gau_context *ctx, uint64_t ticks);

/** Reads the clock of the timestamps of hooks. */
GAU_API uint64_t gau_timestamp(const gau_context *ctx);

/** The name of the clock of timestamps: "tsc" or "monotonic". */
GAU_API const char *gau_clock_name(const gau_context *ctx);

GAU_END_DECLS

#endif
