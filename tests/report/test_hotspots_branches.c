/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"
#include "timing_fixture.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The tasks of the scene are branches: those of one algorithm, or of two. */
static void write_branches(const char *task_of_fit, const char *name_of_sort)
{
    char text[1024];

    snprintf(text, sizeof text,
             "{'schema':2,'branches':["
             "{'branch':0,'parent':-1,'name':'Event','path':'Event','type':'Root','task_type':''},"
             "{'branch':1,'parent':0,'name':'A','path':'A','type':'Sequence','task_type':'A'},"
             "{'branch':2,'parent':1,'name':'F','path':'A F','type':'Fit','task_type':'%s'},"
             "{'branch':3,'parent':0,'name':'%s','path':'Sort','type':'Fit','task_type':'Sort'}]}",
             task_of_fit, name_of_sort);
    scene_write(".", "itt.json", text);
}

static void begin(void)
{
    hotspots_scene();
    write_branches("Fit", "S");
}

/* "F 70, S 20": milliseconds of the groups. */
static void check(const char *keys, const char *relative_to, const char *expected)
{
    const struct gau_view_options options = {.group_by = keys, .relative_to = relative_to};
    char text[512] = "", room[GAU_HOTSPOTS_TEXT_SIZE];
    struct hotspots all;

    hotspots_group(&all, &options);
    for (uint32_t i = 0; i < all.grouping.groups[0].count; i++) {
        const struct gau_hotspots_group *const group =
            gau_hotspots_child(&all.grouping, &all.grouping.groups[0], i);
        const size_t used = strlen(text);

        snprintf(text + used, sizeof text - used, "%s%s %u", i ? ", " : "",
                 gau_hotspots_group_text(&all.result, &all.query, group, room, sizeof room),
                 (unsigned)(group->total.weight_ns / 1000000));
    }
    assert_string_equal(text, expected);
    hotspots_clear(&all);
}

static void samples_are_of_the_branch_of_their_task(void **state)
{
    (void)state;
    begin();
    check("algorithm", NULL, "F 70, S 20, [Outside any task] 10");
    check("component-class", NULL, "Fit 90, [Outside any task] 10");
    check("level=1", NULL, "A 70, Sort 20, [Outside any task] 10");
    check("children=A", NULL, "F 70, [other branches] 20, [Outside any task] 10");
}

static void one_algorithm_on_two_branches_is_one_group(void **state)
{
    (void)state;
    hotspots_scene();
    write_branches("Fit", "F");
    check("algorithm", NULL, "F 90, [Outside any task] 10");
}

static void a_task_that_is_no_branch_is_a_group(void **state)
{
    (void)state;
    hotspots_scene();
    write_branches("Other", "S");
    check("algorithm", NULL, "Fit 70, S 20, [Outside any task] 10");
}

static void shares_are_relative_to_a_branch_with_what_is_below_it(void **state)
{
    const struct gau_view_options options = {.group_by = "algorithm",
                                             .relative_to = "A",
                                             .format = GAU_TABLE_CSV};
    char *const text = (begin(), hotspots_view(&options));

    (void)state;
    assert_non_null(strstr(text, "\nF,0.07,"));
    assert_non_null(strstr(text, ",100,0\n"));
    assert_non_null(strstr(text, "\nS,0.02,"));
    assert_non_null(strstr(text, ",28.571428571428573,"));
    free(text);
}

/* The first process knows nothing of "Sort". */
static void samples_of_further_processes_are_of_their_branches(void **state)
{
    static const char first[] =
        "{'schema':2,'branches':["
        "{'branch':0,'parent':-1,'name':'Event','path':'Event','type':'Root','task_type':''},"
        "{'branch':1,'parent':0,'name':'A','path':'A','type':'Sequence','task_type':'A'},"
        "{'branch':2,'parent':1,'name':'F','path':'A F','type':'Fit','task_type':'Fit'}]}";
    static const char sort[] =
        "{'schema':2,'branches':["
        "{'branch':0,'parent':-1,'name':'Event','path':'Event','type':'Root','task_type':''},"
        "{'branch':1,'parent':0,'name':'T','path':'T','type':'Sequence','task_type':'T'},"
        "{'branch':2,'parent':1,'name':'S','path':'T S','type':'Fit','task_type':'Sort'}]}";

    (void)state;
    hotspots_scene();
    scene_write(".", "itt.json", first);
    check("level=1", NULL, "A 70, Sort 20, [Outside any task] 10");
    assert_int_equal(mkdir("process-2", 0777), 0);
    check("level=1", NULL, "A 70, Sort 20, [Outside any task] 10");
    assert_int_equal(mkdir("process-3", 0777), 0);
    scene_write("process-3", "itt.json", sort);
    check("level=1", NULL, "A 70, T 20, [Outside any task] 10");
    check("algorithm", "T", "F 70, S 20, [Outside any task] 10");
    check("children=T", NULL, "[other branches] 70, S 20, [Outside any task] 10");
}

static const char alike_branches[] =
    "{'schema':2,'branches':["
    "{'branch':0,'parent':-1,'name':'Event','path':'Event','type':'Root'},"
    "{'branch':1,'parent':0,'name':'Hlt','path':'Hlt','type':'Sequence'},"
    "{'branch':2,'parent':1,'name':'Hlt1TrackAllL0Unit','path':'Hlt Hlt1TrackAllL0Unit'},"
    "{'branch':3,'parent':1,'name':'Hlt1DiMuonUnit','path':'Hlt Hlt1DiMuonUnit'},"
    "{'branch':4,'parent':2,'name':'Fit','path':'Hlt Hlt1TrackAllL0Unit Fit'},"
    "{'branch':5,'parent':3,'name':'Fit','path':'Hlt Hlt1DiMuonUnit Fit'}]}";

/* In a terminal identifiers may lose their middle; what is no branch has no short name. */
static void names_that_differ_in_the_middle_look_different(void **state)
{
    static const char *const tasks[] = {"Hlt Hlt1TrackAllL0Unit Fit", "Hlt Hlt1DiMuonUnit Fit",
                                        "load image"},
                             *const keys[] = {"task", "task,function", "level=3"};

    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    for (uint32_t i = 0; i < 3; i++) {
        scene_task(i + 1, "d", tasks[i]);
        scene_sample(1, 0, i + 1, (i + 1) * 10000000ULL, 10000000);
    }
    scene_end();
    scene_write(".", "itt.json", alike_branches);
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        struct gau_view_options options = {.group_by = keys[i], .width = 80};
        char *text = hotspots_view(&options);

        assert_non_null(strstr(text, "  Hlt1TrackAllL0Unit Fit\n"));
        assert_non_null(strstr(text, "  Hlt1DiMuonUnit Fit\n"));
        assert_non_null(strstr(text, "  load image\n"));
        free(text);
        options.width = 0; /* a file has the identifiers */
        text = hotspots_view(&options);
        assert_non_null(strstr(text, "  Hlt Hlt1TrackAllL0Unit Fit\n"));
        free(text);
    }
}

static void assert_near(double value, double expected)
{
    assert_true(fabs(value - expected) <= 1e-9);
}

/* Of independent samples: (1 - r) r / n for a part of the branch, and as of a quotient for what is
 * outside of it. */
static void relative_errors_are_those_of_quotients(void **state)
{
    const double n = 1000, p = 0.1, q = 0.4;
    const struct gau_hotspots_measure whole = {.weight_ns = 400, .error_ns = sqrt(n * q * (1 - q))};
    const struct gau_hotspots_measure part = {.weight_ns = 100,
                                              .within_ns = 100,
                                              .error_ns = sqrt(n * p * (1 - p))};
    const struct gau_hotspots_measure other = {.weight_ns = 100, .error_ns = sqrt(n * p * (1 - p))};
    const double r = p / q;

    (void)state;
    assert_near(gau_hotspots_relative_error(&part, &whole, 1000), sqrt(r * (1 - r) / (n * q)));
    assert_near(gau_hotspots_relative_error(&other, &whole, 1000),
                sqrt(r * r * (1 / (n * p) + 1 / (n * q))));
    assert_near(gau_hotspots_relative_error(
                    &(struct gau_hotspots_measure){
                        .weight_ns = 400, .within_ns = 400, .error_ns = whole.error_ns},
                    &whole, 1000),
                0);
}

static void refuses(const struct gau_view_options *options, const char *message)
{
    gau_error error = {0};

    assert_int_equal(report_view(&gau_view_hotspots, ".", options, "out", &error), GAU_ERR_USAGE);
    assert_string_equal(error.message, message);
}

static void a_result_without_branches_gets_a_sentence(void **state)
{
    (void)state;
    hotspots_scene();
    refuses(
        &(struct gau_view_options){.group_by = "algorithm"},
        "'.' does not say what its branches are: it needs itt.json, of an IttAuditor, or "
        "timer.json, of a TimerAuditor, which 'gaudit profile JOB.xml' puts beside the samples");
}

static void what_is_not_known_gets_a_sentence(void **state)
{
    static const char *const filter = "level=1";

    (void)state;
    begin();
    refuses(&(struct gau_view_options){.group_by = "children=B"}, "there is no branch 'B'");
    refuses(&(struct gau_view_options){.group_by = "task", .relative_to = "B"},
            "there is no branch 'B'");
    refuses(&(struct gau_view_options){.group_by = "algorithm,algorithm"},
            "'algorithm' is given twice");
    refuses(&(struct gau_view_options){.filters = &filter, .filter_count = 1},
            "a filter takes no level: filter by task, or algorithm");
}

static void a_result_of_vtune_gets_the_command_that_prints_it(void **state)
{
    (void)state;
    folder_write("vtune-tasks.csv", "");
    refuses(&(struct gau_view_options){0},
            "'.' holds VTune's report 'vtune-tasks.csv', and no samples (samples*.gtr), as 'gaudit "
            "profile --profiler builtin JOB.xml' records them");
    folder_write("r000hs/r000hs.vtune", "");
    folder_write("r001hs/r001hs.vtune", "");
    folder_write("r002hs", "a file");
    refuses(&(struct gau_view_options){0},
            "'.' holds VTune's result, and no samples (samples*.gtr), as 'gaudit profile "
            "--profiler builtin JOB.xml' records them; 'vtune -report hotspots -result-dir "
            "./r001hs -group-by task' prints it, or amplxe-cl likewise");
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(samples_are_of_the_branch_of_their_task),
        IN_FOLDER(one_algorithm_on_two_branches_is_one_group),
        IN_FOLDER(a_task_that_is_no_branch_is_a_group),
        IN_FOLDER(shares_are_relative_to_a_branch_with_what_is_below_it),
        IN_FOLDER(samples_of_further_processes_are_of_their_branches),
        IN_FOLDER(names_that_differ_in_the_middle_look_different),
        cmocka_unit_test(relative_errors_are_those_of_quotients),
        IN_FOLDER(a_result_without_branches_gets_a_sentence),
        IN_FOLDER(what_is_not_known_gets_a_sentence),
        IN_FOLDER(a_result_of_vtune_gets_the_command_that_prints_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
