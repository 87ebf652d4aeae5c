/* SPDX-License-Identifier: Apache-2.0 */
#include "sections.h"
#include "framework/src/auditing/section_names.h"
#include "framework/src/job/worker.h"

#include "table/heap.h"

void gau_section_refuse(struct gau_worker *w)
{
    __atomic_add_fetch(&w->job->branches.refused, 1, __ATOMIC_RELAXED);
}

/* Made once, under the lock; another thread may have been first. */
static gau_branch make_branch(struct gau_worker *w, gau_branch parent, uint32_t number)
{
    struct gau_branches *const branches = &w->job->branches;
    gau_branch branch;

    if (!number)
        return GAU_NO_BRANCH;
    pthread_mutex_lock(&branches->lock);
    branch = gau_branches_section(branches, parent, number);
    if (branch == GAU_NO_BRANCH) {
        gau_auditor_svc_inherit(&w->job->svc, parent);
        branch = gau_branches_add_section(branches, parent, number);
    }
    pthread_mutex_unlock(&branches->lock);
    return branch;
}

bool gau_frames_grow(struct gau_frames *frames)
{
    return frames->capacity < GAU_MAX_FRAMES &&
           gau_grow(&frames->items, frames->capacity, &frames->capacity, sizeof *frames->items);
}

/* One that is not there yet is made if somebody hears it. */
gau_branch gau_section_new_branch(struct gau_worker *w, gau_section_place *place, uint32_t *number)
{
    const gau_branch parent = w->ctx.branch;
    gau_branch branch;

    if (!*number) {
        *number = gau_section_number(place);
        branch = gau_branches_section(&w->job->branches, parent, *number);
        if (branch != GAU_NO_BRANCH)
            return branch;
    }
    if (!(w->audience.mask & w->audience.heard[parent] & ~w->audience.top[parent]))
        return GAU_NO_BRANCH;
    branch = make_branch(w, parent, *number);
    if (branch == GAU_NO_BRANCH)
        gau_section_refuse(w);
    return branch;
}
