/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_BRANCH_GROUPS_H
#define GAUDIT_DOCUMENTS_BRANCH_GROUPS_H

#include "branch_key.h"
#include "branch_tree.h"

/* Sets the group of each node, a text that is borrowed from the tree or static. False: there is no
 * such branch, or out of memory; see @p error. */
bool gau_branch_groups_make(const char **groups, const struct gau_tree *tree,
                            const struct gau_branch_key *key, gau_error *error);

/* Sets @p within for each node that is one of the branches @p branch, or is below one. False: there
 * is no such branch; see @p error. */
bool gau_branch_mark_within(bool *within, const struct gau_tree *tree, const char *branch,
                            gau_error *error);

/* Checks that the branches that shares are relative to have time, which then is 100 %. False: see
 * @p error. */
bool gau_branch_check_time(const char *branch, double time, gau_error *error);

/* --- of a result --------------------------------------------------------------------------- */

/* The branches of a result, as its ITT auditor has them, or its timer. */
struct gau_result_branches {
    json_t *document; /* the texts of the tree are its */
    struct gau_tree tree;
};

/* Reads the branches. False: a document cannot be read, or there is none; see @p error. @p out is
 * to be cleared in any case. */
bool gau_result_branches_open(struct gau_result_branches *out, const char *folder,
                              gau_error *error);
void gau_result_branches_clear(struct gau_result_branches *branches);

#endif
