/* SPDX-License-Identifier: Apache-2.0 */
#include "name_table.h"

#include "id_table.h"
#include "mmap_arena.h"
#include "signal_safe_lock.h"

#include "trace/trace_format.h"

#include <string.h>

gau_itt_domain gau_name_table_no_domain = {.name = ""};
gau_itt_string gau_name_table_no_string = {.text = ""};

static struct gau_id_table names;

/* FNV-1a (Fowler, Noll, Vo); never 0. */
static uint64_t hash(const char *text, size_t size)
{
    uint64_t value = 0xcbf29ce484222325u;

    for (size_t i = 0; i < size; i++)
        value = (value ^ (unsigned char)text[i]) * 0x100000001b3u;
    return value | 1;
}

const struct gau_name *gau_name_table_get(uint32_t number)
{
    return gau_id_table_get(&names, number);
}

static struct gau_name *find_name(uint64_t key, const char *text, size_t size)
{
    uint32_t number;

    for (size_t step = 0; (number = gau_id_table_next(&names, key, &step)) != 0;) {
        struct gau_name *const name = gau_id_table_get(&names, number);

        if (name && name->size == size && memcmp(name->text, text, size) == 0)
            return name;
    }
    return NULL;
}

static struct gau_name *add_name(uint64_t key, const char *text, size_t size)
{
    struct gau_name *name;

    if (!gau_id_table_reserve(&names))
        return NULL;
    name = gau_mmap_arena_alloc(sizeof *name + size + 1);
    if (!name)
        return NULL;
    name->number = gau_id_table_count(&names) + 1;
    name->size = (uint32_t)size;
    memcpy(name->text, text, size);
    name->domain = (gau_itt_domain){
        .flags = 1,
        .name = name->text,
        .extra1 = (int)name->number,
    };
    name->string = (gau_itt_string){
        .text = name->text,
        .extra1 = (int)name->number,
    };
    gau_id_table_add(&names, key, name);
    return name;
}

struct gau_name *gau_name_table_of(const char *text, size_t size)
{
    struct gau_name *name;
    uint64_t key;

    if (size > GAU_TRACE_TEXT_MAX)
        size = GAU_TRACE_TEXT_MAX;
    key = hash(text, size);
    name = find_name(key, text, size);
    if (name)
        return name;
    gau_lock_take(GAU_LOCK_NAMES);
    name = find_name(key, text, size);
    if (!name)
        name = add_name(key, text, size);
    gau_lock_release(GAU_LOCK_NAMES);
    return name;
}

/* --- objects ------------------------------------------------------------------------------- */

int gau_name_table_differ(const char *name, const char *text)
{
    return name != text && strncmp(name, text, GAU_TRACE_TEXT_MAX) != 0;
}

uint32_t gau_name_table_of_text(const char *text)
{
    const struct gau_name *const name =
        gau_name_table_of(text ? text : "", text ? strlen(text) : 0);

    return name ? name->number : 0;
}

/* clang-tidy does not see that an atomic store writes. */
/* NOLINTNEXTLINE(readability-non-const-parameter) */
static uint32_t resolve_text(const char *text, int *stamp)
{
    const struct gau_name *const name =
        gau_name_table_get((uint32_t)__atomic_load_n(stamp, __ATOMIC_RELAXED));
    uint32_t number;

    if (name && !gau_name_table_differ(name->text, text ? text : ""))
        return name->number;
    number = gau_name_table_of_text(text);
    if (number)
        __atomic_store_n(stamp, (int)number, __ATOMIC_RELAXED);
    return number;
}

uint32_t gau_name_table_of_function(const void *function)
{
    char text[] = "fn@0x0123456789abcdef";
    const uint64_t address = (uintptr_t)function;
    struct gau_name *name;
    char *at = text + 5;
    int shift = 60;

    while (shift > 0 && address >> shift == 0)
        shift -= 4;
    for (; shift >= 0; shift -= 4)
        *at++ = "0123456789abcdef"[address >> shift & 15];
    name = gau_name_table_of(text, (size_t)(at - text));
    if (!name)
        return 0;
    __atomic_store_n(&name->function, address, __ATOMIC_RELAXED);
    return name->number;
}

/* Collectors may write the spare members. */
uint32_t gau_name_table_of_domain(const gau_itt_domain *domain)
{
    gau_itt_domain *const shown = (gau_itt_domain *)(uintptr_t)domain;

    if (shown == &gau_name_table_no_domain)
        return 0;
    return shown ? resolve_text(shown->name, &shown->extra1) : gau_name_table_of_text(NULL);
}

uint32_t gau_name_table_of_string(const gau_itt_string *string)
{
    gau_itt_string *const shown = (gau_itt_string *)(uintptr_t)string;

    if (shown == &gau_name_table_no_string)
        return 0;
    return shown ? resolve_text(shown->text, &shown->extra1) : gau_name_table_of_text(NULL);
}
