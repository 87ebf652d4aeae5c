/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "collector/modules/reader_guard.h"
#include "no_sanitize.h"
#include "unwind_state.h"

#include "unwind.h"

enum { FRAME_MAX = 1 << 20 }; /* the largest accepted without a table */

GAU_FOREIGN static void copy(uint8_t *out, uint64_t address, size_t size)
{
    for (size_t i = 0; i < size; i++)
        out[i] = ((const volatile uint8_t *)address)[i];
}

/* Reads instructions; their module may be unloaded concurrently. */
static bool read_code(uint8_t *out, size_t size, struct gau_unwinder *unwinder, uint64_t address)
{
    if (address < 4096 || address > UINT64_MAX - 4096 || !gau_unwinder_may_read(unwinder) ||
        !gau_safe_memory_probe(address) || !gau_safe_memory_probe(address + size - 1))
        return false;
    copy(out, address, size);
    return true;
}

static bool is_sigreturn(struct gau_unwinder *unwinder)
{
    uint8_t code[GAU_SIGRETURN_SIZE];

    return read_code(code, sizeof code, unwinder, unwinder->pc) && gau_arch_is_sigreturn(code);
}

/* True if @p pc is the first instruction of a function. No call returns there, unless another
 * function ends right before it: the address was stored by code, where a coroutine begins. */
static bool is_begin(const struct gau_unwinder *unwinder, const struct gau_module_tables *tables)
{
    struct gau_cfi_entry entry;

    return !unwinder->exact && gau_cfi_find(tables, unwinder->pc, &entry) &&
           entry.begin == unwinder->pc;
}

/* For code without an entry in the tables. */
static struct gau_unwind_rule rule_without_entry(struct gau_unwinder *unwinder,
                                                 const struct gau_module_tables *tables)
{
    struct gau_unwind_rule rule = {.cfa = GAU_RULE_NO_TABLE};

    if (is_sigreturn(unwinder))
        rule.cfa = GAU_RULE_SIGRETURN;
    else if (tables && is_begin(unwinder, tables))
        rule.cfa = GAU_RULE_FIRST;
    return rule;
}

bool gau_unwinder_may_read(struct gau_unwinder *unwinder)
{
    if (!unwinder->reading && !unwinder->forbidden) {
        unwinder->reading = gau_reader_guard_enter();
        unwinder->forbidden = !unwinder->reading;
    }
    return unwinder->reading;
}

struct gau_unwind_rule gau_unwinder_find_rule(struct gau_unwinder *unwinder)
{
    struct gau_unwind_state *const state = unwinder->state;
    const uint64_t place = gau_unwinder_place(unwinder);
    struct gau_unwind_rule rule = {.cfa = GAU_RULE_NONE};
    struct gau_module_tables tables;
    struct gau_cfi_entry entry;

    if (!gau_unwinder_may_read(unwinder))
        return rule;
    if (!gau_loaded_modules_tables(place, &tables))
        rule = rule_without_entry(unwinder, NULL);
    else if (!gau_cfi_find(&tables, place, &entry))
        rule = rule_without_entry(unwinder, &tables);
    else if (gau_cfi_run(&tables, &entry, place, &state->scratch, &state->row)) {
        rule = gau_unwind_rule_of(&tables, &entry, &state->row);
        gau_rules_keep_range(&state->rules, place, &state->row, rule);
    } else
        rule.cfa = GAU_RULE_NO_TABLE;
    gau_rules_keep(&state->rules, place, rule);
    return rule;
}

bool gau_unwinder_is_after_call(struct gau_unwinder *unwinder, uint64_t pc, uint64_t *target)
{
    uint8_t code[GAU_CALL_MAX];
    int64_t distance;

    if (pc >> 48 || pc < 65536 || !read_code(code, sizeof code, unwinder, pc - sizeof code) ||
        !gau_arch_is_after_call(code + sizeof code, &distance))
        return false;
    *target = distance ? pc + (uint64_t)distance : 0;
    return true;
}

/* True if @p pc, found by a stack scan, is a return address. Those with a cached rule are accepted.
 */
static bool is_return_address(struct gau_unwinder *unwinder, uint64_t pc)
{
    struct gau_unwind_rule rule;
    uint64_t target;

    return gau_rules_find(&unwinder->state->rules, pc - 1, &rule) ||
           gau_unwinder_is_after_call(unwinder, pc, &target);
}

static bool is_in_module(struct gau_unwinder *unwinder)
{
    struct gau_module_tables tables;

    return gau_unwinder_may_read(unwinder) &&
           gau_loaded_modules_tables(gau_unwinder_place(unwinder), &tables);
}

enum gau_step gau_step_by_frame_pointer(struct gau_unwinder *unwinder)
{
    struct gau_registers *const registers = &unwinder->state->registers;
    const uint64_t sp = registers->values[GAU_REGISTER_SP];
    const uint64_t frame = registers->values[GAU_REGISTER_FP];
    uint64_t next, pc;

    if (!gau_registers_have(registers, GAU_REGISTER_FP))
        return GAU_STEP_LOST;
    /* Code that starts threads clears it where there are no tables */
    if (frame == 0)
        return !unwinder->exact && is_in_module(unwinder) ? GAU_STEP_FIRST : GAU_STEP_LOST;
    if (frame < sp || frame - sp > FRAME_MAX ||
        !gau_safe_memory_read(&unwinder->state->memory, frame, &next) ||
        !gau_safe_memory_read(&unwinder->state->memory, frame + 8, &pc))
        return GAU_STEP_LOST;
    pc = gau_arch_strip(pc);
    if ((next != 0 && next <= frame) || (pc != 0 && !is_return_address(unwinder, pc)))
        return GAU_STEP_LOST;
    registers->values[GAU_REGISTER_FP] = next;
    registers->known = (uint64_t)1 << GAU_REGISTER_FP;
    if (GAU_SP_AFTER_FRAME_IS_KNOWN)
        registers->known |= (uint64_t)1 << GAU_REGISTER_SP;
    return gau_step_to(unwinder, pc, frame + 16, false);
}
