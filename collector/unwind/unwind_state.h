/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_UNWIND_STATE_H
#define GAUDIT_COLLECTOR_UNWIND_UNWIND_STATE_H

#include "dwarf_expression.h"
#include "rule_cache.h"

#include "unwind.h"

struct gau_unwind_state {
    struct gau_safe_memory memory;
    struct gau_registers registers, next;
    struct gau_cfi_row row;
    struct gau_cfi_scratch scratch;
    struct gau_rules rules;
};

/* The state of unwinding a stack: the current frame. Its registers are in the state. */
struct gau_unwinder {
    struct gau_unwind_state *state;
    uint64_t pc;
    bool exact;     /* the program counter is an instruction, not a return address */
    bool thorough;  /* all registers are restored, by the tables at each step */
    bool reading;   /* gau_reader_guard_enter() was true */
    bool forbidden; /* it was false */
};

enum gau_step {
    GAU_STEP_CALLER,      /* the current frame is the caller now */
    GAU_STEP_INTERRUPTED, /* at an instruction interrupted by a signal */
    GAU_STEP_FIRST,       /* there is no caller */
    GAU_STEP_LOST,        /* the caller cannot be found */
    GAU_STEP_MISSING      /* a register is needed that was not restored */
};

/* The address to look up: inside the call instruction, unless the frame was interrupted. */
static inline uint64_t gau_unwinder_place(const struct gau_unwinder *unwinder)
{
    return unwinder->exact ? unwinder->pc : unwinder->pc - 1;
}

/* True if memory of modules may be read, until unwinding ends. */
bool gau_unwinder_may_read(struct gau_unwinder *unwinder);

/* The rule for the current instruction, from the tables. */
struct gau_unwind_rule gau_unwinder_find_rule(struct gau_unwinder *unwinder);

/* Unwinds one frame by the tables, with all registers. */
enum gau_step gau_step_by_tables(struct gau_unwinder *unwinder);

/* Unwinds from a signal trampoline, by the context on the stack. */
enum gau_step gau_step_by_context(struct gau_unwinder *unwinder);

/* Unwinds one frame by the frame pointer. */
enum gau_step gau_step_by_frame_pointer(struct gau_unwinder *unwinder);

/* True if the instruction before @p pc is a call. *target: its callee; 0 if not known. */
bool gau_unwinder_is_after_call(struct gau_unwinder *unwinder, uint64_t pc, uint64_t *target);

/* True if the address is in a module with tables. Only after gau_unwinder_may_read(). */
bool gau_unwinder_has_tables(uint64_t address);

/* Scans the stack for the next word that looks like a return address. */
enum gau_step gau_step_by_stack_scan(struct gau_unwinder *unwinder);

/* The caller, or the interrupted instruction, is at @p pc with the stack at @p sp. */
static inline enum gau_step gau_step_to(struct gau_unwinder *unwinder, uint64_t pc, uint64_t sp,
                                        bool interrupted)
{
    struct gau_registers *const registers = &unwinder->state->registers;
    const uint64_t before = registers->values[GAU_REGISTER_SP];
    const bool rises = sp > before || (unwinder->exact && sp == before);

    pc = gau_arch_strip(pc);
    if (!interrupted && pc == 0)
        return GAU_STEP_FIRST;
    if (!interrupted && !rises)
        return GAU_STEP_LOST;
    registers->values[GAU_REGISTER_SP] = sp;
    registers->values[GAU_REGISTER_PC] = pc;
    unwinder->pc = pc;
    unwinder->exact = interrupted;
    if (!interrupted)
        return GAU_STEP_CALLER;
    gau_safe_memory_begin(&unwinder->state->memory, sp);
    return GAU_STEP_INTERRUPTED;
}

#endif
