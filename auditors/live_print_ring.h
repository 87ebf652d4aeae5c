/* SPDX-License-Identifier: Apache-2.0 */
#ifndef AUDITORS_LIVE_PRINT_RING_H
#define AUDITORS_LIVE_PRINT_RING_H

#include "live_print_stack.h"

/*
 * Beginnings and ends of sections on their way from the threads of the program to the one that
 * prints. A lock is held for as long as it takes to copy an entry.
 *
 * A beginning takes room for its end, too: the end of what was accepted is never refused. The
 * entries of one thread keep their order.
 */

enum { LIVE_PRINT_RING = 10000 };

struct live_print_ring;

/* NULL: no memory. */
struct live_print_ring *live_print_ring_new(void);

/* @p forked: in a child of fork(), where the lock may have been taken by a thread of its parent. */
void live_print_ring_free(struct live_print_ring *ring, bool forked);

/* False: there is no room for what begins, and its end must not follow. An end wakes who waits. */
bool live_print_ring_put(struct live_print_ring *ring, const struct live_print_entry *entry);

/* By the thread that prints: how many entries were put so far; and the next of them, false if there
 * is none. */
uint64_t live_print_ring_count(struct live_print_ring *ring);
bool live_print_ring_get(struct live_print_ring *ring, struct live_print_entry *entry,
                         uint64_t count);

/* Waits until a section has ended since it was called last, until @p due_ns or until the ring is
 * closed; false then. */
bool live_print_ring_wait(struct live_print_ring *ring, uint64_t due_ns);
void live_print_ring_close(struct live_print_ring *ring);

#endif
