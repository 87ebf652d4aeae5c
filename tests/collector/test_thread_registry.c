/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall() */
#include "collector/base/collection_state.h"
#include "collector/sampling/alternate_stack.h"
#include "collector/sampling/sampler.h"
#include "collector/sampling/thread_registry.h"
#include "collector/unwind/unwind.h"

#include "tests/unit/test.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Threads that begin, are found and end, without clocks, stacks and tasks. Sanitizers may have
 * threads of their own. */

static unsigned checks; /* of the main thread's clock */

void gau_sampler_arm(struct gau_thread *thread)
{
    (void)thread;
}

void gau_sampler_disarm(struct gau_thread *thread)
{
    (void)thread;
}

void gau_sampler_check(struct gau_thread *thread)
{
    checks += thread->tid == getpid();
}

void gau_sampler_forget(struct gau_thread *thread)
{
    thread->fd = thread->timer = -1;
}

void gau_altstack_give(struct gau_thread *thread)
{
    (void)thread;
}

bool gau_altstack_take(struct gau_thread *thread)
{
    (void)thread;
    return true;
}

void gau_altstack_restart(struct gau_thread *self)
{
    (void)self;
}

size_t gau_thread_tasks_size(void)
{
    return 64;
}

void gau_thread_tasks_close(struct gau_thread_tasks *tasks)
{
    (void)tasks;
}

void gau_thread_tasks_clear(struct gau_thread_tasks *tasks)
{
    (void)tasks;
}

void gau_thread_tasks_set_number(struct gau_thread_tasks *tasks, uint32_t thread)
{
    (void)tasks;
    (void)thread;
}

void gau_thread_tasks_restart(struct gau_thread_tasks *tasks)
{
    (void)tasks;
}

size_t gau_unwind_state_size(void)
{
    return 64;
}

/* --- fixtures ------------------------------------------------------------------------------ */

static pid_t own_tid(void)
{
    return (pid_t)syscall(SYS_gettid);
}

/* The process has begun, and knows no thread. */
static int begin(void **state)
{
    (void)state;
    gau_collection_state.phase = GAU_COLLECTION_RUNNING;
    gau_collection_state.preloaded = true;
    gau_collection_state.pid = getpid();
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        gau_threads_set_state(thread, GAU_THREAD_FREE);
    gau_thread_own = NULL;
    return 0;
}

static int open_registry(void **state)
{
    (void)state;
    return gau_thread_registry_open() ? 0 : -1;
}

static unsigned count(enum gau_thread_state state)
{
    unsigned n = 0;

    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        n += gau_threads_state(thread) == state;
    return n;
}

static void run(void *(*function)(void *), void *data)
{
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, function, data), 0);
    pthread_join(thread, NULL);
}

/* Runs it in the child of a fork, which must succeed. */
static void in_child(bool (*function)(void))
{
    const pid_t child = fork();
    int status = -1;

    if (child == 0)
        _exit(function() ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* --- tests --------------------------------------------------------------------------------- */

/* The scan sees a thread of pthread_create() before its first function runs. */
static void a_thread_that_was_found_and_registers_itself_then_is_not_late(void **state)
{
    struct gau_thread *found;

    (void)state;
    gau_thread_registry_scan(0);
    found = gau_threads_find(own_tid(), GAU_THREAD_LIVE);
    assert_non_null(found);
    assert_true(found->was_found);
    assert_ptr_equal(gau_thread_registry_register(), found);
    assert_false(found->was_found);
    assert_ptr_equal(gau_threads_own(), found);
}

static void without_preload_all_threads_are_found(void **state)
{
    (void)state;
    gau_collection_state.preloaded = false;
    gau_thread_registry_scan(0);
    assert_false(gau_threads_find(own_tid(), GAU_THREAD_LIVE)->was_found);
}

static void the_writer_thread_is_left_out(void **state)
{
    (void)state;
    gau_thread_registry_scan(own_tid());
    assert_null(gau_threads_find(own_tid(), GAU_THREAD_LIVE));
}

static void clocks_are_checked_at_each_scan(void **state)
{
    (void)state;
    gau_thread_registry_register();
    checks = 0;
    gau_thread_registry_scan(0);
    gau_thread_registry_scan(0);
    assert_int_equal(checks, 2);
}

static void *register_thread(void *data)
{
    *(struct gau_thread **)data = gau_thread_registry_register();
    return NULL;
}

/* The writer thread has yet to see it: the scan does not find it anew. */
static void a_thread_that_ends_is_ended_until_it_is_written(void **state)
{
    struct gau_thread *ended = NULL, *next = NULL;

    (void)state;
    gau_thread_registry_register();
    run(register_thread, &ended);
    assert_int_equal(gau_threads_state(ended), GAU_THREAD_ENDED);
    gau_thread_registry_scan(0);
    assert_null(gau_threads_find(ended->tid, GAU_THREAD_LIVE));
    assert_int_equal(count(GAU_THREAD_ENDED), 1);
    gau_threads_set_state(ended, GAU_THREAD_FREE);
    run(register_thread, &next);
    assert_ptr_equal(next, ended);
}

/* As threads of clone() do, without destructors. */
static void a_thread_that_ends_unseen_is_ended_by_the_scan(void **state)
{
    struct gau_thread *gone;

    (void)state;
    gau_thread_registry_register();
    gone = gau_threads_add(0x7ffffff0);
    gau_thread_registry_scan(0);
    assert_int_equal(gau_threads_state(gone), GAU_THREAD_ENDED);
    assert_int_equal(gau_threads_state(gau_threads_own()), GAU_THREAD_LIVE);
}

static void after_the_end_of_the_collection_no_thread_is_added(void **state)
{
    (void)state;
    gau_collection_state.phase = GAU_COLLECTION_ENDED;
    assert_null(gau_thread_registry_register());
    assert_int_equal(count(GAU_THREAD_LIVE), 0);
}

static void a_name_is_cut_where_there_is_no_room(void **state)
{
    struct gau_thread *const thread = gau_thread_registry_register();
    char name[GAU_THREAD_NAME_MAX + 44];

    (void)state;
    memset(name, 'n', sizeof name);
    gau_threads_name(thread, name, sizeof name);
    assert_int_equal(thread->name_size, GAU_THREAD_NAME_MAX);
    assert_int_equal(thread->name[GAU_THREAD_NAME_MAX - 1], 'n');
    assert_false(thread->described);
    assert_null(thread->seen_chunk);
    gau_threads_name(thread, "b", 1);
    assert_int_equal(thread->name_size, 1);
    assert_int_equal(thread->name_version, 2);
}

/* Numbers and sums restart. */
static bool has_own_thread_alone(void)
{
    struct gau_thread *const self = gau_threads_own();

    return gau_thread_registry_restart() && gau_threads_own() == self && self->id == 1 &&
           self->tid == getpid() && self->samples == 0 && !self->chunk && self->fd == -1 &&
           self->name_size == 0 && count(GAU_THREAD_LIVE) == 1 && count(GAU_THREAD_ENDED) == 0 &&
           gau_threads_unseen() == 0;
}

static void a_child_has_the_thread_that_forked_alone(void **state)
{
    struct gau_thread *ended = NULL, *const self = gau_thread_registry_register();

    (void)state;
    run(register_thread, &ended);
    gau_threads_add(0x7ffffff0);
    self->samples = 3;
    self->chunk = (struct gau_chunk *)(void *)self;
    self->fd = 1000;
    gau_threads_name(self, "name", 4);
    gau_threads_count_unseen();
    in_child(has_own_thread_alone);
}

/* What the kernel and the program know of the thread did not change. */
static bool keeps_what_goes_on(void)
{
    struct gau_thread *const self = gau_threads_own();

    return !gau_thread_registry_restart() && self->clock_blocked == GAU_CLOCK_BLOCKED_BY_MASK &&
           self->seen_blocked == 3 && self->has_stack && self->had_small_stack &&
           self->leaving == 2;
}

static void in_a_child_a_clock_stays_blocked(void **state)
{
    struct gau_thread *const self = gau_thread_registry_register();

    (void)state;
    self->clock_blocked = GAU_CLOCK_BLOCKED_BY_MASK;
    self->seen_blocked = 3;
    self->has_stack = self->had_small_stack = true;
    self->leaving = 2;
    in_child(keeps_what_goes_on);
}

/* Blocks that others have are not taken instead. */
static void a_thread_without_memory_is_counted(void **state)
{
    const uint64_t before = gau_threads_unseen();
    struct rlimit limit, nothing;
    struct gau_thread *added;

    (void)state;
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        gau_threads_set_state(thread, GAU_THREAD_LIVE);
    assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
    nothing = (struct rlimit){.rlim_cur = 0, .rlim_max = limit.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &nothing), 0);
    added = gau_threads_add(1);
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    assert_null(added);
    assert_int_equal(gau_threads_unseen(), before + 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(a_thread_that_was_found_and_registers_itself_then_is_not_late),
        TEST(without_preload_all_threads_are_found),
        TEST(the_writer_thread_is_left_out),
        TEST(clocks_are_checked_at_each_scan),
        TEST(a_thread_that_ends_is_ended_until_it_is_written),
        TEST(a_thread_that_ends_unseen_is_ended_by_the_scan),
        TEST(after_the_end_of_the_collection_no_thread_is_added),
        TEST(a_name_is_cut_where_there_is_no_room),
        TEST(a_thread_without_memory_is_counted),
        TEST(a_child_has_the_thread_that_forked_alone),
        TEST(in_a_child_a_clock_stays_blocked),
    };

    return cmocka_run_group_tests(tests, open_registry, NULL);
}
