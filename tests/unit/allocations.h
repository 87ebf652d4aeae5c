/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_ALLOCATIONS_H
#define TESTS_UNIT_ALLOCATIONS_H

#include <stdint.h>

/*
 * Allocations of our own code: memory, address space and threads. The test is linked with
 * allocations.c and with --wrap for each of them.
 */

/* Allocations of this thread so far. */
uint64_t allocations_of_thread(void);

/* The n-th allocation of all threads from now on fails; 0: none does. */
void allocations_fail_at(uint64_t n);

/* What has failed, such as "calloc"; NULL: nothing. */
const char *allocations_failed_call(void);

#endif
