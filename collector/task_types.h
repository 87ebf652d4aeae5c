/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_TASK_TYPES_H
#define GAUDIT_COLLECTOR_TASK_TYPES_H

#include "trace/format.h"

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
};

/* The number of a type, which is made if there is none yet; 0: too many, or no memory. Takes a
 * lock. */
uint32_t gau_task_types_of(enum gau_trace_task_kind kind, const char *domain, const char *name,
                           size_t name_size);

/* Number of types; types 1 to this can be had by any thread. */
uint32_t gau_task_types_count(void);
const struct gau_task_type *gau_task_types_get(uint32_t id);

/* Around fork(), so that the child does not find the lock taken. */
void gau_task_types_lock(void);
void gau_task_types_unlock(void);

#endif
