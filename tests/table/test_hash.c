/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "framework/src/support/hash_index.h"

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
        cmocka_unit_test(a_hash_depends_on_all_bytes_and_on_its_start),
    };

    return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
