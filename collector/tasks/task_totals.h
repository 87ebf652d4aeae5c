/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_TASKS_TASK_TOTALS_H
#define GAUDIT_COLLECTOR_TASKS_TASK_TOTALS_H

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
    GAU_TASK_TOTALS_PER_PAGE = 256,
    GAU_TASK_TOTALS_PAGES = GAU_TASK_TYPES_MAX / GAU_TASK_TOTALS_PER_PAGE + 1,
};

struct gau_task_totals_page {
    uint32_t version, seen; /* as above, for the page */
    _Alignas(64) struct gau_task_total totals[GAU_TASK_TOTALS_PER_PAGE];
};

/* Zeroed memory is empty. */
struct gau_task_totals {
    struct gau_task_totals_page *pages[GAU_TASK_TOTALS_PAGES];
    uint32_t used; /* pages from this one on are not mapped */
};

typedef void gau_task_totals_visit(void *user, const struct gau_trace_task_total *total);

/* Maps a page; NULL if out of memory. */
struct gau_task_totals_page *gau_task_totals_add_page(struct gau_task_totals *totals,
                                                      uint32_t type);

/* The page of a type (not 0); NULL if not mapped yet. */
static inline struct gau_task_totals_page *gau_task_totals_page_of(
    const struct gau_task_totals *totals, uint32_t type)
{
    return __atomic_load_n(&totals->pages[type / GAU_TASK_TOTALS_PER_PAGE], __ATOMIC_ACQUIRE);
}

/* The total of a type (not 0), made if there is none yet; NULL if out of memory. */
static inline struct gau_task_total *gau_task_totals_of(struct gau_task_totals *totals,
                                                        uint32_t type)
{
    struct gau_task_totals_page *page = gau_task_totals_page_of(totals, type);

    if (!page)
        page = gau_task_totals_add_page(totals, type);
    return page ? &page->totals[type % GAU_TASK_TOTALS_PER_PAGE] : NULL;
}

/* Publishes what was open, which has now lasted @p wall_ns. Called by the owner of the totals. */
static inline void gau_task_totals_publish(struct gau_task_totals *totals, uint32_t type,
                                           struct gau_task_total *total, uint64_t wall_ns)
{
    struct gau_task_totals_page *const page = gau_task_totals_page_of(totals, type);

    __atomic_store_n(&total->entries, total->entries + total->open_entries, __ATOMIC_RELAXED);
    __atomic_store_n(&total->total_ns, total->total_ns + wall_ns, __ATOMIC_RELAXED);
    __atomic_store_n(&total->self_ns, total->self_ns + total->open_self_ns, __ATOMIC_RELAXED);
    total->open_entries = total->open_self_ns = 0;
    __atomic_store_n(&total->version, total->version + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&page->version, page->version + 1, __ATOMIC_RELEASE);
}

/* What belongs to no thread: entries and wall time (as total_ns) of frames, regions, marks,
 * counters, groups of tasks. */
extern struct gau_task_totals gau_task_totals_of_process __attribute__((visibility("hidden")));

/* Adds to these, from any thread. Returns false if out of memory, or without a type (0). */
bool gau_task_totals_process_add(uint32_t type, uint64_t entries, uint64_t wall_ns);

/* Visits the totals that have changed since the last call. */
void gau_task_totals_changed(struct gau_task_totals *totals, gau_task_totals_visit *visit,
                             void *user);

/* Sums restart at zero, open tasks go on from @p now. */
void gau_task_totals_restart(struct gau_task_totals *totals, uint64_t now);

/* Unmaps the pages. */
void gau_task_totals_clear(struct gau_task_totals *totals);

#endif
