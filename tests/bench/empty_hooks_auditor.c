/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/* An auditor with hooks that do nothing. */

static void nobody_before(void *self, const gau_context *ctx)
{
    (void)self, (void)ctx;
}

static void nobody_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    (void)self, (void)ctx, (void)outcome;
}

static const gau_class nobody_class = {
    GAU_CLASS("Nobody", char, "Does nothing."),
    .auditor = GAU_AUDITOR(.before = nobody_before, .after = nobody_after),
};
GAU_MODULE(&nobody_class);
