/* SPDX-License-Identifier: Apache-2.0 */
#include "worker.h"

#include <gaudit/section.h>

__thread struct gau_worker *gau_listened;

/* Made once, under the lock; another thread may have been first. */
static gau_branch make_branch(struct gau_worker *w, gau_branch parent, const char *name)
{
    struct gau_branches *const branches = &w->job->branches;
    gau_branch branch;

    pthread_mutex_lock(&branches->lock);
    branch = gau_branches_child(branches, parent, name, GAU_BRANCH_SECTION);
    if (branch == GAU_NO_BRANCH) {
        gau_auditor_svc_inherit(&w->job->svc, parent);
        branch = gau_branches_add(branches, parent, name, GAU_NO_COMPONENT, GAU_BRANCH_SECTION);
    }
    pthread_mutex_unlock(&branches->lock);
    if (branch == GAU_NO_BRANCH)
        __atomic_add_fetch(&branches->refused, 1, __ATOMIC_RELAXED);
    return branch;
}

gau_section gau_section_open(struct gau_worker *w, const char *name)
{
    const gau_section none = {0};
    const gau_branch parent = w->ctx.branch;
    gau_branch branch;

    if (!(w->audience.mask & w->audience.heard[parent] & ~w->audience.top[parent]))
        return none;
    branch = gau_branches_child(&w->job->branches, parent, name, GAU_BRANCH_SECTION);
    if (__builtin_expect(branch == GAU_NO_BRANCH, 0))
        branch = make_branch(w, parent, name);
    if (branch == GAU_NO_BRANCH)
        return none;
    if (__builtin_expect(branch >= w->audience.announced, 0))
        gau_audience_announce(&w->audience, &w->job->svc);
    w->ctx.branch = branch;
    gau_audit_before(&w->audience, &w->ctx);
    return (gau_section){.worker = w, .branch = branch, .parent = parent};
}

void gau_section_close(const gau_section *section)
{
    struct gau_worker *const w = section->worker;

    w->ctx.branch = section->branch;
    gau_audit_after(&w->audience, &w->ctx, (gau_outcome){0});
    w->ctx.branch = section->parent;
}
