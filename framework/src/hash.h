/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_HASH_H
#define GAUDIT_SRC_HASH_H

#include <gaudit/base.h>

/*
 * Hash tables of what is held elsewhere: an index knows the hashes and the numbers of elements of
 * an array, which its owner compares. Zeroed it is empty; nothing is ever removed.
 *
 *     for (size_t step = 0; (i = gau_index_next(&index, hash, &step)) != GAU_INDEX_END;)
 *         if (elements[i] is the one)
 *             return i;
 */

#define GAU_INDEX_END UINT32_MAX

struct gau_index_place {
    uint32_t hash, element; /* element plus one; 0 is empty */
};

/* Open addressing, at most half full. */
struct gau_index {
    struct gau_index_place *places;
    size_t size, count; /* size: a power of two, or 0 */
};

/* The next element that may have that hash; *step begins with 0. GAU_INDEX_END: no more. */
uint32_t gau_index_next(const struct gau_index *index, uint64_t hash, size_t *step);

/* False: no memory, and nothing has changed. Room for one element more can be made before. */
bool gau_index_reserve(struct gau_index *index);
bool gau_index_add(struct gau_index *index, uint64_t hash, uint32_t element);
void gau_index_clear(struct gau_index *index);

/* A start that no file can know. */
uint64_t gau_hash_seed(const void *owner);

/*
 * FNV-1a (Fowler, Noll, Vo) from a start of its own per table, then the finalizer of MurmurHash3
 * (Appleby): a file cannot be made so that its texts collide.
 */
static inline uint64_t gau_hash(uint64_t seed, const char *text, size_t length)
{
    uint64_t hash = seed;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdu;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53u;
    return hash ^ (hash >> 33);
}

#endif
