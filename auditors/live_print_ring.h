/* SPDX-License-Identifier: Apache-2.0 */
#ifndef AUDITORS_LIVE_PRINT_RING_H
#define AUDITORS_LIVE_PRINT_RING_H

#include "live_print_stack.h"

/*
 * Beginnings and ends of sections on their way from the threads of the program to the one that
 * prints. No call waits for another thread.
 *
 * A beginning takes room for its end, too: the end of what was accepted is never refused. What
 * finds no room is lost, beginning and end, and counted. The entries of one thread keep their
 * order.
 */

enum { LIVE_PRINT_RING = 10000 };

struct live_print_ring;

/* NULL: no memory. */
struct live_print_ring *live_print_ring_new(void);
void live_print_ring_free(struct live_print_ring *ring);

/* Room for a section; false: there is none. The two entries must follow. */
bool live_print_ring_reserve(struct live_print_ring *ring);

/* An entry that room was reserved for. */
void live_print_ring_put(struct live_print_ring *ring, const struct live_print_entry *entry);

/* By the thread that prints: how many entries were put so far; and the next of them, false if it is
 * not there (yet). */
uint64_t live_print_ring_count(const struct live_print_ring *ring);
bool live_print_ring_get(struct live_print_ring *ring, struct live_print_entry *entry,
                         uint64_t count);

#endif
