/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/*
 * CountAuditor: the trigger's rate table.
 *
 *     <auditor type="CountAuditor"/>
 *
 * Per branch of the event: how often it was executed and with which decision. Each execution is one
 * of accepted, rejected, failed; failed is an error of the component itself, whatever the error
 * policy did with it. Calls that were not made count as reused (ran already in this event) or
 * skipped (disabled). Members behind a short circuit are not counted at all.
 */

enum { ACCEPTED, REJECTED, FAILED, REUSED, SKIPPED, KINDS };

static const char *const kinds[KINDS] = {"accepted", "rejected", "failed", "reused", "skipped"};

struct counts {
    uint64_t of[KINDS];
};

struct counter {
    struct counts *branches; /* one per branch */
    uint32_t n_branches;
};

static void count_branch_added(void *self, gau_branch branch)
{
    ((struct counter *)self)->n_branches = branch + 1;
}

static void count_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct counts *const counts = &((struct counter *)self)->branches[ctx->branch];

    counts->of[FAILED] += outcome.raw < 0;
    counts->of[ACCEPTED] += outcome.raw >= 0 && outcome.final == GAU_OK;
    counts->of[REJECTED] += outcome.raw >= 0 && outcome.final != GAU_OK;
}

static void count_not_called(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct counts *const counts = &((struct counter *)self)->branches[ctx->branch];

    counts->of[REUSED] += (outcome.flags & GAU_OUTCOME_REUSED) != 0;
    counts->of[SKIPPED] += (outcome.flags & GAU_OUTCOME_SKIPPED) != 0;
}

static void count_merge(void *self, void *other)
{
    struct counter *const counter = self, *const o = other;

    for (gau_branch b = 0; b < o->n_branches; b++)
        for (unsigned kind = 0; kind < KINDS; kind++)
            counter->branches[b].of[kind] += o->branches[b].of[kind];
    if (o->n_branches > counter->n_branches)
        counter->n_branches = o->n_branches;
}

static int64_t executed(const struct counts *counts)
{
    return (int64_t)(counts->of[ACCEPTED] + counts->of[REJECTED] + counts->of[FAILED]);
}

static void write_row(gau_result *result, const gau_context *ctx, gau_branch b,
                      const struct counts *counts)
{
    const gau_branch_info *const info = gau_branch_at(ctx, b);

    gau_result_row(result);
    gau_result_integer(result, "branch", "", b);
    gau_result_integer(result, "parent", "",
                       info->parent == GAU_NO_BRANCH ? -1 : (int64_t)info->parent);
    gau_result_text(result, "path", info->path);
    gau_result_text(result, "name", info->name);
    gau_result_integer(result, "executed", "", executed(counts));
    for (unsigned kind = 0; kind < KINDS; kind++)
        gau_result_integer(result, kinds[kind], "", (int64_t)counts->of[kind]);
}

static gau_status count_finalize(void *self, gau_context *ctx)
{
    const struct counter *const counter = self;
    gau_result *const result = gau_result_open(ctx, "counts");

    gau_result_integer(result, "events", "", executed(&counter->branches[GAU_ROOT_EVENT]));
    gau_result_integer(result, "accepted", "",
                       (int64_t)counter->branches[GAU_ROOT_EVENT].of[ACCEPTED]);
    gau_result_table(result, "branches");
    for (gau_branch b = 0; b < counter->n_branches; b++)
        if (gau_branch_root(ctx, b) == GAU_ROOT_EVENT)
            write_row(result, ctx, b, &counter->branches[b]);
    return GAU_OK;
}

static const gau_class count_class = {
    GAU_CLASS("CountAuditor", struct counter, "Counts executions and decisions of every branch."),
    .merge = count_merge,
    .finalize = count_finalize,
    .auditor =
        GAU_AUDITOR(.branch_added = count_branch_added, .after = count_after,
                    .not_called = count_not_called, GAU_PER_BRANCH(struct counter, branches)),
};
GAU_MODULE(&count_class);
