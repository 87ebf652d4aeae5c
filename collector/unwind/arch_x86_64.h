/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_ARCH_X86_64_H
#define GAUDIT_COLLECTOR_UNWIND_ARCH_X86_64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

enum {
    GAU_REGISTERS = 17,
    GAU_REGISTER_FP = 6,
    GAU_REGISTER_SP = 7,
    GAU_REGISTER_PC = 16,
    GAU_RETURN_REGISTER = 16,
    GAU_SP_AFTER_FRAME_IS_KNOWN = 1, /* return address and frame pointer are the top of a frame */
    GAU_CALL_MAX = 7,                /* the longest call, in bytes */
    GAU_SIGRETURN_SIZE = 9,
    GAU_SIGNAL_CONTEXT = 0, /* where a signal's ucontext_t is, from the stack pointer */
};

/* Where a ucontext_t holds a register. */
static inline size_t gau_arch_in_context(unsigned reg)
{
    static const uint8_t places[GAU_REGISTERS] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI,
                                                  REG_RDI, REG_RBP, REG_RSP, REG_R8,  REG_R9,
                                                  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14,
                                                  REG_R15, REG_RIP};

    return offsetof(ucontext_t, uc_mcontext.gregs) + 8 * (size_t)places[reg];
}

static inline uint64_t gau_arch_strip(uint64_t address)
{
    return address;
}

/* mov $15, %rax; syscall */
static inline bool gau_arch_is_sigreturn(const uint8_t *code)
{
    static const uint8_t sigreturn[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};

    for (size_t i = 0; i < sizeof sigreturn; i++)
        if (code[i] != sigreturn[i])
            return false;
    return true;
}

/* Whether an instruction that ends before @p code may be a call; GAU_CALL_MAX bytes are there.
 * *target: distance from the next instruction to the callee; 0 if known only at run time. */
static inline bool gau_arch_is_after_call(const uint8_t *code, int64_t *target)
{
    int32_t offset;

    *target = 0;
    if (code[-5] == 0xe8) {
        memcpy(&offset, code - 4, sizeof offset);
        *target = offset;
        return true;
    }
    for (int size = 2; size <= GAU_CALL_MAX; size++)
        if (code[-size] == 0xff && (code[-size + 1] & 0x38) == 0x10)
            return true;
    return false;
}

static inline uint64_t gau_arch_thread_pointer(void)
{
    uint64_t pointer;

    __asm__("mov %%fs:0, %0" : "=r"(pointer));
    return pointer;
}

#endif
