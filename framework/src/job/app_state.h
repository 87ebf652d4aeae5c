/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_JOB_APP_STATE_H
#define GAUDIT_SRC_JOB_APP_STATE_H

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
    double tick_s;                /* seconds per tick; 0: the run goes on; atomic */
    uint64_t last_event, limit;   /* number of the event read last, and of the last one to read */
    uint64_t share_first, share_end; /* events of this process, from next_events() */
    pthread_mutex_t input_lock;
    uint64_t stop_before;      /* events from this number on are not begun any more; atomic */
    int signal;                /* that asked for it; atomic */
    struct gau_faults *faults; /* of a check: failures go there; NULL: the first ends a step */
    const struct gau_component *failed; /* whose step failed first */
    int exit_status;                    /* the first cause */
    uint64_t loop_ns;
    bool ran;
    bool merged;         /* the first instances have what the others have measured */
    gau_branch program;  /* the root of threads that have a slot; GAU_NO_BRANCH: not made yet */
    gau_branch external; /* likewise the root of external work; with the lock of the branches */
    uint64_t events_ended, events_accepted; /* of a program with its own loop; atomic */
    uint32_t n_slots;
    uint64_t unaudited; /* threads without a slot, and why the first had none */
    gau_error unaudited_reason;
    bool lost;                  /* a thread stays in a hook: nothing may be freed */
    struct gau_app *crash_next; /* of those whose threads a crash names */
};

#endif
