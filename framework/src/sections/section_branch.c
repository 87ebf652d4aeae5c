/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/auditing/section_names.h"
#include "framework/src/job/worker.h"
#include "sections.h"

#include "table/heap.h"

void gau_section_count_dropped(struct gau_worker *w)
{
    __atomic_add_fetch(&w->job->branches.refused, 1, __ATOMIC_RELAXED);
}

gau_branch gau_section_make_branch(struct gau_worker *w, gau_branch parent, uint32_t number,
                                   gau_work work)
{
    struct gau_branch_table *const branches = &w->job->branches;
    gau_branch branch;

    if (!number)
        return GAU_NO_BRANCH;
    pthread_mutex_lock(&branches->lock);
    branch = gau_branch_table_section(branches, parent, number);
    if (branch == GAU_NO_BRANCH) {
        gau_auditor_service_inherit_filter(&w->job->svc, parent);
        branch = gau_branch_table_add_section(branches, parent, number, work);
    }
    pthread_mutex_unlock(&branches->lock);
    return branch;
}

bool gau_frames_grow(struct gau_section_frames *frames)
{
    return frames->capacity < GAU_MAX_FRAMES &&
           gau_array_grow(&frames->items, frames->capacity, &frames->capacity,
                          sizeof *frames->items);
}

/* A new one is made if its parent is audited. */
gau_branch gau_section_new_branch(struct gau_worker *w, gau_section_site *site, uint32_t *number,
                                  gau_work work)
{
    const gau_branch parent = w->ctx.branch;
    gau_branch branch;

    if (!*number) {
        *number = gau_section_number(site);
        branch = gau_branch_table_section(&w->job->branches, parent, *number);
        if (branch != GAU_NO_BRANCH)
            return branch;
    }
    if (!(w->dispatch.mask & w->dispatch.listening[parent] & ~w->dispatch.excluded_roots[parent]))
        return GAU_NO_BRANCH;
    branch = gau_section_make_branch(w, parent, *number, work);
    if (branch == GAU_NO_BRANCH)
        gau_section_count_dropped(w);
    return branch;
}
