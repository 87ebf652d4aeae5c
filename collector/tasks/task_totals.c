/* SPDX-License-Identifier: Apache-2.0 */
#include "task_totals.h"

#include "collector/base/mmap_arena.h"

struct gau_task_totals gau_task_totals_of_process;

struct gau_task_totals_page *gau_task_totals_add_page(struct gau_task_totals *totals, uint32_t type)
{
    const uint32_t at = type / GAU_TASK_TOTALS_PER_PAGE;
    struct gau_task_totals_page *const page = gau_mmap_arena_map(sizeof *page);
    struct gau_task_totals_page *found = NULL;
    uint32_t used = __atomic_load_n(&totals->used, __ATOMIC_RELAXED);

    if (!page)
        return NULL;
    if (!__atomic_compare_exchange_n(&totals->pages[at], &found, page, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)) {
        gau_mmap_arena_unmap(page, sizeof *page); /* another thread has mapped it */
        return found;
    }
    while (used <= at && !__atomic_compare_exchange_n(&totals->used, &used, at + 1, false,
                                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        continue;
    return page;
}

bool gau_task_totals_process_add(uint32_t type, uint64_t entries, uint64_t wall_ns)
{
    struct gau_task_totals *const totals = &gau_task_totals_of_process;
    struct gau_task_total *const total = type != 0 ? gau_task_totals_of(totals, type) : NULL;

    if (!total)
        return false;
    __atomic_fetch_add(&total->entries, entries, __ATOMIC_RELAXED);
    __atomic_fetch_add(&total->total_ns, wall_ns, __ATOMIC_RELAXED);
    __atomic_fetch_add(&total->version, 1, __ATOMIC_RELEASE);
    __atomic_fetch_add(&gau_task_totals_page_of(totals, type)->version, 1, __ATOMIC_RELEASE);
    return true;
}

/* --- the writer thread ----------------------------------------------------------------------- */

/* True if it has changed since the last call. */
static bool is_news(const uint32_t *version, uint32_t *seen)
{
    const uint32_t now = __atomic_load_n(version, __ATOMIC_ACQUIRE);
    const bool changed = now != *seen;

    *seen = now;
    return changed;
}

static uint64_t load_sum(const uint64_t *value)
{
    return __atomic_load_n(value, __ATOMIC_RELAXED);
}

static void visit_page(struct gau_task_totals_page *page, uint32_t first,
                       gau_task_totals_visit *visit, void *user)
{
    for (uint32_t i = 0; i < GAU_TASK_TOTALS_PER_PAGE; i++) {
        struct gau_task_total *const total = &page->totals[i];

        if (is_news(&total->version, &total->seen))
            visit(user, &(struct gau_trace_task_total){
                            .task = first + i,
                            .entries = load_sum(&total->entries),
                            .total_ns = load_sum(&total->total_ns),
                            .self_ns = load_sum(&total->self_ns),
                        });
    }
}

void gau_task_totals_changed(struct gau_task_totals *totals, gau_task_totals_visit *visit,
                             void *user)
{
    const uint32_t used = __atomic_load_n(&totals->used, __ATOMIC_ACQUIRE);

    for (uint32_t i = 0; i < used; i++) {
        struct gau_task_totals_page *const page =
            gau_task_totals_page_of(totals, i * GAU_TASK_TOTALS_PER_PAGE);

        if (page && is_news(&page->version, &page->seen))
            visit_page(page, i * GAU_TASK_TOTALS_PER_PAGE, visit, user);
    }
}

/* --- ends ---------------------------------------------------------------------------------- */

void gau_task_totals_restart(struct gau_task_totals *totals, uint64_t now)
{
    for (uint32_t i = 0; i < totals->used; i++) {
        struct gau_task_totals_page *const page = totals->pages[i];

        if (!page)
            continue;
        page->version = page->seen = 0;
        for (uint32_t k = 0; k < GAU_TASK_TOTALS_PER_PAGE; k++)
            page->totals[k] =
                (struct gau_task_total){.open = page->totals[k].open, .began_ns = now};
    }
}

void gau_task_totals_clear(struct gau_task_totals *totals)
{
    for (uint32_t i = 0; i < totals->used; i++) {
        if (totals->pages[i])
            gau_mmap_arena_unmap(totals->pages[i], sizeof *totals->pages[i]);
        totals->pages[i] = NULL;
    }
    totals->used = 0;
}
