/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/rank_clocks.h>

#include <gaudit/clock.h>

#include "documents/clock_identity.h"
#include "table/map.h"

#include <string.h>

/* --- one clock ------------------------------------------------------------------------------ */

enum { LEAST = 10, MOST = 200, LONG_NS = 100000000 };

/* The other clock was read in the middle, or up to half of the time before or after it. */
static gau_clock_offset offset_of(const gau_clock_exchange *e)
{
    const uint64_t took = e->received_ns - e->sent_ns;
    const uint64_t middle = e->sent_ns + took / 2;

    return (gau_clock_offset){middle, (int64_t)(e->remote_ns - middle), took - took / 2};
}

gau_clock_offset gau_clock_offset_measure(gau_clock_exchange_make *make, void *user)
{
    gau_clock_exchange exchange = {0}, best = {0};
    uint64_t began = 0;
    bool is_last = false;

    for (int i = 0; !is_last; i++) {
        is_last = i == MOST - 1 || (i >= LEAST - 1 && exchange.received_ns - began > LONG_NS);
        make(user, is_last, &exchange);
        if (i == 0)
            began = exchange.sent_ns;
        if (i == 0 || exchange.received_ns - exchange.sent_ns < best.received_ns - best.sent_ns)
            best = exchange;
    }
    return offset_of(&best);
}

/* --- all ranks ------------------------------------------------------------------------------- */

/* What a rank asks of rank 0. */
enum question { NOTHING, TIME, LAST_TIME };

static gau_clock_offset measured[2];
static unsigned n_measured;

/* 0: not known. */
static uint64_t own_clock(void)
{
    char text[GAU_CLOCK_IDENTITY];

    return gau_clock_identity(text) ? gau_map_hash(text) : 0;
}

static void ask(void *user, bool is_last, gau_clock_exchange *exchange)
{
    const gau_rank_messages *const messages = user;

    exchange->sent_ns = gau_clock_ns();
    messages->send(messages->user, 0, is_last ? LAST_TIME : TIME);
    exchange->remote_ns = messages->receive(messages->user, 0);
    exchange->received_ns = gau_clock_ns();
}

/* Answers a rank. Returns whether it has asked for the time. */
static bool answer(const gau_rank_messages *messages, int rank)
{
    uint64_t question = messages->receive(messages->user, rank);
    const bool has_asked = question != NOTHING;

    while (question != NOTHING) {
        messages->send(messages->user, rank, gau_clock_ns());
        question = question == LAST_TIME ? NOTHING : messages->receive(messages->user, rank);
    }
    return has_asked;
}

static void measure(const gau_rank_messages *messages)
{
    gau_rank_messages own = *messages;
    gau_clock_offset *const offset = &measured[n_measured < 2 ? n_measured : 1];

    *offset = gau_clock_offset_measure(ask, &own);
    offset->offset_ns = -offset->offset_ns; /* of this clock, not of that of rank 0 */
    n_measured = (unsigned)(offset - measured) + 1;
}

bool gau_rank_clocks_compare(const gau_rank_messages *messages)
{
    const uint64_t own = own_clock();
    uint64_t first = own, differ = 0;

    messages->broadcast(messages->user, &first);
    if (messages->rank == 0)
        for (int i = 1; i < messages->size; i++)
            differ |= answer(messages, i);
    else if (own == 0 || own != first)
        measure(messages);
    else
        messages->send(messages->user, 0, NOTHING);
    messages->broadcast(messages->user, &differ);
    return differ;
}

unsigned gau_rank_clock_offsets(gau_clock_offset offsets[2])
{
    memcpy(offsets, measured, sizeof measured);
    return n_measured;
}
