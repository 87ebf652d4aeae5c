/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_APP_H
#define GAUDIT_SRC_APP_H

#include "run_record.h"
#include "worker.h"

struct gau_app {
    gau_app_settings settings;
    gau_options *options; /* borrowed */
    struct gau_job job;
    struct gau_worker *workers; /* one per worker, each in a cache line of its own */
    struct gau_store_keys *keys;
    struct gau_results *results;
    struct gau_run_record record;
    gau_app_folder folder;        /* of the results */
    struct gau_clock_point began; /* of the run */
    double tick_s;                /* what a tick is worth; 0: the run goes on */
    uint64_t last_event, limit;   /* number of the event read last, and of the last one to read */
    pthread_mutex_t input_lock;
    uint64_t stop_before;      /* events from this number on are not begun any more; atomic */
    int signal;                /* that asked for it; atomic */
    struct gau_faults *faults; /* of a check: failures go there; NULL: the first ends a step */
    const struct gau_component *failed; /* whose step of life failed first */
    int exit_status;                    /* the first cause */
    uint64_t loop_ns;
    bool ran;
    gau_branch program; /* the root of threads that have a seat; GAU_NO_BRANCH: not made yet */
    uint32_t n_seats;
    uint64_t unheard; /* threads without a seat, and why the first had none */
    gau_error unheard_why;
    bool lost; /* a thread is in a hook for good: nothing may be freed */
};

/* A worker of that number with nobody in its audience. */
void gau_worker_init(struct gau_worker *w, struct gau_app *app, uint32_t index);

/* run.c: initialize and the checks that follow. The exit status says what was wrong. */
gau_status gau_run_prepare(struct gau_app *app, gau_error *err);

/* context.c: the run is over, what a tick is worth is known. */
void gau_app_end_clock(struct gau_app *app);

/* run.c: warnings about what had to be put right in a run. */
void gau_run_report(struct gau_app *app);

/* lifecycle.c: calls a step of the life of @p c for one of its instances. */
gau_status gau_instance_call(struct gau_worker *w, const struct gau_component *c, gau_phase phase,
                             struct gau_instance *instance);

/* lifecycle.c: steps of the life of all components. Each is undone by the ones after it. */
gau_status gau_lifecycle_initialize(struct gau_app *app, gau_error *err);
gau_status gau_lifecycle_start(struct gau_app *app, gau_error *err);
gau_status gau_lifecycle_stop(struct gau_app *app, gau_error *err);
void gau_lifecycle_merge(struct gau_app *app);
gau_status gau_lifecycle_finalize(struct gau_app *app, gau_error *err);
void gau_lifecycle_release(struct gau_app *app);

/* loop.c: all workers; afterwards the failure of the smallest event, if any, and its worker. */
gau_status gau_loop_run_all(struct gau_app *app, gau_error *err);
const struct gau_worker *gau_loop_failed(const struct gau_app *app);

/* progress.c */
struct gau_progress;
struct gau_progress *gau_progress_start(const struct gau_app *app);
void gau_progress_stop(struct gau_progress *progress);

#endif
