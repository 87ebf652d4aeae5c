/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_ARCH_AARCH64_H
#define GAUDIT_COLLECTOR_UNWIND_ARCH_AARCH64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

enum {
    GAU_REGISTERS = 33,
    GAU_REGISTER_FP = 29,
    GAU_REGISTER_SP = 31,
    GAU_REGISTER_PC = 32,
    GAU_RETURN_REGISTER = 30,
    GAU_SP_AFTER_FRAME_IS_KNOWN = 0, /* a frame may lie above its record */
    GAU_CALL_MAX = 4,
    GAU_SIGRETURN_SIZE = 8,
    GAU_SIGNAL_CONTEXT = 128, /* a siginfo_t is before it */
};

/* Where a ucontext_t holds a register. */
static inline size_t gau_arch_in_context(unsigned reg)
{
    if (reg == GAU_REGISTER_SP)
        return offsetof(ucontext_t, uc_mcontext.sp);
    if (reg == GAU_REGISTER_PC)
        return offsetof(ucontext_t, uc_mcontext.pc);
    return offsetof(ucontext_t, uc_mcontext.regs) + 8 * (size_t)reg;
}

/* Removes the signature of a return address; a no-op on older processors. */
static inline uint64_t gau_arch_strip(uint64_t address)
{
    register uint64_t x30 __asm__("x30") = address;

    __asm__("hint #7" : "+r"(x30)); /* xpaclri */
    return x30;
}

static inline uint32_t gau_arch_instruction(const uint8_t *code)
{
    uint32_t instruction;

    memcpy(&instruction, code, sizeof instruction);
    return instruction;
}

/* mov x8, #139; svc #0 */
static inline bool gau_arch_is_sigreturn(const uint8_t *code)
{
    return gau_arch_instruction(code) == 0xd2801168 && gau_arch_instruction(code + 4) == 0xd4000001;
}

/* Whether the instruction before @p code is a call: bl, blr, blraa and the like. *target: distance
 * from the next instruction to the callee; 0 if known only at run time. */
static inline bool gau_arch_is_after_call(const uint8_t *code, int64_t *target)
{
    const uint32_t call = gau_arch_instruction(code - 4);
    const bool direct = (call & 0xfc000000) == 0x94000000;
    const int64_t words = (int64_t)(call & 0x03ffffff) - ((call & 0x02000000) ? 0x04000000 : 0);

    *target = direct ? words * 4 - 4 : 0;
    return (call & 0xfc000000) == 0x94000000 || (call & 0xfefff000) == 0xd63f0000;
}

static inline uint64_t gau_arch_thread_pointer(void)
{
    uint64_t pointer;

    __asm__("mrs %0, tpidr_el0" : "=r"(pointer));
    return pointer;
}

#endif
