/* SPDX-License-Identifier: Apache-2.0 */
#include "collector/writer/stack_table.h"

#include "trace/trace_format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static int open_stacks(void **state)
{
    (void)state;
    return gau_stack_table_open() ? 0 : -1;
}

static void numbers_begin_with_one_and_rise(void **state)
{
    bool is_new;

    (void)state;
    assert_int_equal(gau_stack_table_of(0, 0x1000, &is_new), 1);
    assert_true(is_new);
    assert_int_equal(gau_stack_table_of(1, 0x2000, &is_new), 2);
    assert_true(is_new);
}

static void the_same_address_on_the_same_caller_is_the_same_stack(void **state)
{
    bool is_new;
    const uint32_t stack = gau_stack_table_of(0, 0x1000, &is_new);

    (void)state;
    assert_int_equal(gau_stack_table_of(0, 0x1000, &is_new), stack);
    assert_false(is_new);
    assert_int_not_equal(gau_stack_table_of(stack, 0x1000, &is_new), stack);
    assert_true(is_new);
}

static void what_is_forgotten_gets_a_new_number(void **state)
{
    bool is_new;

    (void)state;
    gau_stack_table_of(0, 0x1000, &is_new);
    gau_stack_table_forget();
    assert_int_equal(gau_stack_table_of(0, 0x1000, &is_new), 2);
    assert_true(is_new);
}

static void after_a_reset_numbers_begin_with_one(void **state)
{
    bool is_new;

    (void)state;
    gau_stack_table_of(0, 0x1000, &is_new);
    gau_stack_table_reset();
    assert_int_equal(gau_stack_table_of(0, 0x3000, &is_new), 1);
}

/* The same stacks in another order have other places in the table. */
static void what_was_forgotten_stays_so_when_the_table_grows(void **state)
{
    enum { BEFORE = 2000, AFTER = 3000 };
    bool is_new;

    (void)state;
    for (uint32_t i = 0; i < BEFORE; i++)
        gau_stack_table_of(0, 0x400000 + (uint64_t)i * 5, &is_new);
    gau_stack_table_reset();
    for (uint32_t i = AFTER; i-- > 0;)
        assert_int_equal(gau_stack_table_of(0, 0x400000 + (uint64_t)i * 5, &is_new), AFTER - i);
    for (uint32_t i = AFTER; i-- > 0;) {
        assert_int_equal(gau_stack_table_of(0, 0x400000 + (uint64_t)i * 5, &is_new), AFTER - i);
        assert_false(is_new);
    }
}

/* All numbers below the limit are found again. */
static void many_stacks_keep_their_numbers_until_there_are_too_many(void **state)
{
    enum { LIMIT = 1 << 20 };
    uint32_t n = 0, number;
    bool is_new;

    (void)state;
    while (n <= LIMIT &&
           (number = gau_stack_table_of(n / 7, 0x400000 + (uint64_t)n * 5, &is_new)) != 0) {
        assert_true(is_new);
        assert_int_equal(number, ++n);
    }
    assert_int_equal(n, LIMIT);
    for (uint32_t i = 0; i < n; i += 997) {
        assert_int_equal(gau_stack_table_of(i / 7, 0x400000 + (uint64_t)i * 5, &is_new), i + 1);
        assert_false(is_new);
    }
}

/* Programs that unload modules often: each time, all stacks get new numbers. */
static void numbers_end_with_the_largest_that_a_trace_may_have(void **state)
{
    uint32_t n = 0, number = 1;
    bool is_new;

    (void)state;
    for (uint32_t i = 0; number != 0 && i <= GAU_TRACE_ID_MAX; i++) {
        if (i % 1000000 == 0)
            gau_stack_table_forget();
        number = gau_stack_table_of(0, 0x400000 + i, &is_new);
        n = number ? number : n;
    }
    assert_int_equal(n, GAU_TRACE_ID_MAX);
    gau_stack_table_reset();
    assert_int_equal(gau_stack_table_of(0, 0x400000, &is_new), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(numbers_begin_with_one_and_rise, open_stacks),
        cmocka_unit_test_setup(the_same_address_on_the_same_caller_is_the_same_stack, open_stacks),
        cmocka_unit_test_setup(what_is_forgotten_gets_a_new_number, open_stacks),
        cmocka_unit_test_setup(after_a_reset_numbers_begin_with_one, open_stacks),
        cmocka_unit_test_setup(what_was_forgotten_stays_so_when_the_table_grows, open_stacks),
        cmocka_unit_test_setup(many_stacks_keep_their_numbers_until_there_are_too_many,
                               open_stacks),
        cmocka_unit_test_setup(numbers_end_with_the_largest_that_a_trace_may_have, open_stacks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
