/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SEATS_H
#define GAUDIT_SRC_SEATS_H

#include "framework/src/job/app.h"

/*
 * Threads that gaudit never saw. At its first section such a thread takes a seat: a worker with
 * instances of all auditors, below the root Program. When the thread ends, its open sections end,
 * and the seat is there for the next thread, which goes on with the same instances; so there are as
 * many as there were threads at the same time, however many come and go. At the end the instances
 * of all seats are folded into the first one.
 *
 * One application at a time has the seats: the library's session, or a job while it runs. Memory of
 * seats is never given back, so that a thread may look at its own whenever it is closed.
 */

enum { GAU_MAX_THREAD_SLOTS = 4096 }; /* threads at the same time; others are not heard */

struct gau_thread_slot {
    struct gau_worker worker;      /* first: this is what gau_section_worker points to */
    struct gau_thread_slot *next;  /* of all seats */
    struct gau_app *app;           /* whose auditors it has instances of; NULL: none */
    struct gau_instance *auditors; /* one per component of the job */
    bool in_use;                   /* by a thread that is alive */
    bool entered;                  /* that thread is below Program */
    bool abandoned;                /* it was busy for too long when its application closed */
};

/* This thread is one of a job: it has a worker already, or is not to be heard. */
extern __thread bool gau_is_job_thread;

/* What this thread was before it was employed is what it is when it is dismissed. */
struct gau_job_thread_state {
    bool employed;
    struct gau_worker *listened;
};

static inline struct gau_job_thread_state gau_job_thread_enter(void)
{
    const struct gau_job_thread_state before = {gau_is_job_thread, gau_section_worker};

    gau_is_job_thread = true;
    gau_section_worker = NULL;
    return before;
}

static inline void gau_job_thread_leave(struct gau_job_thread_state before)
{
    gau_is_job_thread = before.employed;
    gau_section_worker = before.listened;
}

/* Threads that are not of a job call @p begin at their first section, until it answers that it has
 * decided; NULL: they do not. */
void gau_thread_slots_request(bool (*begin)(void));
bool gau_thread_slots_requested(void);

/* Takes the seats for @p app; false: another one has them. Its auditors, once they have started,
 * listen from gau_thread_slots_enable() on. */
bool gau_thread_slots_open(struct gau_app *app);
void gau_thread_slots_enable(struct gau_app *app);

/*
 * Ends what is open in all threads, and gives the seats up. What does not have them may close
 * them, too. False: a thread was in a hook for seconds; @p app must stay where it is for good.
 */
bool gau_thread_slots_close(struct gau_app *app);

/* The worker of this thread, which takes a seat if it may; NULL: it is not heard. */
struct gau_worker *gau_thread_slot_acquire(void);

/* Calls @p visit for every seat of @p app while none is taken or left. */
void gau_thread_slots_for_each(struct gau_app *app,
                               void (*visit)(struct gau_thread_slot *slot, void *user), void *user);

/* Around fork(). In the child nobody is heard and there are no seats. Held: by this thread, while
 * its auditors are set up. */
void gau_thread_slots_lock(void);
void gau_thread_slots_unlock(void);
bool gau_thread_slots_locked_here(void);
void gau_thread_slots_reset_after_fork(void);

/* --- seat_auditors.c: the instances of a seat ----------------------------------------------- */

/* Makes, initializes and starts them; after a failure the seat is empty. */
gau_status gau_thread_slot_start_auditors(struct gau_thread_slot *slot, struct gau_app *app,
                                          gau_error *err);

/* The same steps as those of the workers of a job, after them; the first failure counts. */
gau_status gau_thread_slots_stop(struct gau_app *app, gau_error *err);
void gau_thread_slots_merge(struct gau_app *app);
void gau_thread_slots_release(struct gau_app *app);

#endif
