/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "modules.h"

#include "collector/base/clock_now.h"
#include "collector/base/mmap_arena.h"
#include "collector/base/signal_safe_lock.h"
#include "loader_scan.h"
#include "reader_guard.h"

#include "trace/trace_format.h"

#include <limits.h>
#include <stdatomic.h>
#include <string.h>

enum { MODULES_MAX = 1 << 20 }; /* ever */

/* All but `count`, and the modules themselves, is guarded by the lock. */
static atomic_uint count;
static atomic_uint removals;
static struct gau_loaded_module **all;      /* number - 1; address space for MODULES_MAX */
static struct gau_loaded_module **live;     /* sorted by address; likewise */
static struct gau_loaded_module **unloaded; /* by time of unloading; likewise */
static size_t n_live, n_unloaded;
static uint64_t known_version; /* of the loader */
static bool published;
static const struct gau_loaded_module *last_hit;
static atomic_bool doubtful; /* the loader may be locked forever */

static bool have_tables(void)
{
    const size_t size = MODULES_MAX * sizeof *all;

    if (!all && (all = gau_mmap_arena_map(3 * size))) {
        live = all + MODULES_MAX;
        unloaded = live + MODULES_MAX;
    }
    return all;
}

/* --- loaded modules -------------------------------------------------------------------------- */

/* Index of the first loaded one that ends after @p address. */
static size_t place_of(uint64_t address)
{
    size_t low = 0, high = n_live;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (live[middle]->end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_same(const struct gau_loaded_module *a, const struct gau_loaded_module *b,
                    const char *path)
{
    return a->start == b->start && a->end == b->end && a->bias == b->bias &&
           a->build_id_size == b->build_id_size &&
           memcmp(a->build_id, b->build_id, a->build_id_size) == 0 && strcmp(a->path, path) == 0;
}

static void remove_live(size_t i, uint64_t now)
{
    struct gau_loaded_module *const module = live[i];

    __atomic_store_n(&module->unloaded_ns, now, __ATOMIC_RELEASE);
    unloaded[n_unloaded++] = module;
    atomic_fetch_add(&removals, 1);
    n_live--;
    memmove(live + i, live + i + 1, (n_live - i) * sizeof *live);
}

static void add_live(const struct gau_loaded_module *seen, const char *path, uint64_t now)
{
    const unsigned n = atomic_load_explicit(&count, memory_order_relaxed);
    const size_t i = place_of(seen->start);
    struct gau_loaded_module *const module =
        n < MODULES_MAX ? gau_mmap_arena_alloc(sizeof *module + strlen(path) + 1) : NULL;

    if (!module)
        return;
    *module = *seen;
    module->id = n + 1;
    module->seen_ns = now;
    memcpy(module->path, path, strlen(path) + 1);
    memmove(live + i + 1, live + i, (n_live - i) * sizeof *live);
    live[i] = module;
    n_live++;
    all[n] = module;
    atomic_store_explicit(&count, n + 1, memory_order_release);
}

static bool compare(const struct gau_loaded_module *seen, uint64_t now)
{
    const bool vdso = seen->flags & GAU_TRACE_MODULE_VDSO;
    size_t i = place_of(seen->start);
    char path[PATH_MAX] = "[vdso]";

    if (!vdso)
        gau_loaded_modules_path(path, sizeof path,
                                seen->flags & GAU_TRACE_MODULE_MAIN ? "" : seen->path, seen->start);
    if (i < n_live && is_same(live[i], seen, path))
        return false;
    while (i < n_live && live[i]->start < seen->end)
        remove_live(i, now);
    add_live(seen, path, now);
    return true;
}

static bool is_listed(const struct gau_loaded_module *module,
                      const struct gau_loaded_modules_list *list)
{
    const struct gau_loaded_module *found;

    for (size_t at = 0; (found = gau_loaded_modules_list_at(list, &at));)
        if (found->start == module->start)
            return true;
    return false;
}

static bool merge_list(const struct gau_loaded_modules_list *list, uint64_t now)
{
    const struct gau_loaded_module *found;
    const size_t n_unloaded_before = n_unloaded;
    bool changed = false;

    for (size_t i = n_live; i-- > 0;)
        if (!is_listed(live[i], list))
            remove_live(i, now);
    for (size_t at = 0; (found = gau_loaded_modules_list_at(list, &at));)
        changed |= compare(found, now);
    if (n_unloaded != n_unloaded_before)
        gau_reader_guard_forget();
    return changed || n_unloaded != n_unloaded_before;
}

static void publish_modules(void)
{
    struct gau_module_tables *const tables = gau_mmap_arena_map(n_live * sizeof *tables + 1);

    if (!tables)
        return;
    for (size_t i = 0; i < n_live; i++)
        tables[i] = (struct gau_module_tables){live[i]->start, live[i]->end, live[i]->eh_frame_hdr};
    gau_loaded_modules_publish(tables, n_live);
    gau_mmap_arena_unmap(tables, n_live * sizeof *tables + 1);
    published = true;
}

void gau_loaded_modules_doubt(void)
{
    atomic_store(&doubtful, true);
}

void gau_loaded_modules_wait(void)
{
    if (!atomic_load(&doubtful))
        return;
    gau_loaded_modules_have_changed(0);
    atomic_store(&doubtful, false);
}

/* Query the loader before taking our lock, or two threads could deadlock on the two locks. Of two
 * concurrent scans, the one with the older list is dropped. */
bool gau_loaded_modules_scan(void)
{
    struct gau_loaded_modules_list list;
    bool changed = false, unpublished;
    uint64_t known;

    if (atomic_load(&doubtful))
        return false;
    gau_lock_take(GAU_LOCK_MODULES);
    known = known_version;
    unpublished = gau_loaded_modules_need_publishing() && !published;
    gau_lock_release(GAU_LOCK_MODULES);
    if (!gau_loaded_modules_have_changed(known) && !unpublished)
        return false;
    if (!gau_loaded_modules_list(&list))
        return false;
    gau_lock_take(GAU_LOCK_MODULES);
    if (list.version >= known_version && have_tables()) {
        changed = merge_list(&list, gau_now(CLOCK_MONOTONIC));
        known_version = list.version;
    }
    if (gau_loaded_modules_need_publishing() && have_tables() && (changed || !published))
        publish_modules();
    gau_lock_release(GAU_LOCK_MODULES);
    gau_loaded_modules_list_free(&list);
    return changed;
}

/* --- queries ----------------------------------------------------------------------------- */

uint32_t gau_loaded_modules_count(void)
{
    return atomic_load_explicit(&count, memory_order_acquire);
}

const struct gau_loaded_module *gau_loaded_modules_get(uint32_t id)
{
    return id > 0 && id <= gau_loaded_modules_count() ? all[id - 1] : NULL;
}

uint32_t gau_loaded_modules_removals(void)
{
    return atomic_load(&removals);
}

static bool holds(const struct gau_loaded_module *module, uint64_t address)
{
    return address >= module->start && address < module->end;
}

/* A module that was unloaded after @p time_ns: the last one that was seen before it. Modules are
 * seen only some time after loading, so otherwise the first one seen. */
static const struct gau_loaded_module *find_unloaded(uint64_t address, uint64_t time_ns)
{
    const struct gau_loaded_module *found = NULL;

    for (size_t i = n_unloaded; i-- > 0 && unloaded[i]->unloaded_ns > time_ns;) {
        if (!holds(unloaded[i], address))
            continue;
        found = unloaded[i];
        if (found->seen_ns <= time_ns)
            break;
    }
    return found;
}

static const struct gau_loaded_module *find_live(uint64_t address)
{
    const size_t i = place_of(address);

    return i < n_live && holds(live[i], address) ? live[i] : NULL;
}

const struct gau_loaded_module *gau_loaded_modules_at(uint64_t address, uint64_t time_ns)
{
    const struct gau_loaded_module *found;

    gau_lock_take(GAU_LOCK_MODULES);
    found = last_hit;
    if (!found || !holds(found, address) || found->unloaded_ns || found->seen_ns > time_ns) {
        found = find_live(address);
        if (found)
            last_hit = found;
        if (!found || found->seen_ns > time_ns) {
            const struct gau_loaded_module *const earlier = find_unloaded(address, time_ns);

            found = earlier ? earlier : found;
        }
    }
    gau_lock_release(GAU_LOCK_MODULES);
    return found;
}
