/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "table/map.h"

enum { MANY = 1000 };

/* The number of that key that is wanted, as an owner would search it. */
static bool has(const struct gau_map *map, uint64_t key, uint32_t wanted)
{
    uint32_t i;

    for (uint32_t step = 0; (i = gau_map_next(map, key, &step));)
        if (i == wanted)
            return true;
    return false;
}

static void what_was_added_is_found_and_nothing_else(void **state)
{
    struct gau_map map = {0};

    (void)state;
    assert_false(has(&map, 7, 7));
    for (uint32_t i = 1; i <= MANY; i++) {
        assert_false(has(&map, gau_hash_mix(1, i), i));
        assert_true(gau_map_add(&map, gau_hash_mix(1, i), i));
    }
    for (uint32_t i = 1; i <= MANY; i++)
        assert_true(has(&map, gau_hash_mix(1, i), i));
    assert_int_equal(map.count, MANY);
    assert_true(map.size >= 2 * MANY);
    gau_map_clear(&map);
    assert_false(has(&map, 7, 7));
}

static void numbers_of_one_key_are_all_found(void **state)
{
    struct gau_map map = {0};

    (void)state;
    for (uint32_t i = 1; i <= 200; i++)
        assert_true(gau_map_add(&map, UINT64_MAX, i));
    for (uint32_t i = 1; i <= 200; i++)
        assert_true(has(&map, UINT64_MAX, i));
    assert_false(has(&map, UINT64_MAX, 201));
    gau_map_clear(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_added_is_found_and_nothing_else),
        cmocka_unit_test(numbers_of_one_key_are_all_found),
    };

    return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
