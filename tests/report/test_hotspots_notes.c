/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"

#include "documents/page.h"
#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MS = 1000000 };

/* The view has the note below its table, and still shows the samples. */
static void says(const char *sentence)
{
    char *const text = hotspots_view(&(struct gau_view_options){.group_by = "task", .verbose = 1});
    const char *const found = strstr(text, sentence);

    if (!found)
        print_message("%s", text);
    assert_non_null(found);
    assert_true(found[-1] == '\n' && found[strlen(sentence)] == '\n');
    free(text);
}

static void begin(void)
{
    unlink("samples.gtr");
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
}

/* The view fails with this message; nothing is written. */
static void fails(const char *folder, gau_status status, const char *message)
{
    gau_error error = {0};

    report_view(&gau_view_hotspots, folder, &(struct gau_view_options){0}, "view", &error);
    assert_string_equal(error.message, message);
    assert_int_equal(error.status, status);
    assert_null(fopen("view", "r"));
}

/* --- how many ------------------------------------------------------------------------------ */

static void a_result_without_samples_says_what_helps(void **state)
{
    (void)state;
    begin();
    scene_end();
    says("there are no samples: the program used less CPU time than an interval while it was "
         "recorded; use a shorter --interval");
}

static void one_sample_is_noted(void **state)
{
    (void)state;
    begin();
    scene_sample(1, 0, 0, 1, MS);
    scene_end();
    says("there is only one sample: record for longer, or use a shorter --interval");
}

static void check_filters(const struct gau_view_options *options, const char *expected)
{
    char *const text = hotspots_view(options);

    assert_non_null(strstr(text, expected));
    free(text);
}

/* The times are named only if they are why. */
static void a_filter_that_nothing_passes_is_noted(void **state)
{
    const char *const filter = "process!=*";

    (void)state;
    hotspots_scene();
    check_filters(&(struct gau_view_options){.time_filter = "100:"},
                  "\nnone of the 9 samples passes the filters: they are from 0.010 s to 0.100 s\n");
    check_filters(
        &(struct gau_view_options){.time_filter = ":1", .filters = &filter, .filter_count = 1},
        "\nnone of the 9 samples passes the filters\n");
}

/* --- what is missing ----------------------------------------------------------------------- */

static void lost_samples_and_cut_stacks_are_reported(void **state)
{
    (void)state;
    begin();
    for (unsigned i = 1; i <= 29; i++)
        scene_sample(1, 0, 0, i, MS);
    scene_flagged_sample(1, GAU_TRACE_SAMPLE_TRUNCATED | GAU_TRACE_SAMPLE_GUESSED, 30, MS);
    scene_dropped(1, 10);
    scene_end();
    says("warning: 10 samples were lost, 25 %: times are too small by that");
    says("warning: 1 call stack is cut short, 3.33 %: the outermost callers are missing in them");
    says("1 call stack has a caller that was guessed, 3.33 %: it is in code without unwind tables");
}

static void all_is_a_hundred_percent(void **state)
{
    (void)state;
    begin();
    scene_flagged_sample(1, GAU_TRACE_SAMPLE_TRUNCATED | GAU_TRACE_SAMPLE_GUESSED, 30, MS);
    scene_dropped(1, 1999);
    scene_end();
    says("warning: 1999 samples were lost, 100 %: times are too small by that");
    says("warning: 1 call stack is cut short, 100 %: the outermost callers are missing in them");
    says("1 call stack has a caller that was guessed, 100 %: it is in code without unwind tables");
}

static const char none[] = "the program has no ITT tasks: all time is outside any";

/* That there are no tasks is said below the warning, and only of what is known. */
static void says_of_the_rest(const char *warning)
{
    static const char known[] =
        "there are no ITT tasks in what can be read; there may be some in what is missing\n";
    char *const text = hotspots_view(&(struct gau_view_options){.group_by = "task"});
    const char *const found = strstr(text, warning);

    assert_non_null(found);
    assert_non_null(strstr(found, known));
    assert_null(strstr(text, none));
    free(text);
}

static void a_whole_file_without_tasks_says_so(void **state)
{
    char *text;

    (void)state;
    begin();
    scene_sample(1, 0, 0, 1, MS);
    scene_end();
    says(none);
    assert_int_equal(remove("samples.gtr"), 0);
    hotspots_scene();
    text = hotspots_view(&(struct gau_view_options){.group_by = "task"});
    assert_null(strstr(text, "no ITT tasks"));
    free(text);
}

static void tasks_may_be_in_what_is_missing(void **state)
{
    (void)state;
    begin();
    scene_sample(1, 0, 0, 1, MS);
    scene_close();
    says_of_the_rest("warning: 'samples.gtr' ends before the process did");
    begin();
    scene_sample(1, 0, 1, 1, MS); /* of a task type that is not defined */
    scene_end();
    says_of_the_rest("warning: 'samples.gtr' is damaged: ");
    begin();
    scene_unknown(); /* which may define one */
    scene_sample(1, 0, 0, 1, MS);
    scene_end();
    says_of_the_rest("warning: 'samples.gtr' has 1 record of a later gaudit");
    folder_write("samples-9.gtr", "no trace at all, but longer than a header of such a file");
    begin();
    scene_sample(1, 0, 0, 1, MS);
    scene_end();
    says_of_the_rest("warning: 'samples-9.gtr' cannot be read: ");
}

static void records_of_a_later_version_are_reported(void **state)
{
    (void)state;
    begin();
    scene_unknown();
    scene_end();
    says("warning: 'samples.gtr' has 1 record of a later gaudit, left out");
    begin();
    scene_unknown();
    scene_unknown();
    scene_end();
    says("warning: 'samples.gtr' has 2 records of a later gaudit, left out");
}

static void a_file_without_its_end_is_reported(void **state)
{
    (void)state;
    begin();
    scene_sample(1, 0, 0, 1, MS);
    scene_close();
    says("warning: 'samples.gtr' ends before the process did: its last samples may be missing");
}

/* Why there are few samples is in the file that is not whole, not in the interval. */
static void what_is_wrong_with_a_file_comes_before_how_many_samples_it_has(void **state)
{
    static const char wrong[] =
        "-\nwarning: 'samples.gtr' ends before the process did: its last samples may be missing\n";
    static const char *const counts[] = {"there are no samples in what can be read\n",
                                         "there is only 1 sample in what can be read\n",
                                         "there are only 2 samples in what can be read\n"};

    (void)state;
    for (unsigned n = 0; n < sizeof counts / sizeof *counts; n++) {
        const char *found;
        char *text;

        begin();
        for (unsigned i = 0; i < n; i++)
            scene_sample(1, 0, 0, i + 1, MS);
        scene_close();
        text = hotspots_view(&(struct gau_view_options){.group_by = "task"});
        found = strstr(text, wrong);
        assert_non_null(found);
        found += strlen(wrong);
        assert_memory_equal(found, counts[n], strlen(counts[n]));
        assert_null(strstr(text, "--interval"));
        free(text);
    }
}

/* The second of three blocks is overwritten. */
static void a_damaged_file_is_shown_as_far_as_it_goes(void **state)
{
    static char text[1 << 20];
    size_t size;
    FILE *file;
    char *view;

    (void)state;
    begin();
    for (unsigned i = 1; i <= 3000; i++)
        scene_sample(1, 0, 0, i, MS);
    scene_end();
    file = fopen("samples.gtr", "r+");
    assert_non_null(file);
    size = fread(text, 1, sizeof text, file);
    assert_true(size > 140000);
    fseek(file, 100000, SEEK_SET);
    fputs("damage", file);
    fclose(file);
    view = hotspots_view(&(struct gau_view_options){.group_by = "task"});
    assert_non_null(strstr(view, "[Outside any task]"));
    assert_non_null(strstr(view, "\nwarning: 'samples.gtr' is damaged: 1 block missing"));
    assert_non_null(strstr(view, " unreadable; the rest is shown\n"));
    free(view);
}

static void files_that_cannot_be_read_are_reported(void **state)
{
    char *text;

    (void)state;
    hotspots_scene();
    folder_write("samples-9.gtr", "no trace at all, but longer than a header of such a file");
    text = hotspots_view(&(struct gau_view_options){0});
    assert_non_null(strstr(text, "\nwarning: 'samples-9.gtr' cannot be read: "));
    assert_non_null(strstr(text, " Fit\n"));
    free(text);
}

/* Its process ended when it had just made it: it does not count as a process, and has no times. */
static void an_empty_file_is_an_empty_part(void **state)
{
    char *text, *with;

    (void)state;
    hotspots_scene();
    text = hotspots_view(&(struct gau_view_options){0});
    folder_write("samples-9.gtr", "");
    with = hotspots_view(&(struct gau_view_options){0});
    assert_null(strstr(with, "cannot be read: "));
    assert_non_null(strstr(with, "\nwarning: 'samples-9.gtr' ends before the process did: "));
    assert_int_equal(strcspn(with, "\n"), strcspn(text, "\n"));
    assert_memory_equal(with, text, strcspn(text, "\n"));
    free(text);
    free(with);
}

/* --- the sum of all samples ---------------------------------------------------------------- */

/* 1 s of samples on the first of some threads; the process used the given times. */
static bool warns_of_the_sum(uint32_t threads, unsigned user_ms, unsigned system_ms)
{
    const struct gau_view_options options = {.format = GAU_TABLE_TEXT};
    gau_error error = {0};
    struct gau_page page = {.options = &options, .error = &error};
    char *text;
    bool warns;

    unlink("samples.gtr");
    scene_interval_ns = 10 * MS;
    scene_open("samples.gtr", 7);
    scene_interval_ns = 0;
    for (uint32_t i = 1; i <= threads; i++)
        scene_thread(i, "thread");
    for (uint64_t i = 0; i < 100; i++)
        scene_sample(1, 0, 0, 10 * i * MS, 10 * MS);
    scene_end_after((uint64_t)user_ms * MS, (uint64_t)system_ms * MS);
    gau_hotspots_add_sampling(&page, ".");
    gau_page_put(&page, "view");
    gau_page_clear(&page);
    assert_string_equal(error.message, "");
    text = folder_read("view");
    warns = strstr(text, "the samples represent 1 s, but ") != NULL;
    free(text);
    return warns;
}

static void samples_are_compared_with_cpu_time(void **state)
{
    (void)state;
    assert_false(warns_of_the_sum(1, 1000, 0));
    assert_false(warns_of_the_sum(1, 1040, 0)); /* less than 5 % */
    assert_true(warns_of_the_sum(1, 1200, 0));
    assert_false(warns_of_the_sum(20, 1200, 0)); /* each thread may be off by an interval */
    assert_false(warns_of_the_sum(1, 1000, 1000));
}

/* --- what is no result --------------------------------------------------------------------- */

static void a_folder_without_samples_is_refused(void **state)
{
    (void)state;
    fails("nowhere", GAU_ERR_USAGE, "'nowhere' is not a result folder: No such file or directory");
    fails(".", GAU_ERR_USAGE,
          "'.' holds no samples (samples*.gtr), as 'gaudit profile JOB.xml' and 'gaudit collect -- "
          "PROGRAM' record them");
    folder_write("file", "");
    fails("file", GAU_ERR_USAGE, "'file' is not a result folder but a file");
}

static void a_folder_may_have_any_name(void **state)
{
    static const char name[] = "a [1]*?\\";
    gau_error error = {0};

    (void)state;
    hotspots_scene();
    assert_int_equal(mkdir(name, 0777), 0);
    assert_int_equal(rename("samples.gtr", "a [1]*?\\/samples.gtr"), 0);
    report_view(&gau_view_hotspots, name, &(struct gau_view_options){0}, "view", &error);
    assert_string_equal(error.message, "");
}

static void another_version_is_refused(void **state)
{
    struct gau_trace_header header = {.magic = {'G', 'A', 'U', 'T', 'R', 'A', 'C', 'E'},
                                      .version = GAU_TRACE_VERSION + 1,
                                      .header_size = sizeof header,
                                      .content = GAU_TRACE_SAMPLES};
    gau_error error = {0};
    FILE *file;

    (void)state;
    header.checksum = gau_trace_crc(0, &header, sizeof header);
    file = fopen("samples.gtr", "w");
    assert_non_null(file);
    fwrite(&header, sizeof header, 1, file);
    fclose(file);
    report_view(&gau_view_hotspots, ".", &(struct gau_view_options){0}, "view", &error);
    assert_int_equal(error.status, GAU_ERR_IO);
    assert_non_null(strstr(error.message, "./samples.gtr: "));
    assert_non_null(strstr(error.message, "version 2"));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_result_without_samples_says_what_helps),
        IN_FOLDER(one_sample_is_noted),
        IN_FOLDER(a_filter_that_nothing_passes_is_noted),
        IN_FOLDER(lost_samples_and_cut_stacks_are_reported),
        IN_FOLDER(all_is_a_hundred_percent),
        IN_FOLDER(a_whole_file_without_tasks_says_so),
        IN_FOLDER(tasks_may_be_in_what_is_missing),
        IN_FOLDER(records_of_a_later_version_are_reported),
        IN_FOLDER(a_file_without_its_end_is_reported),
        IN_FOLDER(what_is_wrong_with_a_file_comes_before_how_many_samples_it_has),
        IN_FOLDER(a_damaged_file_is_shown_as_far_as_it_goes),
        IN_FOLDER(files_that_cannot_be_read_are_reported),
        IN_FOLDER(an_empty_file_is_an_empty_part),
        IN_FOLDER(samples_are_compared_with_cpu_time),
        IN_FOLDER(a_folder_without_samples_is_refused),
        IN_FOLDER(a_folder_may_have_any_name),
        IN_FOLDER(another_version_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
