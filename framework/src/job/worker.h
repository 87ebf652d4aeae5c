/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_JOB_WORKER_H
#define GAUDIT_SRC_JOB_WORKER_H

#include "framework/src/store/event_store.h"
#include "job.h"
#include "section_frames.h"

#include <sys/types.h>

struct gau_app;
struct gau_results;

/*
 * The decision of an algorithm or sequence. An error leaves it unknown: neither <not> nor invert
 * change that, and an event or sequence whose decision is unknown is rejected (three-valued logic
 * of Kleene).
 */
enum gau_decision { GAU_DECISION_NO, GAU_DECISION_YES, GAU_DECISION_UNKNOWN, GAU_DECISION_ABORT };

/* The call of an algorithm by a worker, and its last result. */
struct gau_algorithm_call {
    gau_status (*execute)(void *self, gau_context *ctx);
    void *self;
    const char *name;
    uint64_t event;    /* in which it ran last ... */
    uint32_t decision; /* ... what it decided, */
    uint32_t flags;    /* ... and if that was an error */
};

/* Ticks spent in the event loop; see gau_loop_times. */
struct gau_time_accounting {
    uint64_t loop_ns, merge_ns;
    uint64_t event, input, waiting, merge;
    uint64_t input_began, event_began; /* 0: not going on */
    uint64_t unaudited_since;          /* 0: audited now */
    uint64_t unaudited_other;          /* input and waiting at that time */
};

enum gau_close_state {
    GAU_UNGUARDED,
    GAU_FENCED, /* its thread must fence: membarrier() is not available */
    GAU_CLOSED, /* no hooks any more */
};

/* The state of one thread of the event loop; reached through ctx->internal. */
struct gau_worker {
    _Alignas(64) gau_context ctx; /* no two workers in one cache line */
    struct gau_app *app;
    struct gau_job *job;
    struct gau_algorithm_call *calls; /* one per component; of other components the name only */
    bool wants_timestamps;            /* an auditor of the job wants timestamps */
    struct gau_dispatch dispatch;
    struct gau_section_frames frames;
    struct gau_pending_item pending;
    struct gau_cached_name names[GAU_CACHED_NAMES];
    uint32_t busy;  /* a section is being opened or closed; atomic */
    uint32_t guard; /* enum gau_close_state; atomic */
    struct gau_worker_store store;
    bool has_own_name;           /* the component that is being called was given its name */
    bool is_algorithm;           /* it is neither auditor nor input */
    bool lacks_others;           /* and the data of its other instances was not merged */
    struct gau_results *results; /* of the job */
    struct gau_time_accounting accounting;
    uint64_t next, block_end; /* numbers of events that are this worker's */
    uint64_t largest_block;   /* that it takes at once now; 0: it took none */
    uint64_t block_began_ns;
    uint64_t done, accepted; /* events; atomic for the progress line */
    uint64_t failed_event;   /* 0: none; the reason is in error */
    gau_status failure;
    bool input_failed;
    gau_error error;
    pid_t thread;       /* by the kernel's number, to name it in a crash; 0: not running */
    void *signal_stack; /* its alternate signal stack; NULL: none of ours */
};

/*
 * Claim and release bracket the hooks of sections. False: a hook of this worker runs (sections
 * opened by auditors are not audited), or the worker is closed. To close the worker of another
 * thread: set the guard, call membarrier(), so that claims need no fence, and wait until it is not
 * busy.
 */
bool gau_worker_claim_guarded(struct gau_worker *w);

/* The same without a call. False: not claimed; use gau_worker_claim(). */
static inline bool gau_worker_claim_unguarded(struct gau_worker *w)
{
    if (__builtin_expect(__atomic_load_n(&w->busy, __ATOMIC_RELAXED) != 0, 0))
        return false;
    __atomic_store_n(&w->busy, 1, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__builtin_expect(__atomic_load_n(&w->guard, __ATOMIC_ACQUIRE) == GAU_UNGUARDED, 1))
        return true;
    __atomic_store_n(&w->busy, 0, __ATOMIC_RELEASE);
    return false;
}

static inline bool gau_worker_claim(struct gau_worker *w)
{
    return __builtin_expect(gau_worker_claim_unguarded(w), 1) || gau_worker_claim_guarded(w);
}

static inline void gau_worker_release(struct gau_worker *w)
{
    __atomic_store_n(&w->busy, 0, __ATOMIC_RELEASE);
}

/* A component that failed without a message gets the text of its status. */
static inline void gau_worker_default_error(struct gau_worker *w, gau_status status)
{
    if (w->error.status != status)
        gau_error_set(&w->error, status, __FILE__, __LINE__, "%s", gau_status_text(status));
}

/* An error of a component whose function @p call returned a status that is none of @p expected. */
static inline gau_status gau_worker_bad_status(struct gau_worker *w, const char *call,
                                               const char *expected, gau_status status)
{
    return gau_fail(&w->error, GAU_ERR_STATE, "%s returned '%s', which is neither %s nor an error",
                    call, gau_status_text(status), expected);
}

/* A worker of that number without listeners. */
void gau_worker_init(struct gau_worker *w, struct gau_app *app, uint32_t index);

/* Calls a step of @p c (initialize, start, stop, finalize) for one of its instances. The error of a
 * failure is the worker's, and names the component. */
gau_status gau_instance_call(struct gau_worker *w, const struct gau_component *c, gau_phase phase,
                             struct gau_instance *instance);

/* Calls its destroy, unless that was called, or initialize was not. Failures are as in a step. */
gau_status gau_instance_destroy(struct gau_worker *w, const struct gau_component *c,
                                struct gau_instance *instance);

/* Folds one more instance into the first, if it was initialized; without a merge, c->unmerged. */
void gau_instance_merge(struct gau_component *c, const struct gau_instance *other);

#endif
