/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_ITT_ITT_AUDITOR_H
#define GAUDIT_AUDITORS_ITT_ITT_AUDITOR_H

#include "itt/itt.h"

#include <gaudit/auditor.h>
#include <gaudit/result.h>

#include <pthread.h>

enum itt_api { ITT_API_EVENT, ITT_API_TASK };

/* One branch: its task type. Written when the branch is added, only read in the event loop. */
struct itt_task_type {
    bool exists;          /* else its time is charged to the nearest ancestor with a task type */
    int event;            /* Api=Event; 0 is a value like others */
    gau_itt_string *name; /* Api=Task */
    struct itt_delay {
        struct itt_delay_sum {
            uint64_t ticks, ns, calls; /* ticks: of those without a pause; ns: of the others */
        } begin, end;
    } delay; /* of all threads, at the end */
};

/* The state of a thread. */
struct itt_thread {
    struct itt *itt;
    bool in_frame, outside_paused;
    bool measured; /* there are delays */
    gau_itt_domain *frames;
    struct itt_call {
        bool began;             /* Api=Task: the open call has a task */
        struct itt_delay delay; /* how long after the timestamps of the hooks ITT is called */
    } * calls;                  /* one per branch */
};

enum itt_collection { ITT_WAITING, ITT_RUNNING, ITT_OVER };

struct itt {
    char *delimiter, *delimeter; /* the right spelling, and the original's */
    gau_strings components;
    bool frames_enabled, control;
    int64_t frames_rate;
    int api;
    char *domain_name;

    const gau_context *ctx;      /* of the job, to read branches */
    struct itt_task_type *types; /* one per branch */
    uint32_t n_types, n_shortened;
    gau_itt_domain *domain;

    uint64_t first, end;  /* the window, as far as the job has events; end 0: not known */
    pthread_mutex_t lock; /* of changes of the collection */
    bool controls, loaded;
    int collection;                         /* enum itt_collection; atomic */
    uint64_t completed, overlapping_events; /* events; atomic */
    uint64_t delay_max;                     /* ticks */
};

/* --- itt_task_types.c: task types of branches ---------------------------------------------- */

/* Of all branches so far. A name in ComponentsForTaskTypes that matches nothing is an error. */
gau_status gau_itt_types_make(struct itt *itt, gau_context *ctx);

/* The text between the names of a branch identifier. */
const char *gau_itt_types_delimiter(const struct itt *itt);

/* Operation of an auditor: of a section. */
void gau_itt_types_add(void *self, gau_branch branch);

/* The table of the document: all branches with their task types, "" where that of the nearest
 * ancestor is used. */
void gau_itt_types_write(const struct itt *itt, const gau_context *ctx, gau_result *result);

/* --- itt_delays.c: delays of ITT calls ------------------------------------------------------- */

void gau_itt_delays_init(struct itt *itt, const gau_context *ctx);

/* Directly after an ITT call, in the hook that makes it, where CPU times are known. */
void gau_itt_delays_measure(struct itt_thread *thread, const gau_context *ctx, bool end);

static inline void itt_delays_add(struct itt_thread *thread, const gau_context *ctx, bool end)
{
    if (__builtin_expect(ctx->cpu_ns != 0, 0))
        gau_itt_delays_measure(thread, ctx, end);
}

/* Operation of an auditor: adds the delays of a thread. */
void gau_itt_delays_fold(void *thread, const gau_context *ctx);

/* The table of the document: the mean delays of all branches that have some. */
void gau_itt_delays_write(const struct itt *itt, const gau_context *ctx, gau_result *result);

#endif
