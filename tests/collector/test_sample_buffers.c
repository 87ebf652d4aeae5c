/* SPDX-License-Identifier: Apache-2.0 */
#include "collector/base/sample_buffers.h"

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
    return gau_sample_buffers_open((uint64_t)CHUNKS * GAU_CHUNK_SIZE) ? 0 : -1;
}

static void there_are_as_many_chunks_as_fit_into_the_memory(void **state)
{
    (void)state;
    assert_int_equal(gau_sample_buffers_size(), CHUNKS);
    for (int i = 0; i < CHUNKS; i++)
        assert_non_null(gau_sample_buffers_acquire());
    assert_null(gau_sample_buffers_acquire());
    assert_int_equal(gau_sample_buffers_free(), 0);
}

static void a_chunk_that_is_given_back_can_be_taken_again_and_is_empty(void **state)
{
    struct gau_chunk *chunk = NULL, *again;

    (void)state;
    while ((again = gau_sample_buffers_acquire()))
        chunk = again;
    chunk->committed = chunk->taken = 100;
    gau_sample_buffers_give(chunk);
    again = gau_sample_buffers_acquire();
    assert_ptr_equal(again, chunk);
    assert_int_equal(again->committed, 0);
    assert_int_equal(again->taken, 0);
}

static void the_queue_keeps_its_order_and_is_empty_afterwards(void **state)
{
    struct gau_chunk *chunks[5], *chunk;

    (void)state;
    for (int i = 0; i < 5; i++) {
        chunks[i] = gau_sample_buffers_acquire();
        gau_sample_buffers_queue(chunks[i]);
    }
    chunk = gau_sample_buffers_unqueue();
    for (int i = 0; i < 5; i++, chunk = gau_sample_buffers_next(chunk))
        assert_ptr_equal(chunk, chunks[i]);
    assert_null(chunk);
    assert_null(gau_sample_buffers_unqueue());
}

static void after_a_reset_all_chunks_are_free(void **state)
{
    (void)state;
    gau_sample_buffers_queue(gau_sample_buffers_acquire());
    while (gau_sample_buffers_acquire())
        continue;
    gau_sample_buffers_reset();
    assert_null(gau_sample_buffers_unqueue());
    assert_int_equal(gau_sample_buffers_free(), CHUNKS);
    assert_non_null(gau_sample_buffers_acquire());
}

/* --- threads ------------------------------------------------------------------------------- */

enum { ROUNDS = 20000, THREADS = 4 };

/* Each fills chunks with numbers of its own, rising, and queues them. */
static void *fill(void *data)
{
    const uint32_t thread = (uint32_t)(size_t)data;

    for (uint64_t i = 0; i < ROUNDS;) {
        struct gau_chunk *const chunk = gau_sample_buffers_acquire();

        if (!chunk)
            continue;
        chunk->thread = thread;
        chunk->data[0] = i++;
        chunk->committed = 8;
        gau_sample_buffers_queue(chunk);
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
        for (struct gau_chunk *chunk = gau_sample_buffers_unqueue(), *following; chunk;
             chunk = following) {
            following = gau_sample_buffers_next(chunk);
            assert_int_equal(chunk->committed, 8);
            assert_int_equal(chunk->data[0], next[chunk->thread]++);
            gau_sample_buffers_give(chunk);
            arrived++;
        }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(gau_sample_buffers_free(), CHUNKS);
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
