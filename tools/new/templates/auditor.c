/* SPDX-License-Identifier: Apache-2.0 */
/* Counts how often each branch is called, and how often it rejects. */
#include <gaudit/gaudit.h>

struct counts {
    int64_t calls, rejected;
};

struct instance { /* one per worker */
    bool all;
    struct counts *counts; /* one per branch */
    gau_branch branches;
    int64_t events;
};

static const gau_property properties[] = {
    GAU_BOOL(struct instance, all, "All", false, "Also lists branches that were not called"),
    GAU_PROPERTY_END,
};

static void branch_added(void *self, gau_branch branch)
{
    ((struct instance *)self)->branches = branch + 1;
}

static void end_event(void *self, const gau_context *ctx)
{
    (void)ctx;
    ((struct instance *)self)->events++;
}

/* Called behind each call of a branch. */
static void after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct counts *of = &((struct instance *)self)->counts[ctx->branch];

    of->calls++;
    of->rejected += outcome.final == GAU_REJECT;
}

/* Adds what the instance of another worker counted. */
static void merge(void *self, void *other)
{
    struct instance *into = self;
    const struct instance *from = other;

    for (gau_branch b = 0; b < from->branches; b++) {
        into->counts[b].calls += from->counts[b].calls;
        into->counts[b].rejected += from->counts[b].rejected;
    }
    into->events += from->events;
    if (into->branches < from->branches)
        into->branches = from->branches;
}

static gau_status finalize(void *self, gau_context *ctx)
{
    const struct instance *mine = self;
    gau_result *result = gau_result_open(ctx, "new-component");

    gau_result_integer(result, "events", "", mine->events);
    gau_result_table(result, "branches");
    for (gau_branch b = 0; b < mine->branches; b++) {
        if (!mine->all && mine->counts[b].calls == 0)
            continue;
        gau_result_row(result);
        gau_result_text(result, "branch", gau_branch_at(ctx, b)->path);
        gau_result_integer(result, "calls", "", mine->counts[b].calls);
        gau_result_integer(result, "rejected", "", mine->counts[b].rejected);
    }
    return GAU_OK;
}

static const gau_class component = {
    GAU_CLASS("NewComponent", struct instance, "Counts calls and rejections of every branch"),
    .properties = properties,
    .merge = merge,
    .finalize = finalize,
    .auditor = GAU_AUDITOR(.branch_added = branch_added, .end_event = end_event, .after = after,
                           GAU_PER_BRANCH(struct instance, counts)),
};
GAU_MODULE(&component);
