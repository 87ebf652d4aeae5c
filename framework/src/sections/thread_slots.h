/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SECTIONS_THREAD_SLOTS_H
#define GAUDIT_SRC_SECTIONS_THREAD_SLOTS_H

#include "framework/src/job/app_state.h"

/*
 * Thread slots, for threads outside the event loop. At its first section such a thread gets a slot:
 * a worker with instances of all auditors, below the root Program. When the thread ends, its open
 * sections end, and the next thread reuses the slot with its instances. So there are at most as
 * many slots as there were threads at the same time. At the end the instances of all slots are
 * merged into the first one.
 *
 * One application at a time owns the slots: the session, or a job while it runs. Slots are never
 * freed, so that a thread can read its own at any time.
 */

enum { GAU_MAX_THREAD_SLOTS = 4096 }; /* threads at the same time; others are not audited */

struct gau_thread_slot {
    struct gau_worker worker;      /* first: this is what gau_section_worker points to */
    struct gau_thread_slot *next;  /* of all slots */
    struct gau_app *app;           /* whose auditors it has instances of; NULL: none */
    struct gau_instance *auditors; /* one per component of the job */
    bool in_use;                   /* by a running thread */
    bool entered;                  /* its thread is below `root`: Program or Background */
    gau_branch root;
    bool abandoned; /* it was busy for too long when its application closed */
};

/* This thread belongs to a job: it has a worker already, or must not be audited. */
extern __thread bool gau_is_job_thread;

/* The job whose components this thread calls; NULL: none. */
extern __thread struct gau_app *gau_job_thread_app;

/* If this thread gets a slot now, it is below Background. A thread of a component begins no
 * session: it would wait for one that ends, and waits for this thread. */
extern __thread bool gau_is_background_thread, gau_begins_no_session;

/* The state of a thread outside the job, restored when it leaves the job. */
struct gau_job_thread_state {
    bool is_job_thread;
    struct gau_app *app;
    struct gau_worker *section_worker;
};

/* @p app NULL: only not audited. */
static inline struct gau_job_thread_state gau_job_thread_enter(struct gau_app *app)
{
    const struct gau_job_thread_state before = {gau_is_job_thread, gau_job_thread_app,
                                                gau_section_worker};

    gau_is_job_thread = true;
    gau_job_thread_app = app;
    gau_section_worker = NULL;
    return before;
}

static inline void gau_job_thread_leave(struct gau_job_thread_state before)
{
    gau_is_job_thread = before.is_job_thread;
    gau_job_thread_app = before.app;
    gau_section_worker = before.section_worker;
}

/* Threads outside jobs call @p begin at their first section, until it returns true: decided; NULL:
 * they do not. */
void gau_thread_slots_request(bool (*begin)(void));
bool gau_thread_slots_requested(void);

/* Makes @p app the owner of the slots; false: there is another one. Its auditors, once started, are
 * active from gau_thread_slots_enable() on. */
bool gau_thread_slots_open(struct gau_app *app);
void gau_thread_slots_enable(struct gau_app *app);

/*
 * Ends the open sections of all threads, and the ownership of @p app, if any. False: a thread was
 * in a hook for seconds; @p app must never be freed.
 */
bool gau_thread_slots_close(struct gau_app *app);

/* The worker of this thread, which gets a slot if it may; NULL: it is not audited. */
struct gau_worker *gau_thread_slot_acquire(void);

/* Calls @p visit for every slot of @p app, under the lock. */
void gau_thread_slots_for_each(struct gau_app *app,
                               void (*visit)(struct gau_thread_slot *slot, void *user), void *user);

/* All slots, the latest first, without a lock: for signal handlers. */
const struct gau_thread_slot *gau_thread_slots_first(void);

/* --- fork_handlers.c: no lock stays taken in a child by a thread that it does not have ------ */

/* From now on; false: out of memory. Handlers of fork() that take a lock of an outer layer are
 * registered behind it. */
bool gau_fork_handlers_install(void);

/* This thread has a lock of the slots or of the branches: it forks in an auditor, and must not
 * wait for a lock of an outer layer. */
bool gau_fork_handlers_hold_locks(void);

/* What they need of the slots. */
void gau_thread_slots_lock(void);
void gau_thread_slots_unlock(void);
bool gau_thread_slots_locked_here(void);
void gau_thread_slots_renew_lock(void);
struct gau_app *gau_thread_slots_owner(void);
void gau_thread_slots_lose_others(void);

/* In the child of a session, which is not audited and has no slots. */
void gau_thread_slots_reset_after_fork(void);

/* --- thread_slot_auditors.c: the instances of a slot ---------------------------------------- */

/* Makes, initializes and starts them; after a failure the slot is empty. */
gau_status gau_thread_slot_start_auditors(struct gau_thread_slot *slot, struct gau_app *app,
                                          gau_error *err);

/* Its thread stays in a hook: what it has is not touched any more. */
void gau_thread_slot_lose(struct gau_thread_slot *slot);

/* The same steps as those of the workers of a job; the first failure counts. */
gau_status gau_thread_slots_stop(struct gau_app *app, gau_error *err);
void gau_thread_slots_merge(struct gau_app *app);
gau_status gau_thread_slots_destroy(struct gau_app *app, gau_error *err);
void gau_thread_slots_release(struct gau_app *app);

#endif
