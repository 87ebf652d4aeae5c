/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "auditors/trace/block_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct trace_block_pool pool;

static int begin(void **state)
{
    (void)state;
    memset(&pool, 0, sizeof pool);
    return gau_trace_pool_init(&pool, 1) && pool.count == TRACE_BLOCKS_LEAST ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    gau_trace_pool_clear(&pool);
    return 0;
}

static struct trace_block *take(uint32_t size)
{
    struct trace_block *const block = gau_trace_pool_take(&pool);

    assert_non_null(block);
    block->size = size;
    return block;
}

/* So memory that was never needed is never touched. */
static void the_block_that_was_freed_last_is_taken_first(void **state)
{
    struct trace_block *a, *b, *c;

    (void)state;
    a = take(0);
    b = take(0);
    gau_trace_pool_free(&pool, a);
    gau_trace_pool_free(&pool, b);
    assert_ptr_equal(take(0), b);
    assert_ptr_equal(take(0), a);
    c = take(0);
    assert_true(c != a && c != b);
}

static void full_blocks_come_in_their_order(void **state)
{
    struct trace_block *blocks[TRACE_BLOCKS_LEAST];

    (void)state;
    assert_null(gau_trace_pool_next(&pool));
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < TRACE_BLOCKS_LEAST; i++)
            gau_trace_pool_queue(&pool, blocks[i] = take(1));
        assert_false(gau_trace_pool_is_empty(&pool));
        for (int i = 0; i < TRACE_BLOCKS_LEAST; i++) {
            assert_ptr_equal(gau_trace_pool_next(&pool), blocks[i]);
            gau_trace_pool_free(&pool, blocks[i]);
        }
        assert_null(gau_trace_pool_next(&pool));
        assert_true(gau_trace_pool_is_empty(&pool));
    }
    assert_int_equal(pool.dropped, 0);
}

static void without_a_free_one_the_oldest_is_dropped_and_counted(void **state)
{
    struct trace_block *blocks[TRACE_BLOCKS_LEAST];

    (void)state;
    for (uint32_t i = 0; i < TRACE_BLOCKS_LEAST; i++)
        gau_trace_pool_queue(&pool, blocks[i] = take(i + 1));
    assert_ptr_equal(gau_trace_pool_take(&pool), blocks[0]);
    assert_ptr_equal(gau_trace_pool_take(&pool), blocks[1]);
    assert_int_equal(pool.dropped, 2);
    assert_int_equal(pool.dropped_bytes, 3);
    assert_ptr_equal(gau_trace_pool_next(&pool), blocks[2]);
}

static void when_threads_have_all_there_is_none(void **state)
{
    (void)state;
    for (int i = 0; i < TRACE_BLOCKS_LEAST; i++)
        take(0);
    assert_null(gau_trace_pool_take(&pool));
    assert_int_equal(pool.dropped, 0);
}

static void a_pinned_block_is_not_reused(void **state)
{
    struct trace_block *current, *pinned, *next;

    (void)state;
    pinned = current = take(5);
    assert_ptr_equal(gau_trace_pool_pin(&pool, &current), pinned);
    current = NULL; /* it is full */
    gau_trace_pool_queue(&pool, pinned);
    for (int i = 1; i < TRACE_BLOCKS_LEAST; i++)
        gau_trace_pool_queue(&pool, take(7));
    next = gau_trace_pool_take(&pool);
    assert_true(next && next != pinned);
    assert_int_equal(pool.dropped, 2);
    assert_int_equal(pool.dropped_bytes, 12);
    gau_trace_pool_unpin(&pool, pinned);
    assert_ptr_equal(gau_trace_pool_take(&pool), pinned);
    assert_int_equal(pool.dropped, 2);
}

static void a_block_that_its_thread_is_changing_is_not_pinned(void **state)
{
    struct trace_block *current = NULL;

    (void)state;
    assert_null(gau_trace_pool_pin(&pool, &current));
    current = take(0);
    assert_ptr_equal(gau_trace_pool_pin(&pool, &current), current);
    gau_trace_pool_unpin(&pool, current);
    gau_trace_pool_queue(&pool, current);
    assert_ptr_equal(gau_trace_pool_next(&pool), current);
}

/* --- several threads ----------------------------------------------------------------------- */

enum { WRITERS = 3, ROUNDS = 20000, WORDS = 32 };

struct shared {
    struct trace_block *current[WRITERS];
    bool ends;
    uint64_t read[WRITERS];
};

static struct shared shared;

/* Fills blocks with the number of the block, in a word after another, as entries are appended. */
static void *fill(void *number)
{
    const uint32_t lane = *(const uint32_t *)number;

    for (uint64_t n = 1; n <= ROUNDS; n++) {
        struct trace_block *const block = gau_trace_pool_take(&pool);
        uint64_t *words;

        if (!block)
            continue;
        block->lane = lane;
        block->depth = 0;
        block->number = n;
        words = (uint64_t *)(void *)gau_trace_block_entries(block);
        __atomic_store_n(&block->size, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&shared.current[lane], block, __ATOMIC_SEQ_CST);
        for (uint32_t i = 0; i < WORDS; i++) {
            words[i] = n * WRITERS + lane;
            __atomic_store_n(&block->size, i + 1, __ATOMIC_RELEASE);
        }
        __atomic_store_n(&shared.current[lane], NULL, __ATOMIC_SEQ_CST);
        gau_trace_pool_queue(&pool, block);
    }
    return NULL;
}

static bool is_whole(const struct trace_block *block)
{
    const uint64_t *const words = (const uint64_t *)(const void *)gau_trace_block_entries(block);
    const uint32_t size = __atomic_load_n(&block->size, __ATOMIC_ACQUIRE);

    for (uint32_t i = 0; i < size; i++)
        if (words[i] != block->number * WRITERS + block->lane)
            return false;
    return true;
}

static uint32_t write_all(void)
{
    uint32_t wrong = 0;
    struct trace_block *block;

    while ((block = gau_trace_pool_next(&pool))) {
        wrong += !is_whole(block) || block->number <= shared.read[block->lane];
        shared.read[block->lane] = block->number;
        gau_trace_pool_free(&pool, block);
    }
    for (uint32_t lane = 0; lane < WRITERS; lane++) {
        block = gau_trace_pool_pin(&pool, &shared.current[lane]);
        if (block) {
            wrong += block->lane != lane || !is_whole(block);
            gau_trace_pool_unpin(&pool, block);
        }
    }
    return wrong;
}

static void what_threads_write_is_read_whole_and_in_order(void **state)
{
    static uint32_t numbers[WRITERS] = {0, 1, 2};
    pthread_t threads[WRITERS];
    uint32_t wrong = 0;
    struct trace_block *block;
    uint64_t free_blocks = 0;

    (void)state;
    memset(&shared, 0, sizeof shared);
    for (int i = 0; i < WRITERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, fill, &numbers[i]), 0);
    for (int i = 0; i < ROUNDS; i++)
        wrong += write_all();
    for (int i = 0; i < WRITERS; i++)
        pthread_join(threads[i], NULL);
    wrong += write_all();
    assert_int_equal(wrong, 0);
    while ((block = gau_trace_pool_take(&pool)))
        free_blocks++;
    assert_int_equal(free_blocks, TRACE_BLOCKS_LEAST);
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(the_block_that_was_freed_last_is_taken_first),
        test(full_blocks_come_in_their_order),
        test(without_a_free_one_the_oldest_is_dropped_and_counted),
        test(when_threads_have_all_there_is_none),
        test(a_pinned_block_is_not_reused),
        test(a_block_that_its_thread_is_changing_is_not_pinned),
        test(what_threads_write_is_read_whole_and_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
