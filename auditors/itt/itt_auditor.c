/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_auditor.h"

#include <gaudit/gaudit.h>

#include <stdio.h>

/*
 * IttAuditor: makes ITT tasks of branches, for an ITT collector such as Intel VTune; see
 * doc/profiling.md.
 *
 * Collection is paused until the first event of the window begins, and again when all its events
 * are complete: one resume and one pause for the whole job, as they act on the whole process and
 * are meant for about one call per second. With several workers, events outside the window may
 * overlap it; they have no tasks and are counted.
 *
 * Events (Api=Event) nest: time belongs to the innermost. The time of a task (Api=Task) includes
 * that of the tasks in it.
 */

static const char *const apis[] = {[ITT_API_EVENT] = "Event", [ITT_API_TASK] = "Task", NULL};

static const gau_property itt_properties[] = {
    GAU_STRING(struct itt, delimiter, "TaskTypeNameDelimiter", " ",
               "Text between the names of a branch identifier"),
    GAU_STRING(struct itt, delimeter, "TaskTypeNameDelimeter", " ",
               "The same, in the spelling of Gaudi's auditor"),
    GAU_STRINGS(struct itt, components, "ComponentsForTaskTypes", "",
                "Shell patterns of component names or branch identifiers: only these have task "
                "types; the others are charged to the nearest ancestor with one"),
    GAU_BOOL(struct itt, frames_enabled, "EnableFrames", false, "Make ITT frames of events"),
    GAU_INT(struct itt, frames_rate, "FramesRate", 100, 1, INT64_MAX, "",
            "Every N-th event of the window is a frame, from its begin to its end"),
    GAU_ENUM(struct itt, api, "Api", ITT_API_EVENT, apis, "Which ITT calls are used"),
    GAU_STRING(struct itt, domain_name, "Domain", "gaudit", "Domain of tasks and frames"),
    GAU_BOOL(struct itt, control, "Control", true,
             "Pause the collection outside the window; false leaves it alone"),
    GAU_PROPERTY_END,
};

/* --- one resume, one pause ------------------------------------------------------------------ */

/* Collection is of the process, so one auditor of the process controls it. */
static int controlled;

/* The client belongs to this module: the last auditor unloads it, as the module may be unloaded. */
static int users;

/* Pauses the collection until the window; a second controlling auditor is refused. */
static gau_status init_control(struct itt *itt, gau_context *ctx)
{
    if (!itt->control) {
        itt->collection = ITT_RUNNING;
        return GAU_OK;
    }
    if (__atomic_exchange_n(&controlled, 1, __ATOMIC_ACQ_REL))
        return gau_fail(ctx->error, GAU_ERR_DUPLICATE,
                        "another IttAuditor controls the collection already; give this one "
                        "Control=false");
    itt->controls = true;
    itt->collection = ITT_WAITING;
    gau_itt_pause();
    return GAU_OK;
}

/* Is called in the window. Resumes the collection if it waits, and returns when it runs. */
static __attribute__((__noinline__)) void resume_slowly(struct itt *itt)
{
    pthread_mutex_lock(&itt->lock);
    if (itt->collection == ITT_WAITING) {
        gau_itt_resume();
        __atomic_store_n(&itt->collection, ITT_RUNNING, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&itt->lock);
}

static inline void resume(struct itt *itt)
{
    if (__builtin_expect(__atomic_load_n(&itt->collection, __ATOMIC_ACQUIRE) == ITT_WAITING, 0))
        resume_slowly(itt);
}

/* Unless it is paused already. */
static void pause_collection(struct itt *itt)
{
    pthread_mutex_lock(&itt->lock);
    if (itt->controls && itt->collection == ITT_RUNNING) {
        __atomic_store_n(&itt->collection, ITT_OVER, __ATOMIC_RELEASE);
        gau_itt_pause();
    }
    pthread_mutex_unlock(&itt->lock);
}

/* --- tasks --------------------------------------------------------------------------------- */

/* Frames of one domain must not overlap, so every worker has its own, and of a program with its own
 * loop every thread that has events. */
static gau_itt_domain *make_frames(const struct itt *itt, const gau_context *ctx)
{
    const bool alone = gau_worker_count(ctx) < 2 && ctx->worker == (gau_worker_count(ctx) ? 0 : 1);
    char name[320];

    snprintf(name, sizeof name, alone ? "%.256s" : "%.256s worker %u", itt->domain_name,
             (unsigned)ctx->worker);
    return gau_itt_domain_create(name);
}

/* Threads outside the event loop keep their names. */
static void itt_thread_begin(void *state, const gau_context *ctx)
{
    struct itt_thread *const thread = state;
    const struct itt *const itt = thread->itt;
    char name[320];

    if (ctx->worker >= gau_worker_count(ctx))
        return;
    snprintf(name, sizeof name, "gaudit worker %u", (unsigned)ctx->worker);
    gau_itt_thread_set_name(name);
    if (itt->frames_enabled)
        thread->frames = make_frames(itt, ctx);
}

static void itt_before(void *state, const gau_context *ctx)
{
    struct itt_thread *const thread = state;
    struct itt *const itt = thread->itt;
    const struct itt_task_type *const type = &itt->types[ctx->branch];

    resume(itt);
    if (!type->exists)
        return;
    if (itt->api == ITT_API_EVENT)
        gau_itt_event_start(type->event);
    else
        thread->calls[ctx->branch].began = gau_itt_task_begin(itt->domain, type->name);
    itt_delays_add(thread, ctx, false);
}

static void itt_after(void *state, const gau_context *ctx, gau_outcome outcome)
{
    struct itt_thread *const thread = state;
    const struct itt *const itt = thread->itt;
    const struct itt_task_type *const type = &itt->types[ctx->branch];

    (void)outcome;
    if (!type->exists)
        return;
    if (itt->api == ITT_API_EVENT)
        gau_itt_event_end(type->event);
    else if (thread->calls[ctx->branch].began) /* the domain may have been switched since */
        gau_itt_task_end(itt->domain);
    itt_delays_add(thread, ctx, true);
}

/* --- events -------------------------------------------------------------------------------- */

static bool is_in_window(const struct itt *itt, uint64_t event)
{
    return event >= itt->first && (itt->end == 0 || event < itt->end);
}

static bool is_running(const struct itt *itt)
{
    return __atomic_load_n(&itt->collection, __ATOMIC_ACQUIRE) == ITT_RUNNING;
}

static void itt_begin_event(void *state, const gau_context *ctx)
{
    struct itt_thread *const thread = state;
    struct itt *const itt = thread->itt;

    if (!is_in_window(itt, ctx->event)) {
        thread->outside_paused = !is_running(itt);
        if (!thread->outside_paused)
            __atomic_add_fetch(&itt->overlapping_events, 1, __ATOMIC_RELAXED);
        return;
    }
    resume(itt);
    thread->in_frame =
        itt->frames_enabled && (ctx->event - itt->first) % (uint64_t)itt->frames_rate == 0;
    if (!thread->in_frame)
        return;
    if (!thread->frames)
        thread->frames = make_frames(itt, ctx);
    gau_itt_frame_begin(thread->frames, NULL);
}

static void itt_end_event(void *state, const gau_context *ctx)
{
    const struct itt_thread *const thread = state;
    struct itt *const itt = thread->itt;
    uint64_t completed;

    if (!is_in_window(itt, ctx->event)) {
        if (thread->outside_paused && is_running(itt))
            __atomic_add_fetch(&itt->overlapping_events, 1, __ATOMIC_RELAXED);
        return;
    }
    if (thread->in_frame)
        gau_itt_frame_end(thread->frames, NULL);
    completed = __atomic_add_fetch(&itt->completed, 1, __ATOMIC_ACQ_REL);
    if (itt->end && completed == itt->end - itt->first)
        pause_collection(itt);
}

/* --- steps --------------------------------------------------------------------------------- */

/* The part of the window that the job has events for. */
static void clip_window(struct itt *itt, const gau_context *ctx)
{
    uint64_t first, end;

    gau_auditor_event_window(ctx, &itt->first, &itt->end);
    gau_job_event_range(ctx, &first, &end);
    if (first > itt->first)
        itt->first = first;
    if (end && (itt->end == 0 || end < itt->end))
        itt->end = end;
    if (itt->end && itt->end < itt->first)
        itt->end = itt->first;
}

static gau_status itt_initialize(void *self, gau_context *ctx)
{
    struct itt *const itt = self;
    const gau_itt_state state = gau_itt_load();

    pthread_mutex_init(&itt->lock, NULL);
    itt->loaded = state == GAU_ITT_LOADED || state == GAU_ITT_BY_NAME;
    if (!itt->loaded) {
        if (state == GAU_ITT_FAILED)
            gau_warning(ctx, "no collector: %s", gau_itt_load_error());
        else
            gau_info(ctx, "no collector: no ITT calls are made (INTEL_LIBITTNOTIFY64 is not set)");
        return GAU_END;
    }
    __atomic_add_fetch(&users, 1, __ATOMIC_ACQ_REL);
    if (!gau_itt_has(itt->api == ITT_API_TASK ? GAU_ITT_SLOT_task_begin : GAU_ITT_SLOT_event_start))
        gau_warning(ctx, "the collector keeps no %ss: try Api=%s",
                    itt->api == ITT_API_TASK ? "task" : "event",
                    apis[itt->api == ITT_API_TASK ? ITT_API_EVENT : ITT_API_TASK]);
    itt->ctx = ctx;
    clip_window(itt, ctx);
    GAU_TRY(init_control(itt, ctx));
    gau_itt_delays_init(itt, ctx);
    if (itt->api == ITT_API_TASK)
        itt->domain = gau_itt_domain_create(itt->domain_name);
    return gau_itt_types_make(itt, ctx);
}

static gau_status itt_stop(void *self, gau_context *ctx)
{
    (void)ctx;
    pause_collection(self);
    return GAU_OK;
}

static gau_status itt_finalize(void *self, gau_context *ctx)
{
    struct itt *const itt = self;
    gau_result *const result = gau_result_open(ctx, "itt");
    const int64_t window[2] = {(int64_t)itt->first, (int64_t)itt->end};

    gau_result_text(result, "api", apis[itt->api]);
    gau_result_text(result, "delimiter", gau_itt_types_delimiter(itt));
    gau_result_text(result, "collector", gau_itt_api_version() ? gau_itt_api_version() : "");
    gau_result_integer(result, "task_types", "", itt->n_types);
    gau_result_integer(result, "truncated_names", "", itt->n_shortened);
    gau_result_integers(result, "event_window", window, 2);
    gau_result_integer(result, "events", "", (int64_t)itt->completed);
    gau_result_integer(result, "overlapping_events", "", (int64_t)itt->overlapping_events);
    gau_itt_delays_write(itt, ctx, result);
    gau_itt_types_write(itt, ctx, result);
    return GAU_OK;
}

static void itt_release(void *self)
{
    struct itt *const itt = self;

    pthread_mutex_destroy(&itt->lock);
    if (itt->controls)
        __atomic_store_n(&controlled, 0, __ATOMIC_RELEASE);
    if (itt->loaded && __atomic_sub_fetch(&users, 1, __ATOMIC_ACQ_REL) == 0)
        gau_itt_unload();
}

#define ITT_CLASS(name_, summary_)                                                                \
    {                                                                                             \
        GAU_CLASS(name_, struct itt, summary_),                                                   \
            .properties = itt_properties, .shared = true, .initialize = itt_initialize,           \
            .stop = itt_stop, .finalize = itt_finalize, .release = itt_release,                   \
            .auditor =                                                                            \
                GAU_AUDITOR(.branch_added = gau_itt_types_add, .begin_event = itt_begin_event,    \
                            .end_event = itt_end_event, .before = itt_before, .after = itt_after, \
                            GAU_PER_BRANCH(struct itt, types), .every_event = true,               \
                            .at_once = true, GAU_PER_THREAD(struct itt_thread, itt),              \
                            GAU_PER_THREAD_BRANCH(struct itt_thread, calls),                      \
                            .thread_begin = itt_thread_begin, .thread_end = gau_itt_delays_fold)  \
    }

static const gau_class itt_class =
    ITT_CLASS("IttAuditor", "Makes ITT tasks of branches, for Intel VTune and other collectors.");
static const gau_class alias_class =
    ITT_CLASS("IntelProfilerAuditor", "IttAuditor, under the name that it had in Gaudi.");
GAU_MODULE(&itt_class, &alias_class);
