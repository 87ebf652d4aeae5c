/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_BRANCHES_H
#define GAUDIT_SRC_BRANCHES_H

#include <gaudit/branch.h>
#include <gaudit/error.h>

#include <pthread.h>

enum { GAU_MAX_BRANCHES = 65536, GAU_MAX_PATH = 4096 };

/*
 * The table of branches. It is address space for as many as the job may have, so entries never
 * move and readers need no lock; adding is done by one thread at a time.
 */
struct gau_branches {
    gau_branch_info *infos;
    gau_branch *last_child; /* per branch */
    uint32_t count;         /* grows; read with gau_branches_count() by other threads */
    uint32_t max;
    uint64_t unnumbered; /* places of the job options for which there was no room */
    uint64_t refused;    /* calls of sections for which there was no room; atomic */
    bool no_memory;      /* for an identifier */
    pthread_mutex_t lock;
};

/* Reserves zeroed address space, or returns NULL. */
void *gau_reserve(size_t count, size_t size);
void gau_unreserve(void *space, size_t count, size_t size);

/* With the roots Event and Background. */
gau_status gau_branches_init(struct gau_branches *branches, uint32_t max, gau_error *err);
void gau_branches_clear(struct gau_branches *branches);

/*
 * A new branch, visible to readers when this returns. @p name must live as long as the table.
 * GAU_NO_BRANCH: no room, or no memory. One thread at a time: hold the lock in the event loop.
 */
gau_branch gau_branches_add(struct gau_branches *branches, gau_branch parent, const char *name,
                            uint32_t component, gau_branch_kind kind);

/* The child of that name and kind, or GAU_NO_BRANCH. Needs no lock. */
gau_branch gau_branches_child(const struct gau_branches *branches, gau_branch parent,
                              const char *name, gau_branch_kind kind);

static inline uint32_t gau_branches_count(const struct gau_branches *branches)
{
    return __atomic_load_n(&branches->count, __ATOMIC_ACQUIRE);
}

#endif
