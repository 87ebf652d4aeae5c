/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_STORE_EVENT_STORE_H
#define GAUDIT_SRC_STORE_EVENT_STORE_H

#include "framework/src/support/hash_index.h"

#include "table/map.h"

#include <gaudit/options.h>
#include <gaudit/store.h>

/*
 * Keys are of the job: made at initialize (by one thread), checked once, then frozen. Objects are
 * of a worker: an arena that is emptied after every event, and a slot per key.
 */

struct gau_job;          /* see job.h */
struct gau_string_table; /* see below */

/* One object or column. The name of a column is TABLE.COLUMN. */
struct gau_store_key {
    char *name;
    gau_type_info type;
    uint32_t table;  /* index, or UINT32_MAX for an object */
    uint32_t writer; /* index of the use, or UINT32_MAX */
    bool is_read;
};

enum gau_store_access { GAU_STORE_WRITES, GAU_STORE_READS, GAU_STORE_COUNTS, GAU_STORE_ASKS };

/* The first and the last position of a component in the sequence tree, from 1; 0 is before all. */
struct gau_store_order {
    uint32_t first, last;
};

/* What a component declared to do with an object; once for all its instances. */
struct gau_store_use {
    gau_key key;
    enum gau_store_access access;
    gau_type_info type;
    char *component;
    gau_source_location location;
    struct gau_store_order order;
    bool had_writer; /* before this use: the result of gau_store_has_column() */
};

struct gau_store_table {
    char *name;
    gau_key made; /* of its columns the one that is made first; GAU_NO_KEY: none */
};

struct gau_store_keys {
    struct gau_store_key *keys;
    uint32_t n_keys, keys_capacity;
    struct gau_store_use *uses;
    uint32_t n_uses, uses_capacity;
    struct gau_store_table *tables;
    uint32_t n_tables, tables_capacity;
    struct gau_string_table *strings;
    struct gau_map by_name, by_use, by_table; /* of keys, uses and tables */
    uint64_t seed;                            /* of the hashes in them */
    bool frozen, no_memory;
    const struct gau_job *job; /* of which messages name properties and what is disabled; or NULL */
};

/* NULL: out of memory. */
struct gau_store_keys *gau_store_keys_new(void);
void gau_store_keys_free(struct gau_store_keys *keys);

/* Equal sizes and names, as C or C++ writes them. */
bool gau_store_same_type(const gau_type_info *a, const gau_type_info *b);

/* The content of a slot, or of a table, is valid if it was put in this event. */
struct gau_store_slot {
    void *data;
    size_t count;
    uint64_t generation;
};

struct gau_store_rows {
    size_t count;
    uint64_t generation;
};

struct gau_store {
    const struct gau_store_keys *keys;
    struct gau_store_slot *slots; /* one per key */
    struct gau_store_rows *rows;  /* one per table */
    size_t n_slots;
    uint64_t generation;           /* grows with every event */
    struct gau_arena_block *block; /* the one being filled; older, smaller ones behind it */
    size_t used;
};

/* The part of a worker that components reach through ctx->store. */
struct gau_worker_store {
    struct gau_store_keys *keys; /* of the job */
    struct gau_store objects;
    gau_source_location location; /* where the component that is being called was written ... */
    struct gau_store_order order; /* ... and when it is called */
};

/* After gau_store_keys_check(). */
gau_status gau_store_init(struct gau_store *store, const struct gau_store_keys *keys,
                          gau_error *err);

/* Between events: forgets all objects; keeps the memory, as one block, for the next event. */
void gau_store_reset(struct gau_store *store);
void gau_store_clear(struct gau_store *store);

/* --- string_table.c ------------------------------------------------------------------------ */

/*
 * Texts as numbers, 0, 1, 2 ... in the order of their first appearance. Finding a known text needs
 * no lock; a new one is added under one. Nothing is ever removed or moved.
 */

enum { GAU_STRINGS_MAX = 1 << 20 };

/* NULL: out of memory. */
struct gau_string_table *gau_string_table_new(void);
void gau_string_table_free(struct gau_string_table *strings);

/* GAU_NO_STRING: out of memory, or more than GAU_STRINGS_MAX texts. */
gau_string_id gau_string_table_intern(struct gau_string_table *strings, const char *text,
                                      size_t length, gau_error *err);

/* NULL if there is no such id. */
const char *gau_string_table_text(const struct gau_string_table *strings, gau_string_id id);

#endif
