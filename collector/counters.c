/* SPDX-License-Identifier: Apache-2.0 */
#include "counters.h"

#include "arena.h"
#include "names.h"
#include "numbers.h"
#include "task_types.h"

#include <string.h>

static struct gau_numbers counters; /* by type */

/* For want of memory. */
static gau_itt_counter none = {.name = "(no memory)", .domain = ""};

static gau_itt_counter *find(uint32_t type)
{
    size_t step = 0;

    return gau_numbers_get(&counters, gau_numbers_next(&counters, type, &step));
}

static gau_itt_counter *add(const struct gau_task_type *type, int value_type)
{
    gau_itt_counter *counter;

    if (!gau_numbers_reserve(&counters))
        return NULL;
    counter = gau_arena_alloc(sizeof *counter);
    if (!counter)
        return NULL;
    *counter = (gau_itt_counter){
        .name = type->name,
        .domain = type->domain,
        .type = value_type,
        .extra1 = (int)type->id,
    };
    gau_numbers_add(&counters, type->id, counter);
    return counter;
}

gau_itt_counter *gau_counters_of(uint32_t type, int value_type)
{
    gau_itt_counter *counter = type != 0 ? find(type) : &none;

    if (counter)
        return counter;
    gau_lock_take(&gau_names_lock);
    counter = find(type);
    if (!counter)
        counter = add(gau_task_types_get(type), value_type);
    gau_lock_release(&gau_names_lock);
    return counter ? counter : &none;
}

uint32_t gau_counters_type(gau_itt_counter *counter)
{
    const char *const name = counter->name ? counter->name : "";
    const char *const domain = counter->domain ? counter->domain : "";
    const struct gau_task_type *type =
        gau_task_types_get((uint32_t)__atomic_load_n(&counter->extra1, __ATOMIC_RELAXED));
    uint32_t id;

    if (counter == &none)
        return 0;
    if (type && type->kind == GAU_TRACE_COUNTER && !gau_names_differ(type->name, name) &&
        !gau_names_differ(type->domain, domain))
        return type->id;
    id = gau_task_types_of(GAU_TRACE_COUNTER, domain, name, strlen(name));
    __atomic_store_n(&counter->extra1, (int)id, __ATOMIC_RELAXED);
    return id;
}
