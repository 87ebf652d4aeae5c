/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_RANK_CLOCKS_H
#define GAUDIT_RANK_CLOCKS_H

/**
 * @file rank_clocks.h
 * CLOCK_MONOTONIC of the ranks of an MPI job. Ranks on one machine share a clock, unless they are
 * in different time namespaces. How much others differ from that of rank 0 is measured with
 * messages, and is in run.json.
 */

#include <gaudit/base.h>

GAU_BEGIN_DECLS

/** By how much another clock is ahead. */
typedef struct gau_clock_offset {
    uint64_t at_ns;    /**< of the own clock: when it was measured */
    int64_t offset_ns; /**< of the other clock, minus that of the own one */
    uint64_t error_ns; /**< the true value is not further away than that */
} gau_clock_offset;

/** A question to the other clock: it was read between the two readings of the own clock. */
typedef struct gau_clock_exchange {
    uint64_t sent_ns, remote_ns, received_ns;
} gau_clock_exchange;

/** Makes an exchange; @p is_last: no other follows. */
typedef void gau_clock_exchange_make(void *user, bool is_last, gau_clock_exchange *exchange);

/**
 * Measures the offset by the exchange that took the least time: the other clock was read somewhere
 * in it, so half of that time is the largest error, however long each way took. There are 10 to 200
 * exchanges; no further one is begun after 0.1 s.
 */
GAU_API gau_clock_offset gau_clock_offset_measure(gau_clock_exchange_make *make, void *user);

/** How ranks talk: from rank 0 to all, and between rank 0 and another one. */
typedef struct gau_rank_messages {
    void *user;
    int rank, size;
    void (*broadcast)(void *user, uint64_t *word); /**< of rank 0 */
    void (*send)(void *user, int to, uint64_t word);
    uint64_t (*receive)(void *user, int from);
} gau_rank_messages;

/**
 * Measures the offsets of ranks that have another clock than rank 0; returns whether there are
 * some. All ranks of the job call it: if they have begun, and before they end. If there are none
 * in the beginning, nothing is to be done in the end.
 */
GAU_API bool gau_rank_clocks_compare(const gau_rank_messages *messages);

/**
 * Sets what was measured in this process, first and last: of its clock, minus that of rank 0.
 * Returns how many there are: 0 to 2.
 */
GAU_API unsigned gau_rank_clock_offsets(gau_clock_offset offsets[2]);

GAU_END_DECLS

#endif
