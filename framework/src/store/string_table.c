/* SPDX-License-Identifier: Apache-2.0 */
#include "event_store.h"

#include "framework/src/auditing/branch_table.h"

#include "table/heap.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { N_PLACES = 2 * GAU_SYMBOLS_MAX };

struct entry {
    uint64_t hash;
    size_t length;
    char text[];
};

/* Open addressing, at most half full: a place holds a symbol plus one, or 0. The tables are as
 * large as they can get; unused pages cost nothing. */
struct gau_string_table {
    _Atomic uint32_t *places;
    struct entry *_Atomic *entries;
    uint64_t seed;
    pthread_mutex_t lock; /* for all below */
    uint32_t count;
    struct gau_bump_allocator heap; /* of entries */
};

struct gau_string_table *gau_string_table_new(void)
{
    struct gau_string_table *symbols = calloc(1, sizeof *symbols);

    if (!symbols)
        return NULL;
    symbols->places = gau_address_space_reserve(N_PLACES, sizeof *symbols->places);
    symbols->entries = gau_address_space_reserve(GAU_SYMBOLS_MAX, sizeof *symbols->entries);
    symbols->seed = gau_hash_seed(symbols);
    pthread_mutex_init(&symbols->lock, NULL);
    if (!symbols->places || !symbols->entries) {
        gau_string_table_free(symbols);
        return NULL;
    }
    return symbols;
}

void gau_string_table_free(struct gau_string_table *symbols)
{
    if (!symbols)
        return;
    gau_bump_allocator_clear(&symbols->heap);
    pthread_mutex_destroy(&symbols->lock);
    gau_address_space_release(symbols->places, N_PLACES, sizeof *symbols->places);
    gau_address_space_release(symbols->entries, GAU_SYMBOLS_MAX, sizeof *symbols->entries);
    free(symbols);
}

/* --- finding ------------------------------------------------------------------------------- */

static bool is_entry(const struct entry *entry, uint64_t hash, const char *text, size_t length)
{
    return entry->hash == hash && entry->length == length && memcmp(entry->text, text, length) == 0;
}

/* The symbol, or GAU_NO_STRING with the free place where it would be. */
static gau_string_id find(const struct gau_string_table *symbols, uint64_t hash, const char *text,
                          size_t length, size_t *place)
{
    for (*place = hash % N_PLACES;; *place = (*place + 1) % N_PLACES) {
        const uint32_t held = atomic_load_explicit(&symbols->places[*place], memory_order_acquire);

        if (held == 0)
            return GAU_NO_STRING;
        if (is_entry(atomic_load_explicit(&symbols->entries[held - 1], memory_order_relaxed), hash,
                     text, length))
            return held - 1;
    }
}

const char *gau_string_table_text(const struct gau_string_table *symbols, gau_string_id symbol)
{
    const struct entry *entry;

    if (symbol >= GAU_SYMBOLS_MAX)
        return NULL;
    entry = atomic_load_explicit(&symbols->entries[symbol], memory_order_acquire);
    return entry ? entry->text : NULL;
}

/* --- adding -------------------------------------------------------------------------------- */

static gau_string_id add(struct gau_string_table *symbols, uint64_t hash, const char *text,
                         size_t length, gau_error *err)
{
    struct entry *entry;
    size_t place;
    gau_string_id symbol = find(symbols, hash, text, length, &place);

    if (symbol != GAU_NO_STRING)
        return symbol; /* another thread was faster */
    if (symbols->count == GAU_SYMBOLS_MAX) {
        gau_error_set(err, GAU_ERR_RANGE, __FILE__, __LINE__,
                      "more than %d different texts; '%.*s' is one too many", GAU_SYMBOLS_MAX,
                      length < 120 ? (int)length : 120, text);
        return GAU_NO_STRING;
    }
    entry = length < SIZE_MAX / 2
                ? gau_bump_allocator_take(&symbols->heap, sizeof *entry + length + 1)
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
    symbol = symbols->count++;
    atomic_store_explicit(&symbols->entries[symbol], entry, memory_order_release);
    atomic_store_explicit(&symbols->places[place], symbol + 1, memory_order_release);
    return symbol;
}

gau_string_id gau_string_table_intern(struct gau_string_table *symbols, const char *text,
                                      size_t length, gau_error *err)
{
    const uint64_t hash = gau_hash(symbols->seed, text, length);
    size_t place;
    gau_string_id symbol = find(symbols, hash, text, length, &place);

    if (symbol == GAU_NO_STRING) {
        pthread_mutex_lock(&symbols->lock);
        symbol = add(symbols, hash, text, length, err);
        pthread_mutex_unlock(&symbols->lock);
    }
    return symbol;
}
