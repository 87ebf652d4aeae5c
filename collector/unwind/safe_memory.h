/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_SAFE_MEMORY_H
#define GAUDIT_COLLECTOR_UNWIND_SAFE_MEMORY_H

#include "no_sanitize.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Safe reads of a stack: no page is accessed that the kernel has not found readable. Pages of the
 * thread's own stack, from the stack pointer to its beginning, stay mapped while the thread lives,
 * so they are cached between samples. Those of other stacks (coroutines, alternate signal stacks)
 * are not.
 */
struct gau_safe_memory {
    uint64_t floor;             /* nothing below is read: the stack pointer less the red zone */
    uint64_t lo, hi;            /* readable, [lo, hi) */
    uint64_t limit;             /* the highest possible end of the stack */
    uint64_t own_lo, own_limit; /* the thread's own stack, readable as a whole; 0: not yet */
};

/* Unwinding begins, or continues, on the stack at @p sp. */
void gau_safe_memory_begin(struct gau_safe_memory *memory, uint64_t sp);

/* Probes pages upwards, until @p address and the 8 bytes there are readable. */
bool gau_safe_memory_extend(struct gau_safe_memory *memory, uint64_t address);

/* True if a page is readable. */
bool gau_safe_memory_probe(uint64_t address);

GAU_FOREIGN static inline uint64_t gau_safe_memory_load(uint64_t address)
{
    return *(const volatile uint64_t *)address;
}

/* Reads the aligned word at @p address; false if it is not readable, or no part of the stack. */
static inline bool gau_safe_memory_read(struct gau_safe_memory *memory, uint64_t address,
                                        uint64_t *value)
{
    if (address & 7 || address < memory->floor || address < memory->lo)
        return false;
    if ((address >= memory->hi || memory->hi - address < 8) &&
        !gau_safe_memory_extend(memory, address))
        return false;
    *value = gau_safe_memory_load(address);
    return true;
}

#endif
