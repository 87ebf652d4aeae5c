/* SPDX-License-Identifier: Apache-2.0 */
#include "draws.h"
#include "test.h"

#include <gaudit/clock.h>
#include <gaudit/rank_clocks.h>

#include "documents/clock_identity.h"
#include "table/map.h"

#include <stdlib.h>

/* Offsets of clocks, by exchanges that are made up. */

/* --- one clock ------------------------------------------------------------------------------- */

/* Both ways take at least these times, and up to as much more as `noise_ns` says. */
struct forged {
    uint64_t now_ns;
    int64_t ahead_ns; /* of the other clock */
    uint64_t there_ns, back_ns, noise_ns;
    struct gau_random *random; /* of the noise */
    int n, n_last;
    uint64_t shortest_ns;
};

static uint64_t noise(struct forged *forged)
{
    return forged->noise_ns ? gau_random_below(forged->random, forged->noise_ns) : 0;
}

static void exchange(void *user, bool is_last, gau_clock_exchange *made)
{
    struct forged *const forged = user;
    uint64_t took;

    made->sent_ns = forged->now_ns;
    forged->now_ns += forged->there_ns + noise(forged);
    made->remote_ns = forged->now_ns + (uint64_t)forged->ahead_ns;
    forged->now_ns += forged->back_ns + noise(forged);
    made->received_ns = forged->now_ns;
    took = made->received_ns - made->sent_ns;
    if (forged->n == 0 || took < forged->shortest_ns)
        forged->shortest_ns = took;
    assert_int_equal(forged->n_last, 0);
    forged->n++;
    forged->n_last += is_last;
}

static gau_clock_offset measure(struct forged *forged)
{
    gau_clock_offset offset;

    forged->now_ns = 12345678;
    offset = gau_clock_offset_measure(exchange, forged);
    assert_int_equal(forged->n_last, 1);
    return offset;
}

static uint64_t distance(int64_t a, int64_t b)
{
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static void equal_ways_are_exact(void **state)
{
    struct forged forged = {.ahead_ns = -7000000000000, .there_ns = 500, .back_ns = 500};
    const gau_clock_offset offset = measure(&forged);

    (void)state;
    assert_int_equal(offset.offset_ns, -7000000000000);
    assert_int_equal(offset.error_ns, 500);
    assert_int_equal(forged.n, 200);
    assert_in_range(offset.at_ns, 12345678, forged.now_ns);
}

static void the_bound_holds_whatever_way_is_longer(void **state)
{
    struct gau_random random;

    (void)state;
    gau_random_seed(&random, 7);
    for (int i = 0; i < 2000; i++) {
        struct forged forged = {
            .ahead_ns = (int64_t)gau_random_below(&random, 4000000000000) - 2000000000000,
            .there_ns = gau_random_below(&random, 3) ? gau_random_below(&random, 100000) : 0,
            .back_ns = gau_random_below(&random, 3) ? gau_random_below(&random, 100000) : 0,
            .noise_ns = gau_random_below(&random, 50000),
            .random = &random};
        const gau_clock_offset offset = measure(&forged);

        assert_true(distance(offset.offset_ns, forged.ahead_ns) <= offset.error_ns);
        assert_int_equal(offset.error_ns, (forged.shortest_ns + 1) / 2); /* of the best of them */
    }
}

/* All of an odd time was one way: the error is all of the bound. */
static void the_bound_is_reached(void **state)
{
    struct forged there = {.ahead_ns = 5, .there_ns = 1001},
                  back = {.ahead_ns = 5, .back_ns = 1001};
    const gau_clock_offset late = measure(&there), early = measure(&back);

    (void)state;
    assert_int_equal(late.error_ns, 501);
    assert_int_equal(late.offset_ns, 5 + 501);
    assert_int_equal(early.error_ns, 501);
    assert_int_equal(early.offset_ns, 5 - 500);
}

static void slow_exchanges_are_few(void **state)
{
    struct forged slow = {.there_ns = 7000000, .back_ns = 7000000},
                  slower = {.there_ns = 700000000, .back_ns = 100000000},
                  fast = {.there_ns = 500000, .back_ns = 500000};

    (void)state;
    measure(&slow);
    assert_int_equal(slow.n, 10);
    measure(&slower);
    assert_int_equal(slower.n, 10);
    measure(&fast);
    assert_int_equal(fast.n, 102);
}

/* --- ranks ----------------------------------------------------------------------------------- */

/* What the others say, and what was said to them. */
static struct {
    uint64_t first;      /* rank 0's clock, for rank 1; 0: none is broadcast */
    uint64_t replies[8]; /* to rank 0: by ranks; 0 to rank 1: the time, ahead */
    int n_replies, n_sent;
    uint64_t sent[300];
    int to[300];
    uint64_t ahead_ns;
    int rank, n_broadcast;
    uint64_t differ; /* of rank 0, at the end */
} others;

static void broadcast(void *user, uint64_t *word)
{
    (void)user;
    if (others.rank != 0)
        *word = others.n_broadcast == 0 ? others.first : others.differ;
    else if (others.n_broadcast > 0)
        others.differ = *word;
    others.n_broadcast++;
}

static void send_word(void *user, int to, uint64_t word)
{
    (void)user;
    others.to[others.n_sent] = to;
    others.sent[others.n_sent++] = word;
}

static uint64_t receive_word(void *user, int from)
{
    (void)user;
    if (others.rank == 0)
        return others.replies[others.n_replies++];
    assert_int_equal(from, 0);
    return gau_clock_ns() + others.ahead_ns;
}

static bool compare(int rank, int size)
{
    const gau_rank_messages messages = {.rank = rank,
                                        .size = size,
                                        .broadcast = broadcast,
                                        .send = send_word,
                                        .receive = receive_word};

    others.rank = rank;
    others.n_broadcast = others.n_sent = others.n_replies = 0;
    return gau_rank_clocks_compare(&messages);
}

static uint64_t own_clock(void)
{
    char text[GAU_CLOCK_IDENTITY];

    assert_true(gau_clock_identity(text));
    return gau_map_hash(text);
}

static void the_same_clock_is_not_measured(void **state)
{
    gau_clock_offset offsets[2];

    (void)state;
    others.first = own_clock();
    others.differ = 0;
    assert_false(compare(1, 2));
    assert_int_equal(others.n_sent, 1);
    assert_int_equal(others.sent[0], 0);
    assert_int_equal(gau_rank_clock_offsets(offsets), 0);
}

/* Rank 1 asks for nothing, rank 2 for the time, thrice, rank 3 for nothing. */
static void the_first_rank_answers(void **state)
{
    const uint64_t before = gau_clock_ns();

    (void)state;
    others.replies[0] = 0;
    others.replies[1] = others.replies[2] = 1;
    others.replies[3] = 2;
    others.replies[4] = 0;
    assert_true(compare(0, 4));
    assert_int_equal(others.differ, 1);
    assert_int_equal(others.n_replies, 5);
    assert_int_equal(others.n_sent, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(others.to[i], 2);
        assert_in_range(others.sent[i], before, gau_clock_ns());
    }
    others.replies[1] = 0;
    others.replies[2] = 0;
    assert_false(compare(0, 4));
    assert_int_equal(others.n_sent, 0);
}

/* The first and the last are kept. */
static void another_clock_is_measured(void **state)
{
    gau_clock_offset offsets[2];

    (void)state;
    others.first = own_clock() + 1;
    others.differ = 1;
    for (unsigned i = 1; i <= 3; i++) {
        const gau_clock_offset *const last = &offsets[i > 1];

        others.ahead_ns = 1000000000000 * i;
        assert_true(compare(1, 2));
        assert_int_equal(others.sent[others.n_sent - 1], 2);
        assert_int_equal(gau_rank_clock_offsets(offsets), i > 1 ? 2 : 1);
        assert_true(distance(last->offset_ns, -1000000000000 * (int64_t)i) <= last->error_ns);
    }
    assert_true(distance(offsets[0].offset_ns, -1000000000000) <= offsets[0].error_ns);
    assert_true(offsets[0].at_ns < offsets[1].at_ns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_ways_are_exact),
        cmocka_unit_test(the_bound_holds_whatever_way_is_longer),
        cmocka_unit_test(the_bound_is_reached),
        cmocka_unit_test(slow_exchanges_are_few),
        cmocka_unit_test(the_same_clock_is_not_measured),
        cmocka_unit_test(the_first_rank_answers),
        cmocka_unit_test(another_clock_is_measured),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
