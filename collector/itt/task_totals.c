/* SPDX-License-Identifier: Apache-2.0 */
#include "task_totals.h"

#include "collector/base/mmap_arena.h"

struct gau_task_totals_page *gau_task_totals_add_page(struct gau_task_totals *accounts,
                                                      uint32_t type)
{
    const uint32_t at = type / GAU_ACCOUNTS_PER_PAGE;
    struct gau_task_totals_page *const page = gau_mmap_arena_map(sizeof *page);
    struct gau_task_totals_page *found = NULL;
    uint32_t used = __atomic_load_n(&accounts->used, __ATOMIC_RELAXED);

    if (!page)
        return NULL;
    if (!__atomic_compare_exchange_n(&accounts->pages[at], &found, page, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)) {
        gau_mmap_arena_unmap(page, sizeof *page); /* another thread has mapped it */
        return found;
    }
    while (used <= at && !__atomic_compare_exchange_n(&accounts->used, &used, at + 1, false,
                                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        continue;
    return page;
}

bool gau_task_totals_add_shared(struct gau_task_totals *accounts, uint32_t type, uint64_t entries,
                                uint64_t wall_ns)
{
    struct gau_task_total *const account = gau_task_totals_of(accounts, type);

    if (!account)
        return false;
    __atomic_fetch_add(&account->entries, entries, __ATOMIC_RELAXED);
    __atomic_fetch_add(&account->total_ns, wall_ns, __ATOMIC_RELAXED);
    __atomic_fetch_add(&account->version, 1, __ATOMIC_RELEASE);
    __atomic_fetch_add(&gau_task_totals_page_of(accounts, type)->version, 1, __ATOMIC_RELEASE);
    return true;
}

/* --- the writer thread
 * ---------------------------------------------------------------------------- */

/* True if it has changed since the last call. */
static bool is_news(const uint32_t *version, uint32_t *seen)
{
    const uint32_t now = __atomic_load_n(version, __ATOMIC_ACQUIRE);
    const bool changed = now != *seen;

    *seen = now;
    return changed;
}

static uint64_t load(const uint64_t *value)
{
    return __atomic_load_n(value, __ATOMIC_RELAXED);
}

static void visit_page(struct gau_task_totals_page *page, uint32_t first,
                       gau_task_totals_visit *visit, void *user)
{
    for (uint32_t i = 0; i < GAU_ACCOUNTS_PER_PAGE; i++) {
        struct gau_task_total *const account = &page->accounts[i];

        if (is_news(&account->version, &account->seen))
            visit(user, &(struct gau_trace_task_total){
                            .task = first + i,
                            .entries = load(&account->entries),
                            .total_ns = load(&account->total_ns),
                            .self_ns = load(&account->self_ns),
                        });
    }
}

void gau_task_totals_changed(struct gau_task_totals *accounts, gau_task_totals_visit *visit,
                             void *user)
{
    const uint32_t used = __atomic_load_n(&accounts->used, __ATOMIC_ACQUIRE);

    for (uint32_t i = 0; i < used; i++) {
        struct gau_task_totals_page *const page =
            gau_task_totals_page_of(accounts, i * GAU_ACCOUNTS_PER_PAGE);

        if (page && is_news(&page->version, &page->seen))
            visit_page(page, i * GAU_ACCOUNTS_PER_PAGE, visit, user);
    }
}

/* --- ends ---------------------------------------------------------------------------------- */

void gau_task_totals_restart(struct gau_task_totals *accounts, uint64_t now)
{
    for (uint32_t i = 0; i < accounts->used; i++) {
        struct gau_task_totals_page *const page = accounts->pages[i];

        if (!page)
            continue;
        page->version = page->seen = 0;
        for (uint32_t k = 0; k < GAU_ACCOUNTS_PER_PAGE; k++)
            page->accounts[k] =
                (struct gau_task_total){.open = page->accounts[k].open, .began_ns = now};
    }
}

void gau_task_totals_clear(struct gau_task_totals *accounts)
{
    for (uint32_t i = 0; i < accounts->used; i++) {
        if (accounts->pages[i])
            gau_mmap_arena_unmap(accounts->pages[i], sizeof *accounts->pages[i]);
        accounts->pages[i] = NULL;
    }
    accounts->used = 0;
}
