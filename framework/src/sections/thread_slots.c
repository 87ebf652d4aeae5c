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

/* What stands in gau_section_inactive, and in gau_section_worker of threads that looked, while
 * somebody is heard.
 */
#define NOT_HEARD ((struct gau_worker *)1)

__thread bool gau_is_job_thread;

static __thread struct gau_thread_slot *mine;
static __thread bool finding, settling; /* the second: it holds the lock */

static struct {
    pthread_mutex_t lock;
    struct gau_app *app; /* that has the seats; NULL: nobody */
    bool listening;
    bool (*begin)(void); /* what threads that are not of a job are to do first; NULL: nothing */
    bool fenced;         /* the system fences for us */
    struct gau_thread_slot *seats;
    uint32_t n_seats;
    pthread_key_t key; /* its destructor sees the end of a thread */
    bool has_key;
} hall = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void set_nobody(bool somebody_listens)
{
    __atomic_store_n(&gau_section_inactive, somebody_listens ? NOT_HEARD : NULL, __ATOMIC_RELAXED);
}

void gau_thread_slots_request(bool (*begin)(void))
{
    pthread_mutex_lock(&hall.lock);
    __atomic_store_n(&hall.begin, begin, __ATOMIC_RELEASE);
    if (!hall.app)
        set_nobody(begin != NULL);
    pthread_mutex_unlock(&hall.lock);
}

bool gau_thread_slots_requested(void)
{
    return __atomic_load_n(&hall.begin, __ATOMIC_ACQUIRE) != NULL;
}

/* --- fences -------------------------------------------------------------------------------- */

static bool membarrier(int command)
{
    return syscall(SYS_membarrier, command, 0, 0) == 0;
}

/* After it, a thread that has not seen that its worker is closed is seen to be busy. */
static void fence_all_threads(void)
{
    if (hall.fenced)
        membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}

/* --- taking a seat ------------------------------------------------------------------------- */

static void leave(struct gau_thread_slot *seat);

/* The end of a thread. */
static void give_up_seat(void *user)
{
    struct gau_thread_slot *const seat = user;

    pthread_mutex_lock(&hall.lock);
    if (!seat->lost) {
        seat->worker.busy = 1; /* as it is already if the thread was cancelled in a hook */
        if (seat->sitting)
            leave(seat);
        seat->worker.busy = 0;
        seat->taken = false;
    }
    mine = NULL;
    gau_section_worker = NULL;
    pthread_mutex_unlock(&hall.lock);
}

/* One that has instances already, if there is one. */
static struct gau_thread_slot *free_seat(void)
{
    struct gau_thread_slot *found = NULL;

    for (struct gau_thread_slot *seat = hall.seats; seat; seat = seat->next)
        if (!seat->taken && !seat->lost && (!found || seat->app == hall.app))
            found = seat;
    return found;
}

static struct gau_thread_slot *new_seat(void)
{
    struct gau_thread_slot *seat;
    void *memory;

    if (hall.n_seats == GAU_MAX_THREAD_SLOTS ||
        posix_memalign(&memory, _Alignof(struct gau_thread_slot), sizeof *seat) != 0)
        return NULL;
    seat = memory;
    *seat = (struct gau_thread_slot){.next = hall.seats};
    hall.seats = seat;
    hall.n_seats++;
    return seat;
}

static struct gau_thread_slot *take_seat(gau_error *err)
{
    struct gau_thread_slot *seat = free_seat();

    if (!seat)
        seat = new_seat();
    if (!seat || pthread_setspecific(hall.key, seat) != 0) {
        gau_error_set(err, GAU_ERR_MEMORY, __FILE__, __LINE__,
                      "no memory for a thread more, or %d of them at the same time",
                      GAU_MAX_THREAD_SLOTS);
        return NULL;
    }
    seat->taken = true;
    seat->worker.frames.orphans = 0;
    return seat;
}

/* Below the root Program from now on; the time that the thread has is the root's. */
static void sit_down(struct gau_thread_slot *seat, gau_branch program)
{
    struct gau_worker *const w = &seat->worker;

    w->frames.count = 0;
    w->frames.beyond = 0;
    w->ctx.phase = GAU_EXECUTE;
    w->ctx.name = "Program";
    w->ctx.branch = program;
    gau_dispatch_announce(&w->audience, &w->job->svc);
    gau_audit_before(&w->audience, &w->ctx);
    seat->sitting = true;
}

/* The thread is not in a hook. */
static void leave(struct gau_thread_slot *seat)
{
    struct gau_worker *const w = &seat->worker;

    gau_sections_close_silently(w);
    w->ctx.branch = w->app->program;
    gau_audit_after(&w->audience, &w->ctx, (gau_outcome){0});
    seat->sitting = false;
}

/* Made when it is needed: a job without such threads has no row for it. */
static gau_status make_program(struct gau_app *app, gau_error *err)
{
    struct gau_branch_table *const branches = &app->job.branches;

    if (app->program != GAU_NO_BRANCH)
        return GAU_OK;
    pthread_mutex_lock(&branches->lock);
    gau_auditor_service_inherit_filter(&app->job.svc, GAU_NO_BRANCH);
    app->program = gau_branch_table_add(branches, GAU_NO_BRANCH, "Program", GAU_NO_COMPONENT,
                                        GAU_BRANCH_KIND_ROOT);
    pthread_mutex_unlock(&branches->lock);
    if (app->program == GAU_NO_BRANCH)
        return gau_fail(err, GAU_ERR_RANGE, "maxBranches=%u leaves no room for the branch Program",
                        branches->max);
    return GAU_OK;
}

/* The seat of this thread has instances of the auditors that listen, and the thread is below
 * Program. */
static gau_status settle(gau_error *err)
{
    GAU_TRY(make_program(hall.app, err));
    if (!mine)
        mine = take_seat(err);
    if (!mine)
        return GAU_ERR_MEMORY;
    if (mine->lost)
        return gau_fail(err, GAU_ERR_STATE, "the thread was in an auditor when others closed");
    if (mine->app != hall.app) {
        GAU_TRY(gau_thread_slot_start_auditors(mine, hall.app, err));
        mine->worker.guard = hall.fenced ? GAU_UNGUARDED : GAU_FENCED;
    }
    if (!mine->sitting)
        sit_down(mine, hall.app->program);
    return GAU_OK;
}

/* False: that could not be decided yet. */
static bool find(struct gau_worker **w)
{
    gau_error err = {0};

    if (!gau_lock_with_timeout(&hall.lock))
        return false;
    if (hall.app && hall.listening) {
        settling = true;
        if (settle(&err) >= 0)
            *w = &mine->worker;
        else if (hall.app->unheard++ == 0)
            hall.app->unheard_why = err;
        settling = false;
    }
    pthread_mutex_unlock(&hall.lock);
    return true;
}

/* A thread for which it is not decided looks again at its next section. */
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
        begin = __atomic_load_n(&hall.begin, __ATOMIC_ACQUIRE);
        decided = (!begin || begin()) && find(&w);
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

    pthread_mutex_lock(&hall.lock);
    hall.has_key = hall.has_key || pthread_key_create(&hall.key, give_up_seat) == 0;
    if (!hall.app && hall.has_key) {
        hall.app = app;
        hall.fenced = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
        set_nobody(false);
        opened = true;
    }
    pthread_mutex_unlock(&hall.lock);
    return opened;
}

void gau_thread_slots_enable(struct gau_app *app)
{
    pthread_mutex_lock(&hall.lock);
    if (hall.app == app) {
        hall.listening = app->job.svc.phases[GAU_EXECUTE] != 0;
        set_nobody(hall.listening);
    }
    pthread_mutex_unlock(&hall.lock);
}

/* False: it is in a hook, and stays there. */
static bool wait_until_idle(const struct gau_thread_slot *seat, uint64_t deadline_ns)
{
    const struct timespec pause = {.tv_nsec = 100000};

    while (__atomic_load_n(&seat->worker.busy, __ATOMIC_SEQ_CST)) {
        if (seat == mine || gau_clock_ns() > deadline_ns)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

static bool close_seats(struct gau_app *app)
{
    enum { PATIENCE_S = 5 };
    const uint64_t deadline_ns = gau_clock_ns() + PATIENCE_S * UINT64_C(1000000000);
    bool all = true;

    for (struct gau_thread_slot *seat = hall.seats; seat; seat = seat->next)
        if (seat->app == app)
            __atomic_store_n(&seat->worker.guard, GAU_CLOSED, __ATOMIC_SEQ_CST);
    fence_all_threads();
    for (struct gau_thread_slot *seat = hall.seats; seat; seat = seat->next) {
        if (seat->app != app)
            continue;
        if (!wait_until_idle(seat, deadline_ns)) {
            seat->lost = true;
            all = false;
        } else if (seat->sitting) {
            leave(seat);
        }
    }
    return all;
}

bool gau_thread_slots_close(struct gau_app *app)
{
    bool all = true;

    pthread_mutex_lock(&hall.lock);
    if (hall.app == app) {
        hall.app = NULL;
        hall.listening = false;
        set_nobody(hall.begin != NULL);
        all = close_seats(app);
    }
    pthread_mutex_unlock(&hall.lock);
    return all;
}

void gau_thread_slots_for_each(struct gau_app *app,
                               void (*visit)(struct gau_thread_slot *seat, void *user), void *user)
{
    pthread_mutex_lock(&hall.lock);
    for (struct gau_thread_slot *seat = hall.seats; seat; seat = seat->next)
        if (seat->app == app && !seat->lost)
            visit(seat, user);
    pthread_mutex_unlock(&hall.lock);
}

/* --- fork ---------------------------------------------------------------------------------- */

void gau_thread_slots_lock(void)
{
    pthread_mutex_lock(&hall.lock);
}

void gau_thread_slots_unlock(void)
{
    pthread_mutex_unlock(&hall.lock);
}

bool gau_thread_slots_locked_here(void)
{
    return settling;
}

/* What there was belongs to the parent, and stays as it was: other threads may have been in it. */
void gau_thread_slots_reset_after_fork(void)
{
    hall.app = NULL;
    hall.listening = false;
    hall.begin = NULL;
    hall.seats = NULL;
    hall.n_seats = 0;
    if (mine)
        gau_sections_detach(&mine->worker);
    mine = NULL;
    if (hall.has_key)
        pthread_setspecific(hall.key, NULL);
    set_nobody(false);
    gau_section_worker = NULL;
}
