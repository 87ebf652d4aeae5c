/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_AUDITING_AUDITOR_FILTER_H
#define GAUDIT_SRC_AUDITING_AUDITOR_FILTER_H

#include "branch_table.h"

#include "framework/src/classes/common_properties.h"

/*
 * The auditor filter: the properties that select branches and events for an auditor. Patterns are
 * shell patterns, matched against names of components and whole branch identifiers; each selects a
 * branch with its subtree. Exclude beats Include.
 */

enum { GAU_MAX_PATTERNS = 100 }; /* of each of include and exclude */

/* Checks the properties against each other. The message has no location. */
gau_status gau_auditor_filter_check(struct gau_auditor_filter *filter, gau_error *err);

/* Whether event @p event is audited; lowers @p *until to the next one of which that can differ. */
bool gau_auditor_filter_has_event(const struct gau_auditor_filter *filter, uint64_t event,
                                  uint64_t *until);

/* The state of a branch for one auditor. */
enum gau_filter_state {
    GAU_FILTER_INCLUDED,
    GAU_FILTER_ANCESTOR,      /* audited because a branch below is included */
    GAU_FILTER_EXCLUDED_ROOT, /* root of an excluded subtree: audited as "[excluded]" */
    GAU_FILTER_EXCLUDED,      /* inside an excluded subtree */
    GAU_FILTER_TOO_DEEP,      /* charged to the nearest audited ancestor */
};

/*
 * Fills in @p states, one per branch, for all branches so far. A pattern that selects nothing is an
 * error.
 */
gau_status gau_auditor_filter_apply(const struct gau_auditor_filter *filter,
                                    const struct gau_branch_table *branches, uint8_t *states,
                                    gau_error *err);

/* The same for a section, which inherits from its parent. */
enum gau_filter_state gau_auditor_filter_inherit(const struct gau_auditor_filter *filter,
                                                 enum gau_filter_state parent, uint32_t depth);

/* The same for the root Program, whose sections no pattern can select. */
enum gau_filter_state gau_auditor_filter_for_program(const struct gau_auditor_filter *filter);

#endif
