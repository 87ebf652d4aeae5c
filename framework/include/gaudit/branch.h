/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_BRANCH_H
#define GAUDIT_BRANCH_H

/**
 * @file branch.h
 * Nodes of the call tree by number: each is a path of names below a root.
 *
 * A branch is one place in the tree, not one component: an algorithm used in two sequences has two
 * branches. Branches of the job options are numbered before the first event, depth first; sections
 * add branches at run time. Numbers are dense, only grow and are never reused, so data per
 * branch is a plain array. Reports order by tree, not by number.
 */

#include <gaudit/base.h>

GAU_BEGIN_DECLS

typedef uint32_t gau_branch;

#define GAU_ROOT_EVENT 0u      /**< root of all that runs for an event */
#define GAU_ROOT_BACKGROUND 1u /**< root of work outside events: input, merging ... */
#define GAU_NO_BRANCH UINT32_MAX
#define GAU_NO_COMPONENT UINT32_MAX

typedef enum gau_branch_kind {
    GAU_BRANCH_KIND_ROOT,
    GAU_BRANCH_SEQUENCE,
    GAU_BRANCH_ALGORITHM,
    GAU_BRANCH_SECTION,         /**< opened by GAU_SECTION() */
    GAU_BRANCH_KIND_BACKGROUND, /**< a piece of background work of a worker */
    GAU_BRANCH_COMPONENT, /**< of any kind, in initialize, start, stop or finalize: below Setup */
    GAU_BRANCH_EXCLUDED,  /**< "[excluded]": time of the branches that an auditor excludes */
} gau_branch_kind;

/** What a sub-item of background work is, for exports. */
typedef enum gau_work {
    GAU_WORK_ALGORITHM, /**< also the handler of a message */
    GAU_WORK_TRANSFER,  /**< input, output, copies */
    GAU_WORK_OPERATION,
    GAU_WORK_WAITING,
} gau_work;

/** Never moves during the job. */
typedef struct gau_branch_info {
    const char *name;  /**< of the component or section on this branch */
    const char *path;  /**< the branch identifier: names below the root, joined by one blank; the
                            name for a root */
    gau_branch parent; /**< GAU_NO_BRANCH for a root */
    gau_branch first_child;  /**< GAU_NO_BRANCH if there is none (so far) */
    gau_branch next_sibling; /**< GAU_NO_BRANCH if there is none (so far) */
    uint32_t depth;          /**< 0 for a root */
    uint32_t component;      /**< equal on all branches of one component; else GAU_NO_COMPONENT */
    gau_branch_kind kind;
    uint8_t level; /**< of a section, or of a sequence or algorithm by its attribute in the job
                      options: 1 (the few most important) to 6 (hardly any time); 0 of a
                      root, 1 of anything else */
    bool no_dots;  /**< live print writes nothing while it runs, only its result */
    const char *message; /**< of a section: what live print writes while it runs; NULL: nothing */
    gau_work work;       /**< of a sub-item of background work; else what its kind is */
} gau_branch_info;

GAU_END_DECLS

#endif
