/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITOR_H
#define GAUDIT_AUDITOR_H

/**
 * @file auditor.h
 * A component that is called before and after others and cannot change the outcome.
 *
 * Auditors nest: with auditors A and B in this order, a call is seen as
 * A.before B.before (the call) B.after A.after, and every before gets its after, whatever
 * happens between. Auditors cannot fail and cannot change the outcome. All callbacks of
 * one instance are made by one thread at a time, unless the class is shared; so no auditor needs a
 * lock.
 *
 * A shared class keeps what belongs to one thread in a state that the framework makes and frees,
 * see GAU_PER_THREAD(). In hooks, self is then the state of the calling thread: no other thread
 * touches it, and a call that is open there gets its after there. The instance that the state
 * points to is used by all threads at the same time.
 *
 * An auditor whose initialize returns GAU_END has nothing to do in this job: its hooks are not
 * called, and it is only released.
 */

#include <gaudit/component.h>
#include <gaudit/region.h>

GAU_BEGIN_DECLS

enum {
    GAU_OUTCOME_ERROR = 1,   /**< the call returned an error, whatever the error policy did with it;
                                  a sequence or event: rejected because of an error in it */
    GAU_OUTCOME_REUSED = 2,  /**< already ran in this event: its decision was used again */
    GAU_OUTCOME_SKIPPED = 4, /**< disabled: not run, no decision */
    GAU_OUTCOME_ABORTED = 8, /**< ended because the event was aborted here or below */
    GAU_OUTCOME_UNFINISHED = 16, /**< of an event of event.h: it had no end of its own */
};

typedef struct gau_outcome {
    gau_status raw; /**< what the call returned; of a sequence: before inversion; GAU_END: an input
                         found no event, or an item of background work was withdrawn */
    gau_status final; /**< what the framework made of it: GAU_OK, GAU_REJECT or an error */
    uint32_t flags;   /**< OR of GAU_OUTCOME_... */
} gau_outcome;

/** What the calls of branches have used, with all below them, and what of that is the children's.
 */
typedef struct gau_branch_usage {
    uint64_t calls;
    uint64_t total, children;      /**< ticks */
    int64_t total_MB, children_MB; /**< growth of memory */
} gau_branch_usage;

/** Grows at the end only; set it up with GAU_AUDITOR(). All callbacks are optional. */
typedef struct gau_auditor_ops {
    uint32_t struct_size;
    bool wants_timestamps; /**< wants ctx->timestamp in before, after and not_called */

    /** Once per instance and branch, numbers rising, before its first before() there. */
    void (*branch_added)(void *self, gau_branch branch);

    /** Event boundaries of this worker, of events that the auditor receives hooks for. */
    void (*begin_event)(void *self, const gau_context *ctx);
    void (*end_event)(void *self, const gau_context *ctx);

    /** Sections are in the code of others: these two leave errno as they found it, and are no
     * cancellation points. */
    void (*before)(void *self, const gau_context *ctx);
    void (*after)(void *self, const gau_context *ctx, gau_outcome outcome);

    /** REUSED or SKIPPED: this one call, no pair. */
    void (*not_called)(void *self, const gau_context *ctx, gau_outcome outcome);

    /** A pointer in the instance that the framework aims at zeroed elements, one per branch. */
    size_t branches_offset, branches_size;

    /** begin_event and end_event are called for all events, also outside the window. */
    bool every_event;

    /** before, after and not_called come for the root Event alone, as if nothing was below it. */
    bool only_events;

    /** Writes to the terminal while the job runs: there is no progress line then. */
    bool prints;

    /**
     * Adds the data of @p live so far to @p into, a new, initialized instance that knows all
     * branches. Open calls count up to ctx->timestamp; finalize() of @p into then writes the
     * documents. Called at any time, by another thread than the one that runs @p live, so both
     * sides need atomics. Classes without it are left out of snapshots.
     */
    void (*snapshot)(void *into, const void *live, const gau_context *ctx);

    /** A bool in the instance: does it want ctx->cpu_ns in before and after? Read once, after
     * initialize. */
    size_t cpu_offset, cpu_size;

    /** Adds that of a branch; of an instance that snapshot() has filled. For gau_section_data(). */
    void (*usage)(const void *self, const gau_context *ctx, gau_branch branch,
                  gau_branch_usage *sum);

    /**
     * Of a shared class: the size of the state of a worker or thread slot, and a pointer in it that
     * the framework aims at the instance. The state is zeroed, and is self in begin_event,
     * end_event, before, after, not_called and the two below. The pointer to elements per branch is
     * as above, in the state.
     */
    size_t thread_size, thread_instance_offset;
    size_t thread_branches_offset, thread_branches_size;

    /** Once per state, by the thread itself, before its first hook. Outside the event loop,
     * ctx->branch is the root Program. */
    void (*thread_begin)(void *state, const gau_context *ctx);

    /**
     * Once per state, in the order of workers, when there are no hooks any more and before
     * finalize: adds its data to the instance, and frees what it holds. The state of a thread
     * without hooks is still zeroed.
     */
    void (*thread_end)(void *state, const gau_context *ctx);

    /**
     * Of a shared class: for a snapshot, writes what is complete to the files it keeps open. Called
     * at any time. @p state: that of the thread that calls, which is in no hook; NULL: it has none.
     * States of other threads must not be touched. A failure is that of the snapshot.
     */
    gau_status (*flush)(void *self, void *state, gau_context *ctx);

    /**
     * Tracks and steps of region.h. A step has ctx->timestamp, and @p region is that of @p volume,
     * see gau_volume_region(). In events that the auditor receives hooks for, and outside of
     * events, where ctx->event is 0. They leave errno as they found it.
     */
    void (*step)(void *self, const gau_context *ctx, uint64_t track, gau_volume volume,
                 gau_region region);
    void (*track_begin)(void *self, const gau_context *ctx, uint64_t track, uint64_t parent,
                        gau_volume volume);
    void (*track_end)(void *self, const gau_context *ctx, uint64_t track);

    /** External work, see external.h, of @p branch, whose parent is that of the processor. Any
     * thread reports it, in or outside of events. */
    void (*external_work)(void *self, const gau_context *ctx, gau_branch branch, uint64_t start_ns,
                          uint64_t stop_ns);

    /**
     * The hooks are worth nothing later, as those that begin a task of a collector. Else before()
     * of an item of background work, see background.h, comes when it is known that it is not
     * withdrawn, with the timestamp of its begin. Here it comes at once, and after a withdrawn one
     * after() with GAU_END.
     */
    bool at_once;

    /** gaudit's own: call statistics in the instance, which the framework fills itself, without a
     * call of before and after, where the auditor is the only listener. */
    size_t statistics_offset, statistics_size;
} gau_auditor_ops;

#define GAU_AUDITOR(...)                                    \
    &(const gau_auditor_ops)                                \
    {                                                       \
        .struct_size = sizeof(gau_auditor_ops), __VA_ARGS__ \
    }

/** The array is address space for all branches the job may have: never moves, touched lazily. */
#define GAU_PER_BRANCH(Struct, field) \
    .branches_offset = offsetof(Struct, field), .branches_size = sizeof *((Struct *)0)->field

/** The struct of the state of a thread, and its pointer to the instance. */
#define GAU_PER_THREAD(Struct, instance) \
    .thread_size = sizeof(Struct), .thread_instance_offset = offsetof(Struct, instance)

/** GAU_PER_BRANCH() for the state of a thread. */
#define GAU_PER_THREAD_BRANCH(Struct, field)           \
    .thread_branches_offset = offsetof(Struct, field), \
    .thread_branches_size = sizeof *((Struct *)0)->field

/** A reading of the thread's CPU clock is a system call, so a field, such as a property, enables
 * it. */
#define GAU_CPU_TIME_IF(Struct, field) \
    .cpu_offset = offsetof(Struct, field), .cpu_size = sizeof(((Struct *)0)->field)

#define GAU_CALL_STATISTICS(Struct, field) \
    .statistics_offset = offsetof(Struct, field), .statistics_size = sizeof(((Struct *)0)->field)

/** The window of the auditor in @p ctx: events [*first, *end), *end 0 for no end. Reports take it
 * for all that selects events, so a new filter rule for events must be reported here, too. */
GAU_API void gau_auditor_event_window(const gau_context *ctx, uint64_t *first, uint64_t *end);

/** The events that the job processes at the most: [*first, *end), *end 0 if that is not known. */
GAU_API void gau_job_event_range(const gau_context *ctx, uint64_t *first, uint64_t *end);

/** How a worker spent the event loop, measured by the framework; all in seconds. */
typedef struct gau_loop_times {
    double loop_s;    /**< CLOCK_MONOTONIC, from the first request for an event to the last */
    double event_s;   /**< in events, with the cost of auditors inside them */
    double input_s;   /**< requesting, reading and decoding events */
    double waiting_s; /**< for other workers */
    double merge_s;   /**< folding this worker's instances into the first; part of loop_s */
} gau_loop_times;

/** At finalize: the loop times of @p worker, and how many events it processed. */
GAU_API gau_loop_times gau_worker_loop_times(const gau_context *ctx, uint32_t worker);
GAU_API uint64_t gau_worker_events(const gau_context *ctx, uint32_t worker);

/* In C++: component.hpp. */
#ifdef __cplusplus
#undef GAU_AUDITOR
#define GAU_AUDITOR(...) GAU_ONLY_IN_C_
#endif

GAU_END_DECLS

#endif
