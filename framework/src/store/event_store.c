/* SPDX-License-Identifier: Apache-2.0 */
#include "event_store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 16 * 1024 };

struct gau_arena_block {
    struct gau_arena_block *behind;
    size_t size;
    max_align_t bytes[];
};

/* --- the arena ----------------------------------------------------------------------------- */

static struct gau_arena_block *new_block(size_t size)
{
    struct gau_arena_block *block = NULL;

    if (size <= SIZE_MAX - sizeof *block)
        block = malloc(sizeof *block + size);
    if (block)
        *block = (struct gau_arena_block){.size = size};
    return block;
}

static void free_blocks(struct gau_arena_block *block)
{
    while (block) {
        struct gau_arena_block *const behind = block->behind;

        free(block);
        block = behind;
    }
}

/* NULL if it does not fit into the block being filled. */
static void *take_from_block(struct gau_store *store, size_t size, size_t alignment)
{
    struct gau_arena_block *const block = store->block;
    const uintptr_t base = (uintptr_t)block->bytes;
    const uintptr_t begin = (base + store->used + alignment - 1) & ~(uintptr_t)(alignment - 1);
    const size_t offset = (size_t)(begin - base);

    if (offset > block->size || size > block->size - offset)
        return NULL;
    store->used = offset + size;
    return (char *)block->bytes + offset;
}

static void *allocate(struct gau_store *store, size_t size, size_t alignment)
{
    const size_t last = store->block->size;
    void *memory = take_from_block(store, size, alignment);
    struct gau_arena_block *block;

    if (memory)
        return memory;
    if (size > SIZE_MAX / 4 || last > SIZE_MAX / 4)
        return NULL;
    block = new_block(size + alignment > 2 * last ? size + alignment : 2 * last);
    if (!block)
        return NULL;
    block->behind = store->block;
    store->block = block;
    store->used = 0;
    return take_from_block(store, size, alignment);
}

void gau_store_reset(struct gau_store *store)
{
    store->generation++;
    store->used = 0;
    if (store->block->behind) {
        struct gau_arena_block *block;
        size_t size = 0;

        for (const struct gau_arena_block *b = store->block; b; b = b->behind)
            size += b->size;
        block = new_block(size);
        if (!block) { /* the largest will do */
            free_blocks(store->block->behind);
            store->block->behind = NULL;
            return;
        }
        free_blocks(store->block);
        store->block = block;
    }
}

gau_status gau_store_init(struct gau_store *store, const struct gau_store_keys *keys,
                          gau_error *err)
{
    *store = (struct gau_store){.keys = keys, .n_slots = keys->n_keys, .generation = 1};
    store->slots = calloc(keys->n_keys + 1, sizeof *store->slots);
    store->rows = calloc(keys->n_tables + 1, sizeof *store->rows);
    store->block = new_block(FIRST_BLOCK);
    if (!store->slots || !store->rows || !store->block) {
        gau_store_clear(store);
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (event store of %u objects)",
                        keys->n_keys);
    }
    return GAU_OK;
}

void gau_store_clear(struct gau_store *store)
{
    free_blocks(store->block);
    free(store->slots);
    free(store->rows);
    *store = (struct gau_store){0};
}

/* --- objects ------------------------------------------------------------------------------- */

static gau_status check_rows(const struct gau_store *store, const struct gau_store_key *key,
                             size_t count, gau_error *err)
{
    const struct gau_store_rows *rows;
    const char *table;

    if (key->table == UINT32_MAX)
        return GAU_OK;
    rows = &store->rows[key->table];
    if (rows->generation != store->generation || rows->count == count)
        return GAU_OK;
    table = store->keys->tables[key->table].name;
    return gau_fail(err, GAU_ERR_STATE,
                    "table '%.*s' has %zu rows in this event, but column '%.*s' would have %zu",
                    GAU_QUOTE(table), rows->count, GAU_QUOTE(key->name + strlen(table) + 1), count);
}

static gau_status check_object(const struct gau_store *store, gau_key key, size_t count,
                               gau_error *err)
{
    if (key >= store->n_slots)
        return gau_fail(err, GAU_ERR_STATE,
                        "an object was put that was not declared at initialize");
    return check_rows(store, &store->keys->keys[key], count, err);
}

static void keep_object(struct gau_store *store, gau_key key, void *data, size_t count)
{
    const uint32_t table = store->keys->keys[key].table;

    store->slots[key] =
        (struct gau_store_slot){.data = data, .count = count, .generation = store->generation};
    if (table != UINT32_MAX)
        store->rows[table] =
            (struct gau_store_rows){.count = count, .generation = store->generation};
}

void *gau_store_put(gau_context *ctx, gau_key key, size_t count)
{
    struct gau_store *const store = &ctx->store->objects;
    const struct gau_store_key *declared;
    void *data = NULL;

    if (check_object(store, key, count, ctx->error) < 0)
        return NULL;
    declared = &store->keys->keys[key];
    if (declared->type.size == 0 || count <= SIZE_MAX / declared->type.size)
        data = allocate(store, count * declared->type.size, declared->type.alignment);
    if (!data) {
        gau_error_set(ctx->error, GAU_ERR_MEMORY, __FILE__, __LINE__,
                      "out of memory (%zu elements of '%.*s')", count, GAU_QUOTE(declared->name));
        return NULL;
    }
    keep_object(store, key, memset(data, 0, count * declared->type.size), count);
    return data;
}

gau_status gau_store_lend(gau_context *ctx, const gau_key *keys, size_t n, void *data,
                          size_t stride, size_t count)
{
    struct gau_store *const store = &ctx->store->objects;
    struct gau_store_slot *const slots = store->slots;
    const size_t n_slots = store->n_slots;
    const uint64_t generation = store->generation;
    char *column = data;

    if (n == 0)
        return GAU_OK;
    GAU_TRY(check_object(store, keys[0], count, ctx->error));
    for (size_t i = 0; i < n; i++, column += stride) {
        if (keys[i] >= n_slots)
            return check_object(store, keys[i], count, ctx->error);
        assert(store->keys->keys[keys[i]].table == store->keys->keys[keys[0]].table);
        slots[keys[i]].data = column;
        slots[keys[i]].count = count;
        slots[keys[i]].generation = generation;
    }
    keep_object(store, keys[0], data, count);
    return GAU_OK;
}

const void *gau_store_get(const gau_context *ctx, gau_key key, size_t *count)
{
    const struct gau_store *const store = &ctx->store->objects;
    const struct gau_store_slot *const slot = key < store->n_slots ? &store->slots[key] : NULL;
    const bool there = slot && slot->generation == store->generation;

    if (count)
        *count = there ? slot->count : 0;
    return there ? slot->data : NULL;
}

const double *gau_store_numbers(const gau_context *ctx, gau_key key, size_t *n)
{
    return gau_store_get(ctx, key, n);
}

const gau_string_id *gau_store_strings(const gau_context *ctx, gau_key key, size_t *n)
{
    return gau_store_get(ctx, key, n);
}

size_t gau_store_rows(const gau_context *ctx, gau_key key)
{
    const struct gau_store *const store = &ctx->store->objects;
    const uint32_t table = key < store->n_slots ? store->keys->keys[key].table : UINT32_MAX;

    if (table == UINT32_MAX || store->rows[table].generation != store->generation)
        return 0;
    return store->rows[table].count;
}

gau_string_id gau_store_intern(gau_context *ctx, const char *text, size_t length)
{
    return gau_string_table_intern(ctx->store->keys->strings, text, length, ctx->error);
}

const char *gau_store_string(const gau_context *ctx, gau_string_id id)
{
    return gau_string_table_text(ctx->store->keys->strings, id);
}
