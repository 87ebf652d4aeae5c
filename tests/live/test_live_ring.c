/* SPDX-License-Identifier: Apache-2.0 */
#include "auditors/live_print/live_print.h"
#include "tests/unit/test.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS = 8, SECTIONS = 20000 };

static struct live_print_ring *ring;
static struct live_print_thread threads[THREADS];

static int make(void **state)
{
    (void)state;
    ring = gau_live_print_ring_new();
    return ring ? 0 : -1;
}

static int destroy(void **state)
{
    (void)state;
    gau_live_print_ring_free(ring, false);
    return 0;
}

static bool put(uint32_t thread, uint64_t number, bool begins)
{
    const struct live_print_entry entry = {.thread = &threads[thread],
                                           .number = number,
                                           .begins = begins};

    return gau_live_print_ring_put(ring, &entry);
}

static uint64_t take_all(void)
{
    struct live_print_entry entry;
    uint64_t n = 0;

    while (gau_live_print_ring_get(ring, &entry, gau_live_print_ring_count(ring)))
        n++;
    return n;
}

static void a_full_ring_refuses_what_begins_and_takes_every_end(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LIVE_PRINT_RING / 2; i++)
        assert_true(put(0, i, true));
    assert_false(put(0, 0, true));
    assert_false(put(0, 0, true));
    for (unsigned i = 0; i < LIVE_PRINT_RING / 2; i++)
        assert_true(put(0, i, false));
    assert_int_equal(gau_live_print_ring_count(ring), LIVE_PRINT_RING);
    assert_int_equal(take_all(), LIVE_PRINT_RING);
}

static void what_is_open_for_long_keeps_room_for_its_end_only(void **state)
{
    (void)state;
    assert_true(put(0, 0, true));
    assert_int_equal(take_all(), 1);
    for (unsigned i = 1; i < LIVE_PRINT_RING / 2; i++) {
        assert_true(put(0, i, true));
        assert_true(put(0, i, false));
    }
    assert_false(put(0, 0, true));
    assert_true(put(0, 0, false));
    assert_int_equal(take_all(), LIVE_PRINT_RING - 1);
    for (unsigned i = 0; i < LIVE_PRINT_RING / 2; i++)
        assert_true(put(0, i, true));
}

static void an_empty_ring_gives_nothing(void **state)
{
    struct live_print_entry entry;

    (void)state;
    assert_false(gau_live_print_ring_get(ring, &entry, gau_live_print_ring_count(ring)));
    assert_true(put(0, 0, true));
    assert_false(gau_live_print_ring_get(ring, &entry, 0)); /* as many as there were */
    assert_true(gau_live_print_ring_get(ring, &entry, 1));
    assert_false(gau_live_print_ring_get(ring, &entry, 1));
}

/* --- threads ------------------------------------------------------------------------------- */

struct producer {
    uint32_t thread;
    uint64_t accepted;
    pthread_t id;
};

static void *produce(void *producer)
{
    struct producer *const p = producer;

    for (unsigned i = 0; i < SECTIONS; i++) {
        if (!put(p->thread, p->accepted, true))
            continue;
        put(p->thread, p->accepted, false);
        p->accepted++;
    }
    return NULL;
}

struct check {
    uint64_t next[THREADS];
    bool open[THREADS];
};

static void get_all(struct check *c)
{
    struct live_print_entry entry;

    while (gau_live_print_ring_get(ring, &entry, gau_live_print_ring_count(ring))) {
        const size_t thread = (size_t)(entry.thread - threads);

        assert_in_range(thread, 0, THREADS - 1);
        assert_int_equal(entry.number, c->next[thread]);
        assert_int_equal(entry.begins, !c->open[thread]);
        c->open[thread] = entry.begins;
        c->next[thread] += !entry.begins;
    }
}

static void entries_of_threads_keep_their_order_and_none_is_lost_but_refused(void **state)
{
    struct producer producers[THREADS];
    struct check check = {0};
    uint64_t accepted = 0;
    const struct timespec pause = {0, 200000};

    (void)state;
    for (uint32_t i = 0; i < THREADS; i++) {
        producers[i] = (struct producer){.thread = i};
        assert_int_equal(pthread_create(&producers[i].id, NULL, produce, &producers[i]), 0);
    }
    for (unsigned i = 0; i < 50; i++) {
        get_all(&check);
        nanosleep(&pause, NULL);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(producers[i].id, NULL);
    get_all(&check);
    for (unsigned i = 0; i < THREADS; i++) {
        accepted += producers[i].accepted;
        assert_int_equal(check.next[i], producers[i].accepted);
        assert_false(check.open[i]);
    }
    assert_true(accepted >= LIVE_PRINT_RING / 2);
}

int main(void)
{
#define RING(test) cmocka_unit_test_setup_teardown(test, make, destroy)
    const struct CMUnitTest tests[] = {
        RING(a_full_ring_refuses_what_begins_and_takes_every_end),
        RING(what_is_open_for_long_keeps_room_for_its_end_only),
        RING(an_empty_ring_gives_nothing),
        RING(entries_of_threads_keep_their_order_and_none_is_lost_but_refused),
    };

    return cmocka_run_group_tests_name("live_ring", tests, NULL, NULL);
}
