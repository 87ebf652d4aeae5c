/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_STORE_H
#define GAUDIT_SRC_STORE_H

#include <gaudit/store.h>

/*
 * Keys are of the job: made at initialize, checked once, then frozen. Objects are of a worker: an
 * arena that is emptied after every event, and a slot per key.
 */

struct gau_store_keys;

/* NULL: no memory. */
struct gau_store_keys *gau_store_keys_new(void);
void gau_store_keys_free(struct gau_store_keys *keys);

/*
 * After all components were initialized: every object that is read has one producer of the same
 * type. The message names the first place at fault and how many more there are. Freezes the keys.
 */
gau_status gau_store_keys_check(struct gau_store_keys *keys, gau_error *err);

struct gau_store {
    struct gau_store_slot *slots; /* one per key */
    size_t n_slots;
    struct gau_arena_block *block; /* the one being filled; older, smaller ones behind it */
    size_t used;
};

/* After gau_store_keys_check(). */
gau_status gau_store_init(struct gau_store *store, const struct gau_store_keys *keys,
                          gau_error *err);

/* Between events: forgets all objects; keeps the memory, as one block, for the next event. */
void gau_store_reset(struct gau_store *store);
void gau_store_clear(struct gau_store *store);

#endif
