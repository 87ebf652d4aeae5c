/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "report/timings/timings.h"
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct gau_timer_grouping ungrouped = {0};

/* "A" is called in two sequences and, with the same identifier, twice in the second. */
static const struct scene_row branches[] = {
    {0, -1, "Event", "Event", "Event", 10, 4.0, 1.0, 0},
    {1, -1, "Background", "Background", "Background", 0, 0.5, 0, 0},
    {7, 1, "Background", "Event", "Event", 3, 0.5, 0.5, 0},
    {2, 0, "Event", "S", "S", 10, 3.0, 0.5, 0},
    {5, 2, "Event", "S A", "A", 10, 1.5, 1.5, 0},
    {6, 2, "Event", "S A", "A", 30, 1.0, 1.0, 0},
};
static const struct scene_row first[] = {
    {0, -1, "Event", "Event", "Event", 1, 1.0, 0.75, 0},
    {2, 0, "Event", "S", "S", 1, 0.25, 0.125, 0},
    {5, 2, "Event", "S A", "A", 1, 0.125, 0.125, 0},
};
static const struct scene_timer timer = {branches, COUNT_OF(branches), first, COUNT_OF(first)};

static struct gau_timer_result read_result(const char *folder)
{
    gau_error error = {0};
    struct gau_timer_result timings;

    if (gau_timer_result_read(&timings, folder, &ungrouped, &error) != GAU_OK)
        fail_msg("%s", error.message);
    return timings;
}

/* The first row of an identifier that is no root, or is. */
static const struct gau_timer_row *find(const struct gau_timer_result *timings, const char *path,
                                        bool is_root)
{
    size_t i = 0;

    while (i < timings->n &&
           (strcmp(timings->rows[i].path, path) != 0 || timings->rows[i].is_root != is_root))
        i++;
    assert_true(i < timings->n);
    return &timings->rows[i];
}

static void equal_identifiers_and_first_events_are_summed(void **state)
{
    struct gau_timer_result timings;
    const struct gau_timer_row *row;

    (void)state;
    scene_write_timer("r", "timer", &timer);
    scene_write_run("r", "'host':'pc','cores':2,");
    timings = read_result("r");
    assert_int_equal(timings.n, 5);
    assert_true(timings.timed && !timings.cpu_known);
    assert_string_equal(timings.whole, "Event");
    assert_true(timings.event_s == 5.0 && timings.events == 11);
    row = find(&timings, "S A", false);
    assert_true(row->calls == 41 && row->total_s == 2.625 && row->self_s == 2.625);
    assert_true(isnan(row->cpu_total_s) && !row->is_root);
    assert_string_equal(row->name, "A");
    assert_string_equal(row->root, "Event");
    assert_string_equal(gau_timer_result_text(&timings, "host"), "pc");
    assert_string_equal(gau_timer_result_text(&timings, "cores"), "");
    gau_timer_result_clear(&timings);
}

static void rows_keep_the_order_of_the_tree(void **state)
{
    static const char *const paths[] = {"Event", "S", "S A", "Background", "Event"};
    struct gau_timer_result timings;

    (void)state;
    scene_write_timer("r", "timer", &timer);
    timings = read_result("r");
    for (size_t i = 0; i < COUNT_OF(paths); i++)
        assert_string_equal(timings.rows[i].path, paths[i]);
    gau_timer_result_clear(&timings);
}

/* A component called as a root, below another root. */
static void branches_of_other_roots_are_others(void **state)
{
    struct gau_timer_result timings;
    const struct gau_timer_row *branch;

    (void)state;
    scene_write_timer("r", "timer", &timer);
    timings = read_result("r");
    branch = &timings.rows[4];
    assert_true(timings.rows[0].is_root && !branch->is_root);
    assert_ptr_equal(find(&timings, "Event", false), branch);
    assert_ptr_equal(find(&timings, "Event", true), &timings.rows[0]);
    assert_true(timings.rows[0].calls == 11 && branch->calls == 3);
    assert_string_equal(branch->root, "Background");
    gau_timer_result_clear(&timings);
}

static void cpu_times_are_summed_where_there_are_some(void **state)
{
    static const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 9, 3, 3, 2},
        {1, 0, "Event", "A", "A", 9, 2, 2, 1.5},
    };
    struct gau_timer_result timings;

    (void)state;
    scene_write_timer("r", "timer", &(struct scene_timer){rows, 2, rows, 2});
    timings = read_result("r");
    assert_true(timings.cpu_known && find(&timings, "A", false)->cpu_total_s == 3);
    gau_timer_result_clear(&timings);
}

/* A program that is timed with sections has no events. */
static void without_events_the_longest_root_is_the_whole(void **state)
{
    static const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 0, 0, 0, 0},
        {1, -1, "Setup", "Setup", "Setup", 1, 0.5, 0.5, 0},
        {2, -1, "Program", "Program", "Program", 2, 3, 3, 0},
    };
    struct gau_timer_result timings;

    (void)state;
    scene_write_timer("r", "timer", &(struct scene_timer){rows, 3, rows, 0});
    timings = read_result("r");
    assert_string_equal(timings.whole, "Program");
    assert_true(timings.event_s == 3 && timings.events == 2);
    gau_timer_result_clear(&timings);
    scene_write_timer("r", "timer", &(struct scene_timer){rows, 1, rows, 1});
    timings = read_result("r");
    assert_true(timings.event_s == 0 && timings.events == 0);
    gau_timer_result_clear(&timings);
    scene_write_timer("r", "timer", &(struct scene_timer){rows, 0, rows, 0});
    timings = read_result("r");
    assert_true(timings.timed && timings.n == 0);
    assert_string_equal(timings.whole, "");
    gau_timer_result_clear(&timings);
}

static void the_only_timer_may_have_a_name(void **state)
{
    struct gau_timer_result timings;

    (void)state;
    scene_write_timer("named", "timer-Fast", &timer);
    timings = read_result("named");
    assert_true(timings.timed && timings.run == NULL);
    gau_timer_result_clear(&timings);
    scene_write_timer("named", "timer-Slow", &timer);
    timings = read_result("named");
    assert_false(timings.timed);
    gau_timer_result_clear(&timings);
}

static void what_is_wrong_is_said_with_the_folder(void **state)
{
    static const struct {
        const char *text, *message;
    } wrongs[] = {
        {"[]", "/timer.json: not a document of gaudit: not a JSON object"},
        {"{'schema':3}", "/timer.json: schema 3 is newer than 2, the one that this gaudit reads"},
        {"{'schema':2,'branches':[]}", "/timer.json: warm_up is missing"},
        {"{'schema':2,'warm_up':[],'branches':[{'branch':0,'parent':-1,'name':'E','path':'E',"
         "'type':''}]}",
         "/timer.json: branches[0].calls is missing"},
    };

    /* Messages about fields begin with the name of the file, as some of these do. */
    static const char *const folders[] = {"r", "t", "timer", "timer.json"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrongs) * COUNT_OF(folders); i++) {
        const char *const folder = folders[i % COUNT_OF(folders)];
        const size_t wrong = i / COUNT_OF(folders);
        gau_error error = {0};
        struct gau_timer_result timings;

        scene_write(folder, "timer.json", wrongs[wrong].text);
        assert_int_equal(gau_timer_result_read(&timings, folder, &ungrouped, &error), GAU_ERR_IO);
        assert_true(strncmp(error.message, folder, strlen(folder)) == 0);
        assert_string_equal(error.message + strlen(folder), wrongs[wrong].message);
        assert_null(timings.rows);
    }
}

/* --- sets ---------------------------------------------------------------------------------- */

static void a_set_is_of_results_and_of_folders_of_results(void **state)
{
    static const char *const paths[] = {"b", "a/"};
    gau_error error = {0};
    struct gau_timer_result_set set;

    (void)state;
    scene_write_run("b", "");
    scene_write_run("a/002", "");
    scene_write_run("a/001", "");
    scene_write_run("a/.hidden", "");
    scene_write("a/notes", "text", "no result");
    assert_int_equal(gau_timer_result_set_read(&set, paths, 2, &ungrouped, &error), GAU_OK);
    assert_int_equal(set.n, 3);
    assert_string_equal(set.runs[0].folder, "b");
    assert_string_equal(set.runs[1].folder, "a/001");
    assert_string_equal(set.runs[2].folder, "a/002");
    gau_timer_result_set_clear(&set);
}

/* As releases are called: v10 comes after v9. */
static void numbers_in_names_are_sorted_as_numbers(void **state)
{
    static const char *const names[] = {
        "v1", "v1.2", "v1.9", "v1.10", "v8", "v9", "v9b", "v10", "v18446744073709551616", "w"};
    static const size_t written[] = {9, 6, 0, 8, 2, 7, 4, 1, 3, 5};
    const char *const path = "all";
    gau_error error = {0};
    struct gau_timer_result_set set;
    char folder[64];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(written); i++) {
        snprintf(folder, sizeof folder, "all/%s", names[written[i]]);
        scene_write_run(folder, "");
    }
    assert_int_equal(gau_timer_result_set_read(&set, &path, 1, &ungrouped, &error), GAU_OK);
    assert_int_equal(set.n, COUNT_OF(names));
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_string_equal(set.runs[i].folder + 4, names[i]);
    gau_timer_result_set_clear(&set);
}

static void a_result_is_the_same_by_any_path(void **state)
{
    static const char *const paths[] = {"a", "a/../a/1", "b"};
    gau_error error = {0};
    struct gau_timer_result_set set;

    (void)state;
    scene_write_run("a/1", "");
    scene_write_run("a/2", "");
    scene_write_run("b", "");
    assert_int_equal(gau_timer_result_set_read(&set, paths, 3, &ungrouped, &error), GAU_OK);
    assert_int_equal(set.n, 4);
    assert_true(gau_timer_result_are_one(&set.runs[0], &set.runs[2]));
    assert_true(gau_timer_result_are_one(&set.runs[3], &set.runs[3]));
    assert_false(gau_timer_result_are_one(&set.runs[0], &set.runs[1]));
    assert_false(gau_timer_result_are_one(&set.runs[1], &set.runs[3]));
    gau_timer_result_set_clear(&set);
}

/* Equal starts are of the same second; equal times to the last digit are of the same run. */
static void a_copy_is_the_same_result(void **state)
{
    static const char *const folders[] = {"run", "copy", "other", "later"};
    static const struct scene_row rows[] = {{0, -1, "Event", "Event", "Event", 10, 3, 3, 0}};
    static const struct scene_row others[] = {{0, -1, "Event", "Event", "Event", 10, 4, 4, 0}};
    gau_error error = {0};
    struct gau_timer_result_set set;
    size_t last;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        const struct scene_row *const made = i == 2 ? others : rows;

        scene_write_timer(folders[i], "timer", &(struct scene_timer){made, 1, made, 0});
        scene_write_run(folders[i], i == 3 ? "'start_time':'2026-01-01T00:00:01Z',"
                                           : "'start_time':'2026-01-01T00:00:00Z',");
    }
    assert_int_equal(gau_timer_result_set_read(&set, folders, 4, &ungrouped, &error), GAU_OK);
    assert_int_equal(gau_timer_result_set_drop_repeated(&set, &last), 1);
    assert_int_equal(last, 1);
    assert_int_equal(set.n, 3);
    assert_string_equal(set.runs[1].folder, "other");
    assert_string_equal(set.runs[2].folder, "later");
    gau_timer_result_set_clear(&set);
}

static void a_set_of_nothing_is_refused(void **state)
{
    static const struct {
        const char *path, *message;
    } wrongs[] = {
        {"missing", "'missing' is not a result folder: No such file or directory"},
        {"c", "'c' is not a result folder, and there is none in it: no run.json"},
        {"c/file", "'c/file' is not a result folder: Not a directory"},
    };
    struct gau_timer_result_set set;
    gau_error none = {0};

    (void)state;
    scene_write("c", "file", "");
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        gau_error error = {0};

        assert_int_equal(gau_timer_result_set_read(&set, &wrongs[i].path, 1, &ungrouped, &error),
                         GAU_ERR_USAGE);
        assert_string_equal(error.message, wrongs[i].message);
        assert_int_equal(set.n, 0);
    }
    assert_int_equal(gau_timer_result_set_read(&set, NULL, 0, &ungrouped, &none), GAU_ERR_USAGE);
}

static void every_allocation_can_fail(void **state)
{
    static const char *const paths[] = {"a", "b"};
    uint64_t n = 0;
    bool read;

    (void)state;
    scene_write_timer("a/1", "timer", &timer);
    scene_write_run("a/1", "");
    scene_write_run("b", "");
    do {
        gau_error error = {0};
        struct gau_timer_result_set set;

        allocations_fail_at(++n);
        read = gau_timer_result_set_read(&set, paths, 2, &ungrouped, &error) == GAU_OK;
        assert_true(read || allocations_failed_call());
        allocations_fail_at(0);
        assert_true(read || (error.status == GAU_ERR_MEMORY && strstr(error.message, "memory")));
        assert_int_equal(set.n, read ? 2 : 0);
        gau_timer_result_set_clear(&set);
    } while (!read);
    assert_true(n > 15);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(equal_identifiers_and_first_events_are_summed),
        TEST(rows_keep_the_order_of_the_tree),
        TEST(branches_of_other_roots_are_others),
        TEST(cpu_times_are_summed_where_there_are_some),
        TEST(without_events_the_longest_root_is_the_whole),
        TEST(the_only_timer_may_have_a_name),
        TEST(what_is_wrong_is_said_with_the_folder),
        TEST(a_set_is_of_results_and_of_folders_of_results),
        TEST(numbers_in_names_are_sorted_as_numbers),
        TEST(a_result_is_the_same_by_any_path),
        TEST(a_copy_is_the_same_result),
        TEST(a_set_of_nothing_is_refused),
        TEST(every_allocation_can_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
