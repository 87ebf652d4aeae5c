/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

#include <inttypes.h>
#include <stdio.h>

/*
 * NameAuditor: prints every call, for debugging. One line on standard error before and after each,
 * indented by depth, with the worker, the event, the branch identifier and the outcome.
 *
 *     gaudit run job.xml -n 3 -a NameAuditor
 */

struct name {
    char nothing;
};

static void print(const gau_context *ctx, const char *what, const char *outcome)
{
    const gau_branch_info *const info = gau_branch_at(ctx, ctx->branch);

    fprintf(stderr, "[%" PRIu32 "] event %" PRIu64 " %*s%s %s%s\n", ctx->worker, ctx->event,
            2 * (int)info->depth, "", what, info->path, outcome);
}

static const char *text_of(gau_outcome outcome)
{
    if (outcome.raw < 0 && outcome.flags & GAU_OUTCOME_ABORTED)
        return ": error, event aborted";
    if (outcome.raw < 0)
        return outcome.final == GAU_OK       ? ": error, ignored"
               : outcome.final == GAU_REJECT ? ": error, rejected"
                                             : ": error";
    if (outcome.raw == GAU_END)
        return ": end";
    if (outcome.flags & GAU_OUTCOME_ABORTED)
        return ": aborted";
    return outcome.final == GAU_OK ? ": accepted" : ": rejected";
}

static void name_before(void *self, const gau_context *ctx)
{
    (void)self;
    print(ctx, ">", "");
}

static void name_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    (void)self;
    print(ctx, "<", text_of(outcome));
}

static void name_not_called(void *self, const gau_context *ctx, gau_outcome outcome)
{
    (void)self;
    print(ctx, outcome.flags & GAU_OUTCOME_SKIPPED ? "skipped" : "reused",
          outcome.flags & GAU_OUTCOME_SKIPPED ? "" : text_of(outcome));
}

static const gau_class name_class = {
    GAU_CLASS("NameAuditor", struct name, "Prints every call, for debugging."),
    .auditor = GAU_AUDITOR(.before = name_before, .after = name_after,
                           .not_called = name_not_called, .prints = true),
};
GAU_MODULE(&name_class);
