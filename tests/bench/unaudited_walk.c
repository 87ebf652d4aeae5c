/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/job/time_accounting.h"
#include "framework/src/job/worker.h"
#include "walks.h"

/*
 * The walk of the event loop with the hooks compiled out: what remains is what would be there if
 * nothing could be audited.
 */

static inline void no_before(const struct gau_dispatch *dispatch, const gau_context *ctx)
{
    (void)dispatch, (void)ctx;
}

static inline void no_after(const struct gau_dispatch *dispatch, const gau_context *ctx,
                            gau_outcome outcome)
{
    (void)dispatch, (void)ctx, (void)outcome;
}

/* As if all were done. */
static inline bool no_before_alone(const struct gau_dispatch *dispatch, gau_branch branch)
{
    (void)dispatch, (void)branch;
    return true;
}

static inline bool no_after_alone(const struct gau_dispatch *dispatch, gau_branch branch,
                                  uint64_t event)
{
    (void)dispatch, (void)branch, (void)event;
    return true;
}

static inline void no_accounting(const struct gau_worker *w)
{
    (void)w;
}

#define gau_audit_before no_before
#define gau_audit_after no_after
#define gau_audit_not_called no_after
#define gau_audit_before_alone no_before_alone
#define gau_audit_after_alone no_after_alone
#define gau_time_accounting_begin_event no_accounting
#define gau_execute_event bench_unaudited_event

#include "framework/src/run/execute_event.c"
