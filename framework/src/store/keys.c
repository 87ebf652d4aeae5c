/* SPDX-License-Identifier: Apache-2.0 */
#include "event_store.h"

#include "table/heap.h"

#include <stdlib.h>
#include <string.h>

/* --- making keys --------------------------------------------------------------------------- */

struct gau_store_keys *gau_store_keys_new(void)
{
    struct gau_store_keys *keys = calloc(1, sizeof *keys);

    if (keys && !(keys->strings = gau_string_table_new())) {
        free(keys);
        return NULL;
    }
    if (keys)
        keys->seed = gau_hash_seed(keys);
    return keys;
}

void gau_store_keys_free(struct gau_store_keys *keys)
{
    if (!keys)
        return;
    for (size_t i = 0; i < keys->n_keys; i++)
        free(keys->keys[i].name);
    for (size_t i = 0; i < keys->n_uses; i++)
        free(keys->uses[i].component);
    for (size_t i = 0; i < keys->n_tables; i++)
        free(keys->tables[i].name);
    gau_map_clear(&keys->by_name);
    gau_map_clear(&keys->by_use);
    gau_map_clear(&keys->by_table);
    free(keys->keys);
    free(keys->uses);
    free(keys->tables);
    gau_string_table_free(keys->strings);
    free(keys);
}

static uint32_t find_table(const struct gau_store_keys *keys, uint64_t hash, const char *name,
                           size_t length)
{
    uint32_t i;

    for (uint32_t step = 0; (i = gau_map_next(&keys->by_table, hash, &step));)
        if (strncmp(keys->tables[i - 1].name, name, length) == 0 &&
            keys->tables[i - 1].name[length] == '\0')
            return i - 1;
    return UINT32_MAX;
}

/* The table of a column's name, which is made if it is new; UINT32_MAX for an object. */
static bool table_of(struct gau_store_keys *keys, const char *name, uint32_t *table)
{
    const char *const dot = strchr(name, '.');
    const size_t length = dot ? (size_t)(dot - name) : 0;
    const uint64_t hash = gau_hash(keys->seed, name, length);
    struct gau_store_table made = {.made = GAU_NO_KEY};

    *table = UINT32_MAX;
    if (!dot || (*table = find_table(keys, hash, name, length)) != UINT32_MAX)
        return true;
    if (!gau_array_grow(&keys->tables, keys->n_tables, &keys->tables_capacity,
                        sizeof *keys->tables) ||
        !gau_map_reserve(&keys->by_table) || !(made.name = strndup(name, length)))
        return false;
    *table = keys->n_tables;
    keys->tables[keys->n_tables++] = made;
    return gau_map_add(&keys->by_table, hash, *table + 1);
}

static gau_key find_key(const struct gau_store_keys *keys, uint64_t hash, const char *name)
{
    uint32_t i;

    for (uint32_t step = 0; (i = gau_map_next(&keys->by_name, hash, &step));)
        if (strcmp(keys->keys[i - 1].name, name) == 0)
            return i - 1;
    return GAU_NO_KEY;
}

static gau_key add_key(struct gau_store_keys *keys, uint64_t hash, const char *name)
{
    struct gau_store_key key = {.type = *GAU_TYPE_ANY, .writer = UINT32_MAX};

    if (!table_of(keys, name, &key.table) ||
        !gau_array_grow(&keys->keys, keys->n_keys, &keys->keys_capacity, sizeof *keys->keys) ||
        !gau_map_reserve(&keys->by_name) || !(key.name = strdup(name)))
        return GAU_NO_KEY;
    keys->keys[keys->n_keys] = key;
    gau_map_add(&keys->by_name, hash, ++keys->n_keys);
    return (gau_key)keys->n_keys - 1;
}

/* --- noting uses --------------------------------------------------------------------------- */

/* C++ has no names of typedefs and no "struct": what it calls the type that C calls @p name. */
static const char *plain_name(const char *name)
{
    static const char *const names[][2] = {
        {"int8_t", "signed char"},      {"uint8_t", "unsigned char"}, {"int16_t", "short"},
        {"uint16_t", "unsigned short"}, {"int32_t", "int"},           {"uint32_t", "unsigned int"},
        {"unsigned", "unsigned int"},   {"int64_t", "long"},          {"uint64_t", "unsigned long"},
        {"size_t", "unsigned long"},    {"ptrdiff_t", "long"},        {"_Bool", "bool"},
    };

    if (strncmp(name, "struct ", 7) == 0)
        return name + 7;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i][0]) == 0)
            return names[i][1];
    return name;
}

bool gau_store_same_type(const gau_type_info *a, const gau_type_info *b)
{
    return a->size == b->size &&
           (strcmp(a->name, b->name) == 0 || strcmp(plain_name(a->name), plain_name(b->name)) == 0);
}

static uint64_t hash_of_use(const struct gau_store_keys *keys, const struct gau_store_use *use,
                            const char *component)
{
    return gau_hash(keys->seed + 4 * (uint64_t)use->key + use->access, component,
                    strlen(component));
}

static struct gau_store_use *find_use(struct gau_store_keys *keys, uint64_t hash,
                                      const struct gau_store_use *use, const char *component)
{
    uint32_t i;

    for (uint32_t step = 0; (i = gau_map_next(&keys->by_use, hash, &step));) {
        struct gau_store_use *const known = &keys->uses[i - 1];

        if (known->key == use->key && known->access == use->access &&
            gau_store_same_type(&known->type, &use->type) &&
            strcmp(known->component, component) == 0)
            return known;
    }
    return NULL;
}

static bool is_earlier(const struct gau_store_keys *keys, gau_key key, gau_key than)
{
    const uint32_t first = keys->uses[keys->keys[key].writer].order.first;
    const uint32_t other = keys->uses[keys->keys[than].writer].order.first;

    return first < other || (first == other && key < than);
}

/* The first component that declares an output is its writer. */
static void note_writer(struct gau_store_keys *keys, const struct gau_store_use *use)
{
    struct gau_store_key *const key = &keys->keys[use->key];
    struct gau_store_table *const table =
        key->table == UINT32_MAX ? NULL : &keys->tables[key->table];

    key->writer = keys->n_uses;
    key->type = use->type;
    if (table && (table->made == GAU_NO_KEY || is_earlier(keys, use->key, table->made)))
        table->made = use->key;
}

/* Once for all instances of a component. NULL: out of memory. */
static const struct gau_store_use *note_use(struct gau_store_keys *keys, struct gau_store_use use,
                                            const char *component)
{
    const uint64_t hash = hash_of_use(keys, &use, component);
    const struct gau_store_use *const known = find_use(keys, hash, &use, component);

    if (known)
        return known;
    if (!gau_array_grow(&keys->uses, keys->n_uses, &keys->uses_capacity, sizeof *keys->uses) ||
        !gau_map_reserve(&keys->by_use) || !(use.component = strdup(component)))
        return NULL;
    use.had_writer = keys->keys[use.key].writer != UINT32_MAX;
    keys->uses[keys->n_uses] = use;
    if (use.access == GAU_STORE_WRITES && !use.had_writer)
        note_writer(keys, &use);
    keys->keys[use.key].is_read |= use.access == GAU_STORE_READS;
    gau_map_add(&keys->by_use, hash, ++keys->n_uses);
    return &keys->uses[keys->n_uses - 1];
}

static const struct gau_store_use *declare_use(const gau_context *ctx, const char *name,
                                               enum gau_store_access access,
                                               const gau_type_info *type)
{
    struct gau_store_keys *const keys = ctx->store->keys;
    struct gau_store_use use = {.access = access,
                                .type = *type,
                                .location = ctx->store->location,
                                .order = ctx->store->order};
    const struct gau_store_use *noted = NULL;
    const uint64_t hash = gau_hash(keys->seed, name, strlen(name));

    if (keys->frozen)
        return NULL;
    use.key = find_key(keys, hash, name);
    if (use.key == GAU_NO_KEY)
        use.key = add_key(keys, hash, name);
    if (use.key != GAU_NO_KEY)
        noted = note_use(keys, use, ctx->name);
    keys->no_memory |= !noted;
    return noted;
}

static const struct gau_store_use *declare_column(const gau_context *ctx, const char *table,
                                                  const char *column, enum gau_store_access access,
                                                  const gau_type_info *type)
{
    const size_t size = strlen(table) + strlen(column) + 2;
    char *const name = malloc(size);
    const struct gau_store_use *use = NULL;

    if (!name) {
        ctx->store->keys->no_memory = true;
        return NULL;
    }
    stpcpy(stpcpy(stpcpy(name, table), "."), column);
    use = declare_use(ctx, name, access, type);
    free(name);
    return use;
}

static gau_key key_of(const struct gau_store_use *use)
{
    return use ? use->key : GAU_NO_KEY;
}

gau_key gau_store_output(gau_context *ctx, const char *name, const gau_type_info *type)
{
    return key_of(declare_use(ctx, name, GAU_STORE_WRITES, type));
}

gau_key gau_store_input(gau_context *ctx, const char *name, const gau_type_info *type)
{
    return key_of(declare_use(ctx, name, GAU_STORE_READS, type));
}

gau_key gau_store_column(gau_context *ctx, const char *table, const char *column,
                         const gau_type_info *type)
{
    return key_of(declare_column(ctx, table, column, GAU_STORE_READS, type));
}

gau_key gau_store_output_column(gau_context *ctx, const char *table, const char *column,
                                const gau_type_info *type)
{
    return key_of(declare_column(ctx, table, column, GAU_STORE_WRITES, type));
}

/* The key of a table is a column without a name. */
gau_key gau_store_table(gau_context *ctx, const char *table)
{
    return key_of(declare_column(ctx, table, "", GAU_STORE_COUNTS, GAU_TYPE_ANY));
}

bool gau_store_has_column(const gau_context *ctx, const char *table, const char *column)
{
    const struct gau_store_use *const use =
        declare_column(ctx, table, column, GAU_STORE_ASKS, GAU_TYPE_ANY);

    return use && use->had_writer;
}

bool gau_store_is_read(const gau_context *ctx, gau_key key)
{
    const struct gau_store_keys *const keys = ctx->store->keys;

    return key < keys->n_keys && keys->keys[key].is_read;
}
