/* SPDX-License-Identifier: Apache-2.0 */
#include "timer_fixture.h"

#include <stdlib.h>

static void usage_is_that_of_all_calls_and_of_the_children(void **state)
{
    struct scene *const live = scene_new(), *const into = scene_new();
    const gau_context ctx = {.internal = &into->worker};
    gau_branch_usage usage = {.calls = 10, .total = 1000, .children = 100, .total_MB = 1};

    (void)state;
    scene_select_kind(live, GAU_STATS_WARM_UP);
    enter(live, 0, 100);
    enter(live, 1, 110);
    leave(live, 1, 150);
    leave(live, 0, 200);
    scene_select_kind(live, GAU_STATS_COUNTED);
    enter(live, 0, 300);
    enter(live, 1, 305);
    leave(live, 1, 310);
    enter(live, 4, 320);
    leave(live, 4, 323);
    snapshot(into, live, 350);
    into->branches[0].memory_MB[GAU_STATS_WARM_UP] = 7;
    into->branches[4].memory_MB[GAU_STATS_COUNTED] = 2;
    gau_timer_usage(&into->timer, &ctx, 0, &usage);
    assert_int_equal(usage.calls, 10 + 2);
    assert_int_equal(usage.total, 1000 + 100 + 50);
    assert_int_equal(usage.children, 100 + 40 + 5 + 3);
    assert_int_equal(usage.total_MB, 1 + 7);
    assert_int_equal(usage.children_MB, 2);
    scene_free(live);
    scene_free(into);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usage_is_that_of_all_calls_and_of_the_children),
    };

    return cmocka_run_group_tests_name("usage", tests, NULL, NULL);
}
