/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_COUNTERS_H
#define GAUDIT_COLLECTOR_COUNTERS_H

#include "itt/itt_abi.h"

#include <stdint.h>

/* Counters: one object for each type of task of that kind, and those that programs show us. */

/* The one of a type; if there is none, one that counts nothing. */
gau_itt_counter *gau_counters_of(uint32_t type, int value_type);

/* The type of a counter, of ours or the program's, as in names.h; 0: no memory. */
uint32_t gau_counters_type(gau_itt_counter *counter);

#endif
