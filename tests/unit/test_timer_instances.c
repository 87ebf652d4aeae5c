/* SPDX-License-Identifier: Apache-2.0 */
#include "timer_fixture.h"

#include "auditors/common/resident_memory.h"

#include <stdlib.h>
#include <string.h>

/* What one instance takes over from another: at the end, and for a snapshot. */

static void branches_that_only_another_worker_has_are_merged(void **state)
{
    struct scene *const one = scene_new(), *const two = scene_new();

    (void)state;
    one->timer.n_branches = 1;
    enter(one, 0, 100);
    leave(one, 0, 200);
    enter(two, 0, 100);
    enter(two, 1, 110);
    leave(two, 1, 120);
    leave(two, 0, 130);
    gau_module_timer.classes[0]->merge(&one->timer, &two->timer);
    assert_int_equal(one->timer.n_branches, N);
    assert_int_equal(one->branches[0].kinds[GAU_STATS_COUNTED].total, 130);
    assert_int_equal(one->branches[1].kinds[GAU_STATS_COUNTED].total, 10);
    scene_free(one);
    scene_free(two);
}

static int64_t resident_MB;

int64_t __wrap_gau_resident_memory_mb(void);
int64_t __wrap_gau_resident_memory_mb(void)
{
    return resident_MB;
}

static void the_memory_of_open_calls_is_credited(void **state)
{
    struct scene *const live = scene_new(), *const into = scene_new();

    (void)state;
    live->timer.memory = true;
    live->timer.stats.all = false;
    resident_MB = 100;
    enter(live, 0, 100);
    enter(live, 1, 110);
    resident_MB = 103;
    leave(live, 1, 120);
    enter(live, 1, 130);
    resident_MB = 107;
    snapshot(into, live, 200);
    assert_int_equal(into->branches[0].memory_MB[GAU_STATS_COUNTED], 7);
    assert_int_equal(into->branches[1].memory_MB[GAU_STATS_COUNTED], 3 + 4);
    assert_int_equal(live->branches[0].memory_MB[GAU_STATS_COUNTED], 0);
    scene_free(live);
    scene_free(into);
}

/* A thread makes a branch while the snapshot is taken, which was shown all branches before. */
static void a_branch_that_is_new_is_in_the_snapshot(void **state)
{
    struct scene *const live = scene_new(), *const into = scene_new();

    (void)state;
    memset(&into->branches[4], 0, 2 * sizeof *into->branches);
    into->timer.n_branches = 4;
    enter(live, 4, 100);
    leave(live, 4, 150);
    snapshot(into, live, 200);
    assert_int_equal(into->branches[4].kinds[GAU_STATS_COUNTED].total, 50);
    assert_int_equal(into->timer.n_branches, N);
    scene_free(live);
    scene_free(into);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_branch_that_is_new_is_in_the_snapshot),
        cmocka_unit_test(branches_that_only_another_worker_has_are_merged),
        cmocka_unit_test(the_memory_of_open_calls_is_credited),
    };

    return cmocka_run_group_tests_name("timer instances", tests, NULL, NULL);
}
