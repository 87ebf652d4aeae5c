/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/job/messages.h"
#include "framework/src/job/result_documents.h"
#include "framework/src/sections/thread_slots.h"
#include "framework/src/support/lock_timeout.h"
#include "session_app.h"

#include "documents/graph/performance_graph.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>

/* The session of the process. Opening, closing and snapshots hold the lock. */
static struct {
    pthread_mutex_t lock;
    struct gau_session *session; /* NULL: none */
    bool prepared;               /* for exit and fork; atomic */
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* This thread holds the lock. Its auditors are then not audited, and cannot call us. */
static __thread struct {
    bool inside;
    struct gau_job_thread_state before;
    sigset_t mask, ours; /* blocked before; signals that were not pending before */
} own;

/* Signals that our own writing may raise in this thread: a closed reader of standard error, or a
 * file size limit, must not end the program. */
static const int raised[] = {SIGPIPE, SIGXFSZ};

static void hold_signals(void)
{
    sigset_t set, pending;

    sigpending(&pending);
    sigemptyset(&set);
    sigemptyset(&own.ours);
    for (size_t i = 0; i < sizeof raised / sizeof *raised; i++) {
        sigaddset(&set, raised[i]);
        if (!sigismember(&pending, raised[i]))
            sigaddset(&own.ours, raised[i]);
    }
    pthread_sigmask(SIG_BLOCK, &set, &own.mask);
}

static void drop_signals(void)
{
    static const struct timespec now = {0};

    while (sigtimedwait(&own.ours, NULL, &now) > 0)
        continue;
    pthread_sigmask(SIG_SETMASK, &own.mask, NULL);
}

/* The lock is held. */
static void come_in(void)
{
    hold_signals();
    own.inside = true;
    own.before = gau_job_thread_enter(NULL);
}

static bool enter_session(gau_error *err)
{
    if (own.inside) {
        gau_error_set(err, GAU_ERR_STATE, __FILE__, __LINE__,
                      "an auditor cannot open, close or read the session");
        return false;
    }
    pthread_mutex_lock(&state.lock);
    come_in();
    return true;
}

static void leave(void)
{
    gau_job_thread_leave(own.before);
    own.inside = false;
    drop_signals();
    pthread_mutex_unlock(&state.lock);
}

/* --- fork ---------------------------------------------------------------------------------- */

/* An auditor forks: this thread has a lock, and must not wait for the session. */
static bool is_auditor(void)
{
    return own.inside || gau_fork_handlers_hold_locks();
}

static void before_fork(void)
{
    if (!is_auditor())
        pthread_mutex_lock(&state.lock);
}

static void after_fork_in_parent(void)
{
    if (!is_auditor())
        pthread_mutex_unlock(&state.lock);
}

/* The session is the parent's, which writes its results; the child has none. */
static void after_fork_in_child(void)
{
    state.session = NULL;
    gau_thread_slots_reset_after_fork();
    if (own.inside)
        return;
    if (is_auditor()) /* the owner may be a thread that the child does not have */
        pthread_mutex_init(&state.lock, NULL);
    else
        pthread_mutex_unlock(&state.lock);
}

/* --- opening ------------------------------------------------------------------------------- */

/* Results are printed now: handlers that were registered earlier run later and may close standard
 * error. A folder is written at the very end, and once now, in case one of them ends the program.
 */
static void finish_at_exit(void)
{
    bool printed;

    if (!enter_session(NULL))
        return;
    printed = state.session && !state.session->folder;
    leave();
    if (printed)
        gau_session_close();
    else
        gau_session_snapshot(NULL);
}

static gau_status prepare_session(gau_error *err)
{
    if (state.prepared)
        return GAU_OK;
    if (!gau_fork_handlers_install() || /* first: this lock is taken before those */
        pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) != 0 ||
        atexit(finish_at_exit) != 0)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (handlers of exit and fork)");
    __atomic_store_n(&state.prepared, true, __ATOMIC_RELAXED);
    return GAU_OK;
}

static gau_status start_session(const char *options, gau_error *err)
{
    struct gau_session *session;

    GAU_TRY(prepare_session(err));
    GAU_TRY(gau_session_start(&session, options, err));
    if (!gau_thread_slots_open(session->app)) {
        gau_session_finish(session);
        return gau_fail(err, GAU_ERR_STATE, "a job is running, and audits the program");
    }
    gau_thread_slots_enable(session->app);
    state.session = session;
    return GAU_OK;
}

static gau_status open_session(const char *options, gau_error *err)
{
    const gau_status status = start_session(options, err);

    gau_thread_slots_request(NULL);
    return status;
}

static gau_status open_or_join(const char *options, gau_error *err)
{
    if (getauxval(AT_SECURE))
        return gau_fail(err, GAU_ERR_STATE,
                        "programs with more rights than their user are not "
                        "audited");
    if (!state.session)
        return open_session(options, err);
    if (options || !state.session->by_environment)
        return gau_fail(err, GAU_ERR_STATE, "a session is open already");
    state.session->by_environment = false;
    return GAU_OK;
}

gau_session *gau_session_open(const char *options, gau_error *err)
{
    gau_session *session = NULL;

    if (!enter_session(err))
        return NULL;
    if (open_or_join(options, err) >= 0)
        session = state.session;
    leave();
    return session;
}

/* The request of the environment is served once. */
static void begin_session(void)
{
    gau_error err = {0};

    if (state.session || !gau_thread_slots_requested())
        return;
    if (open_session(NULL, &err) >= 0)
        state.session->by_environment = true;
    else
        gau_warn("the program is not audited: %s", err.message);
}

bool gau_session_begin(void)
{
    if (own.inside)
        return true;
    if (!gau_lock_with_timeout(&state.lock))
        return false;
    come_in();
    begin_session();
    leave();
    return true;
}

/* --- closing and snapshots ----------------------------------------------------------------- */

void gau_session_close(void)
{
    struct gau_session *session;

    if (!enter_session(NULL))
        return;
    session = state.session;
    state.session = NULL;
    if (session) {
        session->app->lost = !gau_thread_slots_close(session->app);
        gau_session_finish(session);
    }
    leave();
}

/* After all handlers of the program, and the destructors of what is linked with this library. A
 * child that was forked before it is prepared may have inherited a locked lock. */
__attribute__((__destructor__)) static void close_at_last(void)
{
    if (!__atomic_load_n(&state.prepared, __ATOMIC_RELAXED))
        return;
    gau_thread_slots_request(NULL);
    gau_session_close();
}

/* The session is there, and the one that the caller means, if any. */
static gau_status check_session(const gau_session *meant, gau_error *err)
{
    if (meant && meant != state.session)
        return gau_fail(err, GAU_ERR_STATE, "the session has been closed");
    return state.session ? GAU_OK : gau_fail(err, GAU_ERR_STATE, "there is no session");
}

gau_status gau_session_snapshot(gau_error *err)
{
    struct gau_results *const results = gau_results_new();
    gau_status status = GAU_ERR_STATE;

    if (!results)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (results)");
    if (enter_session(err)) {
        status = check_session(NULL, err);
        if (status >= 0)
            status = gau_session_make_snapshot(state.session, results, err);
        if (status >= 0)
            status = gau_session_output_results(state.session, results, err);
        if (status >= 0)
            status = gau_session_flush(state.session, own.before.section_worker, err);
        leave();
    }
    gau_results_free(results);
    return status;
}

_Static_assert((int)GAU_SECTION_CALLS == (int)GAU_GRAPH_CALLS, "the metrics are the same");

static double value_of(const struct gau_section_sums *sums, gau_section_metric metric)
{
    const gau_branch_usage *const used = &sums->section;
    const double total = sums->tick_s * (double)used->total,
                 children = sums->tick_s * (double)used->children;
    const struct gau_graph_sums graph = {.self = total - children,
                                         .children = children,
                                         .total = total,
                                         .self_MB = used->total_MB - used->children_MB,
                                         .children_MB = used->children_MB,
                                         .total_MB = used->total_MB,
                                         .calls = (int64_t)used->calls};

    return gau_graph_real(&graph, sums->tick_s * (double)sums->root.total,
                          (enum gau_graph_kind)metric);
}

static gau_status sum_section_of_session(const gau_session *session, struct gau_section_sums *sums,
                                         gau_error *err)
{
    gau_status status;

    if (!enter_session(err))
        return GAU_ERR_STATE;
    status = check_session(session, err);
    if (status >= 0)
        status = gau_app_sum_section(state.session->app, sums, err);
    leave();
    return status;
}

gau_status gau_section_data(gau_session *session, const char *name, gau_section_metric metric,
                            bool must_exist, double *value, gau_error *err)
{
    struct gau_section_sums sums = {.name = name, .must_exist = must_exist};

    if ((unsigned)metric > GAU_SECTION_CALLS)
        return gau_fail(err, GAU_ERR_RANGE, "%d is no section metric", (int)metric);
    if (!session && gau_job_thread_app)
        GAU_TRY(gau_app_sum_section(gau_job_thread_app, &sums, err));
    else
        GAU_TRY(sum_section_of_session(session, &sums, err));
    *value = value_of(&sums, metric);
    return GAU_OK;
}
