/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "unwind_state.h"

#include "unwind.h"

enum { SEARCHED = 512 }; /* words; frames rarely save more */

/* A quick test, since most words on a stack are no addresses. */
bool gau_unwinder_has_tables(uint64_t address)
{
    struct gau_module_tables tables;

    return address >= 65536 && address >> 48 == 0 && gau_loaded_modules_tables(address, &tables);
}

/*
 * Stacks contain stale return addresses. Most calls name their target: a call to another function
 * than the current one did not lead here. Calls into other modules name a stub, which shows
 * nothing.
 */
static bool may_lead_here(const struct gau_unwinder *unwinder, uint64_t target)
{
    const uint64_t place = gau_unwinder_place(unwinder);
    struct gau_module_tables tables;
    struct gau_cfi_entry entry;

    if (target == 0)
        return true;
    if (!gau_loaded_modules_tables(place, &tables))
        return !gau_unwinder_has_tables(target);
    return target < tables.start || target >= tables.end ||
           (gau_cfi_find(&tables, place, &entry) && entry.begin == target);
}

/* Only callers with tables are accepted: from there on unwinding is reliable again. */
enum gau_step gau_step_by_stack_scan(struct gau_unwinder *unwinder)
{
    struct gau_registers *const registers = &unwinder->state->registers;
    const uint64_t sp = registers->values[GAU_REGISTER_SP] & ~(uint64_t)7;
    uint64_t pc, target;

    if (!gau_registers_have(registers, GAU_REGISTER_SP) || !gau_unwinder_may_read(unwinder))
        return GAU_STEP_LOST;
    for (uint64_t at = sp; at < sp + SEARCHED * 8; at += 8) {
        if (!gau_safe_memory_read(&unwinder->state->memory, at, &pc))
            return GAU_STEP_LOST;
        pc = gau_arch_strip(pc);
        if (!gau_unwinder_has_tables(pc - 1) ||
            !gau_unwinder_is_after_call(unwinder, pc, &target) || !may_lead_here(unwinder, target))
            continue;
        registers->known = (uint64_t)1 << GAU_REGISTER_SP;
        return gau_step_to(unwinder, pc, at + 8, false);
    }
    return GAU_STEP_LOST;
}
