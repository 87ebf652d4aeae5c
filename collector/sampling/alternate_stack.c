/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* types in real_functions.h, registers of ucontext_t */
#include "alternate_stack.h"

#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/threads/threads.h"
#include "collector/unwind/arch.h"
#include "sampler.h"

#include <elf.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

enum {
    SIZE = GAU_THREAD_STACK_SIZE,
    OUR_SHARE = 1536, /* bytes that the handler itself needs, at most */
};

/* SS_AUTODISARM, since Linux 4.7, is not in the headers of the C library. */
static const int autodisarm = (int)(1u << 31);

static atomic_ulong small_stacks;

uint64_t gau_altstack_small_count(void)
{
    return atomic_load(&small_stacks);
}

/* The kernel's frame with the registers of the processor, and ours. */
static size_t least(void)
{
    const unsigned long frame = getauxval(AT_MINSIGSTKSZ);

    return (frame > 0 ? frame : (unsigned long)MINSIGSTKSZ) + OUR_SHARE;
}

static bool is_on(const void *address, const char *stack, size_t size)
{
    return stack && (uintptr_t)address - (uintptr_t)stack < size;
}

static stack_t ours(const struct gau_thread *thread)
{
    return (stack_t){.ss_sp = thread->stack, .ss_flags = autodisarm, .ss_size = SIZE};
}

/* Not for a thread that runs on it: the next signal would begin at its top again. */
static void install_stack(struct gau_thread *thread)
{
    const stack_t stack = ours(thread);

    if (thread->stack && !is_on(&stack, thread->stack, SIZE))
        thread->has_stack = gau_real_functions()->sigaltstack(&stack, NULL) == 0;
}

static bool is_too_small(const stack_t *stack)
{
    return !(stack->ss_flags & SS_DISABLE) && stack->ss_size < least();
}

/* Counts each thread once. */
static void note_stack(struct gau_thread *thread, const stack_t *stack)
{
    if (is_too_small(stack) && !thread->had_small_stack)
        atomic_fetch_add(&small_stacks, 1);
    thread->had_small_stack |= is_too_small(stack);
}

/* A thread without a stack gets ours; one whose stack is too small for the handler is not sampled.
 * @p foreign: the thread is in a child of vfork(). */
static void settle_stack(struct gau_thread *thread, bool foreign)
{
    stack_t now;

    if (gau_real_functions()->sigaltstack(NULL, &now) < 0)
        return;
    if (now.ss_flags & SS_DISABLE)
        install_stack(thread);
    if (foreign)
        return;
    note_stack(thread, &now);
    gau_sampler_block_own(GAU_CLOCK_BLOCKED_BY_STACK, is_too_small(&now));
}

void gau_altstack_give(struct gau_thread *thread)
{
    settle_stack(thread, false);
}

/* Only once: a handler of the program that left our stack by longjmp() may return to it. */
void gau_altstack_give_late(struct gau_thread *thread, ucontext_t *context)
{
    if (thread->has_stack || !thread->stack || context->uc_stack.ss_size > 0)
        return;
    context->uc_stack = ours(thread);
    thread->has_stack = true;
}

void gau_altstack_restart(struct gau_thread *self)
{
    const bool has_small_stack = self && self->clock_blocked & GAU_CLOCK_BLOCKED_BY_STACK;

    atomic_store(&small_stacks, has_small_stack);
    if (self)
        self->had_small_stack = has_small_stack;
}

bool gau_altstack_take(struct gau_thread *thread)
{
    const stack_t none = {.ss_flags = SS_DISABLE};
    stack_t now = none;

    if (is_on(&now, thread->stack, SIZE))
        return false;
    if (gau_real_functions()->sigaltstack(NULL, &now) == 0 && now.ss_sp == thread->stack)
        gau_real_functions()->sigaltstack(&none, NULL);
    return true;
}

/* The kernel writes there first: the address may be invalid. */
static int show_stack(stack_t *out, const struct gau_thread *thread, const stack_t *stack)
{
    if (gau_real_functions()->sigaltstack(NULL, out) < 0)
        return -1;
    *out = stack->ss_sp == thread->stack ? (stack_t){.ss_flags = SS_DISABLE} : *stack;
    return 0;
}

/* The clock has been taken from the thread, but its signal may be pending. It comes to the stack
 * before. */
static void receive_pending(const stack_t *before)
{
    stack_t small;

    if (gau_real_functions()->sigaltstack(before, &small) < 0)
        return;
    gau_lock_release(GAU_LOCK_THREADS);
    gau_lock_take(GAU_LOCK_THREADS);
    gau_real_functions()->sigaltstack(&small, NULL);
}

/* The lock blocks signals: a stack that is too small must not be used. */
int gau_altstack_swap(const stack_t *wanted, stack_t *old)
{
    struct gau_thread *const thread = gau_threads_find_self();
    const bool foreign = gau_collection_is_foreign();
    stack_t before;
    bool is_new;
    int result, error;

    if (!thread)
        return gau_real_functions()->sigaltstack(wanted, old);
    if (!foreign)
        gau_lock_take(GAU_LOCK_THREADS);
    result = gau_real_functions()->sigaltstack(wanted, &before);
    is_new = result == 0 && wanted;
    if (result == 0 && old)
        result = show_stack(old, thread, &before);
    error = errno;
    if (wanted)
        settle_stack(thread, foreign);
    if (!foreign && is_new && thread->clock_blocked & GAU_CLOCK_BLOCKED_BY_STACK)
        receive_pending(&before);
    if (!foreign)
        gau_lock_release(GAU_LOCK_THREADS);
    errno = error;
    return result;
}

bool gau_altstack_displaces(const struct gau_thread *thread, int flags, const ucontext_t *context)
{
    const stack_t *const stack = &context->uc_stack;
    const bool is_ours = thread && stack->ss_sp == thread->stack;
    const void *sp;

    memcpy(&sp, (const char *)context + gau_arch_in_context(GAU_REGISTER_SP), sizeof sp);
    if (!is_on(context, stack->ss_sp, stack->ss_size) ||
        (!(stack->ss_flags & autodisarm) && is_on(sp, stack->ss_sp, stack->ss_size)))
        return false;
    return is_ours || !(flags & (int)SA_ONSTACK);
}
