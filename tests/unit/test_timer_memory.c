/* SPDX-License-Identifier: Apache-2.0 */
#include "timer_fixture.h"

#include "auditors/common/resident_memory.h"

#include <stdlib.h>

enum { BLOCK = 60 * 1000 * 1000 };

/* A sanitizer has memory of its own, which grows with that of the program. */
static void skip_if_sanitized(void)
{
    if (getenv("TEST_SANITIZED"))
        skip();
}

static char *touched(void)
{
    char *const block = malloc(BLOCK);

    for (size_t i = 0; i < BLOCK; i += 4096)
        *(volatile char *)(block + i) = 1;
    return block;
}

/* The value of the kernel is late. */
static void check_memory(const struct scene *scene, gau_branch b, int64_t megabytes)
{
    const int64_t found = scene->branches[b].memory_MB[GAU_STATS_COUNTED];

    if (found < megabytes - 15 || found > megabytes + 15)
        fail_msg("%s has grown by %lld MB, not by %lld", names[b], (long long)found,
                 (long long)megabytes);
}

static void memory_is_what_the_process_has_grown_by(void **state)
{
    struct scene *live, *into;
    char *block;

    (void)state;
    skip_if_sanitized();
    live = scene_new();
    into = scene_new();
    live->timer.memory = true;
    live->timer.stats.all = false;
    assert_true(gau_resident_memory_open());
    enter(live, 0, 1);
    enter(live, 1, 1);
    block = touched();
    snapshot(into, live, 1);
    check_memory(into, 0, 60);
    check_memory(into, 1, 60);
    leave(live, 1, 1);
    enter(live, 4, 1);
    free(block);
    leave(live, 4, 1);
    leave(live, 0, 1);
    check_memory(live, 1, 60);
    check_memory(live, 4, -60);
    check_memory(live, 0, 0);
    gau_resident_memory_close();
    scene_free(live);
    scene_free(into);
}

/* As PerfGraph has it: the value at the start of the parent is used. */
static void memory_that_cannot_be_read_is_that_of_the_parent(void **state)
{
    struct scene *live;
    char *block;

    (void)state;
    skip_if_sanitized();
    live = scene_new();
    live->timer.memory = true;
    live->timer.stats.all = false;
    enter(live, 0, 1);
    leave(live, 0, 1);
    assert_int_equal(live->branches[0].memory_MB[GAU_STATS_COUNTED], 0);
    assert_true(gau_resident_memory_open());
    enter(live, 0, 1);
    block = touched();
    enter(live, 1, 1);
    gau_resident_memory_close();
    leave(live, 1, 1);
    check_memory(live, 1, -60);
    enter(live, 1, 1);
    leave(live, 1, 1);
    check_memory(live, 1, -60);
    leave(live, 0, 1);
    assert_int_equal(live->branches[0].memory_MB[GAU_STATS_COUNTED], 0);
    free(block);
    scene_free(live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_what_the_process_has_grown_by),
        cmocka_unit_test(memory_that_cannot_be_read_is_that_of_the_parent),
    };

    return cmocka_run_group_tests_name("timer memory", tests, NULL, NULL);
}
