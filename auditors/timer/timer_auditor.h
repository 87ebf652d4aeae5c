/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_TIMER_TIMER_AUDITOR_H
#define GAUDIT_AUDITORS_TIMER_TIMER_AUDITOR_H

#include "table/call_statistics.h"

#include <gaudit/auditor.h>

#include <time.h>

struct timer {
    int64_t warm_up_events;
    bool cpu_time, memory;

    bool resident_opened;
    struct gau_branch_stats *branches; /* one per branch */
    uint32_t n_branches;
    struct gau_thread_stats stats; /* of these branches */
    unsigned kind;                 /* of the statistics that are being filled */
    int64_t events;
    uint64_t unended;          /* calls, and ... */
    gau_branch unended_branch; /* ... the branch of the first */
    clockid_t cpu_clock;       /* of the thread that opened a call last */
    uint32_t worker, n_workers;
    double overhead_per_call_ns; /* of a pair of hooks */
    uint64_t *worker_calls;      /* one per worker; each instance fills in its own */
};

/* timer.json, see doc/reference/results.md. */
void gau_timer_write_document(const struct timer *timer, gau_context *ctx);

/* Operation of an auditor: adds the data of another instance so far. */
void gau_timer_snapshot(void *into, const void *live, const gau_context *ctx);

/* Operation of an auditor: adds the sums of a branch, warm-up included. */
void gau_timer_usage(const void *self, const gau_context *ctx, gau_branch branch,
                     gau_branch_usage *sum);

/* Calls that ended. */
uint64_t gau_timer_count_calls(const struct timer *timer);

/*
 * Checks the time accounting. An unmatched pair or a negative self time is an error. Of a worker's
 * time, 0.1 % + 1 us per event, or 0.1 ms, may be unaccounted; more is a warning, and above both 5
 * % and 0.5 s an error.
 */
gau_status gau_timer_check(const struct timer *timer, gau_context *ctx);

#endif
