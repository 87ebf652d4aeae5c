/* SPDX-License-Identifier: Apache-2.0 */
#include "collector/base/collection_state.h"

#include "tests/unit/test.h"

#include <time.h>

/* The clock of the collection, which stops in pauses, by a clock of the test's own. */

static time_t now;

int clock_gettime(clockid_t id, struct timespec *time)
{
    (void)id;
    *time = (struct timespec){.tv_sec = now};
    return 0;
}

/* In seconds. */
static uint64_t collected(void)
{
    return gau_collection_time() / 1000000000;
}

static void pauses_are_left_out_each_once(void **state)
{
    (void)state;
    now = 100;
    assert_int_equal(collected(), 100);
    gau_collection_stop_time();
    assert_true(gau_collection_paused());
    now = 110;
    assert_int_equal(collected(), 100);
    gau_collection_resume_time();
    assert_false(gau_collection_paused());
    assert_int_equal(collected(), 100);
    now = 125;
    assert_int_equal(collected(), 115);
    gau_collection_stop_time();
    now = 130;
    assert_int_equal(collected(), 115);
    gau_collection_resume_time();
    now = 131;
    assert_int_equal(collected(), 116);
    assert_int_equal(gau_collection_clock(), UINT64_C(131000000000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pauses_are_left_out_each_once)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
