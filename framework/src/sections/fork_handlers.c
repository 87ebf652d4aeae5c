/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/auditing/section_names.h"
#include "framework/src/auditing/volumes.h"
#include "thread_slots.h"

#include <pthread.h>

/*
 * A child of fork() has one thread, and copies of all locks. So the thread that forks takes them
 * first, in their order: slots, branches, names, volumes. In a job the child runs on, with what its
 * thread had; a session is the parent's.
 */

/* What this thread has taken for the fork. */
static __thread struct {
    bool slots;
    struct gau_branch_table *branches; /* NULL: none */
} taken;

bool gau_fork_handlers_hold_locks(void)
{
    return gau_thread_slots_locked_here() || gau_branch_table_locked_here();
}

/* An auditor may fork while it is set up or is shown a new branch: the locks before the one that
 * its thread has are not waited for. */
static void before_fork(void)
{
    struct gau_app *app;

    taken.slots = !gau_fork_handlers_hold_locks();
    taken.branches = NULL;
    if (taken.slots)
        gau_thread_slots_lock();
    if (!gau_branch_table_locked_here() && (app = gau_thread_slots_owner()) != NULL) {
        taken.branches = &app->job.branches;
        gau_branch_table_lock(taken.branches);
    }
    gau_section_names_lock();
    gau_volumes_lock();
}

static void after_fork(void)
{
    gau_volumes_unlock();
    gau_section_names_unlock();
    if (taken.branches)
        gau_branch_table_unlock(taken.branches);
    if (taken.slots)
        gau_thread_slots_unlock();
}

static void after_fork_in_child(void)
{
    if (!taken.slots && !gau_thread_slots_locked_here())
        gau_thread_slots_renew_lock();
    gau_thread_slots_lose_others();
    after_fork();
}

bool gau_fork_handlers_install(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool installed;
    bool works;

    pthread_mutex_lock(&lock);
    installed = installed || pthread_atfork(before_fork, after_fork, after_fork_in_child) == 0;
    works = installed;
    pthread_mutex_unlock(&lock);
    return works;
}
