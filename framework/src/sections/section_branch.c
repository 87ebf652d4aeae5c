/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/auditing/section_names.h"
#include "framework/src/job/app_state.h"
#include "sections.h"

#include "table/heap.h"
#include "table/utf8.h"

#include <stdio.h>

void gau_section_count_dropped(struct gau_worker *w)
{
    __atomic_add_fetch(&w->job->branches.refused, 1, __ATOMIC_RELAXED);
}

void gau_section_count_unbranched(struct gau_worker *w, const char *name)
{
    struct gau_branch_table *const branches = &w->job->branches;

    if (!gau_section_name_is_long(name)) {
        gau_section_count_dropped(w);
        return;
    }
    gau_branch_table_lock(branches);
    if (branches->long_names++ == 0) {
        snprintf(branches->long_name, sizeof branches->long_name, "%s", name);
        gau_utf8_disarm(branches->long_name);
    }
    gau_branch_table_unlock(branches);
}

gau_branch gau_section_make_branch(struct gau_worker *w, gau_branch parent, uint32_t number,
                                   gau_work work)
{
    struct gau_branch_table *const branches = &w->job->branches;
    gau_branch branch;

    if (!number)
        return GAU_NO_BRANCH;
    gau_branch_table_lock(branches);
    branch = gau_branch_table_section(branches, parent, number);
    if (branch == GAU_NO_BRANCH) {
        gau_auditor_service_inherit_filter(&w->job->svc, parent);
        branch = gau_branch_table_add_section(branches, parent, number, work);
    }
    gau_branch_table_unlock(branches);
    return branch;
}

gau_branch gau_section_make_root(struct gau_app *app, gau_branch *root, const char *name)
{
    struct gau_branch_table *const branches = &app->job.branches;

    gau_branch_table_lock(branches);
    if (*root == GAU_NO_BRANCH) {
        gau_auditor_service_inherit_filter(&app->job.svc, GAU_NO_BRANCH);
        *root = gau_branch_table_add(branches, GAU_NO_BRANCH, name, GAU_NO_COMPONENT,
                                     GAU_BRANCH_KIND_ROOT);
    }
    gau_branch_table_unlock(branches);
    return *root;
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
        gau_section_count_unbranched(w, site->name);
    return branch;
}
