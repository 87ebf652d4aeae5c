/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_LANE_READER_H
#define GAUDIT_REPORT_TIMELINE_LANE_READER_H

#include "errors/errors.h"
#include "report/symbols/text_pool.h"
#include "trace/timeline_entries.h"
#include "trace/trace_reader.h"

/*
 * Reads the lanes of a trace file: lists of entries become finished entries, one by one, with their
 * begin and their end. What is kept is what is open, and the names of lanes and branches.
 */

enum {
    GAU_LANES_MAX = 1024,          /* of a file; entries of others are only counted */
    GAU_LANES_BRANCHES = 1 << 20,  /* branches above this number have no names */
    GAU_LANE_OPEN = 1 << 30,       /* flag: it did not end */
    GAU_LANE_END_MISSING = 1 << 29 /* flag: its end is in a list that is missing */
};

enum gau_lane_entry_what {
    GAU_LANE_CALL,       /* between its begin and its end others are below it */
    GAU_LANE_INTERVAL,   /* of no stack, with any others at the same time */
    GAU_LANE_NOT_CALLED, /* begin and end are the same */
    GAU_LANE_GAP,        /* lists are missing; 0: to its end nothing is known of the lane */
};

struct gau_lane {
    uint32_t lane, kind, number; /* as in struct gau_trace_lane */
    bool is_undefined;           /* so far: then its kind is a guess, and its name "lane 2" */
    const char *name;            /* of a thread of the file: that of the thread; may be empty */
    uint32_t tid;                /* likewise; 0: not known */
    uint32_t index;              /* of the lane in the file, from 0 */
    bool began;                  /* has lists */
    uint64_t next;               /* number of the next list */
    uint64_t last;               /* ticks, of the last list */
    /* What is open before the last list; begin 0: nothing. The first list that has the same. */
    struct gau_trace_open outermost;
    uint64_t since;
    uint64_t lost;               /* lanes->lost at that list */
    uint64_t cpu_ns;             /* of what ends next */
    struct gau_lane_open *stack; /* what is open, outermost first */
    uint32_t depth, size;
};

struct gau_lane_open {
    uint64_t begin, event;
    uint32_t branch, mark;
};

struct gau_lane_entry {
    enum gau_lane_entry_what what;
    const struct gau_lane *lane;
    uint32_t branch;     /* of lanes of tasks: the task type */
    uint32_t depth;      /* from 1; of an interval 0 */
    uint64_t begin, end; /* ticks; a gap before the first list begins at 0 */
    uint64_t event;      /* that it is in, or is; 0: none */
    bool is_event;       /* it is that event; sections may be around it */
    uint64_t cpu_ns;     /* UINT64_MAX: not measured */
    uint64_t lists;      /* that are missing, of a gap */
    uint32_t root;       /* the outermost branch that it is in, or is */
    int32_t status;      /* as in struct gau_timeline_entry */
    uint32_t flags;      /* GAU_ENTRY_... and those above */
    uint32_t mark;       /* of the caller */
};

/* The functions may be NULL. If one returns false, reading ends. */
struct gau_lanes_visitor {
    /* At the begin of a call; end, status and flags are not known. The mark is that of the call
     * above, or 0. What is returned in it comes back at the end. */
    bool (*begin)(void *user, struct gau_lane_entry *entry);
    /* In each lane in the order of the ends; what did not end comes at the end of the file, and
     * then a gap if later lists of the lane may be missing. */
    bool (*end)(void *user, const struct gau_lane_entry *entry);
    /* Ticks. Entries that end before the first or begin after the last may be left out, and their
     * begins may come twice. It takes effect if the whole file was read before. 0: all come. */
    uint64_t first, last;
};

/* From ticks to seconds since the begin of the run. */
struct gau_lanes_clock {
    uint64_t origin; /* ticks */
    double tick_s;
    double begin_s; /* of the origin; 0, but for ranks that began later than others */
    bool is_known;  /* false: the file does not say it, 1 ns is assumed */
};

struct gau_lane_branch {
    uint32_t name;   /* number of its text, without the names above; 0: it is not defined */
    uint32_t parent; /* UINT32_MAX: none */
    uint32_t kind;   /* enum gau_trace_branch_kind */
};

struct gau_lanes {
    struct gau_text_pool *texts; /* borrowed: names */
    struct gau_lane *lanes;
    uint32_t n_lanes, lanes_size;
    struct gau_map numbers;           /* of lanes, to their index + 1 */
    struct gau_lane_branch *branches; /* by number */
    uint32_t n_branches, branches_size;
    struct gau_lane_branch *tasks; /* task types, likewise; they have no parents */
    uint32_t n_tasks, tasks_size;
    struct gau_map threads; /* to the number of the text of their names */
    struct gau_map tids;
    uint64_t left_out; /* entries of further lanes */
    uint64_t last;     /* ticks: the end of all lists */
    uint64_t next_block;
    uint64_t lost; /* blocks and records, each may have been a list */
    uint64_t gaps; /* lists that are missing between others */
    bool has_intervals;
    struct gau_lanes_known {
        struct gau_known_lists {
            uint64_t next; /* number behind the last */
            uint64_t since;
        } * lists; /* of each lane, by its index */
        uint32_t count;
        bool has_intervals;
    } known; /* of the reading before, of the whole file */

    /* Of the file. */
    struct gau_trace_header header;
    struct gau_trace_damage damage;
    struct gau_trace_timeline_totals totals; /* the last; tick_ns 0: there are none */
    struct gau_lanes_clock clock;            /* after reading */
    bool out_of_memory;

    const struct gau_lanes_visitor *visitor;
    void *user;
};

/*
 * Reads the file. @p lanes is {.texts = ...}, or was read before: it is read anew. False: see
 * @p error. To be cleared in any case.
 */
bool gau_lanes_read(struct gau_lanes *lanes, const char *path,
                    const struct gau_lanes_visitor *visitor, void *user, gau_error *error);
void gau_lanes_clear(struct gau_lanes *lanes);

/* Returns whether the file has lanes. */
bool gau_lanes_exist(const char *path);

/* Returns a branch of the lane, or a task type; NULL if it is not defined. */
const struct gau_lane_branch *gau_lanes_branch(const struct gau_lanes *lanes,
                                               const struct gau_lane *lane, uint32_t branch);

static inline bool gau_lanes_have_lists(const struct gau_lanes *lanes)
{
    return lanes->last > 0;
}

/* Returns whether the branch is the root Event of a lane of branches. An event may begin inside
 * sections; it is the outermost call of this branch. */
static inline bool gau_lane_is_event(const struct gau_lane *lane, uint32_t branch)
{
    return branch == 0 && lane->kind != GAU_TRACE_LANE_TASKS;
}

static inline double gau_lanes_seconds(const struct gau_lanes_clock *clock, uint64_t ticks)
{
    const double s = ticks >= clock->origin ? (double)(ticks - clock->origin) * clock->tick_s
                                            : -(double)(clock->origin - ticks) * clock->tick_s;

    return clock->begin_s + s;
}

#endif
