/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_LINT_CHECKED_CALLS_H
#define GAUDIT_COLLECTOR_LINT_CHECKED_CALLS_H

#include "collector/base/entry_points.h"

/*
 * The functions of ITT that are checked. Not included: models, heaps, arrays, modules, tracks,
 * clocks, and some variants that no known program uses.
 */

/* clang-format off */
#define GAU_LINT_CALLS(X) \
    GAU_ENTRY_POINTS(X) \
    X(pause) X(resume) X(detach) X(get_timestamp) \
    X(id_create) X(id_destroy) \
    X(metadata_add) X(metadata_str_add) X(formatted_metadata_add) \
    X(relation_add) X(relation_add_to_current) \
    X(mark_off) X(mark_global_off) \
    X(stack_caller_create) X(stack_caller_destroy) X(stack_callee_enter) X(stack_callee_leave) \
    X(sync_create) X(sync_rename) X(sync_destroy) \
    X(sync_prepare) X(sync_cancel) X(sync_acquired) X(sync_releasing) \
    X(suppress_push) X(suppress_pop)
/* clang-format on */

#define GAU_LINT_DECLARE(name) gau_itt_##name##_fn gau_lint_##name;
GAU_LINT_CALLS(GAU_LINT_DECLARE)
#define GAU_LINT_DECLARE_ALIKE(name, other) GAU_LINT_DECLARE(name)
GAU_ENTRY_POINTS_ALIKE(GAU_LINT_DECLARE_ALIKE)
#undef GAU_LINT_DECLARE_ALIKE
#undef GAU_LINT_DECLARE

#endif
