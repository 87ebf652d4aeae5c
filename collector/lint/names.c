/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include <string.h>

static struct gau_lint_domain lost_domain;
static gau_itt_counter lost_counter;
static struct gau_lint_name lost = {
    .text = "(no memory)",
    .length = 11,
    .string = {.text = "(no memory)"},
    .domain = &lost_domain,
    .frame = &lost_domain,
};
static struct gau_lint_domain lost_domain = {
    .object = {.flags = GAU_LINT_FLAGS, .name = "(no memory)"},
    .name = &lost,
};
static gau_itt_counter lost_counter = {.name = "(no memory)", .type = GAU_ITT_U64};

static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash;
}

static bool grow(struct gau_lint_names *names)
{
    const size_t n = names->n_buckets ? 4 * names->n_buckets : 256;
    struct gau_lint_name **const buckets = gau_lint_alloc(names->arena, n * sizeof(void *));

    if (!buckets)
        return names->n_buckets > 0;
    for (size_t i = 0; i < names->n_buckets; i++)
        for (struct gau_lint_name *name = names->buckets[i], *next; name; name = next) {
            next = name->next;
            name->next = buckets[name->hash % n];
            buckets[name->hash % n] = name;
        }
    names->buckets = buckets;
    names->n_buckets = n;
    return true;
}

static struct gau_lint_name *add(struct gau_lint_names *names, const char *text, size_t length,
                                 uint64_t hash)
{
    struct gau_lint_name *const name = gau_lint_alloc(names->arena, sizeof *name);
    char *const own = name ? gau_lint_alloc(names->arena, length + 1) : NULL;

    if (!own)
        return &lost;
    memcpy(own, text, length);
    name->hash = hash;
    name->text = own;
    name->length = length;
    name->string.text = own;
    name->next = names->buckets[hash % names->n_buckets];
    names->buckets[hash % names->n_buckets] = name;
    names->n++;
    return name;
}

struct gau_lint_name *gau_lint_name(struct gau_lint_names *names, const char *text, size_t length)
{
    const char *const known = text ? text : "";
    const size_t known_length = text ? length : 0;
    const uint64_t hash = hash_of(known, known_length);

    if (names->n >= names->n_buckets && !grow(names))
        return &lost;
    for (struct gau_lint_name *name = names->buckets[hash % names->n_buckets]; name;
         name = name->next)
        if (name->hash == hash && name->length == known_length &&
            memcmp(name->text, known, known_length) == 0)
            return name;
    return add(names, known, known_length, hash);
}

static bool grow_events(struct gau_lint_names *names)
{
    const int n = names->max_events ? 2 * names->max_events : 256;
    struct gau_lint_name **const events = gau_lint_alloc(names->arena, (size_t)n * sizeof *events);

    if (!events)
        return false;
    for (int i = 0; i < names->n_events; i++)
        events[i] = names->events[i];
    names->events = events;
    names->max_events = n;
    return true;
}

int gau_lint_name_event(struct gau_lint_names *names, struct gau_lint_name *name)
{
    if (name->event || (names->n_events == names->max_events && !grow_events(names)))
        return name->event;
    names->events[names->n_events] = name;
    name->event = ++names->n_events;
    return name->event;
}

struct gau_lint_name *gau_lint_names_event(const struct gau_lint_names *names, int event)
{
    return event > 0 && event <= names->n_events ? names->events[event - 1] : NULL;
}

struct gau_lint_domain *gau_lint_name_domain(struct gau_lint_names *names,
                                             struct gau_lint_name *name, bool is_frame)
{
    struct gau_lint_domain **const place = is_frame ? &name->frame : &name->domain;
    struct gau_lint_domain *domain = *place;

    if (domain)
        return domain;
    domain = gau_lint_alloc(names->arena, sizeof *domain);
    if (!domain)
        return &lost_domain;
    domain->object = (gau_itt_domain){
        .flags = GAU_LINT_FLAGS,
        .name = name->text,
        .extra1 = GAU_LINT_FLAGS,
    };
    domain->name = name;
    domain->is_frame = is_frame;
    domain->next = names->domains;
    names->domains = domain;
    return *place = domain;
}

gau_itt_counter *gau_lint_name_counter(struct gau_lint_names *names, struct gau_lint_name *name,
                                       const struct gau_lint_name *domain, int type)
{
    gau_itt_counter *counter = name->counters;

    while (counter && counter->domain != domain->text)
        counter = counter->next;
    if (counter)
        return counter;
    counter = gau_lint_alloc(names->arena, sizeof *counter);
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
