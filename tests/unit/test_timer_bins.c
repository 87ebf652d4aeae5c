/* SPDX-License-Identifier: Apache-2.0 */
#include "timer_fixture.h"

#include <stdlib.h>
#include <string.h>

/* A call is counted in its bin by the next one, and by whatever reads bins before that. */

/* Two calls; the second is not in its bin yet. */
static void call_twice(struct scene *scene)
{
    enter(scene, 0, 1000);
    leave(scene, 0, 1100);
    enter(scene, 0, 2000);
    leave(scene, 0, 12000);
}

static void a_snapshot_has_the_bin_of_the_last_call(void **state)
{
    struct scene *const live = scene_new(), *const into = scene_new();

    (void)state;
    call_twice(live);
    assert_int_equal(in_bin(live, 0, 100), 1);
    assert_int_equal(in_bin(live, 0, 10000), 0);
    snapshot(into, live, 13000);
    assert_int_equal(in_histogram(&into->branches[0], GAU_STATS_COUNTED), 2);
    assert_int_equal(in_bin(into, 0, 100), 1);
    assert_int_equal(in_bin(into, 0, 10000), 1);
    assert_int_equal(in_bin(live, 0, 10000), 0);
    enter(live, 1, 20000);
    leave(live, 1, 20007);
    assert_int_equal(in_bin(live, 0, 10000), 1);
    scene_clear(into);
    snapshot(into, live, 30000);
    assert_int_equal(in_histogram(&into->branches[0], GAU_STATS_COUNTED), 2);
    assert_int_equal(in_bin(into, 1, 7), 1);
    assert_int_equal(in_bin(into, 0, 10000), 1);
    scene_free(live);
    scene_free(into);
}

static void the_last_call_is_in_its_bin_after_stop_and_merge(void **state)
{
    struct scene *const one = scene_new(), *const two = scene_new();
    gau_context ctx = {.worker = 1, .internal = &two->worker};

    (void)state;
    call_twice(one);
    call_twice(two);
    gau_module_timer.classes[0]->stop(&two->timer, &ctx);
    assert_int_equal(in_bin(two, 0, 10000), 1);
    call_twice(one);
    enter(two, 0, 13000);
    leave(two, 0, 23000);
    gau_module_timer.classes[0]->merge(&one->timer, &two->timer);
    assert_int_equal(in_bin(one, 0, 100), 3);
    assert_int_equal(in_bin(one, 0, 10000), 4);
    assert_int_equal(in_histogram(&one->branches[0], GAU_STATS_COUNTED), 7);
    scene_free(one);
    scene_free(two);
}

static void the_bin_of_a_warm_up_call_stays_that(void **state)
{
    struct scene *const live = scene_new();

    (void)state;
    scene_select_kind(live, GAU_STATS_WARM_UP);
    enter(live, 0, 100);
    leave(live, 0, 200);
    scene_select_kind(live, GAU_STATS_COUNTED);
    enter(live, 0, 300);
    leave(live, 0, 350);
    gau_stats_flush(&live->timer.stats);
    assert_int_equal(in_histogram(&live->branches[0], GAU_STATS_WARM_UP), 1);
    assert_int_equal(in_histogram(&live->branches[0], GAU_STATS_COUNTED), 1);
    scene_free(live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_has_the_bin_of_the_last_call),
        cmocka_unit_test(the_last_call_is_in_its_bin_after_stop_and_merge),
        cmocka_unit_test(the_bin_of_a_warm_up_call_stays_that),
    };

    return cmocka_run_group_tests_name("bins of the last calls", tests, NULL, NULL);
}
