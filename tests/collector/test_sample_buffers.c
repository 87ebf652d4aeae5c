/* SPDX-License-Identifier: Apache-2.0 */
#include "collector/sampling/sample_buffers.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { CHUNKS = 64 };

static int open_pool(void **state)
{
    (void)state;
    return gau_pool_open((uint64_t)CHUNKS * GAU_CHUNK_SIZE) ? 0 : -1;
}

static void there_are_as_many_chunks_as_fit_into_the_memory(void **state)
{
    (void)state;
    assert_int_equal(gau_pool_size(), CHUNKS);
    for (int i = 0; i < CHUNKS; i++)
        assert_non_null(gau_pool_take());
    assert_null(gau_pool_take());
    assert_int_equal(gau_pool_free(), 0);
}

static void a_chunk_that_is_given_back_can_be_taken_again_and_is_empty(void **state)
{
    struct gau_chunk *chunk = NULL, *again;

    (void)state;
    while ((again = gau_pool_take()))
        chunk = again;
    chunk->committed = chunk->taken = 100;
    gau_pool_give(chunk);
    again = gau_pool_take();
    assert_ptr_equal(again, chunk);
    assert_int_equal(again->committed, 0);
    assert_int_equal(again->taken, 0);
}

static void the_queue_keeps_its_order_and_is_empty_afterwards(void **state)
{
    struct gau_chunk *chunks[5], *chunk;

    (void)state;
    for (int i = 0; i < 5; i++) {
        chunks[i] = gau_pool_take();
        gau_pool_queue(chunks[i]);
    }
    chunk = gau_pool_unqueue();
    for (int i = 0; i < 5; i++, chunk = gau_pool_next(chunk))
        assert_ptr_equal(chunk, chunks[i]);
    assert_null(chunk);
    assert_null(gau_pool_unqueue());
}

static void after_a_reset_all_chunks_are_free(void **state)
{
    (void)state;
    gau_pool_queue(gau_pool_take());
    while (gau_pool_take())
        continue;
    gau_pool_reset();
    assert_null(gau_pool_unqueue());
    assert_int_equal(gau_pool_free(), CHUNKS);
    assert_non_null(gau_pool_take());
}

/* --- threads ------------------------------------------------------------------------------- */

enum { ROUNDS = 20000, THREADS = 4 };

/* Each fills chunks with numbers of its own, rising, and queues them. */
static void *fill(void *data)
{
    const uint32_t thread = (uint32_t)(size_t)data;

    for (uint64_t i = 0; i < ROUNDS;) {
        struct gau_chunk *const chunk = gau_pool_take();

        if (!chunk)
            continue;
        chunk->thread = thread;
        chunk->data[0] = i++;
        chunk->committed = 8;
        gau_pool_queue(chunk);
    }
    return NULL;
}

static void chunks_of_many_threads_arrive_once_and_in_order(void **state)
{
    pthread_t threads[THREADS];
    uint64_t next[THREADS] = {0};
    uint64_t arrived = 0;

    (void)state;
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, fill, (void *)i), 0);
    while (arrived < (uint64_t)ROUNDS * THREADS)
        for (struct gau_chunk *chunk = gau_pool_unqueue(), *following; chunk; chunk = following) {
            following = gau_pool_next(chunk);
            assert_int_equal(chunk->committed, 8);
            assert_int_equal(chunk->data[0], next[chunk->thread]++);
            gau_pool_give(chunk);
            arrived++;
        }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(gau_pool_free(), CHUNKS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(there_are_as_many_chunks_as_fit_into_the_memory, open_pool),
        cmocka_unit_test_setup(a_chunk_that_is_given_back_can_be_taken_again_and_is_empty,
                               open_pool),
        cmocka_unit_test_setup(the_queue_keeps_its_order_and_is_empty_afterwards, open_pool),
        cmocka_unit_test_setup(after_a_reset_all_chunks_are_free, open_pool),
        cmocka_unit_test_setup(chunks_of_many_threads_arrive_once_and_in_order, open_pool),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
