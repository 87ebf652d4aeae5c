/* SPDX-License-Identifier: Apache-2.0 */
#include "live_print.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct live_print_ring {
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool ended, closed;
    uint64_t put, got;
    uint64_t reserved; /* entries that are here or promised */
    struct live_print_entry entries[LIVE_PRINT_RING];
};

struct live_print_ring *gau_live_print_ring_new(void)
{
    struct live_print_ring *const ring = calloc(1, sizeof *ring);
    pthread_condattr_t attributes;

    if (!ring)
        return NULL;
    pthread_mutex_init(&ring->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&ring->woken, &attributes);
    pthread_condattr_destroy(&attributes);
    return ring;
}

void gau_live_print_ring_free(struct live_print_ring *ring, bool forked)
{
    if (ring && !forked) {
        pthread_cond_destroy(&ring->woken);
        pthread_mutex_destroy(&ring->lock);
    }
    free(ring);
}

bool gau_live_print_ring_put(struct live_print_ring *ring, const struct live_print_entry *entry)
{
    bool room;

    pthread_mutex_lock(&ring->lock);
    room = !entry->begins || ring->reserved + 2 <= LIVE_PRINT_RING;
    if (room) {
        ring->reserved += entry->begins ? 2 : 0;
        ring->entries[ring->put++ % LIVE_PRINT_RING] = *entry;
    }
    if (!entry->begins) {
        ring->ended = true;
        pthread_cond_signal(&ring->woken);
    }
    pthread_mutex_unlock(&ring->lock);
    return room;
}

uint64_t gau_live_print_ring_count(struct live_print_ring *ring)
{
    uint64_t count;

    pthread_mutex_lock(&ring->lock);
    count = ring->put;
    pthread_mutex_unlock(&ring->lock);
    return count;
}

bool gau_live_print_ring_get(struct live_print_ring *ring, struct live_print_entry *entry,
                             uint64_t count)
{
    bool any;

    pthread_mutex_lock(&ring->lock);
    any = ring->got < count;
    if (any) {
        *entry = ring->entries[ring->got++ % LIVE_PRINT_RING];
        ring->reserved--;
    }
    pthread_mutex_unlock(&ring->lock);
    return any;
}

bool gau_live_print_ring_wait(struct live_print_ring *ring, uint64_t due_ns)
{
    const struct timespec until = {.tv_sec = (time_t)(due_ns / 1000000000),
                                   .tv_nsec = (long)(due_ns % 1000000000)};
    bool closed;

    pthread_mutex_lock(&ring->lock);
    while (!ring->closed && !ring->ended &&
           pthread_cond_timedwait(&ring->woken, &ring->lock, &until) != ETIMEDOUT)
        continue;
    ring->ended = false;
    closed = ring->closed;
    pthread_mutex_unlock(&ring->lock);
    return !closed;
}

void gau_live_print_ring_close(struct live_print_ring *ring)
{
    pthread_mutex_lock(&ring->lock);
    ring->closed = true;
    pthread_cond_signal(&ring->woken);
    pthread_mutex_unlock(&ring->lock);
}
