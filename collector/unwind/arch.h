/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_ARCH_H
#define GAUDIT_COLLECTOR_UNWIND_ARCH_H

/*
 * Differences between processors. Registers have their DWARF numbers; GAU_REGISTER_PC is the index
 * of the program counter among them. Files that include this define _GNU_SOURCE.
 */

#if defined(__x86_64__)
#include "arch_x86_64.h"
#elif defined(__aarch64__)
#include "arch_aarch64.h"
#else
#error "the collector knows x86-64 and aarch64"
#endif

#endif
