/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "safe_memory.h"

#include "arch.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    PAGE = 4096, /* the smallest page size */
    RED_ZONE = 128,
    AHEAD = 32,             /* pages that are probed at a time */
    DEEPER = 16,            /* pages by which a known stack may have grown */
    PLAUSIBLE = 1 << 30,    /* largest distance of a stack pointer from its stack's beginning */
    FOREIGN_MAX = 64 << 20, /* the largest stack of which only one end is known */
};

/* The end of the first thread's stack, set by the loader of glibc. */
extern void *__libc_stack_end __attribute__((__weak__)); /* NOLINT: its name is not ours */

static uint64_t page_of(uint64_t address)
{
    return address & ~(uint64_t)(PAGE - 1);
}

/*
 * The kernel reads the signal set before it rejects the operation, which does not exist. This
 * system call is allowed in every sandbox.
 */
static bool probe(uint64_t address)
{
    const int saved = errno;
    const long result = syscall(SYS_rt_sigprocmask, -1L, page_of(address), NULL, 8L);
    const bool readable = result == -1 && errno == EINVAL;

    errno = saved;
    return readable;
}

/* With a kernel that checks in the other order all pages would seem readable. */
static bool can_probe(void)
{
    static atomic_int known; /* 1: it can, 2: it cannot */
    int can = atomic_load_explicit(&known, memory_order_relaxed);

    if (can == 0) {
        can = probe((uint64_t)&can) && !probe(UINT64_MAX) && !probe(0) ? 1 : 2;
        atomic_store_explicit(&known, can, memory_order_relaxed);
    }
    return can == 1;
}

bool gau_safe_memory_probe(uint64_t address)
{
    return can_probe() && probe(address);
}

/*
 * Thread libraries put the thread pointer's target above the thread's stack. That of the first
 * thread is elsewhere.
 */
static uint64_t find_limit(uint64_t sp)
{
    const uint64_t own = gau_arch_thread_pointer() & ~(uint64_t)7;
    const uint64_t first = &__libc_stack_end ? (uint64_t)__libc_stack_end & ~(uint64_t)7 : 0;

    if (own > sp && own - sp < PLAUSIBLE)
        return own;
    if (first > sp && first - sp < PLAUSIBLE)
        return first;
    return sp < UINT64_MAX - FOREIGN_MAX ? (sp + FOREIGN_MAX) & ~(uint64_t)7 : sp;
}

/* True if the known stack reaches down to @p sp, or has grown by a few pages. */
static bool is_own(struct gau_safe_memory *memory, uint64_t sp)
{
    uint64_t lo = memory->own_lo;

    if (memory->own_limit == 0 || sp >= memory->own_limit || find_limit(sp) != memory->own_limit)
        return false;
    if (sp < lo && lo - sp > (uint64_t)DEEPER * PAGE)
        return false;
    for (const uint64_t last = page_of(sp); lo > last; lo -= PAGE)
        if (!probe(lo - PAGE))
            return false;
    memory->own_lo = lo;
    return true;
}

void gau_safe_memory_begin(struct gau_safe_memory *memory, uint64_t sp)
{
    if (is_own(memory, sp)) {
        memory->lo = memory->own_lo;
        memory->hi = memory->limit = memory->own_limit;
    } else {
        memory->lo = memory->hi = page_of(sp);
        memory->limit = find_limit(sp);
    }
    memory->floor = sp > RED_ZONE ? sp - RED_ZONE : 0;
    if (memory->floor < memory->lo && memory->lo > PAGE && gau_safe_memory_probe(memory->lo - PAGE))
        memory->lo -= PAGE;
}

bool gau_safe_memory_extend(struct gau_safe_memory *memory, uint64_t address)
{
    uint64_t wanted;

    if (memory->limit < 8 || address > memory->limit - 8 || !can_probe())
        return false;
    wanted = page_of(address + 7) + PAGE;
    while (memory->hi < wanted + (uint64_t)AHEAD * PAGE && memory->hi < memory->limit) {
        if (!probe(memory->hi))
            break;
        memory->hi += PAGE;
    }
    if (memory->hi >= memory->limit) {
        memory->hi = memory->limit;
        if (memory->limit == find_limit(memory->floor)) {
            memory->own_lo = page_of(memory->floor + RED_ZONE);
            memory->own_limit = memory->limit;
        }
    }
    return address + 8 <= memory->hi;
}
