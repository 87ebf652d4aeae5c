/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* types in real_functions.h */
#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/sampling/sampler.h"
#include "collector/writer/pauses.h"
#include "collector/writer/trace_output.h"
#include "collector/writer/writer_thread.h"

#include "tests/unit/test.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>

/* When there is a writer thread. Its passes write nothing; each thread takes 7 ns of CPU time in
 * all, and has taken 5 while it runs. */

_Thread_local struct gau_thread *gau_thread_own;
struct gau_thread gau_thread_none;

static atomic_uint passes, resumed;
static atomic_bool pause_is_over;
static unsigned started;

static int count_and_create(pthread_t *thread, const pthread_attr_t *attributes,
                            void *(*function)(void *), void *argument)
{
    started++;
    return pthread_create(thread, attributes, function, argument);
}

const struct gau_real_functions *gau_real_functions(void)
{
    static const struct gau_real_functions functions = {.pthread_create = count_and_create,
                                                        .pthread_sigmask = pthread_sigmask};

    return &functions;
}

bool gau_trace_output_pass(void)
{
    passes++;
    return atomic_exchange(&pause_is_over, false);
}

struct timespec gau_trace_output_wait(void)
{
    return (struct timespec){.tv_nsec = 1000000};
}

bool gau_trace_output_is_due(void)
{
    return false;
}

void gau_pauses_end(void)
{
    resumed++;
}

uint64_t gau_threads_cpu(pid_t tid)
{
    (void)tid;
    return 5;
}

uint64_t gau_sampler_cpu(void)
{
    return 7;
}

bool gau_threads_only_writer_left(pid_t writer, int *status)
{
    (void)writer;
    (void)status;
    return false;
}

bool gau_threads_has_ended(pid_t tid)
{
    return syscall(SYS_tgkill, getpid(), tid, 0) < 0 && errno == ESRCH;
}

/* --- tests --------------------------------------------------------------------------------- */

static uint64_t cpu(void)
{
    uint64_t ns;

    gau_lock_take(GAU_LOCK_TRACE_OUTPUT);
    ns = gau_writer_cpu();
    gau_lock_release(GAU_LOCK_TRACE_OUTPUT);
    return ns;
}

/* As in a child, which has all locks. */
static void forget(void)
{
    gau_lock_take(GAU_LOCK_TRACE_OUTPUT);
    gau_writer_forget();
    gau_lock_release(GAU_LOCK_TRACE_OUTPUT);
}

static int begin(void **state)
{
    (void)state;
    gau_collection_state.phase = GAU_COLLECTION_RUNNING;
    gau_collection_state.pid = getpid();
    forget();
    started = 0;
    return gau_writer_start();
}

static int end(void **state)
{
    (void)state;
    return gau_writer_leave() ? 0 : -1;
}

static void wait_for_pass(void)
{
    const unsigned before = passes;

    while (passes == before)
        sched_yield();
}

static void it_is_away_until_the_last_call_that_needs_that(void **state)
{
    (void)state;
    wait_for_pass();
    assert_true(gau_writer_tid() > 0);
    assert_true(gau_writer_leave());
    assert_int_equal(gau_writer_tid(), 0);
    assert_true(gau_writer_leave());
    gau_writer_return();
    assert_int_equal(started, 1);
    gau_writer_return();
    assert_int_equal(started, 2);
    wait_for_pass();
}

static void all_that_there_were_count(void **state)
{
    (void)state;
    wait_for_pass();
    assert_int_equal(cpu(), 5);
    gau_writer_leave();
    assert_int_equal(cpu(), 7);
    gau_writer_return();
    assert_int_equal(started, 2);
    wait_for_pass();
    assert_int_equal(cpu(), 12);
}

/* The parent forks while it is away: nothing returns in the child. */
static void a_child_never_had_one(void **state)
{
    (void)state;
    gau_writer_leave();
    forget();
    assert_int_equal(cpu(), 0);
    assert_int_equal(gau_writer_start(), 0);
    gau_writer_leave();
    gau_writer_return();
    assert_int_equal(started, 3);
    wait_for_pass();
}

static void it_resumes_once_when_a_pause_is_over(void **state)
{
    (void)state;
    resumed = 0;
    wait_for_pass();
    assert_int_equal(resumed, 0);
    pause_is_over = true;
    while (resumed == 0)
        sched_yield();
    wait_for_pass();
    wait_for_pass();
    assert_int_equal(resumed, 1);
}

static void processes_that_are_not_recorded_have_none(void **state)
{
    (void)state;
    gau_writer_leave();
    gau_collection_state.phase = GAU_COLLECTION_ENDED;
    assert_false(gau_writer_leave());
    gau_writer_return();
    assert_int_equal(started, 1);
    gau_collection_state.phase = GAU_COLLECTION_RUNNING;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(it_is_away_until_the_last_call_that_needs_that),
        TEST(all_that_there_were_count),
        TEST(a_child_never_had_one),
        TEST(it_resumes_once_when_a_pause_is_over),
        TEST(processes_that_are_not_recorded_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
