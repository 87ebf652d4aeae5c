/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SUPPORT_HASH_INDEX_H
#define GAUDIT_SRC_SUPPORT_HASH_INDEX_H

#include <gaudit/clock.h>

/* A start that no file can know. */
static inline uint64_t gau_hash_seed(const void *owner)
{
    return 0xcbf29ce484222325u ^ gau_clock_ns() ^ (uint64_t)(uintptr_t)owner;
}

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
