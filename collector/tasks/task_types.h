/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_TASKS_TASK_TYPES_H
#define GAUDIT_COLLECTOR_TASKS_TASK_TYPES_H

#include "trace/trace_format.h"

#include "itt/itt_abi.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Task types by number: one for each kind, domain and name. Numbers only grow; a type never moves.
 */

enum { GAU_TASK_TYPES_MAX = 1 << 20 };

struct gau_task_type {
    uint32_t id; /* 1, 2, 3, ... */
    enum gau_trace_task_kind kind;
    uint32_t domain_size, name_size;
    const char *domain, *name; /* copies, with NUL */
    uint64_t function;         /* address of the function that it is named after; 0: none */
    gau_itt_counter counter;   /* returned to programs, if it is a type of counters */
};

/* The number of a type, made if there is none yet. 0 if there are too many, or out of memory. May
 * be called anywhere. A NULL domain is "". */
uint32_t gau_task_types_of(enum gau_trace_task_kind kind, const char *domain, const char *name,
                           size_t name_size);

/* The same, for numbers of names (name_table.h); 0 gives 0. Compares no texts, and takes no lock if
 * the type exists. */
uint32_t gau_task_types_of_names(enum gau_trace_task_kind kind, uint32_t domain, uint32_t name);

/* Returns @p id if it is a type of that kind, else 0: for numbers passed by the program. */
uint32_t gau_task_types_check(enum gau_trace_task_kind kind, int id);

/* The counter of a type. Its values are of @p value_type, unless an earlier call set another. Never
 * NULL: that of type 0 has no type. */
gau_itt_counter *gau_task_types_counter(uint32_t id, int value_type);

/* The type of a counter, which may be one that the program made itself; 0: none. */
uint32_t gau_task_types_of_counter(gau_itt_counter *counter);

/* Number of types; any thread may get types 1 to this. */
uint32_t gau_task_types_count(void);
const struct gau_task_type *gau_task_types_get(uint32_t id);

#endif
