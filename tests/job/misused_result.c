/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/* Misuse: makes its result at the wrong time, or in a wrong way. */

enum how { EARLY, ROW, KEY, N_HOWS };

static const char *const how_texts[] = {
    [EARLY] = "Early", [ROW] = "Row", [KEY] = "Key", [N_HOWS] = NULL};

struct misuse {
    int how;
};

static const gau_property misuse_properties[] = {
    GAU_ENUM(struct misuse, how, "How", EARLY, how_texts, "What is wrong"),
    GAU_PROPERTY_END,
};

static gau_status misuse_execute(void *self, gau_context *ctx)
{
    const struct misuse *const misuse = self;

    if (misuse->how == EARLY)
        gau_result_integer(gau_result_open(ctx, "early"), "n", "", 1);
    return GAU_OK;
}

static gau_status misuse_finalize(void *self, gau_context *ctx)
{
    const struct misuse *const misuse = self;
    gau_result *const result = gau_result_open(ctx, "late");

    if (misuse->how == ROW)
        gau_result_row(result);
    else if (misuse->how == KEY)
        gau_result_integer(result, "schema", "", 2);
    return GAU_OK;
}

static void misuse_merge(void *self, void *other)
{
    (void)self, (void)other; /* nothing is counted */
}

static const gau_class misuse_class = {
    GAU_CLASS("Misuse", struct misuse, "Makes its result in a wrong way."),
    .properties = misuse_properties,
    .merge = misuse_merge,
    .finalize = misuse_finalize,
    .algorithm = GAU_ALGORITHM(.execute = misuse_execute),
};
GAU_MODULE(&misuse_class);
