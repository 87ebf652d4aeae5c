/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MS = 1000000 };

static void check_view(const struct gau_view_options *options, const char *expected)
{
    char *text;

    unlink("samples.gtr");
    hotspots_scene();
    text = hotspots_view(options);
    assert_string_equal(text, expected);
    free(text);
}

#define NOTES                                                                                     \
    "there are only 9 samples: record for longer, or use a shorter --interval\n"                  \
    "warning: '/srv/nowhere/prog' cannot be read (No such file or directory): its functions are " \
    "shown as addresses\n"

/* --- text ---------------------------------------------------------------------------------- */

static void a_file_gets_plain_letters(void **state)
{
    (void)state;
    check_view(
        &(struct gau_view_options){.group_by = "task,function,callstack"},
        "70 +- 12 % of 100 ms CPU time is in Fit, 20 +- 6 % in Sort, 10 +- 13 % in [Outside any "
        "task] (9 samples)\n"
        "\n"
        "CPU time by task, function, callstack: 0.100 s +- 0.008 (standard error), 9 samples, 2 "
        "threads, 1 process\n"
        "\n"
        "        CPU time   share  samples                        Task Type / Function / Function "
        "Stack\n"
        "----------------------------------------------------------------------------------------"
        "------\n"
        "0.070 s +- 0.012  70.0 %        6  ####################  Fit\n"
        "0.050 s +- 0.012  50.0 %        5  --------------          func@0x10\n"
        "                                                             <- func@0x40\n"
        "0.020 s +- 0.017  20.0 %        1  ------                  func@0x20\n"
        "                                                             <- func@0x40\n"
        "0.020 s +- 0.006  20.0 %        2  ######                Sort\n"
        "0.020 s +- 0.006  20.0 %        2  ------                  func@0x20\n"
        "                                                             <- func@0x50\n"
        "0.010 s +- 0.013  10.0 %        1  ###                   [Outside any task]\n"
        "0.010 s +- 0.013  10.0 %        1  ---                     [Dynamic code]\n"
        "----------------------------------------------------------------------------------------"
        "------\n" NOTES);
}

static void a_terminal_gets_what_it_can_show(void **state)
{
    (void)state;
    check_view(&(struct gau_view_options){.width = 80, .unicode = true, .limit = 1},
               "70 \u00b1 12 % of 100 ms CPU time is in Fit (9 samples)\n"
               "\n"
               "CPU time by task, function: 0.100 s \u00b1 0.008 (standard error), 9 samples, 2\n"
               "  threads, 1 process\n"
               "\n"
               "       CPU time   share  samples              Task Type / Function\n"
               "------------------------------------------------------------------\n"
               "0.070 s \u00b1 0.012  70.0 %        6  ██████████  Fit\n"
               "0.050 s \u00b1 0.012  50.0 %        5  ███████▏      func@0x10\n"
               "0.020 s \u00b1 0.017  20.0 %        1  ██▉           func@0x20\n"
               "0.030 s \u00b1 0.015  30.0 %        3  ████▎       [2 others]\n"
               "------------------------------------------------------------------\n"
               "there are only 9 samples: record for longer, or use a shorter --interval\n"
               "warning: '/srv/nowhere/prog' cannot be read (No such file or directory): its\n"
               "  functions are shown as addresses\n");
}

static void long_names_are_cut_in_the_middle_on_terminals_alone(void **state)
{
    static const char name[] = "Hlt Hlt1DiMuonHighMassLine HltReconstruction FastVeloHlt";
    struct gau_view_options options = {.group_by = "task"};
    char *text;

    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_task(1, "", name);
    scene_sample(1, 0, 1, 1, MS);
    scene_end();
    text = hotspots_view(&options);
    assert_non_null(strstr(text, name));
    free(text);
    options.width = 80;
    text = hotspots_view(&options);
    assert_non_null(strstr(text, "  Hlt ... FastVeloHlt\n"));
    free(text);
}

static void rows_and_their_header_have_the_same_columns(void **state)
{
    const struct gau_view_options options = {.group_by = "task", .width = 30};
    char *text;

    (void)state;
    hotspots_scene();
    text = hotspots_view(&options);
    assert_non_null(strstr(text, "\n        CPU time   share  Task Type\n"));
    assert_non_null(strstr(text, "\n0.070 s +- 0.012  70.0 %  Fit\n"));
    free(text);
}

/* As if they were exact. */
static void errors_are_not_rounded_to_zero(void **state)
{
    struct gau_view_options options = {.group_by = "task"};
    char *text;

    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_thread(2, "helper");
    scene_task(1, "", "Fit");
    scene_task(2, "", "Sort");
    scene_sample(1, 0, 1, 1, MS * 6 / 10);
    scene_sample(1, 0, 1, 2, MS * 6 / 10);
    scene_sample(2, 0, 2, 1, 20 * MS);
    scene_end();
    text = hotspots_view(&options);
    assert_non_null(strstr(text,
                           "\n 0.020 s +- 0.020  94.3 %        1  ####################  Sort\n"
                           "0.001 s +- <0.001   5.7 %        2  #                     Fit\n"));
    free(text);
    options.format = GAU_TABLE_MARKDOWN;
    text = hotspots_view(&options);
    assert_non_null(strstr(text, "<0.001 |"));
    free(text);
}

/* --- for programs -------------------------------------------------------------------------- */

#define FUNCTION_HEADER                                                                           \
    "CPU Time,CPU Time:Effective Time,CPU Time:Spin Time,CPU Time:Overhead Time,Module,Function " \
    "(Full),Source File,Start Address,Samples,CPU Time:Standard Error,CPU Time:Percent,CPU "      \
    "Time:Percent Standard Error\n"

static void csv_has_the_columns_of_vtune(void **state)
{
    (void)state;
    check_view(&(struct gau_view_options){.format = GAU_TABLE_CSV},
               "Task Type,Function," FUNCTION_HEADER
               "Fit,func@0x10,0.05,0.05,0,0,prog,func@0x10,[Unknown],0x10,5,0.012076147,50,"
               "12.076147\n"
               "Fit,func@0x20,0.02,0.02,0,0,prog,func@0x20,[Unknown],0x20,1,0.017078251,20,"
               "17.078251\n"
               "Sort,func@0x20,0.02,0.02,0,0,prog,func@0x20,[Unknown],0x20,2,0.005773503,20,"
               "5.773503\n"
               "[Outside any task],[Dynamic code],0.01,0.01,0,0,[Unknown],[Dynamic code],[Unknown],"
               "0,1,0.013385315,10,13.385315\n");
}

/* The first line of the view for these keys. */
static void check_header(const char *keys, const char *expected)
{
    const struct gau_view_options options = {.format = GAU_TABLE_CSV, .group_by = keys};
    char *const text = hotspots_view(&options);

    text[strcspn(text, "\n") + 1] = '\0';
    assert_string_equal(text, expected);
    free(text);
}

static void csv_has_a_column_for_each_key(void **state)
{
    static const char times[] = "CPU Time,CPU Time:Effective Time,CPU Time:Spin Time,CPU "
                                "Time:Overhead Time,Samples,CPU Time:Standard Error,CPU "
                                "Time:Percent,CPU Time:Percent Standard Error\n";
    char expected[512];

    (void)state;
    hotspots_scene();
    check_header("function", "Function," FUNCTION_HEADER);
    snprintf(expected, sizeof expected, "Task Type,%s", times);
    check_header("task", expected);
    snprintf(expected, sizeof expected, "Process,Thread,Source Line,Function Stack,%s", times);
    check_header("process,thread,source-line,callstack", expected);
    check_header("module,source-file,function",
                 "Module,Source File,Function,CPU Time,CPU Time:Effective Time,CPU Time:Spin "
                 "Time,CPU Time:Overhead Time,Function (Full),Start Address,Samples,CPU "
                 "Time:Standard Error,CPU Time:Percent,CPU Time:Percent Standard Error\n");
}

static void csv_has_a_row_for_each_whole_stack(void **state)
{
    const struct gau_view_options options = {
        .format = GAU_TABLE_CSV, .group_by = "function,callstack", .delimiter = ";", .limit = 1};
    char *text;

    (void)state;
    hotspots_scene();
    text = hotspots_view(&options);
    assert_non_null(strstr(text, "\nfunc@0x10;func@0x40;0.05;0.05;0;0;prog;"));
    assert_non_null(strstr(text, "\n[others];;0.05;0.05;0;0;;;;;4;"));
    free(text);
}

/* All groups, each with the keys of what it is in. */
static void json_has_a_row_for_each_group(void **state)
{
    (void)state;
    check_view(
        &(struct gau_view_options){.format = GAU_TABLE_JSON,
                                   .group_by = "task,function",
                                   .limit = 1,
                                   .time_filter = "0:9"},
        "{\n"
        "  \"schema\": 2,\n"
        "  \"view\": \"hotspots\",\n"
        "  \"group_by\": [\"task\", \"function\"],\n"
        "  \"filters\": [],\n"
        "  \"time_filter\": \"0:9\",\n"
        "  \"cpu_s\": 0.1, \"error_s\": 0.008164966, \"samples\": 9, \"threads\": 2, "
        "\"processes\": 1,\n"
        "  \"rows\": [\n"
        "  {\"task\": \"Fit\", \"function\": null, \"cpu_s\": 0.07, \"module\": null, "
        "\"function_full\": null, \"source_file\": null, \"start_address\": null, \"depth\": 0, "
        "\"samples\": 6, \"error_s\": 0.012076147, \"share_percent\": 70.0, "
        "\"share_error_percent\": 12.076147},\n"
        "  {\"task\": \"Fit\", \"function\": \"func@0x10\", \"cpu_s\": 0.05, \"module\": "
        "\"/srv/nowhere/prog\", \"function_full\": \"func@0x10\", \"source_file\": \"\", "
        "\"start_address\": \"0x10\", \"depth\": 1, \"samples\": 5, \"error_s\": 0.012076147, "
        "\"share_percent\": 50.0, \"share_error_percent\": 12.076147},\n"
        "  {\"task\": \"Fit\", \"function\": \"[others]\", \"cpu_s\": 0.02, \"module\": null, "
        "\"function_full\": null, \"source_file\": null, \"start_address\": null, \"depth\": 1, "
        "\"samples\": 1, \"error_s\": 0.017078251, \"share_percent\": 20.0, "
        "\"share_error_percent\": 17.078251},\n"
        "  {\"task\": \"[others]\", \"function\": null, \"cpu_s\": 0.03, \"module\": null, "
        "\"function_full\": null, \"source_file\": null, \"start_address\": null, \"depth\": 0, "
        "\"samples\": 3, \"error_s\": 0.01457738, \"share_percent\": 30.0, "
        "\"share_error_percent\": 14.57738}\n"
        "]\n"
        ", \"notes\": [\n"
        "    \"there are only 9 samples: record for longer, or use a shorter --interval\",\n"
        "    \"warning: '/srv/nowhere/prog' cannot be read (No such file or directory): its "
        "functions are shown as addresses\"]\n"
        "}\n");
}

static void markdown_is_a_table(void **state)
{
    (void)state;
    check_view(&(struct gau_view_options){.format = GAU_TABLE_MARKDOWN, .group_by = "task"},
               "### CPU time by task: 0.100 s \u00b1 0.008 (standard error), 9 samples, 2 threads, "
               "1 process\n"
               "\n"
               "| CPU time | share | samples | Task Type |\n"
               "| ---: | ---: | ---: | --- |\n"
               "| 0.070 s \u00b1 0.012 | 70.0 % | 6 | Fit |\n"
               "| 0.020 s \u00b1 0.006 | 20.0 % | 2 | Sort |\n"
               "| 0.010 s \u00b1 0.013 | 10.0 % | 1 | \\[Outside any task\\] |\n"
               "\n"
               "there are only 9 samples: record for longer, or use a shorter --interval\n"
               "\n");
}

static void latex_is_a_table(void **state)
{
    (void)state;
    check_view(&(struct gau_view_options){.format = GAU_TABLE_LATEX, .limit = 1},
               "% needs \\usepackage{booktabs}\n"
               "\\begin{table}[htbp]\n"
               "\\centering\n"
               "\\caption{CPU time by task{,} function: 0.100 s \u00b1 0.008 (standard error){,} 9 "
               "samples{,} 2 threads{,} 1 process}\n"
               "\\begin{tabular}{rrrl}\n"
               "\\toprule\n"
               "CPU time & share & samples & Task Type / Function \\\\\n"
               "\\midrule\n"
               "0.070 s \u00b1 0.012 & 70.0 \\% & 6 & Fit \\\\\n"
               "0.050 s \u00b1 0.012 & 50.0 \\% & 5 & \\quad func@0x10 \\\\\n"
               "0.020 s \u00b1 0.017 & 20.0 \\% & 1 & \\quad func@0x20 \\\\\n"
               "0.030 s \u00b1 0.015 & 30.0 \\% & 3 & {[}2 others{]} \\\\\n"
               "\\bottomrule\n"
               "\\end{tabular}\n"
               "\n"
               "\\par\\smallskip\\footnotesize\\raggedright\n"
               "there are only 9 samples: record for longer{,} or use a shorter {-}{-}interval\n"
               "\\par\n"
               "warning: {'}/srv/nowhere/prog{'} cannot be read (No such file or directory): its "
               "functions are shown as addresses\n"
               "\\end{table}\n");
}

static void folded_stacks_add_up_in_microseconds(void **state)
{
    (void)state;
    check_view(&(struct gau_view_options){.export = &gau_hotspots_folded},
               "Fit;func@0x40;func@0x10 50000\n"
               "Fit;func@0x40;func@0x20 20000\n"
               "Sort;func@0x50;func@0x20 20000\n"
               "[Outside any task];[Dynamic code] 10000\n");
    check_view(&(struct gau_view_options){.export = &gau_hotspots_folded,
                                          .group_by = "thread,task"},
               "main (TID: 101);Fit 70000\n"
               "main (TID: 101);[Outside any task] 10000\n"
               "helper (TID: 102);Sort 20000\n");
}

/* What is below a microsecond is not lost. */
static void rounding_loses_nothing_of_folded_stacks(void **state)
{
    const struct gau_view_options options = {.export = &gau_hotspots_folded, .group_by = "task"};
    char name[16], *text;

    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    for (uint32_t i = 1; i <= 10; i++) {
        snprintf(name, sizeof name, "t%02u", i);
        scene_task(i, "", name);
        scene_sample(1, 0, i, i, 300);
    }
    scene_end();
    text = hotspots_view(&options);
    assert_string_equal(text, "t02 1\nt05 1\nt09 1\n");
    free(text);
}

/* --- delimiters ---------------------------------------------------------------------------- */

static void delimiters_have_names(void **state)
{
    static const char *const pairs[][2] = {
        {"comma", ","}, {"tab", "\t"}, {"semicolon", ";"}, {"colon", ":"}, {"||", "||"}};
    static const char *const wrongs[] = {"", "x", "1", ".", "\"", "\n", "-"};

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        gau_error error = {0};
        const char *delimiter;

        assert_true(gau_hotspots_delimiter_read(&delimiter, pairs[i][0], &error));
        assert_string_equal(delimiter, pairs[i][1]);
    }
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        gau_error error = {0};
        const char *delimiter;

        assert_false(gau_hotspots_delimiter_read(&delimiter, wrongs[i], &error));
        assert_int_equal(error.status, GAU_ERR_USAGE);
    }
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_file_gets_plain_letters),
        IN_FOLDER(a_terminal_gets_what_it_can_show),
        IN_FOLDER(long_names_are_cut_in_the_middle_on_terminals_alone),
        IN_FOLDER(rows_and_their_header_have_the_same_columns),
        IN_FOLDER(errors_are_not_rounded_to_zero),
        IN_FOLDER(csv_has_the_columns_of_vtune),
        IN_FOLDER(csv_has_a_column_for_each_key),
        IN_FOLDER(csv_has_a_row_for_each_whole_stack),
        IN_FOLDER(json_has_a_row_for_each_group),
        IN_FOLDER(markdown_is_a_table),
        IN_FOLDER(latex_is_a_table),
        IN_FOLDER(folded_stacks_add_up_in_microseconds),
        IN_FOLDER(rounding_loses_nothing_of_folded_stacks),
        IN_FOLDER(delimiters_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
