/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "unwind_state.h"

static bool evaluate(struct gau_unwinder *unwinder, const struct gau_module_tables *tables,
                     uint32_t place, const uint64_t *initial, uint64_t *value)
{
    struct gau_table_cursor c = {.at = (const uint8_t *)(tables->start + place),
                                 .end = (const uint8_t *)tables->end};

    return gau_expression(&c, &unwinder->state->registers, &unwinder->state->memory, initial,
                          value);
}

static bool find_cfa(struct gau_unwinder *unwinder, const struct gau_module_tables *tables,
                     uint64_t *cfa)
{
    const struct gau_cfi_row *const row = &unwinder->state->row;

    if (row->cfa_expression)
        return evaluate(unwinder, tables, row->cfa_expression, NULL, cfa);
    *cfa =
        unwinder->state->registers.values[row->cfa_register] + (uint64_t)(int64_t)row->cfa_offset;
    return gau_registers_have(&unwinder->state->registers, row->cfa_register);
}

/* The value of a register in the caller; false if not known. */
static bool find_register(struct gau_unwinder *unwinder, const struct gau_module_tables *tables,
                          unsigned reg, uint64_t cfa, uint64_t *value)
{
    const struct gau_registers *const registers = &unwinder->state->registers;
    struct gau_safe_memory *const memory = &unwinder->state->memory;
    const struct gau_cfi_rule rule = unwinder->state->row.rules[reg];
    const uint64_t place = cfa + (uint64_t)(int64_t)rule.value;

    switch (rule.how) {
    case GAU_CFI_SAME: *value = registers->values[reg]; return gau_registers_have(registers, reg);
    case GAU_CFI_AT: return gau_safe_memory_read(memory, place, value);
    case GAU_CFI_PLUS: *value = place; return true;
    case GAU_CFI_REGISTER:
        if (!gau_registers_have(registers, (uint64_t)rule.value))
            return false;
        *value = registers->values[rule.value];
        return true;
    case GAU_CFI_AT_EXPRESSION:
        return evaluate(unwinder, tables, (uint32_t)rule.value, &cfa, value) &&
               gau_safe_memory_read(memory, *value, value);
    case GAU_CFI_VALUE_EXPRESSION:
        return evaluate(unwinder, tables, (uint32_t)rule.value, &cfa, value);
    default: return false;
    }
}

enum gau_step gau_step_by_tables(struct gau_unwinder *unwinder)
{
    struct gau_unwind_state *const state = unwinder->state;
    const uint64_t place = gau_unwinder_place(unwinder);
    struct gau_module_tables tables;
    struct gau_cfi_entry entry;
    uint64_t cfa, pc;

    if (!gau_unwinder_may_read(unwinder) || !gau_loaded_modules_tables(place, &tables) ||
        !gau_cfi_find(&tables, place, &entry) ||
        !gau_cfi_run(&tables, &entry, place, &state->scratch, &state->row))
        return GAU_STEP_LOST;
    if (!find_cfa(unwinder, &tables, &cfa))
        return GAU_STEP_MISSING;
    /* A function that has called another must have saved its return address. */
    if (state->row.rules[entry.return_register].how == GAU_CFI_SAME &&
        (!unwinder->exact || entry.return_register == GAU_REGISTER_PC))
        return GAU_STEP_LOST;
    state->next.known = 0;
    for (unsigned reg = 0; reg < GAU_REGISTERS; reg++)
        if (find_register(unwinder, &tables, reg, cfa, &state->next.values[reg]))
            state->next.known |= (uint64_t)1 << reg;
    if (state->row.rules[GAU_REGISTER_SP].how == GAU_CFI_SAME) {
        state->next.values[GAU_REGISTER_SP] = cfa;
        state->next.known |= (uint64_t)1 << GAU_REGISTER_SP;
    }
    if (!gau_registers_have(&state->next, entry.return_register) ||
        !gau_registers_have(&state->next, GAU_REGISTER_SP))
        return GAU_STEP_MISSING;
    pc = state->next.values[entry.return_register];
    cfa = state->next.values[GAU_REGISTER_SP];
    state->next.values[GAU_REGISTER_SP] = state->registers.values[GAU_REGISTER_SP];
    state->registers = state->next;
    return gau_step_to(unwinder, pc, cfa, entry.signal);
}

enum gau_step gau_step_by_context(struct gau_unwinder *unwinder)
{
    struct gau_registers *const registers = &unwinder->state->registers;
    struct gau_registers *const next = &unwinder->state->next;
    const uint64_t context = registers->values[GAU_REGISTER_SP] + GAU_SIGNAL_CONTEXT;
    uint64_t sp;

    if (!gau_registers_have(registers, GAU_REGISTER_SP))
        return GAU_STEP_MISSING;
    for (unsigned reg = 0; reg < GAU_REGISTERS; reg++)
        if (!gau_safe_memory_read(&unwinder->state->memory, context + gau_arch_in_context(reg),
                                  &next->values[reg]))
            return GAU_STEP_LOST;
    sp = next->values[GAU_REGISTER_SP];
    next->known = ((uint64_t)1 << GAU_REGISTERS) - 1;
    *registers = *next;
    return gau_step_to(unwinder, next->values[GAU_REGISTER_PC], sp, true);
}
