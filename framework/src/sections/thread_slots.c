/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* syscall */
#include "thread_slots.h"

#include "sections.h"

#include "framework/src/support/lock_timeout.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The value of gau_section_inactive while auditing is on, and of gau_section_worker in threads that
 * are not audited.
 */
#define NOT_AUDITED ((struct gau_worker *)1)

__thread bool gau_is_job_thread;
__thread struct gau_app *gau_job_thread_app;
__thread bool gau_is_background_thread, gau_begins_no_session;

static __thread struct gau_thread_slot *mine;
static __thread bool finding;
static __thread bool locked_here; /* this thread has the lock */

static struct {
    pthread_mutex_t lock;
    struct gau_app *app; /* the owner of the slots; NULL: none */
    bool listening;
    bool (*begin)(void); /* called first by threads outside jobs; NULL: none */
    bool fenced;         /* membarrier() is available */
    struct gau_thread_slot *slots;
    uint32_t n_slots;
    pthread_key_t key; /* its destructor runs at the end of a thread */
    bool has_key;
} slot_pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

void gau_thread_slots_lock(void)
{
    pthread_mutex_lock(&slot_pool.lock);
    locked_here = true;
}

void gau_thread_slots_unlock(void)
{
    locked_here = false;
    pthread_mutex_unlock(&slot_pool.lock);
}

bool gau_thread_slots_locked_here(void)
{
    return locked_here;
}

static void set_inactive(bool auditing)
{
    __atomic_store_n(&gau_section_inactive, auditing ? NOT_AUDITED : NULL, __ATOMIC_RELAXED);
}

void gau_thread_slots_request(bool (*begin)(void))
{
    gau_thread_slots_lock();
    __atomic_store_n(&slot_pool.begin, begin, __ATOMIC_RELEASE);
    if (!slot_pool.app)
        set_inactive(begin != NULL);
    gau_thread_slots_unlock();
}

bool gau_thread_slots_requested(void)
{
    return __atomic_load_n(&slot_pool.begin, __ATOMIC_ACQUIRE) != NULL;
}

/* --- fences -------------------------------------------------------------------------------- */

static bool membarrier(int command)
{
    return syscall(SYS_membarrier, command, 0, 0) == 0;
}

/* After it, a thread that has not seen the closed guard is visibly busy. */
static void fence_all_threads(void)
{
    if (slot_pool.fenced)
        membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}

/* --- acquiring a slot ---------------------------------------------------------------------- */

static void leave_root(struct gau_thread_slot *slot);

/* The end of a thread. */
static void release_slot(void *user)
{
    struct gau_thread_slot *const slot = user;

    gau_thread_slots_lock();
    if (!slot->abandoned) {
        slot->worker.busy = 1; /* as it is already if the thread was cancelled in a hook */
        if (slot->entered)
            leave_root(slot);
        slot->worker.busy = 0;
        slot->in_use = false;
    }
    mine = NULL;
    gau_section_worker = NULL;
    gau_thread_slots_unlock();
}

/* One that has instances of the current auditors, if there is one. */
static struct gau_thread_slot *find_free_slot(void)
{
    struct gau_thread_slot *found = NULL;

    for (struct gau_thread_slot *slot = slot_pool.slots; slot; slot = slot->next)
        if (!slot->in_use && !slot->abandoned && (!found || slot->app == slot_pool.app))
            found = slot;
    return found;
}

static struct gau_thread_slot *new_slot(void)
{
    struct gau_thread_slot *slot;
    void *memory;

    if (slot_pool.n_slots == GAU_MAX_THREAD_SLOTS ||
        posix_memalign(&memory, _Alignof(struct gau_thread_slot), sizeof *slot) != 0)
        return NULL;
    slot = memory;
    *slot = (struct gau_thread_slot){.next = slot_pool.slots};
    __atomic_store_n(&slot_pool.slots, slot, __ATOMIC_RELEASE);
    slot_pool.n_slots++;
    return slot;
}

static struct gau_thread_slot *acquire_slot(gau_error *err)
{
    struct gau_thread_slot *slot = find_free_slot();

    if (!slot)
        slot = new_slot();
    if (!slot || pthread_setspecific(slot_pool.key, slot) != 0) {
        gau_error_set(
            err, GAU_ERR_MEMORY, __FILE__, __LINE__,
            "out of memory (thread slots), or more than %d audited threads at the same time",
            GAU_MAX_THREAD_SLOTS);
        return NULL;
    }
    slot->in_use = true;
    slot->worker.frames.pending_ends = 0;
    return slot;
}

/* Below that root from now on. Program gets the time of the thread; Background has only items. */
static void enter_root(struct gau_thread_slot *slot, gau_branch root)
{
    struct gau_worker *const w = &slot->worker;

    w->thread = (pid_t)syscall(SYS_gettid);
    w->frames.count = 0;
    w->frames.beyond = 0;
    w->ctx.phase = GAU_EXECUTE;
    w->ctx.name = root == GAU_ROOT_BACKGROUND ? "Background" : "Program";
    w->ctx.branch = root;
    gau_dispatch_announce(&w->dispatch, &w->job->svc, &w->ctx);
    if (root != GAU_ROOT_BACKGROUND)
        gau_audit_before(&w->dispatch, &w->ctx);
    slot->root = root;
    slot->entered = true;
}

/* The thread is not in a hook. */
static void leave_root(struct gau_thread_slot *slot)
{
    struct gau_worker *const w = &slot->worker;

    gau_sections_close_silently(w);
    w->ctx.branch = slot->root;
    if (slot->root != GAU_ROOT_BACKGROUND)
        gau_audit_after(&w->dispatch, &w->ctx, (gau_outcome){0});
    slot->entered = false;
}

static gau_status make_program(struct gau_app *app, gau_error *err)
{
    if (gau_section_make_root(app, &app->program, "Program") == GAU_NO_BRANCH)
        return gau_fail(err, GAU_ERR_RANGE, "maxBranches=%u leaves no room for the branch Program",
                        app->job.branches.max);
    return GAU_OK;
}

/* Gives this thread a slot with instances of the current auditors, below a root. */
static gau_status settle_slot(gau_error *err)
{
    const bool in_background = gau_is_background_thread;

    if (!in_background)
        GAU_TRY(make_program(slot_pool.app, err));
    if (!mine)
        mine = acquire_slot(err);
    if (!mine)
        return GAU_ERR_MEMORY;
    if (mine->abandoned)
        return gau_fail(err, GAU_ERR_STATE,
                        "auditing was closed while the thread was inside an auditor");
    if (mine->app != slot_pool.app) {
        GAU_TRY(gau_thread_slot_start_auditors(mine, slot_pool.app, err));
        mine->worker.guard = slot_pool.fenced ? GAU_UNGUARDED : GAU_FENCED;
    }
    if (!mine->entered)
        enter_root(mine, in_background ? (gau_branch)GAU_ROOT_BACKGROUND : slot_pool.app->program);
    return GAU_OK;
}

/* False: that could not be decided yet. */
static bool find_worker(struct gau_worker **w)
{
    gau_error err = {0};

    if (!gau_lock_with_timeout(&slot_pool.lock))
        return false;
    locked_here = true;
    if (slot_pool.app && slot_pool.listening) {
        if (settle_slot(&err) >= 0)
            *w = &mine->worker;
        else if (slot_pool.app->unaudited++ == 0)
            slot_pool.app->unaudited_reason = err;
    }
    gau_thread_slots_unlock();
    return true;
}

/* A thread for which it is not decided tries again at its next section. */
struct gau_worker *gau_thread_slot_acquire(void)
{
    struct gau_worker *w = NULL;
    const int error = errno;
    bool (*begin)(void);
    bool decided = true;
    int cancelling;

    if (finding) /* an auditor that is being set up opens a section */
        return NULL;
    finding = true;
    if (!gau_is_job_thread && __atomic_load_n(&gau_section_inactive, __ATOMIC_RELAXED)) {
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling);
        begin = __atomic_load_n(&slot_pool.begin, __ATOMIC_ACQUIRE);
        decided = (!begin || gau_begins_no_session || begin()) && find_worker(&w);
        pthread_setcancelstate(cancelling, NULL);
    }
    gau_section_worker = w         ? w
                         : decided ? __atomic_load_n(&gau_section_inactive, __ATOMIC_RELAXED)
                                   : NULL;
    finding = false;
    errno = error;
    return w;
}

/* --- opening and closing ------------------------------------------------------------------- */

bool gau_thread_slots_open(struct gau_app *app)
{
    bool opened = false;

    gau_thread_slots_lock();
    slot_pool.has_key = slot_pool.has_key || pthread_key_create(&slot_pool.key, release_slot) == 0;
    if (!slot_pool.app && slot_pool.has_key && gau_fork_handlers_install()) {
        slot_pool.app = app;
        slot_pool.fenced = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
        set_inactive(false);
        opened = true;
    }
    gau_thread_slots_unlock();
    return opened;
}

void gau_thread_slots_enable(struct gau_app *app)
{
    gau_thread_slots_lock();
    if (slot_pool.app == app) {
        slot_pool.listening = app->job.svc.phases[GAU_EXECUTE] != 0;
        set_inactive(slot_pool.listening);
    }
    gau_thread_slots_unlock();
}

/* False: its thread stays in a hook. */
static bool wait_until_idle(const struct gau_thread_slot *slot, uint64_t deadline_ns)
{
    const struct timespec pause = {.tv_nsec = 100000};

    while (__atomic_load_n(&slot->worker.busy, __ATOMIC_SEQ_CST)) {
        if (slot == mine || gau_clock_ns() > deadline_ns)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

static bool close_slots(struct gau_app *app)
{
    enum { TIMEOUT_S = 5 };
    const uint64_t deadline_ns = gau_clock_ns() + TIMEOUT_S * UINT64_C(1000000000);
    bool all = true;

    for (struct gau_thread_slot *slot = slot_pool.slots; slot; slot = slot->next)
        if (slot->app == app)
            __atomic_store_n(&slot->worker.guard, GAU_CLOSED, __ATOMIC_SEQ_CST);
    fence_all_threads();
    for (struct gau_thread_slot *slot = slot_pool.slots; slot; slot = slot->next) {
        if (slot->app != app || slot->abandoned)
            continue;
        if (!wait_until_idle(slot, deadline_ns)) {
            gau_thread_slot_lose(slot);
            all = false;
        } else if (slot->entered) {
            leave_root(slot);
        }
    }
    return all;
}

bool gau_thread_slots_close(struct gau_app *app)
{
    bool all = true;

    gau_thread_slots_lock();
    if (slot_pool.app == app) {
        slot_pool.app = NULL;
        slot_pool.listening = false;
        set_inactive(slot_pool.begin != NULL);
        all = close_slots(app);
    }
    gau_thread_slots_unlock();
    return all;
}

void gau_thread_slots_for_each(struct gau_app *app,
                               void (*visit)(struct gau_thread_slot *slot, void *user), void *user)
{
    gau_thread_slots_lock();
    for (struct gau_thread_slot *slot = slot_pool.slots; slot; slot = slot->next)
        if (slot->app == app && !slot->abandoned)
            visit(slot, user);
    gau_thread_slots_unlock();
}

const struct gau_thread_slot *gau_thread_slots_first(void)
{
    return __atomic_load_n(&slot_pool.slots, __ATOMIC_ACQUIRE);
}

/* --- fork ---------------------------------------------------------------------------------- */

struct gau_app *gau_thread_slots_owner(void)
{
    return slot_pool.app;
}

/* Their threads are not in the child: an auditor that was in a hook stays as it is. */
void gau_thread_slots_lose_others(void)
{
    for (struct gau_thread_slot *slot = slot_pool.slots; slot; slot = slot->next)
        if (slot != mine && slot->app == slot_pool.app && !slot->abandoned &&
            __atomic_load_n(&slot->worker.busy, __ATOMIC_ACQUIRE))
            gau_thread_slot_lose(slot);
}

/* A thread that is not in the child may have it. */
void gau_thread_slots_renew_lock(void)
{
    pthread_mutex_init(&slot_pool.lock, NULL);
}

/* The parent's slots are left alone: other threads may have been in them. */
void gau_thread_slots_reset_after_fork(void)
{
    slot_pool.app = NULL;
    slot_pool.listening = false;
    slot_pool.begin = NULL;
    slot_pool.slots = NULL;
    slot_pool.n_slots = 0;
    if (mine)
        gau_sections_detach(&mine->worker);
    mine = NULL;
    if (slot_pool.has_key)
        pthread_setspecific(slot_pool.key, NULL);
    set_inactive(false);
    gau_section_worker = NULL;
}
