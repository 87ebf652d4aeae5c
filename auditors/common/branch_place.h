/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_COMMON_BRANCH_PLACE_H
#define GAUDIT_AUDITORS_COMMON_BRANCH_PLACE_H

#include <gaudit/context.h>
#include <gaudit/result.h>

/* Writes to the open row which branch it is of: number, branch above, root, path and name. */
static inline void gau_branch_place_write(gau_result *result, const gau_context *ctx,
                                          gau_branch branch)
{
    const gau_branch_info *const info = gau_branch_at(ctx, branch);

    gau_result_integer(result, "branch", "", branch);
    gau_result_integer(result, "parent", "",
                       info->parent == GAU_NO_BRANCH ? -1 : (int64_t)info->parent);
    gau_result_text(result, "root", gau_branch_at(ctx, gau_branch_root(ctx, branch))->name);
    gau_result_text(result, "path", info->path);
    gau_result_text(result, "name", info->name);
}

#endif
