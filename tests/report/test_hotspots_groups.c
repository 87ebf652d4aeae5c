/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"

#include "report/hotspots/grouping.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <math.h>
#include <string.h>

enum { MS = 1000000 };

static void append(char *text, size_t size, const char *more)
{
    const size_t used = strlen(text);

    snprintf(text + used, size - used, "%s", more);
}

/* "Fit 70/6(func@0x10 50/5, ...)": names, milliseconds and samples of a tree. */
static void write_tree(const struct hotspots *all, char *text, size_t size)
{
    struct gau_hotspots_iterator visit = {.grouping = &all->grouping,
                                          .group = all->grouping.groups[0]};
    uint32_t depth = 0;

    do {
        char room[GAU_HOTSPOTS_TEXT_SIZE], numbers[64];

        if (visit.depth > depth)
            append(text, size, "(");
        for (; depth > visit.depth; depth--)
            append(text, size, ")");
        if (depth == visit.depth && visit.depth > 0 && visit.path[depth - 1].next > 1)
            append(text, size, ", ");
        depth = visit.depth;
        snprintf(numbers, sizeof numbers, " %u/%u", (unsigned)(visit.group.total.weight_ns / MS),
                 (unsigned)visit.group.total.samples);
        append(text, size,
               gau_hotspots_group_text(&all->result, &all->query, &visit.group, room, sizeof room));
        append(text, size, numbers);
    } while (gau_hotspots_iterator_next(&visit));
    for (; depth > 0; depth--)
        append(text, size, ")");
}

static void check_tree(const struct gau_view_options *options, const char *expected)
{
    struct hotspots all;
    char text[4096] = "";

    hotspots_group(&all, options);
    write_tree(&all, text, sizeof text);
    assert_string_equal(text, expected);
    hotspots_clear(&all);
}

static void check_keys(const char *keys, const char *expected)
{
    const struct gau_view_options options = {.group_by = keys};

    check_tree(&options, expected);
}

static void check_filter(const char *filter, const char *expected)
{
    const struct gau_view_options options = {.group_by = "task",
                                             .filters = &filter,
                                             .filter_count = 1};

    check_tree(&options, expected);
}

static void check_times(const char *times, const char *expected)
{
    const struct gau_view_options options = {.group_by = "task", .time_filter = times};

    check_tree(&options, expected);
}

/* --- keys ---------------------------------------------------------------------------------- */

static void tasks_hold_their_functions(void **state)
{
    (void)state;
    hotspots_scene();
    check_keys(NULL, "[Total] 100/9(Fit 70/6(func@0x10 50/5, func@0x20 20/1), "
                     "Sort 20/2(func@0x20 20/2), "
                     "[Outside any task] 10/1([Dynamic code] 10/1))");
}

static void any_keys_in_any_order_are_groups(void **state)
{
    (void)state;
    hotspots_scene();
    check_keys("function,task", "[Total] 100/9(func@0x10 50/5(Fit 50/5), "
                                "func@0x20 40/3(Fit 20/1, Sort 20/2), "
                                "[Dynamic code] 10/1([Outside any task] 10/1))");
    check_keys("thread,module", "[Total] 100/9(main (TID: 101) 80/7(prog 70/6, [Unknown] 10/1), "
                                "helper (TID: 102) 20/2(prog 20/2))");
    check_keys("process,source-file,source-line",
               "[Total] 100/9(a (PID: 7) 100/9([Unknown] 100/9([Unknown] 100/9)))");
}

static void call_stacks_are_callers_below_their_function(void **state)
{
    (void)state;
    hotspots_scene();
    check_keys("function,callstack",
               "[Total] 100/9(func@0x10 50/5(func@0x40 50/5), "
               "func@0x20 40/3(func@0x40 20/1, func@0x50 20/2), [Dynamic code] 10/1)");
    check_keys("callstack", "[Total] 100/9(func@0x10 50/5(func@0x40 50/5), "
                            "func@0x20 40/3(func@0x40 20/1, func@0x50 20/2), [Dynamic code] 10/1)");
}

static void grouping_by_task_gives_the_totals_of_tasks(void **state)
{
    const struct gau_view_options options = {.group_by = "task,function,callstack"};
    struct hotspots all;

    (void)state;
    hotspots_scene();
    hotspots_group(&all, &options);
    assert_int_equal(all.grouping.groups[0].total.weight_ns, all.result.profile->weight_ns);
    for (uint32_t i = 0; i < all.grouping.groups[0].count; i++) {
        const struct gau_hotspots_group *const group =
            gau_hotspots_child(&all.grouping, &all.grouping.groups[0], i);
        const struct gau_samples_task *const task = &all.result.profile->tasks[group->value];

        assert_int_equal(group->total.weight_ns, task->weight_ns);
        assert_int_equal(group->total.samples, task->sample_count);
    }
    assert_int_equal(all.grouping.groups[0].count, 3);
    hotspots_clear(&all);
}

static void tasks_of_one_name_in_two_domains_are_distinguished(void **state)
{
    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_task(1, "d", "Fit");
    scene_task(2, "e", "Fit");
    scene_task(3, "e", "");
    scene_sample(1, 0, 1, 1, 3 * MS);
    scene_sample(1, 0, 2, 2, 2 * MS);
    scene_sample(1, 0, 3, 3, 1 * MS);
    scene_end();
    check_keys("task", "[Total] 6/3(Fit (d) 3/1, Fit (e) 2/1, [no name] 1/1)");
}

/* --- filters ------------------------------------------------------------------------------- */

static void filters_choose_samples(void **state)
{
    (void)state;
    hotspots_scene();
    check_filter("task=F*", "[Total] 70/6(Fit 70/6)");
    check_filter("task!=F*", "[Total] 30/3(Sort 20/2, [Outside any task] 10/1)");
    check_filter("task=[Outside any task]", "[Total] 10/1([Outside any task] 10/1)");
    check_filter("function=func@0x20", "[Total] 40/3(Fit 20/1, Sort 20/2)");
    check_filter("callstack=func@0x5?", "[Total] 20/2(Sort 20/2)");
    check_filter("callstack!=*", "[Total] 0/0");
    check_filter("module=/srv/nowhere/*", "[Total] 90/8(Fit 70/6, Sort 20/2)");
    check_filter("thread=helper", "[Total] 20/2(Sort 20/2)");
    check_filter("thread=102", "[Total] 20/2(Sort 20/2)");
    check_filter("process=7", "[Total] 100/9(Fit 70/6, Sort 20/2, [Outside any task] 10/1)");
}

static void filters_of_one_key_are_alternatives(void **state)
{
    static const char *const filters[] = {"task=Fit", "task=Sort", "function=*20", "function!=x"};
    const struct gau_view_options options = {.group_by = "task",
                                             .filters = filters,
                                             .filter_count = 4};

    (void)state;
    hotspots_scene();
    check_tree(&options, "[Total] 40/3(Fit 20/1, Sort 20/2)");
}

static void times_are_seconds_since_the_start(void **state)
{
    (void)state;
    hotspots_scene();
    check_times("0:0.03", "[Total] 20/2(Fit 20/2)");
    check_times("0.08:", "[Total] 30/3(Sort 20/2, [Outside any task] 10/1)");
    check_times(":.011", "[Total] 10/1(Fit 10/1)");
    check_times("5:6", "[Total] 0/0");
    check_times(":", "[Total] 100/9(Fit 70/6, Sort 20/2, [Outside any task] 10/1)");
}

static void shares_of_a_selection_have_errors_of_their_own(void **state)
{
    static const char *const filter = "thread=main";
    const struct gau_view_options options = {.group_by = "thread"};
    struct gau_view_options chosen = options;
    struct hotspots all;

    (void)state;
    hotspots_scene();
    chosen.filters = &filter;
    chosen.filter_count = 1;
    hotspots_group(&all, &chosen);
    assert_true(fabs(all.grouping.groups[0].total.share_error_ns - 10 * MS / sqrt(3)) < 1);
    assert_int_equal(all.grouping.thread_count, 1); /* that have samples which count */
    hotspots_clear(&all);
}

/* --- order and limit ----------------------------------------------------------------------- */

static void rows_are_sorted(void **state)
{
    (void)state;
    hotspots_scene();
    check_tree(&(struct gau_view_options){.group_by = "task", .sort = "name"},
               "[Total] 100/9(Fit 70/6, Sort 20/2, [Outside any task] 10/1)");
    check_tree(&(struct gau_view_options){.group_by = "function", .sort = "name"},
               "[Total] 100/9([Dynamic code] 10/1, func@0x10 50/5, func@0x20 40/3)");
    check_tree(&(struct gau_view_options){.group_by = "task", .sort = "samples"},
               "[Total] 100/9(Fit 70/6, Sort 20/2, [Outside any task] 10/1)");
    check_tree(&(struct gau_view_options){.group_by = "function", .sort = "error"},
               "[Total] 100/9(func@0x20 40/3, [Dynamic code] 10/1, func@0x10 50/5)");
}

static void what_is_beyond_the_limit_is_one_row(void **state)
{
    (void)state;
    hotspots_scene();
    check_tree(&(struct gau_view_options){.limit = 1},
               "[Total] 100/9(Fit 70/6(func@0x10 50/5, [others] 20/1), [others] 30/3)");
    check_tree(&(struct gau_view_options){.limit = 2},
               "[Total] 100/9(Fit 70/6(func@0x10 50/5, func@0x20 20/1), "
               "Sort 20/2(func@0x20 20/2), [others] 10/1)");
    check_tree(&(struct gau_view_options){.limit = 3, .group_by = "task"},
               "[Total] 100/9(Fit 70/6, Sort 20/2, [Outside any task] 10/1)");
}

/* A row of [others] counts, too; a parent is taken before what is in it. */
static void a_number_of_rows_has_the_heaviest_groups_of_all_levels(void **state)
{
    static const struct {
        size_t rows;
        const char *tree;
    } cases[] = {
        {1, "[Total] 100/9([others] 100/9)"},
        {2, "[Total] 100/9([others] 100/9)"},
        {3, "[Total] 100/9(Fit 70/6([others] 70/6), [others] 30/3)"},
        {4, "[Total] 100/9(Fit 70/6(func@0x10 50/5, [others] 20/1), [others] 30/3)"},
        {6, "[Total] 100/9(Fit 70/6(func@0x10 50/5, func@0x20 20/1), "
            "Sort 20/2(func@0x20 20/2), [others] 10/1)"},
        {7, "[Total] 100/9(Fit 70/6(func@0x10 50/5, func@0x20 20/1), "
            "Sort 20/2(func@0x20 20/2), [Outside any task] 10/1([Dynamic code] 10/1))"},
    };

    (void)state;
    hotspots_scene();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_tree(&(struct gau_view_options){.most_rows = cases[i].rows}, cases[i].tree);
}

/* [others] is a group as any other: two changes of neighbours on one thread, and two ends. */
static void others_have_the_error_of_their_samples(void **state)
{
    const struct gau_view_options options = {.group_by = "task", .limit = 1};
    const double main = 7 / 12.0 * (400 + 100) / 2 + 100 / 3.0, helper = 100 / 3.0;
    const struct gau_hotspots_group *others;
    struct hotspots all;

    (void)state;
    hotspots_scene();
    hotspots_group(&all, &options);
    others = gau_hotspots_child(&all.grouping, &all.grouping.groups[0], 1);
    assert_true(others->others);
    assert_true(fabs(others->total.error_ns / MS - sqrt(main + helper)) < 1e-6);
    hotspots_clear(&all);
}

/* --- what is refused ----------------------------------------------------------------------- */

static const struct wrong {
    struct gau_view_options options;
    const char *filter, *message;
} wrongs[] = {
    {{.group_by = "tasks"},
     NULL,
     "there is no key 'tasks'; there is: task, algorithm, component-class, level, children, "
     "function, module, source-file, source-line, thread, "
     "process, callstack"},
    {{.group_by = "task,"},
     NULL,
     "there is no key ''; there is: task, algorithm, component-class, level, children, function, "
     "module, source-file, source-line, thread, "
     "process, callstack"},
    {{.group_by = "task,task"}, NULL, "'task' is given twice"},
    {{.group_by = "callstack,task"},
     NULL,
     "'task' cannot be below the call stacks: put 'callstack' last"},
    {{.sort = "size"}, NULL, "cannot sort by 'size'; there is: time, samples, error, name"},
    {{0}, "task", "a filter is KEY=PATTERN or KEY!=PATTERN, such as 'function=fit*', not 'task'"},
    {{0}, "=x", "a filter is KEY=PATTERN or KEY!=PATTERN, such as 'function=fit*', not '=x'"},
    {{0},
     "what=x",
     "there is no key 'what'; there is: task, algorithm, component-class, level, children, "
     "function, module, source-file, source-line, thread, "
     "process, callstack"},
    {{.time_filter = "5"},
     NULL,
     "a time filter is FROM:TO in seconds since the start of the run, such as '1.5:20', '5:' or "
     "':5', not '5'"},
    {{.time_filter = "5:5"},
     NULL,
     "a time filter is FROM:TO in seconds since the start of the run, such as '1.5:20', '5:' or "
     "':5', not '5:5'"},
    {{.time_filter = "-1:5"},
     NULL,
     "a time filter is FROM:TO in seconds since the start of the run, such as '1.5:20', '5:' or "
     "':5', not '-1:5'"},
};

static void what_means_nothing_is_refused(void **state)
{
    gau_error ignored = {0};
    struct gau_symbolized_samples result;

    (void)state;
    hotspots_scene();
    assert_true(gau_symbolized_samples_open(&result, ".", false, &ignored));
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        struct gau_view_options options = wrongs[i].options;
        gau_error error = {0};
        struct gau_hotspots_query query;

        options.filters = &wrongs[i].filter;
        options.filter_count = wrongs[i].filter != NULL;
        assert_false(gau_hotspots_query_read(&query, &options, "task", &result, &error));
        assert_int_equal(error.status, GAU_ERR_USAGE);
        assert_string_equal(error.message, wrongs[i].message);
        gau_hotspots_filter_clear(&query.filter);
    }
    gau_symbolized_samples_clear(&result);
}

static void a_filter_that_matches_nothing_names_a_similar_value(void **state)
{
    static const char *const filters[] = {"task=Fit", "task=Sorted", "task=Other", "task!=x"};
    struct gau_view_options options = {.filters = &filters[1], .filter_count = 1};
    char *text;

    (void)state;
    hotspots_scene();
    text = hotspots_view(&options);
    assert_non_null(strstr(text, "\nnone of the 9 samples passes the filters: there is no task "
                                 "'Sorted'; did you mean 'Sort'?\n"));
    free(text);
    options.filters = &filters[2];
    options.filter_count = 2;
    text = hotspots_view(&options);
    assert_non_null(strstr(text, "filters: there is no task 'Other'\n"));
    free(text);
    options.filters = filters;
    options.filter_count = 1;
    text = hotspots_view(&options);
    assert_null(strstr(text, "filters"));
    free(text);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(tasks_hold_their_functions),
        IN_FOLDER(any_keys_in_any_order_are_groups),
        IN_FOLDER(call_stacks_are_callers_below_their_function),
        IN_FOLDER(grouping_by_task_gives_the_totals_of_tasks),
        IN_FOLDER(tasks_of_one_name_in_two_domains_are_distinguished),
        IN_FOLDER(filters_choose_samples),
        IN_FOLDER(filters_of_one_key_are_alternatives),
        IN_FOLDER(times_are_seconds_since_the_start),
        IN_FOLDER(shares_of_a_selection_have_errors_of_their_own),
        IN_FOLDER(rows_are_sorted),
        IN_FOLDER(what_is_beyond_the_limit_is_one_row),
        IN_FOLDER(others_have_the_error_of_their_samples),
        IN_FOLDER(a_number_of_rows_has_the_heaviest_groups_of_all_levels),
        IN_FOLDER(a_filter_that_matches_nothing_names_a_similar_value),
        IN_FOLDER(what_means_nothing_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
