/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_REGION_REGION_AUDITOR_H
#define GAUDIT_AUDITORS_REGION_REGION_AUDITOR_H

#include "auditors/output/event_output.h"
#include "region_tracks.h"

#include <gaudit/auditor.h>

/*
 * RegionAuditor: what regions cost in each event, see doc/regions.md. A thread passes an event on
 * to the file, which is that of trace/, when it ends.
 */

enum { COST_STEPS = 20000 }; /* that the costs of a step are measured with */

/* What the document has of a region, over all events; in ticks. */
struct region_total {
    double of_steps, of_steps_squared, at_location, by_birth, by_origin;
    uint64_t steps;
};

struct region_totals {
    uint64_t events, finished; /* the latter had an end */
    uint64_t steps, outside, lost;
    double ticks;                 /* of the events */
    struct region_total *regions; /* GAU_MAX_REGIONS + 1 of them; NULL: out of memory */
};

struct region_log {
    struct event_output output;
    uint32_t named;                   /* regions whose names are in the file */
    uint32_t first_worker;            /* 1: workers are threads of a program, which count from 1 */
    uint64_t timer_ticks, step_ticks; /* of COST_STEPS steps */
    double timer_ns, step_ns;         /* of one; negative: not known */
    struct region_totals totals;
};

/* The state of a thread. */
struct region_worker {
    struct region_log *log;
    uint32_t worker;
    bool in_event;
    uint64_t number, start, duration; /* of the event that is being processed */
    uint32_t flags;                   /* GAU_TRACE_EVENT_... */
    struct region_tracks tracks;
    struct region_totals totals;
};

/* --- region_file.c ------------------------------------------------------------------------- */

/* Adds the event of a thread to the file, with the names of regions that are new. */
void gau_region_file_add(struct region_worker *worker, const gau_context *ctx);

/* Adds what is known at the end: all regions, and the totals. */
void gau_region_file_end(struct region_log *log, const gau_context *ctx);

/* --- region_k4bench.c ---------------------------------------------------------------------- */

/* Writes k4Bench's file, if there is one, from that of the regions. */
void gau_k4bench_regions_write(struct region_log *log, const gau_context *ctx);

#endif
