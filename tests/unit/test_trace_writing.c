/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall() */
#include "test.h"

#include "auditors/trace/trace_auditor.h"
#include "framework/src/job/app_state.h"
#include "temp_folder.h"
#include "trace/trace_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The thread of TraceAuditor that writes, under a virtual clock and with a disk that can be full.
 */

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

static bool disk_is_full;

ssize_t __real_pwrite(int fd, const void *data, size_t size, off_t offset);
ssize_t __wrap_pwrite(int fd, const void *data, size_t size, off_t offset);

ssize_t __wrap_pwrite(int fd, const void *data, size_t size, off_t offset)
{
    if (!disk_is_full)
        return __real_pwrite(fd, data, size, offset);
    errno = ENOSPC;
    return -1;
}

/* A wait passes at once, and takes as long as it was to last. After some of them, `waits` is 0 and
 * they last until the end. */
static uint64_t virtual_ns;
static uint64_t waits;

int __wrap_clock_gettime(clockid_t id, struct timespec *now);
int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                  const struct timespec *until);
int __real_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                  const struct timespec *until);

int __wrap_clock_gettime(clockid_t id, struct timespec *now)
{
    const uint64_t ns = __atomic_load_n(&virtual_ns, __ATOMIC_SEQ_CST);

    (void)id;
    *now = (struct timespec){(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    return 0;
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                  const struct timespec *until)
{
    if (__atomic_load_n(&waits, __ATOMIC_SEQ_CST) == 0)
        return pthread_cond_wait(condition, lock);
    __atomic_store_n(&virtual_ns, (uint64_t)until->tv_sec * 1000000000 + (uint64_t)until->tv_nsec,
                     __ATOMIC_SEQ_CST);
    __atomic_fetch_sub(&waits, 1, __ATOMIC_SEQ_CST);
    return ETIMEDOUT;
}

/* --- a file -------------------------------------------------------------------------------- */

static int begin(void **state)
{
    static char name[] = "t.gtr";

    if (folder_enter(state) != 0)
        return -1;
    memset(&scene, 0, sizeof scene);
    disk_is_full = false;
    virtual_ns = 5000000000;
    for (int b = 0; b < BRANCHES; b++)
        scene.infos[b] = (gau_branch_info){.name = &"abc"[b], .parent = GAU_NO_BRANCH};
    scene.job.branches.infos = scene.infos;
    scene.job.branches.count = BRANCHES;
    scene.worker.job = &scene.job;
    scene.worker.app = &scene.app;
    scene.ctx = (gau_context){.internal = &scene.worker, .error = &scene.error};
    scene.log = (struct trace_log){.detail = 1, .file = name, .ctx = &scene.ctx};
    pthread_mutex_init(&scene.log.lock, NULL);
    pthread_cond_init(&scene.log.condition, NULL);
    if (!gau_trace_pool_init(&scene.log.pool, TRACE_BLOCKS_LEAST * TRACE_BLOCK))
        return -1;
    return gau_timeline_choose_name(&scene.log, &scene.ctx) == GAU_OK &&
                   gau_timeline_file_open(&scene.log, &scene.ctx) == GAU_OK
               ? 0
               : -1;
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

/* What is in the file: the names of branches, L for lanes, numbers of lists, T for totals. */
struct found {
    char text[256];
    int definitions; /* those that are repeated, too */
};

static bool add(struct found *found, const char *text)
{
    strcat(found->text, text);
    return true;
}

static bool find_branch(void *user, const struct gau_trace_branch *branch,
                        struct gau_trace_text name)
{
    (void)branch;
    return add(user, name.data);
}

static bool find_lane(void *user, const struct gau_trace_lane *lane, struct gau_trace_text name)
{
    (void)lane;
    (void)name;
    return add(user, "L");
}

static bool find_list(void *user, const struct gau_trace_entry_list *list)
{
    const char text[] = {(char)('0' + list->number), '\0'};

    return add(user, text);
}

static bool find_totals(void *user, const struct gau_trace_timeline_totals *totals)
{
    (void)totals;
    return add(user, "T");
}

static bool count_definition(void *user, const struct gau_trace_record *record, bool valid)
{
    struct found *const found = user;

    found->definitions +=
        valid && (record->type == GAU_TRACE_BRANCH || record->type == GAU_TRACE_LANE);
    return true;
}

/* Returns the number of definitions. */
static int assert_file(const char *expected)
{
    static const struct gau_trace_visitor visitor = {.branch = find_branch,
                                                     .lane = find_lane,
                                                     .entries = find_list,
                                                     .timeline_totals = find_totals,
                                                     .record = count_definition};
    struct found found = {"", 0};
    char message[128];

    gau_trace_close(&scene.log.writer);
    assert_int_equal(gau_trace_read("t.gtr", &visitor, &found, NULL, NULL, message, sizeof message),
                     GAU_TRACE_OK);
    assert_string_equal(found.text, expected);
    return found.definitions;
}

static void write_list(struct trace_lane *lane)
{
    uint8_t entries[GAU_ENTRY_MAX];
    struct gau_trace_entry_list list = {.lane = 1, .number = lane->lists++};

    list.size = (uint32_t)(gau_entry_begin(entries, 0, 1) - entries);
    gau_timeline_file_add(&scene.log, lane, &list, NULL, entries);
    gau_timeline_file_flush(&scene.log);
}

/* --- tests --------------------------------------------------------------------------------- */

static void definitions_come_once(void **state)
{
    struct trace_lane lane = {0};

    (void)state;
    write_list(&lane);
    write_list(&lane);
    assert_int_equal(assert_file("TabcbccL01"), BRANCHES + 1);
}

static void definitions_of_a_lost_block_come_again(void **state)
{
    struct trace_lane *const lanes = calloc(2, sizeof *lanes);

    (void)state;
    assert_non_null(lanes);
    scene.log.lanes = lanes;
    scene.log.n_lanes = 2;
    disk_is_full = true;
    write_list(&lanes[1]);
    disk_is_full = false;
    assert_int_equal(scene.log.writer.lost_blocks, 1);
    write_list(&lanes[1]);
    write_list(&lanes[1]);
    assert_file("TabcbccL12");
}

static void a_part_is_written_each_half_second(void **state)
{
    enum { HALVES = 7 };
    char expected[HALVES + 2] = "T";

    (void)state;
    /* Without entries it sleeps 2, 4, 8 ... up to 50 ms: 0.5 s are at most 10 more. */
    __atomic_store_n(&waits, 10 * HALVES + 5, __ATOMIC_SEQ_CST);
    assert_true(gau_timeline_writer_start(&scene.log));
    while (__atomic_load_n(&waits, __ATOMIC_SEQ_CST) > 0)
        sched_yield();
    gau_timeline_writer_stop(&scene.log);
    memset(expected + 1, 'T', HALVES);
    assert_file(expected);
}

static void definitions_are_repeated(void **state)
{
    struct trace_lane *const lanes = calloc(2, sizeof *lanes);

    (void)state;
    assert_non_null(lanes);
    scene.log.lanes = lanes;
    scene.log.n_lanes = 2;
    write_list(&lanes[1]);
    write_list(&lanes[1]);
    scene.log.bytes = 4 << 20;
    write_list(&lanes[1]);
    write_list(&lanes[1]);
    scene.log.bytes += 4 << 20;
    disk_is_full = true;
    write_list(&lanes[1]);
    disk_is_full = false;
    write_list(&lanes[1]);
    assert_int_equal(assert_file("TabcbccL01235"), 3 * (BRANCHES + 1));
}

/* --- blocks that become full meanwhile ----------------------------------------------------- */

static struct trace_worker *renewed; /* its block becomes full when the next is pinned */

struct trace_block *__wrap_gau_trace_pool_pin(struct trace_block_pool *pool,
                                              struct trace_block *const *current);
struct trace_block *__real_gau_trace_pool_pin(struct trace_block_pool *pool,
                                              struct trace_block *const *current);

static void fill(struct trace_worker *worker)
{
    worker->at = gau_entry_begin(worker->at, 1, 1);
    worker->stamp++;
}

struct trace_block *__wrap_gau_trace_pool_pin(struct trace_block_pool *pool,
                                              struct trace_block *const *current)
{
    if (renewed) {
        assert_true(gau_trace_worker_renew(renewed, &scene.ctx, false));
        fill(renewed);
        renewed = NULL;
    }
    return __real_gau_trace_pool_pin(pool, current);
}

static void parts_come_behind_blocks_that_were_queued_meanwhile(void **state)
{
    struct trace_call calls[BRANCHES] = {0};
    struct trace_worker worker = {
        .log = &scene.log, .calls = calls, .begun = GAU_NO_BRANCH, .around_event = GAU_NO_BRANCH};

    (void)state;
    scene.log.workers = &worker;
    assert_true(gau_trace_worker_renew(&worker, &scene.ctx, false));
    fill(&worker);
    renewed = &worker;
    gau_timeline_writer_pass(&scene.log, true);
    assert_int_equal(scene.log.missing, 0);
    gau_timeline_writer_pass(&scene.log, true);
    gau_trace_worker_end(&worker);
    assert_int_equal(gau_timeline_writer_pass(&scene.log, true), 1);
    assert_int_equal(scene.log.missing, 0);
    assert_file("TTabcbccL01TT");
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(definitions_come_once),
        test(definitions_of_a_lost_block_come_again),
        test(parts_come_behind_blocks_that_were_queued_meanwhile),
        test(definitions_are_repeated),
        test(a_part_is_written_each_half_second),
    };

    return cmocka_run_group_tests_name("writing of timelines", tests, NULL, NULL);
}
