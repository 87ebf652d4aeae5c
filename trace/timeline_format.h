/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_TIMELINE_FORMAT_H
#define GAUDIT_TRACE_TIMELINE_FORMAT_H

/**
 * @file timeline_format.h
 * Records of timelines: what began and ended when. Included by trace_format.h.
 *
 * A lane has entries in order of time, in lists. A list begins with what was open in its lane, so
 * that it can be read alone. timeline_entries.h has the entries.
 */

enum {
    GAU_TRACE_DEPTH_MAX = 4096, /* the most that is open in a lane */
    GAU_TRACE_NO_BRANCH = -1,   /* as uint32_t */
};

/* As gau_branch_kind of <gaudit/branch.h>. */
enum gau_trace_branch_kind {
    GAU_TRACE_BRANCH_ROOT,
    GAU_TRACE_BRANCH_SEQUENCE,
    GAU_TRACE_BRANCH_ALGORITHM,
    GAU_TRACE_BRANCH_SECTION,
    GAU_TRACE_BRANCH_BACKGROUND,
    GAU_TRACE_BRANCH_COMPONENT,
    GAU_TRACE_BRANCH_EXCLUDED,
};

/* As gau_work of <gaudit/branch.h>. */
enum gau_trace_work {
    GAU_TRACE_WORK_ALGORITHM,
    GAU_TRACE_WORK_TRANSFER,
    GAU_TRACE_WORK_OPERATION,
    GAU_TRACE_WORK_WAITING,
};

/* Numbers of branches are from 0, and rise, but may have gaps. */
struct gau_trace_branch {
    struct gau_trace_record record;
    uint32_t branch;
    uint32_t parent;    /* a smaller number; GAU_TRACE_NO_BRANCH: it is a root */
    uint8_t kind;       /* enum gau_trace_branch_kind */
    uint8_t level;      /* 0 of a root; 1 (the few most important) to 6 */
    uint16_t work;      /* enum gau_trace_work */
    uint32_t name_size; /* without the names above */
};

enum gau_trace_lane_kind {
    GAU_TRACE_LANE_WORKER = 1, /* of the event loop */
    GAU_TRACE_LANE_THREAD = 2, /* another thread that opens sections */
    GAU_TRACE_LANE_TASKS = 3,  /* a thread of this file; its entries have task types, no branches */
    GAU_TRACE_LANE_EXTERNAL = 4, /* a processor that is none of a thread, such as a GPU */
};

/* Lanes are numbered from 1, and defined before use. */
struct gau_trace_lane {
    struct gau_trace_record record;
    uint32_t lane;
    uint32_t kind;   /* enum gau_trace_lane_kind */
    uint32_t number; /* of the worker, from 0; the thread; the branch of the processor */
    uint32_t name_size;
};

/* What was open where a list begins. */
struct gau_trace_open {
    uint32_t branch;
    uint32_t reserved;
    uint64_t begin; /* ticks */
};

/* Entries follow the open branches. The lists of a lane are in order of time. */
struct gau_trace_entry_list {
    struct gau_trace_record record;
    uint32_t lane;
    uint32_t depth;  /* how many branches were open, outermost first */
    uint64_t number; /* of the list in its lane: 0, 1, 2, ...; missing ones were dropped */
    uint64_t first;  /* ticks: what the stamp of the first entry is counted from */
    uint64_t last;   /* ticks: the stamp of the last entry */
    uint64_t event;  /* number of the event that was the last to begin in the lane; 0: none */
    uint32_t size;   /* bytes of the entries */
    uint32_t reserved;
    struct gau_trace_open open[];
};

/* The last one counts: until the end, `tick_ns` is an estimate. */
struct gau_trace_timeline_totals {
    struct gau_trace_record record;
    uint64_t origin;        /* the clock at `start_ns` of the header */
    double tick_ns;         /* of the clock */
    uint64_t now;           /* ticks: the lists before have what happened until then */
    uint64_t dropped;       /* lists that were given up since the file could not keep up */
    uint64_t dropped_bytes; /* of their entries */
    uint64_t writer_ns;     /* CPU time of the thread that writes */
    uint32_t ended;         /* 1: the job ended, this is the last */
    uint32_t detail;        /* 1: without sections below algorithms; 2: with all */
    uint32_t workers;       /* of the event loop; 0: the program has the loop */
    uint32_t error;         /* errno of the first block that could not be written */
};

#endif
