/* SPDX-License-Identifier: Apache-2.0 */
#include "collector_stubs.h"
#include "tests/unit/allocations.h"
#include "tests/unit/test.h"

#include "collector/itt/recorded_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Every request for memory fails once, each in a process of its own. */

static const gau_itt_id none;
static uint64_t begun, recorded;

static void mark_with_names(int number)
{
    gau_itt_domain *const domain = gau_call_domain_create("d");
    gau_itt_string *string;
    char name[16];
    int event;

    snprintf(name, sizeof name, "%d", number);
    string = gau_call_string_handle_create(name);
    event = gau_call_event_create(name, 0);
    gau_call_event_start(event);
    gau_call_task_begin(domain, none, none, string);
    gau_call_task_end(domain);
    gau_call_event_end(event);
    gau_call_counter_inc(gau_call_counter_create(name, "d"));
    gau_call_mark(gau_call_mark_create(name), NULL);
    begun += 4;
}

static void mark_spans(void)
{
    gau_itt_domain domain = {.name = "foreign"};
    gau_itt_string name = {.text = "foreign"};
    const gau_itt_id id = {1, 0, 0};

    gau_call_frame_begin_v3(&domain, NULL);
    gau_call_region_begin(&domain, id, id, NULL);
    gau_call_task_begin_overlapped(&domain, id, none, &name);
    gau_call_frame_end_v3(&domain, NULL);
    gau_call_region_end(&domain, id);
    gau_call_task_end_overlapped(&domain, id);
    begun += 3;
}

static void add(void *user, const struct gau_trace_task_total *total)
{
    (void)user;
    recorded += total->entries;
}

/* In the child: everything is counted, one way or the other. */
static void run(uint64_t failing)
{
    const struct gau_thread *const thread = gau_thread_registry_self();
    struct gau_thread_tasks *const tasks = thread ? thread->tasks : NULL;
    struct gau_thread_tasks_sums sums;

    if (!tasks)
        _exit(4);

    allocations_fail_at(failing);
    mark_spans();
    for (int i = 0; i < 1300; i++)
        mark_with_names(i);
    gau_thread_tasks_changed(tasks, add, NULL);
    gau_thread_tasks_changed(NULL, add, NULL);
    gau_thread_tasks_sums(tasks, &sums);
    if (recorded + sums.dropped != begun || gau_thread_tasks_current(tasks) != 0 ||
        sums.unmatched_ends != 0)
        _exit(2);
    if (stage_find_type(GAU_TRACE_TASK, "d", "") || stage_find_type(GAU_TRACE_TASK, "", "0"))
        _exit(3); /* a name was taken for another */
    _exit(allocations_failed_call() ? 1 : 0);
}

static int run_in_child(uint64_t failing)
{
    const pid_t pid = fork();
    int status = -1;

    if (pid == 0)
        run(failing);
    waitpid(pid, &status, 0);
    return status;
}

static void without_memory_marks_are_dropped_and_counted(void **state)
{
    uint64_t failing = 0;
    int status;

    (void)state;
    gau_thread_registry_self(); /* the stage's own memory does not fail */
    do {
        status = run_in_child(++failing);
        assert_true(WIFEXITED(status));
        assert_in_range(WEXITSTATUS(status), 0, 1);
    } while (WEXITSTATUS(status) == 1);
    assert_in_range(failing, 15, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_memory_marks_are_dropped_and_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
