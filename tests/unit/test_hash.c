/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "hash.h"

#include <string.h>

enum { MANY = 1000 };

/* The element of that hash that is wanted, as an owner would look for it. */
static bool has(const struct gau_index *index, uint64_t hash, uint32_t wanted)
{
    uint32_t i;

    for (size_t step = 0; (i = gau_index_next(index, hash, &step)) != GAU_INDEX_END;)
        if (i == wanted)
            return true;
    return false;
}

static void what_was_added_is_found_and_nothing_else(void **state)
{
    struct gau_index index = {0};

    (void)state;
    assert_false(has(&index, 7, 7));
    for (uint32_t i = 0; i < MANY; i++) {
        assert_false(has(&index, gau_hash(1, (const char *)&i, sizeof i), i));
        assert_true(gau_index_add(&index, gau_hash(1, (const char *)&i, sizeof i), i));
    }
    for (uint32_t i = 0; i < MANY; i++)
        assert_true(has(&index, gau_hash(1, (const char *)&i, sizeof i), i));
    assert_int_equal(index.count, MANY);
    assert_true(index.size >= 2 * MANY);
    gau_index_clear(&index);
    assert_false(has(&index, 7, 7));
}

static void elements_of_one_hash_are_all_found(void **state)
{
    struct gau_index index = {0};

    (void)state;
    for (uint32_t i = 0; i < 200; i++)
        assert_true(gau_index_add(&index, UINT64_MAX, i));
    for (uint32_t i = 0; i < 200; i++)
        assert_true(has(&index, UINT64_MAX, i));
    assert_false(has(&index, UINT64_MAX, 200));
    gau_index_clear(&index);
}

static void a_hash_depends_on_all_bytes_and_on_its_start(void **state)
{
    (void)state;
    assert_int_equal(gau_hash(1, "ab", 2), gau_hash(1, "abc", 2));
    assert_true(gau_hash(1, "ab", 2) != gau_hash(1, "ab", 1));
    assert_true(gau_hash(1, "ab", 2) != gau_hash(1, "ba", 2));
    assert_true(gau_hash(1, "ab", 2) != gau_hash(2, "ab", 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_added_is_found_and_nothing_else),
        cmocka_unit_test(elements_of_one_hash_are_all_found),
        cmocka_unit_test(a_hash_depends_on_all_bytes_and_on_its_start),
    };

    return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
