/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_EVENT_EVENT_AUDITOR_H
#define GAUDIT_AUDITORS_EVENT_EVENT_AUDITOR_H

#include "auditors/output/event_output.h"
#include "table/log_histogram.h"

#include <gaudit/auditor.h>

/*
 * EventAuditor: a record for each event, see doc/events.md. Threads collect the events that ended
 * and pass them on to the file, which is that of trace/, when they have many or when it is time.
 */

enum {
    EVENT_BATCH = 255,   /* events of a thread that are collected */
    EVENT_BLOCK = 32768, /* bytes of a block of the file: such a list and the totals */
};

/* What the document has. */
struct event_sums {
    uint64_t events, accepted, overlapped;
    double ticks, cpu_ns;
    uint64_t slowest, slowest_ticks;
    uint32_t histogram[GAU_LOG_BINS];          /* of durations in ticks */
    struct gau_trace_memory first, last, most; /* memory after an event */
    uint64_t first_at, last_at;                /* start of these events */
};

struct event_log {
    bool memory, cpu_time; /* properties */
    struct event_output output;
    struct descriptor status; /* /proc/self/status */
    uint32_t first_worker;    /* 1: workers are threads of a program, which count from 1 */
    uint32_t open;            /* events that are open; atomic */
    uint64_t begun;           /* events so far; atomic */
    struct event_sums *sums;
};

/* The state of a thread. */
struct event_worker {
    struct event_log *log;
    struct gau_trace_event *events; /* EVENT_BATCH of them */
    uint32_t worker, used;
    struct gau_trace_event open; /* the event that is being processed */
    uint64_t begun;              /* events that had begun, with this one */
    bool overlapped;
    uint64_t due;            /* ticks: when events are passed on at the latest */
    struct event_sums *sums; /* NULL: out of memory */
};

/* --- process_memory.c ---------------------------------------------------------------------- */

/* Reads /proc/self/status; what is not there is GAU_TRACE_UNKNOWN. */
struct gau_trace_memory gau_process_memory_read(const struct descriptor *status);

/* The most virtual memory so far, VmPeak, in units of 1024 bytes; -1: not known. */
int64_t gau_process_memory_peak(const struct descriptor *status);

/* --- event_k4bench.c ----------------------------------------------------------------------- */

/* Writes k4Bench's file, if there is one, from that of the events. */
void gau_k4bench_events_write(struct event_log *log, const gau_context *ctx);

#endif
