/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_DWARF_EXPRESSION_H
#define GAUDIT_COLLECTOR_UNWIND_DWARF_EXPRESSION_H

#include "arch.h"
#include "safe_memory.h"
#include "table_cursor.h"

/* The known registers of a frame. */
struct gau_registers {
    uint64_t values[GAU_REGISTERS];
    uint64_t known; /* one bit for each */
};

static inline bool gau_registers_have(const struct gau_registers *registers, uint64_t reg)
{
    return reg < GAU_REGISTERS && (registers->known >> reg & 1);
}

/*
 * Evaluates the DWARF expression at @p c, which starts with its length. The number of steps is
 * limited, and only the stack is read. @p initial, if given, is pushed first. False if the
 * expression is invalid, or needs an unknown value.
 */
bool gau_expression(struct gau_table_cursor *c, const struct gau_registers *registers,
                    struct gau_safe_memory *memory, const uint64_t *initial, uint64_t *value);

#endif
