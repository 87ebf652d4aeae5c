/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_BRANCH_KEY_H
#define GAUDIT_DOCUMENTS_BRANCH_KEY_H

#include "view_options.h"

/*
 * What branches are grouped by: what they have in common.
 *
 *     algorithm         the component; its sections are part of it. A section that is in no
 *                       component is its own name
 *     component-class   the class of the component
 *     level=N           the branch N levels below the root that it is, or is below
 *     children=BRANCH   the child of BRANCH that it is, or is below
 *
 * A root is a group of its own. BRANCH is an identifier, or the name of branches, of which there
 * may be several: those of one algorithm.
 */

enum gau_branch_key_kind {
    GAU_BRANCHES_BY_ALGORITHM,
    GAU_BRANCHES_BY_CLASS,
    GAU_BRANCHES_BY_LEVEL,
    GAU_BRANCHES_BY_CHILDREN,
    GAU_BRANCH_KEYS
};

struct gau_branch_key {
    enum gau_branch_key_kind kind;
    unsigned level;
    char branch[512]; /* with a final zero; "": none */
};

/* The keys as users write them; "level" and "children" take a value, behind "=". */
extern const char *const gau_branch_key_names[GAU_BRANCH_KEYS];

#define GAU_BRANCH_KEYS_HELP "algorithm, component-class, level=N, children=BRANCH"

/* Returns whether a text of @p length bytes is a key, perhaps with a wrong value. */
bool gau_branch_key_is(const char *text, size_t length);

/* Reads a key. False: the text is none, or its value is wrong; see @p error. */
bool gau_branch_key_read(struct gau_branch_key *out, const char *text, size_t length,
                         gau_error *error);

/* Returns how tables head such groups: "Algorithm", "Component class", "Branch", "Child". */
const char *gau_branch_key_title(enum gau_branch_key_kind kind);

/* Returns the name of the row that sums up all groups: "all algorithms". */
const char *gau_branch_key_all(enum gau_branch_key_kind kind);

/* Writes "by algorithm", "at level 3" or "by child of 'Hlt1'" for titles. Returns @p text. */
const char *gau_branch_key_phrase(char *text, size_t size, const struct gau_branch_key *key);

#endif
