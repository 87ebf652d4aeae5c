/* SPDX-License-Identifier: Apache-2.0 */
#include "section_names.h"

#include "framework/src/support/hash_index.h"

#include "table/heap.h"
#include "table/utf8.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { SLOTS = 2 * GAU_MAX_SECTIONS, FEWEST_LEVEL = 1, HIGHEST_LEVEL = 6 };

/* Open addressing; a slot is 0 or a number, by_number is filled in before. Untouched pages cost
 * nothing. */
static uint32_t slots[SLOTS];
static struct gau_section_name *by_number[GAU_MAX_SECTIONS];
static uint32_t count;                 /* the last number */
static struct gau_bump_allocator heap; /* of texts, too: the module of a site may be unloaded */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The slot that has @p name, or that it belongs into. */
static uint32_t *slot_of(const char *name)
{
    size_t at = gau_hash(0, name, strlen(name)) % SLOTS;
    uint32_t number;

    while ((number = __atomic_load_n(&slots[at], __ATOMIC_ACQUIRE)) != 0 &&
           strcmp(by_number[number]->name, name) != 0)
        at = (at + 1) % SLOTS;
    return &slots[at];
}

static const char *keep_text(const char *text)
{
    char *const copy = gau_bump_allocator_take(&heap, strlen(text) + 1);

    return copy ? strcpy(copy, text) : NULL;
}

static uint8_t level_of(const gau_section_site *site)
{
    const unsigned level = site->level < FEWEST_LEVEL ? FEWEST_LEVEL : site->level;

    return (uint8_t)(level > HIGHEST_LEVEL ? HIGHEST_LEVEL : level);
}

/* NULL: out of memory. */
static struct gau_section_name *describe_site(const gau_section_site *site)
{
    const bool has_message = site->message && site->message[0];
    struct gau_section_name *const section = gau_bump_allocator_take(&heap, sizeof *section);
    char *const shown = gau_bump_allocator_take(&heap, strlen(site->name) + 1);

    if (!section || !shown)
        return NULL;
    gau_utf8_disarm(strcpy(shown, site->name));
    *section = (struct gau_section_name){
        .name = keep_text(site->name),
        .shown = shown,
        .message = has_message ? keep_text(site->message) : NULL,
        .level = level_of(site),
        .no_dots = site->no_dots,
    };
    return section->name && !section->message == !has_message ? section : NULL;
}

static uint32_t add_site(const gau_section_site *site)
{
    uint32_t *const slot = slot_of(site->name);
    struct gau_section_name *section;

    if (*slot)
        return *slot;
    if (count + 1 >= GAU_MAX_SECTIONS || !(section = describe_site(site)))
        return 0;
    by_number[++count] = section;
    __atomic_store_n(slot, count, __ATOMIC_RELEASE);
    return count;
}

uint32_t gau_section_find(const char *name)
{
    return __atomic_load_n(slot_of(name), __ATOMIC_ACQUIRE);
}

bool gau_section_name_is_long(const char *name)
{
    return strnlen(name, GAU_MAX_SECTION_NAME + 1) > GAU_MAX_SECTION_NAME;
}

uint32_t gau_section_number(gau_section_site *site)
{
    uint32_t number;

    if (gau_section_name_is_long(site->name))
        return 0;
    number = gau_section_find(site->name);
    if (!number) {
        pthread_mutex_lock(&lock);
        number = add_site(site);
        pthread_mutex_unlock(&lock);
    }
    __atomic_store_n(&site->number, number, __ATOMIC_RELEASE);
    return number;
}

/* --- sites that are known before they are reached ------------------------------------------- */

static gau_section_sites *listed;

void gau_section_sites_add(gau_section_sites *sites)
{
    pthread_mutex_lock(&lock);
    sites->previous = NULL;
    sites->next = listed;
    if (listed)
        listed->previous = sites;
    listed = sites;
    pthread_mutex_unlock(&lock);
}

void gau_section_sites_remove(gau_section_sites *sites)
{
    pthread_mutex_lock(&lock);
    *(sites->previous ? &sites->previous->next : &listed) = sites->next;
    if (sites->next)
        sites->next->previous = sites->previous;
    pthread_mutex_unlock(&lock);
}

/* The next site of the list, the first after NULL; NULL: there is none. Source files of one module
 * have the same sites, which count once. */
static const gau_section_site *next_site(const gau_section_sites **sites,
                                         const gau_section_site *site)
{
    const gau_section_sites *const last = *sites;

    if (last && site + 1 < last->end)
        return site + 1;
    for (*sites = last ? last->next : listed; *sites; *sites = (*sites)->next)
        if (!(last && (*sites)->first == last->first) && (*sites)->first < (*sites)->end)
            return (*sites)->first;
    return NULL;
}

bool gau_section_is_listed(const char *name)
{
    const gau_section_sites *sites = NULL;
    const gau_section_site *site = NULL;

    pthread_mutex_lock(&lock);
    do
        site = next_site(&sites, site);
    while (site && strcmp(site->name, name) != 0);
    pthread_mutex_unlock(&lock);
    return site != NULL;
}

void gau_section_names_offer(struct gau_suggest *suggest)
{
    const gau_section_sites *sites = NULL;
    const gau_section_site *site = NULL;

    for (uint32_t i = 1; i <= count; i++)
        gau_suggest_offer(suggest, by_number[i]->shown);
    while ((site = next_site(&sites, site)))
        gau_suggest_offer(suggest, site->name);
}

static bool differ(const char *a, const char *b)
{
    return a && b && a[0] && b[0] && strcmp(a, b) != 0;
}

/* None of the two was reached: only what both say can differ. no_dots is the last word, after a
 * message. */
static bool disagree(const gau_section_site *a, const gau_section_site *b)
{
    return strcmp(a->name, b->name) == 0 &&
           ((a->level && b->level && level_of(a) != level_of(b)) ||
            differ(a->message, b->message) ||
            (a->message && b->message && a->no_dots != b->no_dots));
}

static bool disagrees_with_earlier(const gau_section_site *site)
{
    const gau_section_sites *sites = NULL;
    const gau_section_site *other = next_site(&sites, NULL);

    while (other != site && !disagree(site, other))
        other = next_site(&sites, other);
    return other != site;
}

static bool is_disputed(const gau_section_site *site)
{
    const uint32_t number = gau_section_find(site->name);
    const struct gau_section_name *const section = number ? by_number[number] : NULL;
    const bool has_message = site->message && site->message[0];

    if (!section)
        return disagrees_with_earlier(site);
    return (site->level && level_of(site) != section->level) ||
           (site->no_dots && !section->no_dots) ||
           (has_message && (!section->message || strcmp(site->message, section->message) != 0));
}

uint32_t gau_section_count_disputed(char *name, size_t size)
{
    const gau_section_sites *sites = NULL;
    const gau_section_site *site = NULL;
    const char *first = NULL; /* of the alphabet: sites come in an order of the compiler */
    uint32_t n = 0;

    pthread_mutex_lock(&lock);
    while ((site = next_site(&sites, site)))
        if (is_disputed(site)) {
            first = first && strcmp(first, site->name) < 0 ? first : site->name;
            n++;
        }
    if (first)
        snprintf(name, size, "%s", first);
    pthread_mutex_unlock(&lock);
    if (first)
        gau_utf8_disarm(name);
    return n;
}

/* ------------------------------------------------------------------------------------------- */

const struct gau_section_name *gau_section_name_at(uint32_t number)
{
    return by_number[number];
}

void gau_section_names_lock(void)
{
    pthread_mutex_lock(&lock);
}

void gau_section_names_unlock(void)
{
    pthread_mutex_unlock(&lock);
}
