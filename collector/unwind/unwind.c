/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "unwind_state.h"

#include "collector/modules/reader_guard.h"

#include "unwind.h"

enum { SIGNALS_MAX = 64 }; /* nested: more are a loop */

/* The registers that rules restore. */
#define FOLLOWED ((uint64_t)1 << GAU_REGISTER_SP | (uint64_t)1 << GAU_REGISTER_FP)

size_t gau_unwind_state_size(void)
{
    return sizeof(struct gau_unwind_state);
}

static void begin_walk(struct gau_unwinder *unwinder, const ucontext_t *context)
{
    struct gau_registers *const registers = &unwinder->state->registers;

    for (unsigned reg = 0; reg < GAU_REGISTERS; reg++)
        memcpy(&registers->values[reg], (const char *)context + gau_arch_in_context(reg), 8);
    registers->known = ((uint64_t)1 << GAU_REGISTERS) - 1;
    unwinder->pc = registers->values[GAU_REGISTER_PC];
    unwinder->exact = true;
    gau_safe_memory_begin(&unwinder->state->memory, registers->values[GAU_REGISTER_SP]);
}

/* Unwinds one frame by a rule of the first three kinds. */
static enum gau_step step_by_rule(struct gau_unwinder *unwinder, struct gau_unwind_rule rule)
{
    struct gau_registers *const registers = &unwinder->state->registers;
    struct gau_safe_memory *const memory = &unwinder->state->memory;
    const bool by_sp = gau_unwind_rule_kind(rule) == GAU_RULE_SP;
    const unsigned base = by_sp ? GAU_REGISTER_SP : GAU_REGISTER_FP;
    uint64_t cfa = registers->values[base] + (uint64_t)gau_unwind_rule_offset(rule);
    uint64_t frame = registers->values[GAU_REGISTER_FP];
    uint64_t pc = registers->values[GAU_RETURN_REGISTER];
    uint64_t frame_base;

    if (!gau_registers_have(registers, base))
        return GAU_STEP_MISSING;
    frame_base = cfa;
    if (gau_unwind_rule_kind(rule) == GAU_RULE_AT_FP) {
        frame_base = frame;
        if (!gau_safe_memory_read(memory, cfa, &cfa))
            return GAU_STEP_LOST;
    }
    if (rule.pc_place == GAU_RULE_IN_REGISTER) {
        if (!unwinder->exact || GAU_RETURN_REGISTER == GAU_REGISTER_PC)
            return GAU_STEP_LOST;
    } else if (!gau_safe_memory_read(memory, cfa + (uint64_t)(rule.pc_place * 8), &pc))
        return GAU_STEP_LOST;
    if (rule.frame_place != GAU_RULE_IN_REGISTER &&
        !gau_safe_memory_read(memory, frame_base + (uint64_t)(rule.frame_place * 8), &frame))
        return GAU_STEP_LOST;
    registers->values[GAU_REGISTER_FP] = frame;
    registers->known &= FOLLOWED;
    return gau_step_to(unwinder, pc, cfa, false);
}

static struct gau_unwind_rule find_rule(struct gau_unwinder *unwinder)
{
    struct gau_rules *const rules = &unwinder->state->rules;
    const uint64_t place = gau_unwinder_place(unwinder);
    struct gau_unwind_rule rule;

    return gau_rules_find(rules, place, &rule) || gau_rules_find_range(rules, place, &rule)
               ? rule
               : gau_unwinder_find_rule(unwinder);
}

/* Unwinds one frame by its rule, if it has one. */
static enum gau_step step_by_any_rule(struct gau_unwinder *unwinder, struct gau_unwind_rule rule)
{
    const enum gau_unwind_rule_kind kind = gau_unwind_rule_kind(rule);

    if (kind == GAU_RULE_FIRST)
        return GAU_STEP_FIRST;
    if (kind == GAU_RULE_SIGRETURN)
        return gau_step_by_context(unwinder);
    if (kind == GAU_RULE_TABLES || unwinder->thorough)
        return gau_step_by_tables(unwinder);
    return step_by_rule(unwinder, rule);
}

/* Unwinds one frame without tables, and counts by which method. */
static enum gau_step step_without_rule(struct gau_unwinder *unwinder,
                                       struct gau_unwind_result *result)
{
    enum gau_step taken = gau_step_by_frame_pointer(unwinder);

    result->frames_by_frame_pointer += taken == GAU_STEP_CALLER;
    if (taken != GAU_STEP_LOST)
        return taken;
    taken = gau_step_by_stack_scan(unwinder);
    result->frames_by_stack_scan += taken == GAU_STEP_CALLER;
    return taken;
}

/* After a stack scan the frame pointer and the end of the frame are unreliable: if its rule gives
 * an invalid result, the stack is scanned again. */
static enum gau_step step_after_guess(struct gau_unwinder *unwinder, struct gau_unwind_rule rule,
                                      struct gau_unwind_result *result)
{
    struct gau_registers *const registers = &unwinder->state->registers;
    const uint64_t sp = registers->values[GAU_REGISTER_SP];
    enum gau_step taken = step_by_any_rule(unwinder, rule);

    if (taken == GAU_STEP_FIRST || taken == GAU_STEP_INTERRUPTED)
        return taken;
    if (taken == GAU_STEP_CALLER && gau_unwinder_has_tables(gau_unwinder_place(unwinder))) {
        result->frames_by_cfi++;
        return taken;
    }
    registers->values[GAU_REGISTER_SP] = sp;
    registers->known |= (uint64_t)1 << GAU_REGISTER_SP;
    taken = gau_step_by_stack_scan(unwinder);
    result->frames_by_stack_scan += taken == GAU_STEP_CALLER;
    return taken;
}

static enum gau_step step_frame(struct gau_unwinder *unwinder, struct gau_unwind_result *result)
{
    const struct gau_unwind_rule rule = find_rule(unwinder);
    const enum gau_unwind_rule_kind kind = gau_unwind_rule_kind(rule);
    enum gau_step taken;

    if (kind == GAU_RULE_NO_TABLE || kind == GAU_RULE_NONE)
        return step_without_rule(unwinder, result);
    if (result->frames_by_stack_scan > 0)
        return step_after_guess(unwinder, rule, result);
    taken = step_by_any_rule(unwinder, rule);
    if (taken == GAU_STEP_MISSING && unwinder->thorough)
        return step_without_rule(unwinder, result);
    result->frames_by_cfi += taken == GAU_STEP_CALLER || taken == GAU_STEP_INTERRUPTED;
    return taken;
}

/* False if a register was missing: unwind again with all registers. */
static bool unwind_all(struct gau_unwinder *unwinder, uint64_t *pcs, uint32_t max,
                       struct gau_unwind_result *result)
{
    unsigned signals = 0;

    *result = (struct gau_unwind_result){.n = 0};
    for (;;) {
        const bool called = !unwinder->exact;
        enum gau_step taken;

        pcs[result->n++] = gau_unwinder_place(unwinder);
        taken = step_frame(unwinder, result);
        if (taken == GAU_STEP_MISSING)
            return unwinder->thorough;
        /* Nothing called the trampoline: its frame is the interrupted instruction itself. */
        if (taken == GAU_STEP_INTERRUPTED && called)
            pcs[result->n - 1]++;
        result->complete = taken == GAU_STEP_FIRST;
        signals += taken == GAU_STEP_INTERRUPTED;
        if (taken == GAU_STEP_FIRST || taken == GAU_STEP_LOST || result->n == max ||
            signals > SIGNALS_MAX)
            return true;
    }
}

void gau_unwind(struct gau_unwind_state *state, const ucontext_t *context, uint64_t *pcs,
                uint32_t max, struct gau_unwind_result *result)
{
    struct gau_unwinder unwinder = {.state = state};

    gau_rules_begin(&state->rules, gau_reader_guard_generation());
    begin_walk(&unwinder, context);
    if (!unwind_all(&unwinder, pcs, max, result)) {
        unwinder.thorough = true;
        begin_walk(&unwinder, context);
        unwind_all(&unwinder, pcs, max, result);
    }
    if (unwinder.reading)
        gau_reader_guard_leave();
}
