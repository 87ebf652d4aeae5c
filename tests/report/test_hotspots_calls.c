/* SPDX-License-Identifier: Apache-2.0 */
#include "report/hotspots/grouping.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"
#include "trace_fixture.h"

#include <math.h>

/*
 * Groups that overlap: a sample is in each call between modules of its stack. The functions f, g, h
 * and i are in one module each; "f<g" is f called by g. Only the first call has the sample as its
 * own.
 */

enum { MS = 1000000 };

enum { I = 1, H_I, H, G_H, F_G_H, G, F_G, G_H_I, G_F_G, F_G_F_G };

static void open_scene(void)
{
    scene_open("samples.gtr", 7);
    scene_module(1, "/srv/nowhere/libf.so");
    scene_module(2, "/srv/nowhere/libg.so");
    scene_module(3, "/srv/nowhere/libh.so");
    scene_module(4, "/srv/nowhere/libi.so");
    scene_thread(1, "main");
    scene_thread(2, "helper");
    scene_stack(I, 0, 4, 0x40);
    scene_stack(H_I, I, 3, 0x30);
    scene_stack(H, 0, 3, 0x30);
    scene_stack(G_H, H, 2, 0x20);
    scene_stack(F_G_H, G_H, 1, 0x10);
    scene_stack(G, 0, 2, 0x20);
    scene_stack(F_G, G, 1, 0x10);
    scene_stack(G_H_I, H_I, 2, 0x20);
    scene_stack(G_F_G, F_G, 2, 0x20);
    scene_stack(F_G_F_G, G_F_G, 1, 0x10);
}

struct made {
    struct gau_symbolized_samples result;
    struct gau_hotspots_query query;
    struct gau_hotspots_grouping grouping;
};

static void make(struct made *made, const char *filter, size_t limit)
{
    const struct gau_view_options options = {.filters = &filter,
                                             .filter_count = filter != NULL,
                                             .limit = limit};
    gau_error error = {0};

    scene_end();
    gau_symbolized_samples_open(&made->result, ".", false, &error);
    gau_hotspots_query_read(&made->query, &options, "callstack", &made->result, &error);
    made->query.direction = GAU_HOTSPOTS_BY_CALLS;
    gau_hotspots_group(&made->grouping, &made->result, &made->query, &error);
    assert_string_equal(error.message, "");
}

static void clear(struct made *made)
{
    gau_hotspots_grouping_clear(&made->grouping);
    gau_hotspots_filter_clear(&made->query.filter);
    gau_symbolized_samples_clear(&made->result);
}

static const struct gau_hotspots_group *group_at(const struct made *made, uint32_t i)
{
    assert_true(i < made->grouping.groups[0].count);
    return gau_hotspots_child(&made->grouping, &made->grouping.groups[0], i);
}

/* Group number @p i is the call of that name and has that time, of which that much is its own. */
static void assert_call(const struct made *made, uint32_t i, const char *name, uint64_t weight_ns,
                        uint64_t own_ns)
{
    const struct gau_hotspots_group *const group = group_at(made, i);
    char room[256];

    assert_string_equal(
        gau_hotspots_group_text(&made->result, &made->query, group, room, sizeof room), name);
    assert_int_equal(group->total.weight_ns, weight_ns);
    assert_int_equal(group->own.weight_ns, own_ns);
    assert_int_equal(group->count, 0);
}

static void assert_near(double value, double expected)
{
    assert_true(fabs(value - expected) < 1);
}

/* --- tests --------------------------------------------------------------------------------- */

static void a_sample_is_in_each_of_its_calls_once(void **state)
{
    struct made made;

    (void)state;
    open_scene();
    scene_sample(1, F_G_H, 0, 10 * MS, 10 * MS);
    scene_sample(1, F_G, 0, 20 * MS, 10 * MS);
    scene_sample(1, F_G_F_G, 0, 30 * MS, 5 * MS);
    scene_sample(1, I, 0, 40 * MS, 1 * MS);
    make(&made, NULL, 0);
    assert_int_equal(made.grouping.groups[0].total.weight_ns, 26 * MS);
    assert_int_equal(made.grouping.groups[0].total.samples, 4);
    assert_int_equal(made.grouping.groups[0].count, 4);
    assert_call(&made, 0, "func@0x20 -> func@0x10", 25 * MS, 25 * MS);
    assert_int_equal(group_at(&made, 0)->total.samples, 3);
    assert_call(&made, 1, "func@0x30 -> func@0x20", 10 * MS, 0);
    assert_int_equal(group_at(&made, 1)->total.samples, 1);
    assert_call(&made, 2, "func@0x10 -> func@0x20", 5 * MS, 0);
    assert_call(&made, 3, "[no call between modules]", 1 * MS, 1 * MS);
    clear(&made);
}

static void samples_that_are_filtered_out_are_in_no_call_but_are_neighbours(void **state)
{
    struct made made;

    (void)state;
    open_scene();
    scene_sample(1, F_G, 0, 10 * MS, 10 * MS);
    scene_sample(1, G_H, 0, 20 * MS, 10 * MS);
    scene_sample(1, F_G, 0, 30 * MS, 10 * MS);
    make(&made, "function=func@0x10", 0);
    assert_int_equal(made.grouping.groups[0].total.weight_ns, 20 * MS);
    assert_int_equal(made.grouping.groups[0].count, 1);
    /* n / (2 (n - 1)) times two differences, and the end; of the share: only the end. */
    assert_near(group_at(&made, 0)->total.error_ns, 10 * MS * sqrt(3. / 4 * 2 + 1. / 3));
    assert_near(group_at(&made, 0)->total.share_error_ns, 10 * MS * sqrt(1. / 3));
    clear(&made);
}

/* The estimator of sampling_errors.h, with the samples of each thread apart, of which one has a
 * single. */
static void errors_are_those_of_neighbours_in_time(void **state)
{
    struct made made;

    (void)state;
    open_scene();
    scene_sample(1, F_G, 0, 40 * MS, 10 * MS);
    scene_sample(2, F_G, 0, 15 * MS, 30 * MS);
    scene_sample(1, F_G_H, 0, 10 * MS, 20 * MS);
    scene_sample(1, G_H, 0, 20 * MS, 10 * MS);
    scene_sample(1, G_H, 0, 30 * MS, 10 * MS);
    make(&made, NULL, 0);
    /* In f<g: yes (20), no, no, yes: squares (400 + 100) / 2 + 100, the end 100 / 3; 30^2. */
    assert_call(&made, 0, "func@0x20 -> func@0x10", 60 * MS, 60 * MS);
    assert_near(group_at(&made, 0)->total.error_ns, MS * sqrt(4. / 6 * 350 + 100. / 3 + 900));
    assert_near(group_at(&made, 0)->own.error_ns, MS * sqrt(4. / 6 * 350 + 100. / 3 + 900));
    /* In g<h: yes, yes, yes, no: one difference of tens, nothing at the end. As its own: no (20),
     * yes, yes, no. */
    assert_call(&made, 1, "func@0x30 -> func@0x20", 40 * MS, 20 * MS);
    assert_near(group_at(&made, 1)->total.error_ns, MS * sqrt(4. / 6 * 100));
    assert_near(group_at(&made, 1)->own.error_ns, MS * sqrt(4. / 6 * 350));
    clear(&made);
}

static void what_a_limit_leaves_out_is_one_group_in_which_each_sample_is_once(void **state)
{
    struct made made;

    (void)state;
    open_scene();
    scene_sample(1, F_G, 0, 10 * MS, 10 * MS);
    scene_sample(1, F_G, 0, 20 * MS, 10 * MS);
    scene_sample(1, G_H_I, 0, 30 * MS, 8 * MS);
    scene_sample(1, H_I, 0, 40 * MS, 2 * MS);
    make(&made, NULL, 1);
    assert_int_equal(made.grouping.groups[0].count, 2);
    assert_call(&made, 0, "func@0x20 -> func@0x10", 20 * MS, 20 * MS);
    assert_call(&made, 1, "[others]", 10 * MS, 10 * MS);
    assert_int_equal(group_at(&made, 1)->total.samples, 2);
    /* Never left once it is entered: one difference, and the end. */
    assert_near(group_at(&made, 1)->total.error_ns, MS * sqrt(4. / 6 * 82 + 4. / 3));
    clear(&made);
}

/* A sample of a call that is shown may be in others that are not. */
static void a_limit_leaves_out_calls_of_samples_that_are_shown(void **state)
{
    struct made made;

    (void)state;
    open_scene();
    scene_sample(1, F_G_H, 0, 10 * MS, 10 * MS);
    scene_sample(1, F_G, 0, 20 * MS, 10 * MS);
    scene_sample(1, F_G_F_G, 0, 30 * MS, 4 * MS);
    scene_sample(1, F_G_F_G, 0, 40 * MS, 4 * MS);
    make(&made, NULL, 1);
    assert_call(&made, 0, "func@0x20 -> func@0x10", 28 * MS, 28 * MS);
    assert_call(&made, 1, "[others]", 18 * MS, 0);
    assert_int_equal(group_at(&made, 1)->total.samples, 3);
    clear(&made);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(a_sample_is_in_each_of_its_calls_once),
        TEST(samples_that_are_filtered_out_are_in_no_call_but_are_neighbours),
        TEST(errors_are_those_of_neighbours_in_time),
        TEST(what_a_limit_leaves_out_is_one_group_in_which_each_sample_is_once),
        TEST(a_limit_leaves_out_calls_of_samples_that_are_shown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
