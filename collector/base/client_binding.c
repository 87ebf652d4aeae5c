/* SPDX-License-Identifier: Apache-2.0 */
#include "client_binding.h"

#include <string.h>

const char *gau_binding_refuses(const gau_itt_global *client)
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

static void fill_slot(const struct gau_binding *rows, size_t n, const gau_itt_entry *entry,
                      int groups)
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

size_t gau_binding_fill(const struct gau_binding *rows, size_t n, const gau_itt_global *client,
                        int groups)
{
    const gau_itt_entry *entry = client->entries;

    for (; entry->name; entry++)
        fill_slot(rows, n, entry, groups);
    return (size_t)(entry - client->entries);
}
