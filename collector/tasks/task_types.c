/* SPDX-License-Identifier: Apache-2.0 */
#include "task_types.h"

#include "collector/base/id_table.h"
#include "collector/base/mmap_arena.h"
#include "collector/base/name_table.h"
#include "collector/base/signal_safe_lock.h"

#include <string.h>

static struct gau_id_table types;

/* Unique, and not 0, since no kind is 0. */
static uint64_t key_of(enum gau_trace_task_kind kind, uint32_t domain, uint32_t name)
{
    static_assert(GAU_ID_TABLE_MAX < 1 << 28, "numbers of names fit");
    return (uint64_t)kind << 56 | (uint64_t)domain << 28 | name;
}

static uint32_t find_type(uint64_t key)
{
    size_t step = 0;

    return gau_id_table_next(&types, key, &step);
}

static uint32_t add_type(enum gau_trace_task_kind kind, const struct gau_name *domain,
                         const struct gau_name *name)
{
    struct gau_task_type *type;

    if (gau_id_table_count(&types) == GAU_TASK_TYPES_MAX || !gau_id_table_reserve(&types))
        return 0;
    type = gau_mmap_arena_alloc(sizeof *type);
    if (!type)
        return 0;
    *type = (struct gau_task_type){
        .id = gau_id_table_count(&types) + 1,
        .kind = kind,
        .domain_size = domain->size,
        .name_size = name->size,
        .domain = domain->text,
        .name = name->text,
        .function = __atomic_load_n(&name->function, __ATOMIC_RELAXED),
        .counter = {.name = name->text, .domain = domain->text},
    };
    type->counter.extra1 = (int)type->id;
    return gau_id_table_add(&types, key_of(kind, domain->number, name->number), type);
}

uint32_t gau_task_types_of_names(enum gau_trace_task_kind kind, uint32_t domain, uint32_t name)
{
    const uint64_t key = key_of(kind, domain, name);
    uint32_t id = find_type(key);

    if (id != 0 || domain == 0 || name == 0)
        return id;
    gau_lock_take(GAU_LOCK_NAMES);
    id = find_type(key);
    if (id == 0)
        id = add_type(kind, gau_name_table_get(domain), gau_name_table_get(name));
    gau_lock_release(GAU_LOCK_NAMES);
    return id;
}

uint32_t gau_task_types_of(enum gau_trace_task_kind kind, const char *domain, const char *name,
                           size_t name_size)
{
    const struct gau_name *const text = gau_name_table_of(name, name_size);

    return text ? gau_task_types_of_names(kind, gau_name_table_of_text(domain), text->number) : 0;
}

uint32_t gau_task_types_count(void)
{
    return gau_id_table_count(&types);
}

const struct gau_task_type *gau_task_types_get(uint32_t id)
{
    return gau_id_table_get(&types, id);
}

uint32_t gau_task_types_check(enum gau_trace_task_kind kind, int id)
{
    const struct gau_task_type *const type = gau_task_types_get((uint32_t)id);

    return type && type->kind == kind ? type->id : 0;
}

/* --- counters ------------------------------------------------------------------------------ */

static gau_itt_counter none = {.name = "(out of memory)", .domain = ""};

gau_itt_counter *gau_task_types_counter(uint32_t id, int value_type)
{
    struct gau_task_type *const type = gau_id_table_get(&types, id);
    int unknown = 0;

    if (!type)
        return &none;
    __atomic_compare_exchange_n(&type->counter.type, &unknown, value_type, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
    return &type->counter;
}

uint32_t gau_task_types_of_counter(gau_itt_counter *counter)
{
    const char *const name = counter->name ? counter->name : "";
    const char *const domain = counter->domain ? counter->domain : "";
    const struct gau_task_type *type =
        gau_task_types_get((uint32_t)__atomic_load_n(&counter->extra1, __ATOMIC_RELAXED));
    uint32_t id;

    if (counter == &none)
        return 0;
    if (type && type->kind == GAU_TRACE_COUNTER && !gau_name_table_differ(type->name, name) &&
        !gau_name_table_differ(type->domain, domain))
        return type->id;
    id = gau_task_types_of(GAU_TRACE_COUNTER, domain, name, strlen(name));
    __atomic_store_n(&counter->extra1, (int)id, __ATOMIC_RELAXED);
    return id;
}
