/* SPDX-License-Identifier: Apache-2.0 */
#include "section_names.h"

#include "hash.h"

#include "table/utf8.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 2 * GAU_MAX_SECTIONS, FEWEST_LEVEL = 1, HIGHEST_LEVEL = 6 };

/* Open addressing; a slot is 0 or a number, by_number is filled in before. Untouched pages cost
 * nothing. */
static uint32_t slots[SLOTS];
static struct gau_section_name *by_number[GAU_MAX_SECTIONS];
static uint32_t count; /* the last number */
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

static char *text_of(struct gau_section_name *section, size_t name_size)
{
    return (char *)(section + 1) + name_size;
}

/* Texts are behind the struct: a place may be in a module that is unloaded. */
static struct gau_section_name *describe(const gau_section_place *place)
{
    const size_t name_size = strlen(place->name) + 1;
    const bool says = place->message && place->message[0];
    const size_t message_size = says ? strlen(place->message) + 1 : 0;
    struct gau_section_name *const section = malloc(sizeof *section + 2 * name_size + message_size);
    char *shown;

    if (!section)
        return NULL;
    shown = memcpy(text_of(section, name_size), place->name, name_size);
    gau_utf8_disarm(shown);
    *section = (struct gau_section_name){
        .name = memcpy(text_of(section, 0), place->name, name_size),
        .shown = shown,
        .message =
            says ? memcpy(text_of(section, 2 * name_size), place->message, message_size) : NULL,
        .level = (uint8_t)(place->level < FEWEST_LEVEL    ? FEWEST_LEVEL
                           : place->level > HIGHEST_LEVEL ? HIGHEST_LEVEL
                                                          : place->level),
        .no_dots = place->no_dots,
    };
    return section;
}

static uint32_t add(const gau_section_place *place)
{
    uint32_t *const slot = slot_of(place->name);
    struct gau_section_name *section;

    if (*slot)
        return *slot;
    if (count + 1 >= GAU_MAX_SECTIONS || !(section = describe(place)))
        return 0;
    by_number[++count] = section;
    __atomic_store_n(slot, count, __ATOMIC_RELEASE);
    return count;
}

uint32_t gau_section_find(const char *name)
{
    return __atomic_load_n(slot_of(name), __ATOMIC_ACQUIRE);
}

uint32_t gau_section_number(gau_section_place *place)
{
    uint32_t number;

    if (strnlen(place->name, GAU_MAX_SECTION_NAME + 1) > GAU_MAX_SECTION_NAME)
        return 0;
    number = gau_section_find(place->name);
    if (!number) {
        pthread_mutex_lock(&lock);
        number = add(place);
        pthread_mutex_unlock(&lock);
    }
    __atomic_store_n(&place->number, number, __ATOMIC_RELEASE);
    return number;
}

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
