/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BINDING_H
#define GAUDIT_COLLECTOR_BINDING_H

#include "itt/itt_abi.h"

#include <stddef.h>
#include <string.h>

/* What a collector puts into the slots of a client: its functions by the names of ITT. */

typedef void gau_binding_function(void);

struct gau_binding {
    const char *name; /* "__itt_..." */
    gau_binding_function *function;
};

/*
 * Fills a slot: by the function of that name, if its groups are wanted, else by what the client
 * wants there for want of one. Other threads call through a slot as soon as it changes.
 */
static inline void gau_binding_fill(const struct gau_binding *rows, size_t n,
                                    const gau_itt_entry *entry, int groups)
{
    union {
        gau_binding_function *code;
        void *pointer;
    } value = {.pointer = entry->nobody};

    for (size_t i = 0; entry->groups & groups && i < n; i++)
        if (strcmp(rows[i].name, entry->name) == 0)
            value.code = rows[i].function;
    if (entry->slot)
        __atomic_store_n(entry->slot, value.pointer, __ATOMIC_RELEASE);
}

#endif
