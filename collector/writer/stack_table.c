/* SPDX-License-Identifier: Apache-2.0 */
#include "stack_table.h"

#include "collector/base/mmap_arena.h"

#include "trace/trace_format.h"

#include <stddef.h>

enum { SLOTS_LEAST = 1 << 12, SLOTS_MOST = 1 << 21 };

/* Tests build a collector that soon runs out of numbers. */
#ifndef GAU_STACKS_LAST
#define GAU_STACKS_LAST GAU_TRACE_ID_MAX
#endif

/* Empty if its generation is not that of the table. */
struct slot {
    uint64_t address;
    uint32_t caller;
    uint32_t number;
    uint64_t generation;
};

/* Open addressing; at most half full. */
static struct {
    struct slot *slots;
    size_t n_slots, used;
    uint64_t generation;
    uint32_t last;
} table;

bool gau_stack_table_open(void)
{
    if (!table.slots) {
        table.slots = gau_mmap_arena_map(SLOTS_LEAST * sizeof(struct slot));
        table.n_slots = SLOTS_LEAST;
    }
    gau_stack_table_reset();
    return table.slots != NULL;
}

void gau_stack_table_forget(void)
{
    table.generation++;
    table.used = 0;
}

void gau_stack_table_reset(void)
{
    gau_stack_table_forget();
    table.last = 0;
}

/* The slot of the stack, or the empty one where it is to be put. */
static struct slot *find_slot(struct slot *slots, size_t n, uint32_t caller, uint64_t address)
{
    uint64_t hash = (address ^ (uint64_t)caller << 40) * 0x9e3779b97f4a7c15u;
    size_t i;

    hash ^= hash >> 32;
    for (i = hash & (n - 1); slots[i].generation == table.generation; i = (i + 1) & (n - 1))
        if (slots[i].address == address && slots[i].caller == caller)
            break;
    return &slots[i];
}

static bool grow_table(void)
{
    const size_t n = table.n_slots * 2;
    struct slot *const slots = n <= SLOTS_MOST ? gau_mmap_arena_map(n * sizeof(struct slot)) : NULL;

    if (!slots)
        return false;
    for (size_t i = 0; i < table.n_slots; i++) {
        const struct slot *const slot = &table.slots[i];

        if (slot->generation == table.generation)
            *find_slot(slots, n, slot->caller, slot->address) = *slot;
    }
    gau_mmap_arena_unmap(table.slots, table.n_slots * sizeof *table.slots);
    table.slots = slots;
    table.n_slots = n;
    return true;
}

uint32_t gau_stack_table_of(uint32_t caller, uint64_t address, bool *is_new)
{
    struct slot *slot = find_slot(table.slots, table.n_slots, caller, address);

    *is_new = slot->generation != table.generation;
    if (!*is_new)
        return slot->number;
    if (table.last == GAU_STACKS_LAST)
        return 0;
    if (table.used >= table.n_slots / 2) {
        if (!grow_table())
            return 0;
        slot = find_slot(table.slots, table.n_slots, caller, address);
    }
    *slot = (struct slot){address, caller, ++table.last, table.generation};
    table.used++;
    return slot->number;
}
