/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_AUDITING_BRANCH_TABLE_H
#define GAUDIT_SRC_AUDITING_BRANCH_TABLE_H

#include <gaudit/branch.h>
#include <gaudit/error.h>

#include <pthread.h>

enum { GAU_MAX_BRANCHES = 65536, GAU_MAX_PATH = 4096 };

/*
 * The table of branches. It is address space for as many as the job may have, so entries never
 * move and readers need no lock; adding is done by one thread at a time.
 */
struct gau_branch_table {
    gau_branch_info *infos;
    gau_branch *last_child; /* per branch */
    uint16_t *lengths;      /* per branch: bytes of its path */
    uint32_t *numbers;      /* per branch: of the section, or 0 */
    struct gau_branch_link {
        uint64_t key; /* branch above and number of a section; 0: empty */
        gau_branch branch;
    } * links; /* to sections: open addressing, at most half full */
    uint64_t link_mask;
    uint32_t count; /* grows; read with gau_branch_table_count() by other threads */
    uint32_t max;
    uint64_t unnumbered;     /* nodes of the sequence tree without room */
    uint64_t refused;        /* section calls without room; atomic */
    uint64_t long_names;     /* section calls whose name is too long, with the lock, of which ... */
    char long_name[64];      /* ... this is the begin of the first */
    uint64_t endless_events; /* of a program, with the lock */
    uint64_t mismatched;     /* section begins and ends without a match, of which ... */
    char mismatched_name[64]; /* ... this was the first; with the lock */
    bool no_memory;           /* for an identifier */
    pthread_mutex_t lock;
};

/* Reserves zeroed address space, or returns NULL. */
void *gau_address_space_reserve(size_t count, size_t size);
void gau_address_space_release(void *space, size_t count, size_t size);

/* Makes a table with the roots Event and Background. */
gau_status gau_branch_table_init(struct gau_branch_table *branches, uint32_t max, gau_error *err);
void gau_branch_table_clear(struct gau_branch_table *branches);

/*
 * A new branch, visible to readers when this returns. @p name must stay valid as long as the table.
 * GAU_NO_BRANCH: no room, or out of memory. One thread at a time: hold the lock in the event loop.
 */
gau_branch gau_branch_table_add(struct gau_branch_table *branches, gau_branch parent,
                                const char *name, uint32_t component, gau_branch_kind kind);

/* The same for the section of that number, which is not there yet. */
gau_branch gau_branch_table_add_section(struct gau_branch_table *branches, gau_branch parent,
                                        uint32_t number, gau_work work);

/* Also taken around fork(). Locked here: by this thread, for example around branch_added. */
void gau_branch_table_lock(struct gau_branch_table *branches);
void gau_branch_table_unlock(struct gau_branch_table *branches);
bool gau_branch_table_locked_here(void);

/* A key that is not 0, and its first slot, by Fibonacci hashing. */
static inline uint64_t gau_branch_key(gau_branch parent, uint32_t number)
{
    return ((uint64_t)parent + 1) << 32 | number;
}

static inline uint64_t gau_branch_hash(uint64_t key)
{
    return (key * 0x9e3779b97f4a7c15u) >> 32;
}

/* The branch of a section below @p parent, or GAU_NO_BRANCH. Needs no lock. */
static inline gau_branch gau_branch_table_section(const struct gau_branch_table *branches,
                                                  gau_branch parent, uint32_t number)
{
    const uint64_t wanted = gau_branch_key(parent, number);
    uint64_t at = gau_branch_hash(wanted) & branches->link_mask;

    for (;;) {
        const struct gau_branch_link *const link = &branches->links[at];
        const uint64_t key = __atomic_load_n(&link->key, __ATOMIC_ACQUIRE);

        if (__builtin_expect(key == wanted, 1))
            return link->branch;
        if (key == 0)
            return GAU_NO_BRANCH;
        at = (at + 1) & branches->link_mask;
    }
}

/* The same if it is in its first slot. */
static inline gau_branch gau_branch_table_section_first(const struct gau_branch_table *branches,
                                                        gau_branch parent, uint32_t number)
{
    const uint64_t wanted = gau_branch_key(parent, number);
    const struct gau_branch_link *const link =
        &branches->links[gau_branch_hash(wanted) & branches->link_mask];

    return __atomic_load_n(&link->key, __ATOMIC_ACQUIRE) == wanted ? link->branch : GAU_NO_BRANCH;
}

static inline uint32_t gau_branch_table_count(const struct gau_branch_table *branches)
{
    return __atomic_load_n(&branches->count, __ATOMIC_ACQUIRE);
}

#endif
