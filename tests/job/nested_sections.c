/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/*
 * Nested: opens the sections
 *
 *     outer              once per event
 *       inner            twice
 *         innermost      in each of them
 *     even               in events of even number
 */

struct nested {
    int64_t sum; /* so that there is something to do */
};

static void inner(struct nested *nested)
{
    GAU_SECTION("inner");
    {
        GAU_SECTION("innermost");
        nested->sum++;
    }
}

static gau_status nested_execute(void *self, gau_context *ctx)
{
    struct nested *const nested = self;

    {
        GAU_SECTION("outer");
        inner(nested);
        inner(nested);
    }
    if (ctx->event % 2 == 0) {
        GAU_SECTION("even");
        nested->sum += 2;
    }
    return GAU_OK;
}

static const gau_class nested_class = {
    GAU_CLASS("Nested", struct nested, "Opens sections."),
    .algorithm = GAU_ALGORITHM(.execute = nested_execute),
};
GAU_MODULE(&nested_class);
