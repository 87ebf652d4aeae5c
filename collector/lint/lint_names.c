/* SPDX-License-Identifier: Apache-2.0 */
#include "lint_names.h"

#include "collector/base/entry_points.h"
#include "collector/base/id_table.h"
#include "collector/base/mmap_arena.h"

static struct gau_lint_domain lost_domain;
static gau_itt_counter lost_counter;
static struct gau_lint_name lost = {
    .text = "(out of memory)",
    .length = 11,
    .string = {.text = "(out of memory)"},
    .domain = &lost_domain,
    .frame = &lost_domain,
};
static struct gau_lint_domain lost_domain = {
    .object = {.flags = GAU_LINT_FLAGS, .name = "(out of memory)"},
    .name = &lost,
};
static gau_itt_counter lost_counter = {.name = "(out of memory)", .type = GAU_ITT_U64};

static struct gau_id_table names; /* the numbers are those of the collector's names */
static struct gau_id_table events;
static struct gau_lint_domain *domains;

/* Adds lint's data to a name of the collector. Numbers have no gaps, unless memory ran out. */
static struct gau_lint_name *add_name(const struct gau_name *known)
{
    struct gau_lint_name *name;

    if (known->number != gau_id_table_count(&names) + 1 || !gau_id_table_reserve(&names))
        return &lost;
    name = gau_mmap_arena_alloc(sizeof *name);
    if (!name)
        return &lost;
    name->text = known->text;
    name->length = known->size;
    name->string.text = known->text;
    gau_id_table_add(&names, known->number, name);
    return name;
}

struct gau_lint_name *gau_lint_name_of_length(const char *text, int length)
{
    const struct gau_name *const known =
        gau_name_table_of(text ? text : "", gau_entry_points_size(text, length));
    struct gau_lint_name *const name = known ? gau_id_table_get(&names, known->number) : &lost;

    return name ? name : add_name(known);
}

struct gau_lint_name *gau_lint_name(const char *text)
{
    return gau_lint_name_of_length(text, 0);
}

int gau_lint_name_event(struct gau_lint_name *name)
{
    if (!name->event && gau_id_table_reserve(&events))
        name->event = (int)gau_id_table_add(&events, gau_id_table_count(&events) + 1, name);
    return name->event;
}

struct gau_lint_name *gau_lint_names_event(int event)
{
    return gau_id_table_get(&events, (uint32_t)event);
}

struct gau_lint_domain *gau_lint_name_domain(struct gau_lint_name *name, bool is_frame)
{
    struct gau_lint_domain **const place = is_frame ? &name->frame : &name->domain;
    struct gau_lint_domain *domain = *place;

    if (domain)
        return domain;
    domain = gau_mmap_arena_alloc(sizeof *domain);
    if (!domain)
        return &lost_domain;
    domain->object = (gau_itt_domain){
        .flags = GAU_LINT_FLAGS,
        .name = name->text,
        .extra1 = GAU_LINT_FLAGS,
    };
    domain->name = name;
    domain->is_frame = is_frame;
    domain->next = domains;
    domains = domain;
    return *place = domain;
}

struct gau_lint_domain *gau_lint_names_domains(void)
{
    return domains;
}

gau_itt_counter *gau_lint_name_counter(struct gau_lint_name *name,
                                       const struct gau_lint_name *domain, int type)
{
    gau_itt_counter *counter = name->counters;

    while (counter && counter->domain != domain->text)
        counter = counter->next;
    if (counter)
        return counter;
    counter = gau_mmap_arena_alloc(sizeof *counter);
    if (!counter)
        return &lost_counter;
    *counter = (gau_itt_counter){
        .name = name->text,
        .domain = domain->text,
        .type = type,
        .next = name->counters,
    };
    return name->counters = counter;
}
