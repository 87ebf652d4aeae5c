/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "loader_scan.h"

#include "collector/base/mmap_arena.h"
#include "reader_guard.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>

bool gau_loaded_modules_only_published;

/* --- the table of the C library ------------------------------------------------------------ */

#ifdef DLFO_STRUCT_HAS_EH_DBASE /* glibc 2.35: handlers may call it */
#pragma weak _dl_find_object

static bool has_own_table(void)
{
    return _dl_find_object && !gau_loaded_modules_only_published;
}

static bool find_in_own_table(uint64_t address, struct gau_module_tables *tables)
{
    struct dl_find_object object;

    if (_dl_find_object((void *)address, &object) != 0 || !object.dlfo_eh_frame)
        return false;
    tables->start = (uint64_t)object.dlfo_map_start;
    tables->end = (uint64_t)object.dlfo_map_end;
    tables->eh_frame_hdr = object.dlfo_eh_frame;
    return true;
}
#else
static bool has_own_table(void)
{
    return false;
}

static bool find_in_own_table(uint64_t address, struct gau_module_tables *tables)
{
    (void)address;
    (void)tables;
    return false;
}
#endif

/* --- ours ---------------------------------------------------------------------------------- */

struct snapshot {
    struct snapshot *next; /* in the list of unused ones, which handlers may still read */
    size_t size;           /* of the mapping */
    size_t n;
    struct gau_module_tables modules[];
};

static struct snapshot *_Atomic published;
static struct snapshot *retired; /* guarded by the lock of modules.c */

bool gau_loaded_modules_need_publishing(void)
{
    return !has_own_table();
}

/* No handler reads the old one any more once no reader was inside. */
static void retire(struct snapshot *old)
{
    if (old) {
        old->next = retired;
        retired = old;
    }
    if (!gau_reader_guard_wait())
        return;
    while (retired) {
        struct snapshot *const next = retired->next;

        gau_mmap_arena_unmap(retired, retired->size);
        retired = next;
    }
}

void gau_loaded_modules_publish(const struct gau_module_tables *modules, size_t n)
{
    const size_t size = sizeof(struct snapshot) + n * sizeof *modules;
    struct snapshot *const snapshot = gau_mmap_arena_map(size);

    if (!snapshot) { /* no table is better than a wrong one */
        retire(atomic_exchange(&published, NULL));
        return;
    }
    snapshot->size = size;
    snapshot->n = n;
    memcpy(snapshot->modules, modules, n * sizeof *modules);
    retire(atomic_exchange(&published, snapshot));
}

static bool find_in_snapshot(uint64_t address, struct gau_module_tables *tables)
{
    const struct snapshot *const snapshot = atomic_load(&published);
    size_t low = 0, high = snapshot ? snapshot->n : 0;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct gau_module_tables *const module = &snapshot->modules[middle];

        if (address < module->start)
            high = middle;
        else if (address >= module->end)
            low = middle + 1;
        else {
            *tables = *module;
            return module->eh_frame_hdr != NULL;
        }
    }
    return false;
}

bool gau_loaded_modules_tables(uint64_t address, struct gau_module_tables *tables)
{
    return has_own_table() ? find_in_own_table(address, tables) : find_in_snapshot(address, tables);
}
