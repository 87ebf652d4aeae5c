/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/auditing/section_names.h"
#include "framework/src/job/app_state.h"
#include "sections.h"

#include <gaudit/external.h>

#include <errno.h>

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
    const gau_branch root = gau_section_make_root(w->app, &w->app->external, "External");
    const gau_branch branch = branch_below(w, branch_below(w, root, processor), item);

    if (branch == GAU_NO_BRANCH) {
        gau_section_count_unbranched(w, gau_section_name_is_long(processor) ? processor : item);
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
