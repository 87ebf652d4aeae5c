/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

#include <errno.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * An auditor that checks its hooks: every call is a child of the one around it, or an event, and
 * ends before it; what is below Event is in an event, and nothing else; only one thread is in this
 * instance at a time, and timestamps do not go back. With Alive=true, the last instance that is
 * destroyed fails.
 */

enum { DEPTH = 5000 };

struct watch {
    int64_t spin; /* the duration of a hook, in loops */
    bool forks, counts_alive;
    atomic_uint_fast64_t begun, ended, faults, events, unfinished;
    atomic_int busy;
    uint64_t instances;
    int depth, deepest;
    gau_branch open[DEPTH];
    uint64_t last, event;
    bool stopped;
};

static const gau_property watch_properties[] = {
    GAU_INT(struct watch, spin, "Spin", 0, 0, INT64_MAX, "", "Duration of a hook in loops"),
    GAU_BOOL(struct watch, forks, "Fork", false, "Every instance runs a program"),
    GAU_BOOL(struct watch, counts_alive, "Alive", false, "The last that is destroyed says so"),
    GAU_PROPERTY_END,
};

static void check(struct watch *w, bool is_right)
{
    if (!is_right)
        w->faults++;
}

static void enter(struct watch *w, const gau_context *ctx)
{
    check(w, atomic_fetch_add(&w->busy, 1) == 0 && !w->stopped);
    check(w, ctx->timestamp >= w->last && ctx->phase == GAU_EXECUTE);
    check(w, ctx->event == w->event);
    check(w, (ctx->event != 0) == (gau_branch_root(ctx, ctx->branch) == GAU_ROOT_EVENT));
    w->last = ctx->timestamp;
    for (volatile int64_t i = 0; i < w->spin; i++)
        continue;
    if (gau_branch_root(ctx, ctx->branch) == GAU_ROOT_BACKGROUND)
        errno = EDOM;
}

/* Background work is not: auditors have threads with some. */
static bool is_counted(const gau_context *ctx)
{
    return gau_branch_root(ctx, ctx->branch) != GAU_ROOT_BACKGROUND;
}

static void watch_before(void *self, const gau_context *ctx)
{
    struct watch *const w = self;
    const gau_branch parent = gau_branch_at(ctx, ctx->branch)->parent;

    enter(w, ctx);
    if (w->depth == 0 || ctx->branch == GAU_ROOT_EVENT)
        check(w, parent == GAU_NO_BRANCH || parent == GAU_ROOT_BACKGROUND);
    else
        check(w, w->open[w->depth - 1] == parent);
    check(w, w->depth < DEPTH);
    w->open[w->depth++ % DEPTH] = ctx->branch;
    w->deepest = w->depth > w->deepest ? w->depth : w->deepest;
    w->begun += is_counted(ctx);
    w->busy--;
}

static void watch_begin_event(void *self, const gau_context *ctx)
{
    struct watch *const w = self;

    check(w, w->event == 0 && ctx->event != 0);
    w->event = ctx->event;
    w->events++;
    errno = EDOM;
}

static void watch_end_event(void *self, const gau_context *ctx)
{
    struct watch *const w = self;

    check(w, w->event == ctx->event);
    w->event = 0;
}

static void watch_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct watch *const w = self;

    w->unfinished += (outcome.flags & GAU_OUTCOME_UNFINISHED) != 0;
    enter(w, ctx);
    check(w, w->depth > 0 && w->open[(w->depth - 1) % DEPTH] == ctx->branch);
    w->depth -= w->depth > 0;
    w->ended += is_counted(ctx);
    w->busy--;
}

static void make_child(struct watch *w)
{
    const pid_t child = fork();
    int status = 1;

    if (child == 0) {
        execl("/bin/true", "true", (char *)NULL);
        _exit(1);
    }
    check(w, waitpid(child, &status, 0) == child && status == 0);
}

static atomic_int alive, made; /* instances */

static gau_status watch_initialize(void *self, gau_context *ctx)
{
    struct watch *const w = self;

    (void)ctx;
    w->instances = 1;
    alive++;
    made++;
    if (w->forks)
        make_child(w);
    errno = EDOM; /* which programs do not see */
    return GAU_OK;
}

static gau_status watch_stop(void *self, gau_context *ctx)
{
    struct watch *const w = self;

    (void)ctx;
    check(w, w->depth == 0 && w->event == 0);
    w->stopped = true;
    return GAU_OK;
}

static void add(struct watch *w, const struct watch *o)
{
    w->begun += o->begun;
    w->ended += o->ended;
    w->faults += o->faults;
    w->events += o->events;
    w->unfinished += o->unfinished;
}

static void watch_merge(void *self, void *other)
{
    struct watch *const w = self, *const o = other;

    add(w, o);
    check(w, o->stopped && o->busy == 0);
    w->instances += o->instances;
    w->deepest = o->deepest > w->deepest ? o->deepest : w->deepest;
}

static void watch_snapshot(void *into, const void *live, const gau_context *ctx)
{
    struct watch *const w = into;

    check(w, ctx->timestamp != 0);
    add(w, live);
    w->instances++;
}

static gau_status watch_finalize(void *self, gau_context *ctx)
{
    const struct watch *const w = self;
    gau_result *const result = gau_result_open(ctx, "watch");

    gau_result_integer(result, "events", "", (int64_t)w->events);
    gau_result_integer(result, "unfinished", "", (int64_t)w->unfinished);
    gau_result_integer(result, "begun", "", (int64_t)w->begun);
    gau_result_integer(result, "ended", "", (int64_t)w->ended);
    gau_result_integer(result, "faults", "", (int64_t)w->faults);
    gau_result_integer(result, "instances", "", (int64_t)w->instances);
    gau_result_integer(result, "deepest", "", w->deepest);
    return GAU_OK;
}

static gau_status watch_destroy(void *self, gau_context *ctx)
{
    const struct watch *const w = self;
    int n;

    if (--alive > 0)
        return GAU_OK;
    n = atomic_exchange(&made, 0);
    return w->counts_alive ? gau_fail(ctx->error, GAU_ERR_FAILED, "all %d are destroyed", n)
                           : GAU_OK;
}

static const gau_class watch_class = {
    GAU_CLASS("Watch", struct watch, "Checks the hooks of sections."),
    .properties = watch_properties,
    .initialize = watch_initialize,
    .stop = watch_stop,
    .merge = watch_merge,
    .finalize = watch_finalize,
    .auditor = GAU_AUDITOR(.wants_timestamps = true, .begin_event = watch_begin_event,
                           .end_event = watch_end_event, .before = watch_before,
                           .after = watch_after, .snapshot = watch_snapshot),
    .destroy = watch_destroy,
};
GAU_MODULE(&watch_class);
