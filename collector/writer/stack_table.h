/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_STACKS_H
#define GAUDIT_COLLECTOR_STACKS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Numbers of call stacks: a stack is an address more than another. For the writer only.
 */

/* Maps the first memory. False: there is none. */
bool gau_stack_table_open(void);

/*
 * The number of the stack that has @p address on top of stack @p caller (0: none). *is_new: it has
 * not been asked for before, and is one more than the last. 0: too many, no memory, or there is no
 * number below GAU_TRACE_ID_MAX left: to go on, gau_stack_table_reset().
 */
uint32_t gau_stack_table_of(uint32_t caller, uint64_t address, bool *is_new);

/* What addresses mean has changed: all stacks are new, numbers go on. */
void gau_stack_table_forget(void);

/* The next new one is 1. */
void gau_stack_table_reset(void);

#endif
