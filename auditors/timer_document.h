/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_TIMER_DOCUMENT_H
#define GAUDIT_AUDITORS_TIMER_DOCUMENT_H

#include "timer_laps.h"

#include <gaudit/auditor.h>

#include <time.h>

struct timer {
    int64_t first_events;
    bool cpu_time, memory;

    bool more; /* than wall time is measured */
    bool resident_opened;
    struct timed_branch *branches; /* one per branch */
    uint32_t n_branches;
    unsigned kind; /* of laps that are being filled */
    int64_t events;
    clockid_t cpu_clock; /* of the thread that opened a call last */
    uint32_t worker, n_workers;
    double overhead_ns;     /* of a pair of hooks */
    uint64_t *worker_calls; /* one per worker; each instance fills in its own */
};

/* timer.json, see doc/results.md. */
void timer_write_document(const struct timer *timer, gau_context *ctx);

/* Operation of an auditor: what another instance knows so far is added. */
void timer_snapshot(void *into, const void *live, const gau_context *ctx);

/* Calls that began. */
uint64_t timer_count_calls(const struct timer *timer);

/*
 * Do the books close? An unmatched pair or a negative self time is an error. Of a worker's time,
 * 0.1 % + 1 us per event, or 0.1 ms, may be nowhere; more is a warning, and above both 5 % and 0.5
 * s an error.
 */
gau_status timer_check(const struct timer *timer, gau_context *ctx);

#endif
