/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_WRITER_STACK_TABLE_H
#define GAUDIT_COLLECTOR_WRITER_STACK_TABLE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Numbers of call stacks. A stack is another one plus an address. For the writer thread only.
 */

/* Maps the first memory. Returns false if there is none. */
bool gau_stack_table_open(void);

/*
 * The number of the stack with @p address on top of stack @p caller (0: none). *is_new is set if it
 * was not requested before; the number is then one more than the last. Returns 0 if there are too
 * many, out of memory, or all numbers below GAU_TRACE_ID_MAX are used: call gau_stack_table_reset()
 * then.
 */
uint32_t gau_stack_table_of(uint32_t caller, uint64_t address, bool *is_new);

/* The meaning of addresses has changed: all stacks are new, numbers go on. */
void gau_stack_table_forget(void);

/* The next new number is 1. */
void gau_stack_table_reset(void);

#endif
