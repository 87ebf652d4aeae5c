/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_EXPRESSION_H
#define GAUDIT_COLLECTOR_UNWIND_EXPRESSION_H

#include "arch.h"
#include "safe_memory.h"
#include "table_cursor.h"

/* Registers of a frame, as far as they are known. */
struct gau_registers {
    uint64_t values[GAU_REGISTERS];
    uint64_t known; /* one bit for each */
};

static inline bool gau_registers_have(const struct gau_registers *registers, uint64_t reg)
{
    return reg < GAU_REGISTERS && (registers->known >> reg & 1);
}

/*
 * What the DWARF expression at @p c, a length and that many bytes, comes to: at most so many steps,
 * reading nothing but the stack. With @p initial, that is on its stack to begin with. False: it
 * makes no sense, or needs what is not known.
 */
bool gau_expression(struct gau_table_cursor *c, const struct gau_registers *registers,
                    struct gau_safe_memory *memory, const uint64_t *initial, uint64_t *value);

#endif
