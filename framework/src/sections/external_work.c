/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/auditing/section_names.h"
#include "framework/src/job/app_state.h"
#include "sections.h"

#include <gaudit/external.h>

#include <errno.h>

/* The root of the branches of external work, made at its first use. GAU_NO_BRANCH: no room. */
static gau_branch external_root(struct gau_app *app)
{
    struct gau_branch_table *const branches = &app->job.branches;
    gau_branch root;

    pthread_mutex_lock(&branches->lock);
    if (app->external == GAU_NO_BRANCH) {
        gau_auditor_service_inherit_filter(&app->job.svc, GAU_NO_BRANCH);
        app->external = gau_branch_table_add(branches, GAU_NO_BRANCH, "External", GAU_NO_COMPONENT,
                                             GAU_BRANCH_KIND_ROOT);
    }
    root = app->external;
    pthread_mutex_unlock(&branches->lock);
    return root;
}

static gau_branch branch_below(struct gau_worker *w, gau_branch parent, const char *name)
{
    gau_section_site site = {.name = name};
    const uint32_t number = gau_section_number(&site);
    gau_branch branch = GAU_NO_BRANCH;

    if (number && parent != GAU_NO_BRANCH)
        branch = gau_branch_table_section(&w->job->branches, parent, number);
    if (number && parent != GAU_NO_BRANCH && branch == GAU_NO_BRANCH)
        branch = gau_section_make_branch(w, parent, number, GAU_WORK_OPERATION);
    return branch;
}

void gau_external_dispatch(struct gau_worker *w, gau_branch branch, uint64_t start_ns,
                           uint64_t stop_ns)
{
    gau_dispatch_announce(&w->dispatch, &w->job->svc, &w->ctx);
    gau_dispatch_external_work(&w->dispatch, &w->job->svc, &w->ctx, branch, start_ns, stop_ns);
}

/* In an item that may be withdrawn: later, as its begin would come afterwards. */
static void dispatch_work(struct gau_worker *w, const char *processor, const char *item,
                          uint64_t start_ns, uint64_t stop_ns)
{
    enum { MOST = sizeof w->pending.work / sizeof *w->pending.work };
    const gau_branch branch =
        branch_below(w, branch_below(w, external_root(w->app), processor), item);

    if (branch == GAU_NO_BRANCH) {
        gau_section_count_dropped(w);
        return;
    }
    if (w->pending.capacity && w->pending.n_work == MOST)
        gau_background_commit(w);
    if (w->pending.capacity)
        w->pending.work[w->pending.n_work++] = (struct gau_pending_work){branch, start_ns, stop_ns};
    else
        gau_external_dispatch(w, branch, start_ns, stop_ns);
}

void gau_external_work(const char *processor, const char *item, uint64_t start_ns, uint64_t stop_ns)
{
    const int error = errno;
    struct gau_worker *const w = gau_section_claim();

    if (!w)
        return;
    if (processor && item && stop_ns >= start_ns && (w->dispatch.mask & w->dispatch.want_external))
        dispatch_work(w, processor, item, start_ns, stop_ns);
    gau_worker_release(w);
    errno = error;
}
