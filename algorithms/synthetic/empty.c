/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/**
 * @file empty.c
 * Empty: accepts every event and does nothing. It measures what the event loop costs by itself.
 *
 *     <algorithm type="Empty" name="Leaf1"/>
 */

struct empty {
    char nothing;
};

static gau_status empty_execute(void *self, gau_context *ctx)
{
    (void)self;
    (void)ctx;
    return GAU_OK;
}

static const gau_class empty_class = {
    GAU_CLASS("Empty", struct empty, "Accepts every event and does nothing."),
    .algorithm = GAU_ALGORITHM(.execute = empty_execute),
};
GAU_MODULE(&empty_class);
