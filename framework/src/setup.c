/* SPDX-License-Identifier: Apache-2.0 */
#include "job.h"

static const char *const setup_names[GAU_PHASE_COUNT] = {
    [GAU_INITIALIZE] = "Initialize",
    [GAU_START] = "Start",
    [GAU_STOP] = "Stop",
    [GAU_FINALIZE] = "Finalize",
};

static void add_components(struct gau_job *job, gau_branch above, gau_phase phase)
{
    for (uint32_t i = 0; i < job->n_components; i++) {
        struct gau_component *const c = &job->components[i];
        gau_branch branch;

        if (!c->cls || !c->enabled || c->cls->auditor)
            continue;
        branch = gau_branches_add(&job->branches, above, c->name, i, GAU_BRANCH_COMPONENT);
        job->branches.unnumbered += branch == GAU_NO_BRANCH;
        c->setup[phase] = branch == GAU_NO_BRANCH ? 0 : branch;
    }
}

gau_status gau_job_add_setup(struct gau_job *job, gau_error *err)
{
    gau_branch root = GAU_NO_BRANCH;

    for (unsigned phase = 0; phase < GAU_PHASE_COUNT; phase++) {
        gau_branch above;

        if (phase == GAU_EXECUTE || !job->svc.phases[phase])
            continue;
        if (root == GAU_NO_BRANCH)
            root = gau_branches_add(&job->branches, GAU_NO_BRANCH, "Setup", GAU_NO_COMPONENT,
                                    GAU_BRANCH_ROOT);
        above = root == GAU_NO_BRANCH ? root
                                      : gau_branches_add(&job->branches, root, setup_names[phase],
                                                         GAU_NO_COMPONENT, GAU_BRANCH_COMPONENT);
        if (above == GAU_NO_BRANCH)
            return gau_fail(err, GAU_ERR_RANGE, "maxBranches leaves no room for the branch %s",
                            setup_names[phase]);
        add_components(job, above, (gau_phase)phase);
    }
    return GAU_OK;
}
