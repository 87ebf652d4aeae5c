/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "collector/tasks/task_types.h"
#include "collector/writer/pauses.h"
#include "collector/writer/trace_output.h"
#include "trace/trace_reader.h"

#include "collector_stubs.h"
#include "pass_stubs.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The passes of the writer thread and what they write: with a clock and a thread of the test's own.
 */

enum { SECOND = 1000000000, PASSES = 4 }; /* per second */

static struct gau_thread *const thread = &pass_stage.thread;

/* --- fixtures ------------------------------------------------------------------------------ */

static struct gau_collector_config config;
static struct gau_thread_tasks *tasks;

static int begin(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    gau_trace_output_forget();
    config = (struct gau_collector_config){.first = getpid()};
    if (!getcwd(config.output, sizeof config.output))
        return -1;
    stage_set_clock(SECOND);
    gau_pauses_end();
    tasks = stage_tasks();
    pass_stage.thread_cpu = 10;
    pass_stage.thread_is_gone = false;
    pass_stage.thread = (struct gau_thread){.id = 1,
                                            .tid = getpid() + 1,
                                            .start_cpu = 10,
                                            .name_version = 1,
                                            .state = GAU_THREAD_LIVE,
                                            .tasks = tasks};
    return gau_trace_output_open(&config) ? 0 : -1;
}

static int end(void **state)
{
    stage_free_tasks(tasks);
    return folder_leave(state);
}

/* A second, until totals have been written. */
static void pass_until_due(void)
{
    do {
        stage_pass(SECOND / PASSES);
        gau_trace_output_pass();
    } while (!gau_trace_output_is_due());
}

/* --- reading ------------------------------------------------------------------------------- */

static struct {
    unsigned pauses, paused, tasks, thread_totals;
    uint64_t pause_ns, entries;
    struct gau_trace_thread_totals of_thread;
    struct gau_trace_process_totals of_process;
} all;

static bool see_pause(void *user, const struct gau_trace_pause *pause)
{
    (void)user;
    all.pauses++;
    all.paused += pause->paused;
    all.pause_ns = pause->time_ns;
    return true;
}

static bool see_thread_totals(void *user, const struct gau_trace_thread_totals *totals)
{
    (void)user;
    all.thread_totals++;
    all.of_thread = *totals;
    return true;
}

static bool see_task_totals(void *user, uint32_t id, const struct gau_trace_task_total *totals,
                            uint32_t count)
{
    (void)user;
    (void)id;
    for (uint32_t i = 0; i < count; i++)
        all.entries += totals[i].entries;
    all.tasks += count;
    return true;
}

static bool see_process_totals(void *user, const struct gau_trace_process_totals *totals)
{
    (void)user;
    all.of_process = *totals;
    return true;
}

static void read_all(void)
{
    static const struct gau_trace_visitor visitor = {.pause = see_pause,
                                                     .thread_totals = see_thread_totals,
                                                     .task_totals = see_task_totals,
                                                     .process_totals = see_process_totals};
    struct gau_trace_damage damage;
    char message[256] = "";

    memset(&all, 0, sizeof all);
    assert_int_equal(gau_trace_read("samples.gtr", &visitor, NULL, NULL, &damage, message,
                                    sizeof message),
                     GAU_TRACE_OK);
    assert_string_equal(message, "");
    assert_int_equal(damage.missing + damage.invalid_records + damage.dangling_references, 0);
}

/* --- tests --------------------------------------------------------------------------------- */

static long wait_ns(void)
{
    const struct timespec wait = gau_trace_output_wait();

    assert_int_equal(wait.tv_sec, 0);
    return wait.tv_nsec;
}

/* Else pauses of the program that come later would be undone, and the writer would never wait. */
static void the_time_to_resume_comes_once(void **state)
{
    (void)state;
    config.resume_after_ns = 3 * (uint64_t)SECOND / 10;
    assert_true(gau_trace_output_open(&config));
    assert_int_equal(wait_ns(), SECOND / PASSES);
    assert_false(gau_trace_output_pass());
    stage_pass(SECOND / PASSES);
    assert_false(gau_trace_output_pass());
    assert_int_equal(wait_ns(), SECOND / 20);
    stage_pass(SECOND / 20);
    assert_true(gau_trace_output_pass());
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wait_ns(), SECOND / PASSES);
        stage_pass(SECOND / PASSES);
        assert_false(gau_trace_output_pass());
    }
}

static void a_time_to_resume_that_has_passed_is_not_waited_for(void **state)
{
    (void)state;
    config.resume_after_ns = 1;
    assert_true(gau_trace_output_open(&config));
    stage_pass(SECOND);
    assert_int_equal(wait_ns(), 1);
    assert_true(gau_trace_output_pass());
}

static void without_a_time_to_resume_there_is_none(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        stage_pass(SECOND);
        assert_int_equal(wait_ns(), SECOND / PASSES);
        assert_false(gau_trace_output_pass());
    }
}

/* The kernel does not know its CPU time any more. */
static void a_thread_that_ends_unseen_has_the_time_that_was_read_last(void **state)
{
    (void)state;
    pass_stage.thread_cpu = 710;
    pass_until_due();
    pass_stage.thread_is_gone = true;
    gau_threads_set_state(thread, GAU_THREAD_ENDED);
    stage_pass(SECOND);
    gau_trace_output_pass();
    gau_trace_output_flush();
    read_all();
    assert_int_equal(all.of_thread.ended, 1);
    assert_int_equal(all.of_thread.cpu_ns, 700);
    assert_int_equal(gau_threads_state(thread), GAU_THREAD_FREE);
}

/* The kernel lists it for a while, as a new one if its block were free. */
static void a_thread_that_is_still_listed_stays(void **state)
{
    (void)state;
    gau_threads_set_state(thread, GAU_THREAD_ENDED);
    pass_until_due();
    assert_int_equal(gau_threads_state(thread), GAU_THREAD_ENDED);
    gau_trace_output_flush();
    assert_int_equal(gau_threads_state(thread), GAU_THREAD_FREE);
}

static void totals_of_a_thread_are_written_when_they_have_changed(void **state)
{
    (void)state;
    pass_until_due();
    pass_until_due();
    thread->samples++;
    pass_until_due();
    pass_until_due();
    thread->calls++;
    pass_until_due();
    pass_until_due();
    gau_trace_output_flush();
    read_all();
    assert_int_equal(all.thread_totals, 4); /* the last at the end */
}

static void of_pauses_between_two_passes_the_first_256_are_written(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 300; i++)
        gau_trace_output_pause(SECOND + i, i % 2 == 0);
    pass_until_due();
    gau_trace_output_pause(2 * (uint64_t)SECOND, false);
    gau_trace_output_flush();
    read_all();
    assert_int_equal(all.pauses, 257);
    assert_int_equal(all.paused, 128);
    assert_int_equal(all.pause_ns, 2 * (uint64_t)SECOND);
}

static void a_child_has_nothing_of_its_parent(void **state)
{
    (void)state;
    thread->calls = 7;
    pass_until_due();
    pass_stage.thread_is_gone = true;
    gau_threads_set_state(thread, GAU_THREAD_ENDED);
    gau_trace_output_pass();
    gau_trace_output_pause(SECOND, true);
    gau_trace_output_forget();
    assert_int_equal(rename("samples.gtr", "parent.gtr"), 0);
    assert_true(gau_trace_output_is_due());
    config.resume_after_ns = 0;
    assert_true(gau_trace_output_open(&config));
    pass_until_due();
    gau_trace_output_flush();
    read_all();
    assert_int_equal(all.pauses, 0);
    assert_int_equal(all.of_process.itt_calls, 0);
    assert_int_equal(all.of_process.ended, 1);
}

/* More than fit into one record, or into one block. */
static void totals_of_many_tasks_are_all_there(void **state)
{
    enum { TYPES = 10000 };

    (void)state;
    for (uint32_t i = 0; i < TYPES; i++) {
        char name[16];
        uint32_t type;

        snprintf(name, sizeof name, "task %u", (unsigned)i);
        type = gau_task_types_of(GAU_TRACE_TASK, "many", name, strlen(name));
        gau_thread_tasks_begin(tasks, GAU_TRACE_TASK, type, 0);
        gau_thread_tasks_end(tasks, GAU_TRACE_TASK, 0);
    }
    gau_trace_output_flush();
    read_all();
    assert_int_equal(all.tasks, TYPES);
    assert_int_equal(all.entries, TYPES);
}

static void after_the_end_no_file_is_written(void **state)
{
    (void)state;
    pass_until_due();
    gau_trace_output_finish();
    assert_int_equal(remove("samples.gtr"), 0);
    gau_trace_output_pause(SECOND, true);
    gau_trace_output_flush();
    gau_trace_output_finish();
    assert_int_equal(access("samples.gtr", F_OK), -1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(the_time_to_resume_comes_once),
        TEST(a_time_to_resume_that_has_passed_is_not_waited_for),
        TEST(without_a_time_to_resume_there_is_none),
        TEST(a_thread_that_ends_unseen_has_the_time_that_was_read_last),
        TEST(a_thread_that_is_still_listed_stays),
        TEST(totals_of_a_thread_are_written_when_they_have_changed),
        TEST(of_pauses_between_two_passes_the_first_256_are_written),
        TEST(a_child_has_nothing_of_its_parent),
        TEST(totals_of_many_tasks_are_all_there),
        TEST(after_the_end_no_file_is_written), /* the last: there is no way back */
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
