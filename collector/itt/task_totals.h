/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_ACCOUNTS_H
#define GAUDIT_COLLECTOR_ACCOUNTS_H

#include "task_types.h"

#include "trace/trace_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What tasks add up to, by type: written by one thread, or by all if they are those of the process,
 * and read by the writer meanwhile. They are on pages, which are mapped as they are needed.
 */

struct gau_task_total {
    /* What is published. */
    uint64_t entries, inclusive_ns, exclusive_ns;
    uint32_t version; /* counts changes; written last */
    uint32_t seen;    /* by the writer: the version that it has read */

    /* What is still open; of the thread alone. */
    uint32_t open;         /* how many */
    uint64_t open_entries; /* begun since the outermost was, if it was not in a pause */
    uint64_t open_self_ns; /* not in other tasks */
    uint64_t began_ns;     /* the outermost */
};

enum {
    GAU_ACCOUNTS_PER_PAGE = 256,
    GAU_ACCOUNTS_PAGES = GAU_TASK_TYPES_MAX / GAU_ACCOUNTS_PER_PAGE + 1,
};

struct gau_task_totals_page {
    uint32_t version, seen; /* as above, for any of the page */
    _Alignas(64) struct gau_task_total accounts[GAU_ACCOUNTS_PER_PAGE];
};

/* Zeroed there are none. */
struct gau_task_totals {
    struct gau_task_totals_page *pages[GAU_ACCOUNTS_PAGES];
    uint32_t used; /* pages from this one on are not there */
};

typedef void gau_task_totals_visit(void *user, const struct gau_trace_task_total *total);

/* Maps a page; NULL: no memory. */
struct gau_task_totals_page *gau_task_totals_add_page(struct gau_task_totals *accounts,
                                                      uint32_t type);

/* The page of a type (not 0); NULL: not there yet. */
static inline struct gau_task_totals_page *gau_task_totals_page_of(
    const struct gau_task_totals *accounts, uint32_t type)
{
    return __atomic_load_n(&accounts->pages[type / GAU_ACCOUNTS_PER_PAGE], __ATOMIC_ACQUIRE);
}

/* The account of a type (not 0), which is made if there is none yet; NULL: no memory. */
static inline struct gau_task_total *gau_task_totals_of(struct gau_task_totals *accounts,
                                                        uint32_t type)
{
    struct gau_task_totals_page *page = gau_task_totals_page_of(accounts, type);

    if (!page)
        page = gau_task_totals_add_page(accounts, type);
    return page ? &page->accounts[type % GAU_ACCOUNTS_PER_PAGE] : NULL;
}

/* Publishes what was open, which has now lasted @p wall_ns; by the thread that has the accounts. */
static inline void gau_task_totals_publish(struct gau_task_totals *accounts, uint32_t type,
                                           struct gau_task_total *account, uint64_t wall_ns)
{
    struct gau_task_totals_page *const page = gau_task_totals_page_of(accounts, type);

    __atomic_store_n(&account->entries, account->entries + account->open_entries, __ATOMIC_RELAXED);
    __atomic_store_n(&account->inclusive_ns, account->inclusive_ns + wall_ns, __ATOMIC_RELAXED);
    __atomic_store_n(&account->exclusive_ns, account->exclusive_ns + account->open_self_ns,
                     __ATOMIC_RELAXED);
    account->open_entries = account->open_self_ns = 0;
    __atomic_store_n(&account->version, account->version + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&page->version, page->version + 1, __ATOMIC_RELEASE);
}

/* Adds, by any thread; false: no memory. */
bool gau_task_totals_add_shared(struct gau_task_totals *accounts, uint32_t type, uint64_t entries,
                                uint64_t wall_ns);

/* Visits what has changed since the last call. */
void gau_task_totals_changed(struct gau_task_totals *accounts, gau_task_totals_visit *visit,
                             void *user);

/* Sums begin anew, what is open goes on from @p now. */
void gau_task_totals_restart(struct gau_task_totals *accounts, uint64_t now);

/* Gives the pages back. */
void gau_task_totals_clear(struct gau_task_totals *accounts);

#endif
