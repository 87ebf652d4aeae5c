/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "arena.h"
#include "lock.h"
#include "names.h"
#include "numbers.h"
#include "task_types.h"

#include <string.h>

/* NOLINTBEGIN(misc-unused-parameters): the signatures are those of ITT */

/* Counters: one object for each type of task of that kind, and those that programs show us. Updates
 * are counted; values are not looked at. */

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

static gau_itt_counter *counter_of(uint32_t type, int value_type)
{
    gau_itt_counter *counter = type != 0 ? find(type) : &none;

    if (counter)
        return counter;
    gau_lock_take(GAU_LOCK_NAMES);
    counter = find(type);
    if (!counter)
        counter = add(gau_task_types_get(type), value_type);
    gau_lock_release(GAU_LOCK_NAMES);
    return counter ? counter : &none;
}

static uint32_t type_of(gau_itt_counter *counter)
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

/* --- calls --------------------------------------------------------------------------------- */

static void *create_counter(const char *name, const char *domain, int type)
{
    gau_calls_count();
    return counter_of(gau_task_types_of(GAU_TRACE_COUNTER, domain, name ? name : "",
                                        name ? strlen(name) : 0),
                      type);
}

void *gau_call_counter_create(const char *name, const char *domain)
{
    return create_counter(name, domain, GAU_ITT_U64);
}

void *gau_call_counter_create_typed(const char *name, const char *domain, int type)
{
    return create_counter(name, domain, type);
}

void *gau_call_counter_create_v3(const gau_itt_domain *domain, const char *name, int type)
{
    return create_counter(name, domain ? domain->name : NULL, type);
}

/* The object stays: others may have it. */
void gau_call_counter_destroy(void *counter)
{
}

void gau_call_counter_inc(void *counter)
{
    if (counter)
        gau_calls_point(type_of(counter));
}

void gau_call_counter_inc_delta(void *counter, uint64_t delta)
{
    gau_call_counter_inc(counter);
}

void gau_call_counter_set_value(void *counter, void *value)
{
    gau_call_counter_inc(counter);
}

void gau_call_counter_set_value_ex(void *counter, gau_itt_clock_domain *clock, uint64_t time,
                                   void *value)
{
    gau_call_counter_inc(counter);
}

void gau_call_counter_inc_v3(const gau_itt_domain *domain, gau_itt_string *name)
{
    gau_calls_point(gau_task_types_of_names(GAU_TRACE_COUNTER, gau_names_of_domain(domain),
                                            gau_names_of_string(name)));
}

void gau_call_counter_inc_delta_v3(const gau_itt_domain *domain, gau_itt_string *name,
                                   uint64_t delta)
{
    gau_call_counter_inc_v3(domain, name);
}

/* NOLINTEND(misc-unused-parameters) */
