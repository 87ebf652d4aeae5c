/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "auditors/trace/trace_auditor.h"
#include "framework/src/job/app_state.h"
#include "temp_folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The profile of background work of TraceAuditor: its clock, and when it is written. */

enum { BRANCHES = 3 };

static struct {
    gau_branch_info infos[BRANCHES];
    struct gau_app app;
    struct gau_job job;
    struct gau_worker worker;
    gau_error error;
    gau_context ctx;
    struct trace_log log;
} scene;

/* --- in place of the C library's ----------------------------------------------------------- */

static uint64_t virtual_ns;

int __wrap_clock_gettime(clockid_t id, struct timespec *now);

int __wrap_clock_gettime(clockid_t id, struct timespec *now)
{
    (void)id;
    *now = (struct timespec){(time_t)(virtual_ns / 1000000000), (long)(virtual_ns % 1000000000)};
    return 0;
}

/* --- files --------------------------------------------------------------------------------- */

static int begin(void **state)
{
    static char name[] = "t.gtr";

    if (folder_enter(state) != 0)
        return -1;
    memset(&scene, 0, sizeof scene);
    virtual_ns = 5000000000;
    for (int b = 0; b < BRANCHES; b++)
        scene.infos[b] = (gau_branch_info){.name = &"abc"[b], .parent = GAU_NO_BRANCH};
    scene.job.branches.infos = scene.infos;
    scene.job.branches.count = BRANCHES;
    scene.worker.job = &scene.job;
    scene.worker.app = &scene.app;
    scene.ctx = (gau_context){.internal = &scene.worker, .error = &scene.error};
    scene.log = (struct trace_log){.detail = 1, .file = name, .ctx = &scene.ctx};
    if (!gau_trace_pool_init(&scene.log.pool, TRACE_BLOCKS_LEAST * TRACE_BLOCK) ||
        gau_timeline_choose_name(&scene.log, &scene.ctx) != GAU_OK)
        return -1;
    gau_timeline_file_set_zero(&scene.log);
    return gau_timeline_file_open(&scene.log, &scene.ctx) == GAU_OK ? 0 : -1;
}

static int end(void **state)
{
    gau_trace_pool_clear(&scene.log.pool);
    for (uint32_t i = 0; i < scene.log.n_lanes; i++)
        free(scene.log.lanes[i].open);
    free(scene.log.lanes);
    free(scene.log.memory);
    free(scene.log.path);
    return folder_leave(state);
}

static void open_profile(char *buffer)
{
    static char name[] = "p.bin";

    scene.log.rbwp_level = 1;
    scene.log.rbwp_file = name;
    scene.log.rbwp_buffer = buffer;
    assert_int_equal(gau_timeline_rbwp_open(&scene.log, &scene.ctx), GAU_OK);
}

static void close_profile(void)
{
    gau_rbwp_clear(scene.log.rbwp);
    free(scene.log.rbwp);
}

static void the_buffer_of_the_profile_is_in_megabytes(void **state)
{
    char buffer[] = "3";

    (void)state;
    open_profile(buffer);
    assert_int_equal(scene.log.rbwp->file.limit, 3 << 20);
    close_profile();
}

/* Time that has passed was by the rate that was known. */
static void the_clock_of_the_profile_takes_a_new_rate(void **state)
{
    char buffer[] = "3";

    (void)state;
    scene.app.tick_s = 1e-9;
    open_profile(buffer);
    scene.app.tick_s = 2e-9;
    gau_timeline_rbwp_set_clock(&scene.log); /* no time has passed */
    assert_int_equal(scene.log.rbwp->clock.tick_ns * 1000, 1000);
    virtual_ns += 50;
    gau_timeline_rbwp_set_clock(&scene.log);
    assert_int_equal(scene.log.rbwp->clock.ticks, virtual_ns);
    assert_int_equal(scene.log.rbwp->clock.ns, 5000000050);
    assert_int_equal(scene.log.rbwp->clock.tick_ns * 1000, 2000);
    virtual_ns += 50;
    gau_timeline_rbwp_set_clock(&scene.log);
    assert_int_equal(scene.log.rbwp->clock.ns, 5000000150);
    close_profile();
}

/* After passes that write what is full, and those that write everything. */
static void assert_sizes(char *buffer, bool is_written)
{
    struct trace_call calls[BRANCHES] = {0};
    struct trace_worker worker = {
        .log = &scene.log, .calls = calls, .begun = GAU_NO_BRANCH, .around_event = GAU_NO_BRANCH};

    open_profile(buffer);
    scene.log.workers = &worker;
    assert_true(gau_trace_worker_renew(&worker, &scene.ctx, false));
    worker.at = gau_entry_begin(worker.at, 1, 1);
    worker.stamp++;
    gau_timeline_writer_pass(&scene.log, false);
    assert_int_equal(scene.log.rbwp->file.offset, GAU_RBWP_HEADER_SIZE);
    gau_timeline_writer_pass(&scene.log, true);
    assert_int_equal(scene.log.rbwp->file.offset > GAU_RBWP_HEADER_SIZE, is_written);
    gau_trace_worker_end(&worker);
    close_profile();
}

static void the_profile_is_written_with_the_parts(void **state)
{
    char buffer[] = "1024";

    (void)state;
    assert_sizes(buffer, true);
}

static void an_unlimited_profile_is_written_at_the_end(void **state)
{
    char buffer[] = "Unlimited";

    (void)state;
    assert_sizes(buffer, false);
}

/* The number of a thread is kept, but not that of the parent. */
static void a_forked_child_has_its_own_number(void **state)
{
    int status = 1;
    pid_t child;

    (void)state;
    scene.log.process = getpid();
    assert_int_equal(gau_timeline_tid(&scene.log), getpid());
    child = fork();
    if (child == 0) {
        scene.log.process = getpid();
        _exit(gau_timeline_tid(&scene.log) == (uint32_t)getpid() ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(the_buffer_of_the_profile_is_in_megabytes),
        test(the_clock_of_the_profile_takes_a_new_rate),
        test(the_profile_is_written_with_the_parts),
        test(an_unlimited_profile_is_written_at_the_end),
        test(a_forked_child_has_its_own_number),
    };

    return cmocka_run_group_tests_name("profiles of background work", tests, NULL, NULL);
}
