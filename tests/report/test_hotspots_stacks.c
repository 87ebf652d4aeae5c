/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"

#include "report/hotspots/grouping.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Groups of call stacks represent several functions; one row is shown for each. */

enum { STACKS = 80, DEPTH = 7, MS = 1000000 };

/* Functions by address, the innermost first; with one sample each. */
static struct {
    uint64_t functions[DEPTH];
    uint32_t depth;
} stacks[STACKS];

/* Two functions that call each other and themselves: stacks begin alike and part anywhere. */
static void tangled_scene(void)
{
    uint32_t number = 0, random = 1;

    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_module(1, "/srv/nowhere/prog");
    for (uint32_t i = 0; i < STACKS; i++) {
        random = random * 1103515245 + 12345;
        stacks[i].depth = 1 + (random >> 8) % DEPTH;
        for (uint32_t n = stacks[i].depth; n-- > 0;) {
            stacks[i].functions[n] = random >> (16 + n) & 1 ? 0x10 : 0x20;
            number++;
            scene_stack(number, n + 1 < stacks[i].depth ? number - 1 : 0, 1,
                        stacks[i].functions[n]);
        }
        scene_sample(1, number, 0, (uint64_t)i * MS, MS);
    }
    scene_end();
}

static bool begins_with(uint32_t stack, const uint64_t *functions, uint32_t depth, bool top_down)
{
    const uint32_t count = stacks[stack].depth;

    for (uint32_t i = 0; i < depth && depth <= count; i++)
        if (stacks[stack].functions[top_down ? count - 1 - i : i] != functions[i])
            return false;
    return depth <= count;
}

/* Each group of one call stack has the samples that begin with it, and those that end there. */
static void check_group(const struct hotspots *all, const struct gau_hotspots_iterator *visit)
{
    uint64_t functions[DEPTH];
    uint32_t samples = 0, own = 0;

    assert_in_range(visit->depth, 1, DEPTH);
    for (uint32_t depth = 1; depth <= visit->depth; depth++) {
        const struct gau_hotspots_group group = gau_hotspots_iterator_at(visit, depth);
        const char *const name = gau_hotspots_function_name(&all->result, (uint32_t)group.value);

        functions[depth - 1] = strcmp(name, "func@0x10") == 0 ? 0x10 : 0x20;
    }
    for (uint32_t i = 0; i < STACKS; i++) {
        const bool begins = begins_with(i, functions, visit->depth, all->query.top_down);

        samples += begins;
        own += begins && stacks[i].depth == visit->depth;
    }
    assert_int_equal(visit->group.total.samples, samples);
    assert_int_equal(visit->group.total.weight_ns, (uint64_t)samples * MS);
    assert_int_equal(visit->group.own.samples, own);
}

static void each_beginning_of_a_call_stack_is_shown_once(void **state)
{
    static const struct gau_view_options options = {.group_by = "callstack"};

    (void)state;
    tangled_scene();
    for (int top_down = 0; top_down <= 1; top_down++) {
        gau_error error = {0};
        struct hotspots all;
        struct gau_hotspots_iterator visit = {.grouping = &all.grouping};
        uint64_t own = 0;

        hotspots_group(&all, &options);
        gau_hotspots_grouping_clear(&all.grouping);
        all.query.top_down = top_down;
        assert_true(gau_hotspots_group(&all.grouping, &all.result, &all.query, &error));
        while (gau_hotspots_iterator_next(&visit)) {
            check_group(&all, &visit);
            own += visit.group.own.samples;
        }
        assert_int_equal(own, STACKS);
        hotspots_clear(&all);
    }
}

/* @p begin: of a row, up to the call stack. */
static void check_rows(const char *group_by, const char *begin)
{
    const struct gau_view_options options = {.group_by = group_by, .format = GAU_TABLE_CSV};
    char *const text = hotspots_view(&options);

    for (uint32_t i = 0; i < STACKS; i++) {
        char row[DEPTH * 16 + 32];

        snprintf(row, sizeof row, "\n%s", begin);
        for (uint32_t n = 0; n < stacks[i].depth; n++)
            snprintf(row + strlen(row), sizeof row - strlen(row), "%sfunc@0x%x", n ? " <- " : "",
                     (unsigned)stacks[i].functions[n]);
        snprintf(row + strlen(row), sizeof row - strlen(row), ",");
        assert_non_null(strstr(text, row));
    }
    free(text);
}

static void a_row_of_csv_has_its_whole_call_stack(void **state)
{
    (void)state;
    tangled_scene();
    check_rows("callstack", "");
    check_rows("thread,callstack", "main (TID: 101),");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_beginning_of_a_call_stack_is_shown_once, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(a_row_of_csv_has_its_whole_call_stack, folder_enter,
                                        folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
