/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_EVENT_FORMAT_H
#define GAUDIT_TRACE_EVENT_FORMAT_H

/**
 * @file event_format.h
 * Records of events, regions and merged results; included by trace_format.h.
 */

/* --- events ------------------------------------------------------------------------------- */

enum gau_trace_decision {
    GAU_TRACE_ACCEPTED = 0,
    GAU_TRACE_REJECTED = 1,
    GAU_TRACE_FAILED = 2, /* the event ended with an error */
};

/* Resident memory of the process, in units of 1024 bytes; GAU_TRACE_UNKNOWN: not known. */
struct gau_trace_memory {
    uint32_t total, anonymous, file;
};
#define GAU_TRACE_UNKNOWN UINT32_MAX

struct gau_trace_event {
    uint64_t number;
    uint64_t start;                     /* of the clock in gau_trace_event_totals */
    uint64_t duration;                  /* likewise */
    uint64_t cpu_ns;                    /* of the thread; UINT64_MAX: not measured */
    struct gau_trace_memory begin, end; /* before and after the event, not in its duration */
    uint32_t decision;                  /* enum gau_trace_decision */
    uint32_t flags;                     /* GAU_TRACE_EVENT_... */
};
#define GAU_TRACE_EVENT_ERROR 1u      /* an error in it, whatever the error policy did with it */
#define GAU_TRACE_EVENT_ABORTED 2u    /* by the error policy */
#define GAU_TRACE_EVENT_UNFINISHED 4u /* the program did not end it */
#define GAU_TRACE_EVENT_OVERLAPPED 8u /* others ran at the same time: memory is of all of them */

/* Those of a worker are in order of time. */
struct gau_trace_event_list {
    struct gau_trace_record record;
    uint32_t worker; /* from 0 */
    uint32_t count;
    struct gau_trace_event events[];
};

/* The last one counts: until the end, `tick_ns` is an estimate. */
struct gau_trace_event_totals {
    struct gau_trace_record record;
    uint64_t origin; /* the clock at `start_ns` of the header */
    double tick_ns;  /* of the clock */
    uint64_t events; /* all that ended so far, also those in no block */
    uint32_t ended;  /* 1: the job ended, this is the last */
    uint32_t workers;
};

/* --- merged results ----------------------------------------------------------------------- */

/* Only in a merged file, in front of all others: the result that a range of workers is of. Ranges
 * rise. */
struct gau_trace_result {
    struct gau_trace_record record;
    uint32_t first;   /* worker of it */
    uint32_t workers; /* 0: none had an event */
    uint32_t name_size;
    uint32_t note_size; /* why events of it are missing; 0: none are */
};

/* --- regions ------------------------------------------------------------------------------ */

/* Repeated when more volumes are known; the last one counts. */
struct gau_trace_region_name {
    struct gau_trace_record record;
    uint32_t region;  /* from 1 */
    uint32_t volumes; /* in it themselves */
    uint32_t name_size;
    uint32_t reserved;
};

/* Times of intervals between steps, in ticks. Counts of UINT32_MAX are that or more. */
struct gau_trace_region_sum {
    uint32_t region;      /* 0: unattributed; others may be defined later */
    uint32_t intervals;   /* at location */
    uint32_t births;      /* intervals by birth */
    uint32_t steps;       /* all, also the first of the event */
    uint64_t at_location; /* of the step that begins the interval: k4Bench's rule */
    uint64_t by_birth;    /* of the region where its track was born; likewise */
    uint64_t of_steps;    /* of the step that ends the interval */
    uint64_t by_origin;   /* of the region where its primary ancestor was produced */
};

/* What an event cost in regions; the times are of the clock in gau_trace_event_totals. */
struct gau_trace_region_event {
    struct gau_trace_record record;
    uint32_t worker; /* from 0 */
    uint32_t flags;  /* GAU_TRACE_EVENT_... */
    uint64_t number;
    uint64_t start;
    uint64_t duration;
    uint32_t tracks;
    uint32_t fallbacks; /* tracks whose birth is their first step */
    uint32_t count;
    uint32_t reserved;
    struct gau_trace_region_sum sums[]; /* regions rise */
};

/* The last one counts. */
struct gau_trace_region_totals {
    struct gau_trace_record record;
    uint64_t outside;    /* steps outside of events */
    uint64_t lost;       /* steps and begins of tracks that there was no room for */
    double timer_ns;     /* to read the clock and add to a region; negative: not measured */
    double step_ns;      /* all that a step does; likewise */
    uint32_t collisions; /* claims of volumes that came too late */
    uint32_t tsc;        /* 1: the clock is the time stamp counter; 0: CLOCK_MONOTONIC */
};

#endif
