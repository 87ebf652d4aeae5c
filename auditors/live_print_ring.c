/* SPDX-License-Identifier: Apache-2.0 */
#include "live_print_ring.h"

#include <stdlib.h>

struct slot {
    uint64_t turn; /* number of the entry that may be written here, one more: that is here */
    struct live_print_entry entry;
};

/* What the program's threads write is apart from what the one that prints does. */
struct live_print_ring {
    uint64_t put;      /* entries, also those that are being written */
    uint64_t reserved; /* entries that are here, being written, or promised */
    char apart[64];
    uint64_t got;
    struct slot slots[LIVE_PRINT_RING];
};

struct live_print_ring *live_print_ring_new(void)
{
    struct live_print_ring *const ring = calloc(1, sizeof *ring);

    for (uint64_t i = 0; ring && i < LIVE_PRINT_RING; i++)
        ring->slots[i].turn = i;
    return ring;
}

void live_print_ring_free(struct live_print_ring *ring)
{
    free(ring);
}

bool live_print_ring_reserve(struct live_print_ring *ring)
{
    if (__atomic_add_fetch(&ring->reserved, 2, __ATOMIC_ACQ_REL) <= LIVE_PRINT_RING)
        return true;
    __atomic_sub_fetch(&ring->reserved, 2, __ATOMIC_ACQ_REL);
    return false;
}

void live_print_ring_put(struct live_print_ring *ring, const struct live_print_entry *entry)
{
    const uint64_t n = __atomic_fetch_add(&ring->put, 1, __ATOMIC_RELAXED);
    struct slot *const slot = &ring->slots[n % LIVE_PRINT_RING];

    /* Room was reserved, so the slot is free: this waits for no thread, but for the order of
     * memory. */
    while (__atomic_load_n(&slot->turn, __ATOMIC_ACQUIRE) != n)
        continue;
    slot->entry = *entry;
    __atomic_store_n(&slot->turn, n + 1, __ATOMIC_RELEASE);
}

uint64_t live_print_ring_count(const struct live_print_ring *ring)
{
    return __atomic_load_n(&ring->put, __ATOMIC_RELAXED);
}

bool live_print_ring_get(struct live_print_ring *ring, struct live_print_entry *entry,
                         uint64_t count)
{
    struct slot *const slot = &ring->slots[ring->got % LIVE_PRINT_RING];

    if (ring->got >= count || __atomic_load_n(&slot->turn, __ATOMIC_ACQUIRE) != ring->got + 1)
        return false;
    *entry = slot->entry;
    __atomic_store_n(&slot->turn, ring->got + LIVE_PRINT_RING, __ATOMIC_RELEASE);
    ring->got++;
    __atomic_sub_fetch(&ring->reserved, 1, __ATOMIC_ACQ_REL);
    return true;
}
