/* SPDX-License-Identifier: Apache-2.0 */
#include "report/samples/sample_quality.h"

#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"
#include "trace_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_two_files(void)
{
    scene_open("samples.gtr", 7);
    scene_module(1, "/bin/a");
    scene_thread_by(1, "main", GAU_TRACE_CLOCK_NONE);
    scene_task(1, "d", "fit");
    scene_stack(1, 0, 1, 0x10);
    scene_stack(2, 1, 1, 0x20);
    scene_sample(1, 2, 1, 5, 1000);
    scene_reset_stacks();
    scene_stack(1, 0, 1, 0x10);
    scene_stack(2, 0, 1, 0x30);
    scene_stack(3, 1, 1, 0x20);
    scene_sample(1, 3, 0, 5, 500);
    scene_total(1, 1, 3);
    scene_total(1, 1, 9);
    scene_thread(1, "renamed");
    scene_close();
    scene_open("samples-8.gtr", 8);
    scene_module(1, "/bin/b");
    scene_task(1, "d", "other");
    scene_task(2, "d", "fit");
    scene_thread(1, "main");
    scene_stack(1, 0, 1, 0x10);
    scene_sample(1, 1, 2, 5, 250);
    scene_total(1, 2, 4);
    scene_close();
}

static struct gau_samples *read_profile(void)
{
    char message[256] = "";
    struct gau_samples *profile = gau_samples_read(".", message, sizeof message);

    assert_string_equal(message, "");
    assert_non_null(profile);
    return profile;
}

/* --- tests --------------------------------------------------------------------------------- */

static void what_several_files_have_is_numbered_over_all_of_them(void **state)
{
    struct gau_samples *profile;

    (void)state;
    write_two_files();
    profile = read_profile();
    assert_int_equal(profile->process_count, 3);
    assert_int_equal(profile->processes[1].process.pid, 7);
    assert_string_equal(profile->processes[1].command, "a b c");
    assert_string_equal(profile->processes[2].path, "./samples-8.gtr");
    assert_int_equal(profile->module_count, 3);
    assert_string_equal(profile->modules[2].path, "/bin/b");
    assert_int_equal(profile->modules[2].process, 2);
    assert_memory_equal(profile->modules[1].build_id, "\x12\x34", 2);
    assert_int_equal(profile->thread_count, 3);
    assert_string_equal(profile->threads[1].name, "renamed");
    assert_int_equal(profile->threads[1].clock, GAU_TRACE_CLOCK_TIMER);
    assert_int_equal(profile->threads[2].process, 2);
    assert_int_equal(profile->sample_count, 3);
    assert_int_equal(profile->samples[2].thread, 2);
    gau_samples_free(profile);
}

static void the_same_stack_and_task_have_one_number(void **state)
{
    struct gau_samples *profile;

    (void)state;
    write_two_files();
    profile = read_profile();
    assert_int_equal(profile->samples[0].stack, profile->samples[1].stack);
    assert_int_not_equal(profile->samples[0].stack, profile->samples[2].stack);
    assert_int_equal(profile->stack_count, 1 + 3 + 1);
    assert_int_equal(profile->stacks[profile->samples[0].stack].address, 0x20);
    assert_int_equal(profile->stacks[profile->stacks[profile->samples[0].stack].caller].address,
                     0x10);
    assert_int_equal(profile->task_count, 1 + 2);
    assert_int_equal(profile->samples[0].task, profile->samples[2].task);
    assert_string_equal(profile->tasks[profile->samples[0].task].name, "fit");
    gau_samples_free(profile);
}

static void sums_are_those_of_the_samples_and_of_the_last_totals(void **state)
{
    struct gau_samples *profile;

    (void)state;
    write_two_files();
    profile = read_profile();
    assert_int_equal(profile->weight_ns, 1750);
    assert_int_equal(profile->threads[1].weight_ns, 1500);
    assert_int_equal(profile->tasks[0].weight_ns, 500); /* outside any */
    assert_int_equal(profile->tasks[profile->samples[0].task].weight_ns, 1250);
    assert_int_equal(profile->total_count, 2);
    assert_int_equal(profile->totals[0].entries, 9);
    assert_int_equal(profile->totals[1].entries, 4);
    assert_int_equal(profile->totals[1].process, 2);
    gau_samples_free(profile);
}

static void a_pause_is_of_the_process_whose_file_has_it(void **state)
{
    struct gau_samples *profile;

    (void)state;
    scene_open("samples.gtr", 7);
    scene_pause(true, 5);
    scene_pause(false, 6);
    scene_close();
    scene_open("samples-8.gtr", 8);
    scene_pause(true, 7);
    scene_close();
    profile = read_profile();
    assert_int_equal(profile->pause_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(profile->pauses[i].process, i < 2 ? 1 : 2);
        assert_int_equal(profile->pauses[i].paused, i != 1);
    }
    gau_samples_free(profile);
}

static void what_goes_on_after_a_pause_is_counted(void **state)
{
    static const bool pauses[] = {true, false, true, false, true};
    struct gau_quality quality;
    struct gau_samples *profile;

    (void)state;
    scene_open("samples.gtr", 7);
    for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++)
        scene_pause(pauses[i], 5 + i);
    scene_close();
    profile = read_profile();
    assert_true(gau_quality_of(&quality, profile));
    assert_true(quality.processes[0].was_paused);
    assert_int_equal(quality.processes[0].resumes, 2);
    gau_quality_clear(&quality);
    gau_samples_free(profile);
}

static void a_folder_without_samples_is_reported(void **state)
{
    char message[256];

    (void)state;
    assert_null(gau_samples_read("nowhere", message, sizeof message));
    assert_string_equal(message, "'nowhere' holds no samples: there is no samples.gtr");
}

static void a_file_that_cannot_be_read_is_listed_with_its_problem(void **state)
{
    struct gau_samples *profile;

    (void)state;
    write_two_files();
    folder_write("samples-7.gtr", "no trace at all, but longer than a header of such a file");
    profile = read_profile();
    assert_int_equal(profile->process_count, 4);
    assert_int_equal(profile->processes[2].status, GAU_TRACE_NO_TRACE);
    assert_true(strlen(profile->processes[2].problem) > 0);
    assert_int_equal(profile->sample_count, 3);
    gau_samples_free(profile);
}

/* Large enough that all arrays and tables have grown many times. */
static void a_million_samples_add_up(void **state)
{
    enum { SAMPLES = 1000000, STACKS = 100000 };
    struct gau_samples *profile;

    (void)state;
    scene_open("samples.gtr", 1);
    scene_module(1, "/bin/a");
    scene_thread(1, "main");
    for (uint32_t i = 1; i <= STACKS; i++)
        scene_stack(i, i / 2, 1, i);
    for (uint32_t i = 0; i < SAMPLES; i++)
        scene_sample(1, 1 + i % STACKS, 0, 5, 3);
    scene_close();
    profile = read_profile();
    assert_int_equal(profile->sample_count, SAMPLES);
    assert_int_equal(profile->stack_count, 1 + STACKS);
    assert_int_equal(profile->weight_ns, 3u * SAMPLES);
    for (uint32_t i = 0; i < SAMPLES; i++)
        assert_true(profile->stacks[profile->samples[i].stack].address == 1 + i % STACKS);
    gau_samples_free(profile);
}

static void without_memory_it_is_said_so(void **state)
{
    const char *failed;
    uint64_t n = 0;

    (void)state;
    write_two_files();
    do {
        char message[256] = "";
        struct gau_samples *profile;

        allocations_fail_at(++n);
        profile = gau_samples_read(".", message, sizeof message);
        failed = allocations_failed_call();
        allocations_fail_at(0);
        if (failed)
            assert_string_equal(message, "out of memory (samples in '.')");
        assert_true((profile != NULL) == (failed == NULL));
        gau_samples_free(profile);
    } while (failed);
    assert_true(n > 20);
}

/* --- what it adds up to -------------------------------------------------------------------- */

static void write_damaged_files(void)
{
    write_two_files();
    scene_open("samples-9.gtr", 9);
    scene_thread(1, "main");
    scene_flagged_sample(1, GAU_TRACE_SAMPLE_TRUNCATED, 5, 100);
    scene_pause(true, 6);
    scene_dropped(1, 3);
    scene_thread(2, "helper");
    scene_open_tasks(2, 2);
    scene_end();
    folder_write("samples-x.gtr", "this is no trace");
}

static void assert_sums(const struct gau_quality *quality)
{
    const struct gau_quality_sums *const sums = &quality->sums;

    assert_int_equal(quality->count, 4);
    assert_int_equal(quality->unreadable, 1);
    assert_string_equal(quality->processes[2].file, "samples-9.gtr");
    assert_string_equal(quality->processes[2].problem, "");
    assert_string_not_equal(quality->processes[3].problem, "");
    assert_false(quality->processes[1].was_paused);
    assert_true(quality->processes[2].was_paused);
    assert_int_equal(quality->processes[0].sums.sampled_ns, 1500);
    assert_int_equal(sums->samples, 4);
    assert_int_equal(sums->sampled_ns, 1850);
    assert_int_equal(sums->truncated, 1);
    assert_int_equal(sums->dropped, 3);
    assert_int_equal(sums->threads, 4);
    assert_int_equal(sums->unclosed_tasks, 2);
    assert_int_equal(sums->ended, 1);
    assert_ptr_equal(gau_quality_first(quality), &quality->processes[0]);
}

/* What the collector prints at its end, and what reports print of the same files. */
static void totals_alone_add_up_to_the_same(void **state)
{
    struct gau_samples *whole, *totals;
    struct gau_quality a, b;

    (void)state;
    write_damaged_files();
    whole = read_profile();
    totals = gau_samples_read_totals(".");
    assert_non_null(totals);
    assert_int_equal(totals->sample_count, 0);
    assert_int_equal(totals->stack_count, 1);
    assert_true(gau_quality_of(&a, whole) && gau_quality_of(&b, totals));
    assert_sums(&a);
    assert_sums(&b);
    assert_memory_equal(a.processes, b.processes, a.count * sizeof *a.processes);
    gau_samples_free(whole);
    gau_samples_free(totals);
    gau_quality_clear(&a);
    gau_quality_clear(&b);
}

static void a_folder_without_files_adds_up_to_nothing(void **state)
{
    struct gau_samples *const profile = gau_samples_read_totals(".");
    struct gau_quality quality;

    (void)state;
    assert_non_null(profile);
    assert_true(gau_quality_of(&quality, profile));
    assert_int_equal(quality.count, 0);
    assert_null(gau_quality_first(&quality));
    gau_samples_free(profile);
    gau_quality_clear(&quality);
}

/* Two files of process 7, which called exec(), and one of 8, which was killed: its samples count.
 */
static void time_in_no_file_is_incomplete_above_its_limits(void **state)
{
    struct gau_quality_process processes[] = {
        {.process.pid = 7, .totals.user_ns = 200000000, .sums.ended = 1},
        {.process.pid = 7, .totals.user_ns = 1000000000, .sums.ended = 1},
        {.process.pid = 8, .sums.sampled_ns = 500000000},
    };
    const struct gau_quality quality = {.processes = processes, .count = 3};

    (void)state;
    assert_float_equal(gau_quality_unknown_s(&quality, 1.75), 0.25, 1e-9);
    assert_true(gau_quality_is_incomplete(&quality, 1.75));
    assert_true(gau_quality_is_incomplete(&quality, 1.61));
    assert_false(gau_quality_is_incomplete(&quality, 1.59)); /* not 0.1 s */
    assert_false(gau_quality_is_incomplete(&quality, 1.3));
    processes[1].totals.user_ns = 10000000000;
    assert_false(gau_quality_is_incomplete(&quality, 11.0)); /* 0.5 s are not 5 % */
    assert_true(gau_quality_is_incomplete(&quality, 11.1));
    assert_false(gau_quality_is_unwaited(&quality, 10.1));
    assert_true(gau_quality_is_unwaited(&quality, 9.9));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_several_files_have_is_numbered_over_all_of_them,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(the_same_stack_and_task_have_one_number, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(sums_are_those_of_the_samples_and_of_the_last_totals,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(what_goes_on_after_a_pause_is_counted, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(a_pause_is_of_the_process_whose_file_has_it, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(a_folder_without_samples_is_reported, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(a_file_that_cannot_be_read_is_listed_with_its_problem,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(without_memory_it_is_said_so, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(a_million_samples_add_up, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(totals_alone_add_up_to_the_same, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(a_folder_without_files_adds_up_to_nothing, folder_enter,
                                        folder_leave),
        cmocka_unit_test(time_in_no_file_is_incomplete_above_its_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
