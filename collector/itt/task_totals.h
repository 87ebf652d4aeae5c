/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_ACCOUNTS_H
#define GAUDIT_COLLECTOR_ACCOUNTS_H

#include "task_types.h"

#include "trace/trace_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Task totals by type: written by one thread, or by all for those of the process, while the writer
 * thread reads them. They are in pages that are mapped when needed.
 */

struct gau_task_total {
    /* Published. */
    uint64_t entries, total_ns, self_ns;
    uint32_t version; /* counts changes; written last */
    uint32_t seen;    /* the version that the writer thread has read */

    /* Open tasks; used only by the thread itself. */
    uint32_t open;         /* how many */
    uint64_t open_entries; /* begun since the outermost was, unless that was in a pause */
    uint64_t open_self_ns; /* not in other tasks */
    uint64_t began_ns;     /* the outermost */
};

enum {
    GAU_ACCOUNTS_PER_PAGE = 256,
    GAU_ACCOUNTS_PAGES = GAU_TASK_TYPES_MAX / GAU_ACCOUNTS_PER_PAGE + 1,
};

struct gau_task_totals_page {
    uint32_t version, seen; /* as above, for the page */
    _Alignas(64) struct gau_task_total accounts[GAU_ACCOUNTS_PER_PAGE];
};

/* Zeroed memory is empty. */
struct gau_task_totals {
    struct gau_task_totals_page *pages[GAU_ACCOUNTS_PAGES];
    uint32_t used; /* pages from this one on are not mapped */
};

typedef void gau_task_totals_visit(void *user, const struct gau_trace_task_total *total);

/* Maps a page; NULL if out of memory. */
struct gau_task_totals_page *gau_task_totals_add_page(struct gau_task_totals *accounts,
                                                      uint32_t type);

/* The page of a type (not 0); NULL if not mapped yet. */
static inline struct gau_task_totals_page *gau_task_totals_page_of(
    const struct gau_task_totals *accounts, uint32_t type)
{
    return __atomic_load_n(&accounts->pages[type / GAU_ACCOUNTS_PER_PAGE], __ATOMIC_ACQUIRE);
}

/* The total of a type (not 0), made if there is none yet; NULL if out of memory. */
static inline struct gau_task_total *gau_task_totals_of(struct gau_task_totals *accounts,
                                                        uint32_t type)
{
    struct gau_task_totals_page *page = gau_task_totals_page_of(accounts, type);

    if (!page)
        page = gau_task_totals_add_page(accounts, type);
    return page ? &page->accounts[type % GAU_ACCOUNTS_PER_PAGE] : NULL;
}

/* Publishes what was open, which has now lasted @p wall_ns. Called by the owner of the totals. */
static inline void gau_task_totals_publish(struct gau_task_totals *accounts, uint32_t type,
                                           struct gau_task_total *account, uint64_t wall_ns)
{
    struct gau_task_totals_page *const page = gau_task_totals_page_of(accounts, type);

    __atomic_store_n(&account->entries, account->entries + account->open_entries, __ATOMIC_RELAXED);
    __atomic_store_n(&account->total_ns, account->total_ns + wall_ns, __ATOMIC_RELAXED);
    __atomic_store_n(&account->self_ns, account->self_ns + account->open_self_ns, __ATOMIC_RELAXED);
    account->open_entries = account->open_self_ns = 0;
    __atomic_store_n(&account->version, account->version + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&page->version, page->version + 1, __ATOMIC_RELEASE);
}

/* Adds, from any thread. Returns false if out of memory. */
bool gau_task_totals_add_shared(struct gau_task_totals *accounts, uint32_t type, uint64_t entries,
                                uint64_t wall_ns);

/* Visits the totals that have changed since the last call. */
void gau_task_totals_changed(struct gau_task_totals *accounts, gau_task_totals_visit *visit,
                             void *user);

/* Sums restart at zero, open tasks go on from @p now. */
void gau_task_totals_restart(struct gau_task_totals *accounts, uint64_t now);

/* Unmaps the pages. */
void gau_task_totals_clear(struct gau_task_totals *accounts);

#endif
