/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_COMMON_RESIDENT_MEMORY_H
#define GAUDIT_AUDITORS_COMMON_RESIDENT_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The resident memory of the process, from a /proc/self/statm that all instances have open
 * together: a system call per reading. The value of the kernel may be late by some pages per
 * thread.
 */

/* False: it cannot be opened, see errno. It must be closed as often as it was opened. */
bool gau_resident_memory_open(void);
void gau_resident_memory_close(void);

/* In MB of 10^6 bytes, without fractions; -1: not known, such as when the program has closed the
 * file. Leaves errno as it is. */
int64_t gau_resident_memory_mb(void);

#endif
