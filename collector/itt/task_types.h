/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_TASK_TYPES_H
#define GAUDIT_COLLECTOR_TASK_TYPES_H

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
    const char *domain, *name; /* our own copies, with NUL */
    uint64_t function;         /* that the name stands for, in memory; 0: none */
    gau_itt_counter counter;   /* that programs get, if it is one of counters */
};

/* The number of a type, which is made if there is none yet; 0: too many, or no memory. May be
 * called anywhere. A NULL domain is "". */
uint32_t gau_task_types_of(enum gau_trace_task_kind kind, const char *domain, const char *name,
                           size_t name_size);

/* The same, for numbers of names (names.h), of which 0 gives 0; without text work, and without a
 * lock if there is one already. */
uint32_t gau_task_types_of_names(enum gau_trace_task_kind kind, uint32_t domain, uint32_t name);

/* The type with that number if it is of that kind, else 0: for numbers that the program hands in.
 */
uint32_t gau_task_types_check(enum gau_trace_task_kind kind, int id);

/* The counter of a type, whose values are of @p value_type, unless another was told before. Never
 * NULL: that of type 0 has no type. */
gau_itt_counter *gau_task_types_counter(uint32_t id, int value_type);

/* The type of a counter, which may be one that a program made before; 0: none. */
uint32_t gau_task_types_of_counter(gau_itt_counter *counter);

/* Number of types; types 1 to this can be had by any thread. */
uint32_t gau_task_types_count(void);
const struct gau_task_type *gau_task_types_get(uint32_t id);

#endif
