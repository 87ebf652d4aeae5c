/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_GATE_H
#define GAUDIT_SRC_GATE_H

#include "branch_table.h"

#include "framework/src/classes/common_properties.h"

/*
 * What an auditor listens to: the properties that every auditor has, and what follows from them
 * for a branch. Patterns are shell patterns, matched against names of components and whole
 * identifiers; each selects a branch with its subtree. Exclude beats Include.
 */

enum { GAU_MAX_PATTERNS = 100 }; /* of each of include and exclude */

/* Checks the properties against each other. The message has no place. */
gau_status gau_auditor_filter_check(struct gau_auditor_filter *filter, gau_error *err);

/* Where a branch stands for one auditor. */
enum gau_filter_state {
    GAU_FILTER_INCLUDED,
    GAU_FILTER_ANCESTOR,      /* heard because something below is included */
    GAU_FILTER_EXCLUDED_ROOT, /* topmost excluded branch of a stretch: heard as "[excluded]" */
    GAU_FILTER_EXCLUDED,      /* inside an excluded stretch */
    GAU_FILTER_TOO_DEEP,      /* charged to the nearest ancestor that is heard */
};

/*
 * Fills in @p states for all branches so far, each after its parent.
 * @p states has room for them. A pattern that selects nothing is an error.
 */
gau_status gau_auditor_filter_apply(const struct gau_auditor_filter *filter,
                                    const struct gau_branch_table *branches, uint8_t *states,
                                    gau_error *err);

/* The same for a section, which inherits from its parent. */
enum gau_filter_state gau_auditor_filter_inherit(const struct gau_auditor_filter *filter,
                                                 enum gau_filter_state parent, uint32_t depth);

/* The same for the root Program, whose sections are nothing that patterns could select. */
enum gau_filter_state gau_auditor_filter_for_program(const struct gau_auditor_filter *filter);

#endif
