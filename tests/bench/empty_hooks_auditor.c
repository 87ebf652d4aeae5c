/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/* An auditor with hooks that do nothing. */

static void empty_before(void *self, const gau_context *ctx)
{
    (void)self, (void)ctx;
}

static void empty_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    (void)self, (void)ctx, (void)outcome;
}

static const gau_class empty_hooks_class = {
    GAU_CLASS("EmptyHooks", char, "Does nothing."),
    .auditor = GAU_AUDITOR(.before = empty_before, .after = empty_after),
};
GAU_MODULE(&empty_hooks_class);
