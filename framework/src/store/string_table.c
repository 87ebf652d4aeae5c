/* SPDX-License-Identifier: Apache-2.0 */
#include "event_store.h"

#include "framework/src/auditing/branch_table.h"

#include "table/heap.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { N_SLOTS = 2 * GAU_STRINGS_MAX };

struct entry {
    uint64_t hash;
    size_t length;
    char text[];
};

/* Open addressing, at most half full: a slot holds an id plus one, or 0. The tables are as
 * large as they can get; unused pages cost nothing. */
struct gau_string_table {
    _Atomic uint32_t *slots;
    struct entry *_Atomic *entries;
    uint64_t seed;
    pthread_mutex_t lock; /* for all below */
    uint32_t count;
    struct gau_bump_allocator heap; /* of entries */
};

struct gau_string_table *gau_string_table_new(void)
{
    struct gau_string_table *strings = calloc(1, sizeof *strings);

    if (!strings)
        return NULL;
    strings->slots = gau_address_space_reserve(N_SLOTS, sizeof *strings->slots);
    strings->entries = gau_address_space_reserve(GAU_STRINGS_MAX, sizeof *strings->entries);
    strings->seed = gau_hash_seed(strings);
    pthread_mutex_init(&strings->lock, NULL);
    if (!strings->slots || !strings->entries) {
        gau_string_table_free(strings);
        return NULL;
    }
    return strings;
}

void gau_string_table_free(struct gau_string_table *strings)
{
    if (!strings)
        return;
    gau_bump_allocator_clear(&strings->heap);
    pthread_mutex_destroy(&strings->lock);
    gau_address_space_release(strings->slots, N_SLOTS, sizeof *strings->slots);
    gau_address_space_release(strings->entries, GAU_STRINGS_MAX, sizeof *strings->entries);
    free(strings);
}

/* --- finding ------------------------------------------------------------------------------- */

static bool is_entry(const struct entry *entry, uint64_t hash, const char *text, size_t length)
{
    return entry->hash == hash && entry->length == length && memcmp(entry->text, text, length) == 0;
}

/* The id, or GAU_NO_STRING with the free slot where it would be. */
static gau_string_id find_string(const struct gau_string_table *strings, uint64_t hash,
                                 const char *text, size_t length, size_t *slot)
{
    for (*slot = hash % N_SLOTS;; *slot = (*slot + 1) % N_SLOTS) {
        const uint32_t held = atomic_load_explicit(&strings->slots[*slot], memory_order_acquire);

        if (held == 0)
            return GAU_NO_STRING;
        if (is_entry(atomic_load_explicit(&strings->entries[held - 1], memory_order_relaxed), hash,
                     text, length))
            return held - 1;
    }
}

const char *gau_string_table_text(const struct gau_string_table *strings, gau_string_id id)
{
    const struct entry *entry;

    if (id >= GAU_STRINGS_MAX)
        return NULL;
    entry = atomic_load_explicit(&strings->entries[id], memory_order_acquire);
    return entry ? entry->text : NULL;
}

/* --- adding -------------------------------------------------------------------------------- */

static gau_string_id add_string(struct gau_string_table *strings, uint64_t hash, const char *text,
                                size_t length, gau_error *err)
{
    struct entry *entry;
    size_t slot;
    gau_string_id id = find_string(strings, hash, text, length, &slot);

    if (id != GAU_NO_STRING)
        return id; /* another thread was faster */
    if (strings->count == GAU_STRINGS_MAX) {
        gau_error_set(err, GAU_ERR_RANGE, __FILE__, __LINE__,
                      "more than %d different texts; '%.*s' is one too many", GAU_STRINGS_MAX,
                      length < 120 ? (int)length : 120, text);
        return GAU_NO_STRING;
    }
    entry = length < SIZE_MAX / 2
                ? gau_bump_allocator_take(&strings->heap, sizeof *entry + length + 1)
                : NULL;
    if (!entry) {
        gau_error_set(err, GAU_ERR_MEMORY, __FILE__, __LINE__, "out of memory (text of %zu bytes)",
                      length);
        return GAU_NO_STRING;
    }
    entry->hash = hash;
    entry->length = length;
    memcpy(entry->text, text, length);
    entry->text[length] = '\0';
    id = strings->count++;
    atomic_store_explicit(&strings->entries[id], entry, memory_order_release);
    atomic_store_explicit(&strings->slots[slot], id + 1, memory_order_release);
    return id;
}

gau_string_id gau_string_table_intern(struct gau_string_table *strings, const char *text,
                                      size_t length, gau_error *err)
{
    const uint64_t hash = gau_hash(strings->seed, text, length);
    size_t slot;
    gau_string_id id = find_string(strings, hash, text, length, &slot);

    if (id == GAU_NO_STRING) {
        pthread_mutex_lock(&strings->lock);
        id = add_string(strings, hash, text, length, err);
        pthread_mutex_unlock(&strings->lock);
    }
    return id;
}
