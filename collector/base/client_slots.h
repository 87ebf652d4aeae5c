/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_CLIENT_SLOTS_H
#define GAUDIT_COLLECTOR_BASE_CLIENT_SLOTS_H

#include "itt/itt_abi.h"

#include <stddef.h>
#include <string.h>

/* The rows of a collector's functions by their ITT names, and the filling of a client's slots. */

typedef void gau_binding_function(void);

struct gau_binding {
    const char *name; /* "__itt_..." */
    gau_binding_function *function;
};

/* For functions of the interface: their names begin with underscores, which C reserves. */
#define GAU_BINDING_EXPORT(name) __asm__(name) __attribute__((visibility("default")))

/* Why the client cannot be bound; NULL if it can. */
static inline const char *gau_binding_refuses(const gau_itt_global *client)
{
    static const unsigned char magic[] = GAU_ITT_MAGIC;

    if (memcmp(client->magic, magic, sizeof magic) != 0)
        return "its layout is not that of ITT 3";
    if (client->version_major != GAU_ITT_VERSION_MAJOR)
        return "its version is not 3";
    if (client->version_build < GAU_ITT_BUILD_OLDEST)
        return "it was built before 2011";
    return client->entries ? NULL : "it has no functions";
}

static inline void gau_binding_fill_slot(const struct gau_binding *rows, size_t n,
                                         const gau_itt_entry *entry, int groups)
{
    union {
        gau_binding_function *code;
        void *pointer;
    } value = {.pointer = entry->fallback};

    for (size_t i = 0; entry->groups & groups && i < n; i++)
        if (strcmp(rows[i].name, entry->name) == 0)
            value.code = rows[i].function;
    if (entry->slot)
        __atomic_store_n(entry->slot, value.pointer, __ATOMIC_RELEASE);
}

/*
 * Fills the slots of a client, and counts them: each gets the function of its name, if its groups
 * are enabled, else the client's fallback. Other threads call through a slot as soon as it changes.
 */
static inline size_t gau_binding_fill(const struct gau_binding *rows, size_t n,
                                      const gau_itt_global *client, int groups)
{
    const gau_itt_entry *entry = client->entries;

    for (; entry->name; entry++)
        gau_binding_fill_slot(rows, n, entry, groups);
    return (size_t)(entry - client->entries);
}

#endif
