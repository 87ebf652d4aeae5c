/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* REG_RSP */
#include "signal_handler.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
/* The kernel's layout, from the lowest address on: return address, context, information, and then
 * the state of the other registers, to which the context points. */
enum {
    RED_ZONE = 128,
    MASK_BYTES = 8, /* of the kernel's mask; the C library's is longer */
    INFORMATION_BYTES = 128,
    STATE_ALIGNMENT = 64,
    FXSAVE_BYTES = 512,
    MAGIC_AT = 464, /* in the state: set if there is more than FXSAVE saves */
    SIZE_AT = 468,
    USED_AT = 512, /* bits of the parts that are not initial */
    CONTROL_AT = 24,
};
static const uint32_t magic = 0x46505853, initial_control = 0x1f80;
static const greg_t cleared_flags = 0x10500; /* single steps, direction, resume */

static uint32_t word_at(const char *state, size_t at)
{
    uint32_t word;

    memcpy(&word, state + at, sizeof word);
    return word;
}

/* Moves the register state; the handler starts with the initial one. */
static char *move_state(ucontext_t *context, const char *below)
{
    char *const state = (char *)context->uc_mcontext.fpregs;
    const bool is_extended = word_at(state, MAGIC_AT) == magic;
    const size_t size = is_extended ? word_at(state, SIZE_AT) : FXSAVE_BYTES;
    char *const place = (char *)((uintptr_t)(below - size) & ~(uintptr_t)(STATE_ALIGNMENT - 1));

    memcpy(place, state, size);
    if (is_extended)
        memset(state + USED_AT, 0, 8);
    memcpy(state + CONTROL_AT, &initial_control, sizeof initial_control);
    return place;
}

bool gau_signal_frame_move(const struct sigaction *action, const sigset_t *mask, int number,
                           const siginfo_t *info, ucontext_t *context)
{
    greg_t *const registers = context->uc_mcontext.gregs;
    const char *const frame = (const char *)context - sizeof(void *);
    const size_t size = (size_t)((const char *)info + INFORMATION_BYTES - frame);
    char *const state = move_state(context, (char *)registers[REG_RSP] - RED_ZONE);
    char *const copy = (char *)((uintptr_t)(state - size) & ~(uintptr_t)15) - 8;
    ucontext_t *const moved = (ucontext_t *)(void *)(copy + sizeof(void *));

    memcpy(copy, frame, size);
    memcpy(&moved->uc_mcontext.fpregs, &state, sizeof state);
    registers[REG_RIP] = (greg_t)action->sa_sigaction;
    registers[REG_RSP] = (greg_t)copy;
    registers[REG_RAX] = 0;
    registers[REG_RDI] = number;
    registers[REG_RSI] = (greg_t)(copy + ((const char *)info - frame));
    registers[REG_RDX] = (greg_t)moved;
    registers[REG_EFL] &= ~cleared_flags;
    memcpy(&context->uc_sigmask, mask, MASK_BYTES);
    return true;
}
#else
bool gau_signal_frame_move(const struct sigaction *action, const sigset_t *mask, int number,
                           const siginfo_t *info, ucontext_t *context)
{
    (void)action, (void)mask, (void)number, (void)info, (void)context;
    return false;
}
#endif
