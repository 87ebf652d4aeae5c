/* SPDX-License-Identifier: Apache-2.0 */
#include "collector/base/collection_state.h"
#include "collector/sampling/kernel_clocks.h"
#include "collector/sampling/sampler.h"
#include "collector/sampling/signal_handler.h"

#include "tests/unit/test.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

/*
 * When a thread has a clock. Clocks, threads and the handler are the test's own: an event has the
 * number 3, a timer 5.
 */

enum { EVENT = 3, TIMER = 5 };

static struct {
    int event_error, timer_error; /* of the next attempts; 0: none */
    int events, timers;           /* open */
    bool paused, closed;          /* closed: the program has closed the event */
    unsigned unseen;
} stage;

static struct gau_thread thread;

/* --- clocks -------------------------------------------------------------------------------- */

int gau_kernel_clock_open_event(pid_t tid, const struct gau_kernel_clock_event *event)
{
    (void)tid;
    (void)event;
    if (stage.event_error)
        return -stage.event_error;
    stage.events++;
    return EVENT;
}

void gau_kernel_clock_start_event(int fd)
{
    assert_int_equal(fd, EVENT);
}

void gau_kernel_clock_stop_event(int fd)
{
    assert_int_equal(fd, EVENT);
}

void gau_kernel_clock_set_event(int fd, uint64_t period_ns)
{
    (void)fd;
    (void)period_ns;
}

bool gau_kernel_clock_has_event(int fd)
{
    assert_int_equal(fd, EVENT);
    return !stage.closed;
}

void gau_kernel_clock_close_event(int fd)
{
    assert_int_equal(fd, EVENT);
    stage.events--;
}

int gau_kernel_clock_open_timer(pid_t tid)
{
    (void)tid;
    if (stage.timer_error)
        return -stage.timer_error;
    stage.timers++;
    return TIMER;
}

void gau_kernel_clock_set_timer(int timer, uint64_t first_ns, uint64_t period_ns)
{
    (void)first_ns;
    (void)period_ns;
    assert_int_equal(timer, TIMER);
}

void gau_kernel_clock_close_timer(int timer)
{
    assert_int_equal(timer, TIMER);
    stage.timers--;
}

bool gau_kernel_clock_can_trap(void)
{
    return false;
}

bool gau_signal_handler_take(int number)
{
    (void)number;
    return true;
}

void gau_signal_handler_release(int number)
{
    (void)number;
}

/* --- threads, and the collection ----------------------------------------------------------- */

_Thread_local struct gau_thread *gau_thread_own;
struct gau_thread gau_thread_none;

struct gau_thread *gau_threads_first(void)
{
    return &thread;
}

struct gau_thread *gau_threads_find_self(void)
{
    return &thread;
}

uint64_t gau_threads_cpu(pid_t tid)
{
    (void)tid;
    return 1000;
}

bool gau_threads_has_ended(pid_t tid)
{
    (void)tid;
    return false;
}

void gau_threads_count_unseen(void)
{
    stage.unseen++;
}

bool gau_collection_paused(void)
{
    return stage.paused;
}

bool gau_collection_preloaded(void)
{
    return true;
}

void gau_collector_config_complain(const char *format, ...)
{
    (void)format;
}

/* --- tests --------------------------------------------------------------------------------- */

static int begin(void **state)
{
    (void)state;
    memset(&stage, 0, sizeof stage);
    thread =
        (struct gau_thread){.tid = 1, .fd = -1, .timer = -1, .random = 1, .state = GAU_THREAD_LIVE};
    gau_thread_own = &thread;
    gau_sampler = (struct gau_sampler){.interval_ns = 1000000,
                                       .clock = GAU_TRACE_CLOCK_PERF_SIGNAL,
                                       .kernel = true};
    return 0;
}

static bool has_clock(void)
{
    assert_int_equal(stage.events, thread.fd >= 0);
    assert_int_equal(stage.timers, thread.timer >= 0);
    return thread.fd >= 0 || thread.timer >= 0;
}

static void a_thread_has_no_clock_until_no_reason_is_left(void **state)
{
    (void)state;
    gau_sampler_arm(&thread);
    assert_true(has_clock());
    gau_sampler_block_own(GAU_CLOCK_BLOCKED_BY_MASK, true);
    assert_false(has_clock());
    gau_sampler_block_own(GAU_CLOCK_BLOCKED_BY_STACK, true);
    gau_sampler_block_own(GAU_CLOCK_BLOCKED_BY_MASK, true);
    gau_sampler_block_own(GAU_CLOCK_BLOCKED_BY_MASK, false);
    assert_false(has_clock());
    gau_sampler_start();
    assert_false(has_clock());
    gau_sampler_block_own(GAU_CLOCK_BLOCKED_BY_STACK, false);
    assert_true(has_clock());
}

/* A handler may call exec() within one. */
static void a_thread_has_no_clock_until_all_calls_of_exec_have_failed(void **state)
{
    (void)state;
    gau_sampler_arm(&thread);
    gau_sampler_leave_own(true);
    gau_sampler_leave_own(true);
    assert_false(has_clock());
    gau_sampler_leave_own(false);
    assert_false(has_clock());
    gau_sampler_start();
    assert_false(has_clock());
    gau_sampler_leave_own(false);
    assert_true(has_clock());
    gau_sampler_leave_own(false);
    assert_true(has_clock());
    gau_sampler_leave_own(true);
    assert_false(has_clock());
}

static void in_a_pause_no_clock_begins(void **state)
{
    (void)state;
    stage.paused = true;
    gau_sampler_start();
    assert_false(has_clock());
    stage.paused = false;
    gau_sampler_start();
    gau_sampler_start();
    assert_true(has_clock());
    gau_sampler_stop();
    assert_false(has_clock());
    assert_int_equal(stage.unseen, 0);
}

static void threads_that_have_ended_get_no_clock(void **state)
{
    (void)state;
    thread.state = GAU_THREAD_ENDED;
    gau_sampler_start();
    assert_false(has_clock());
}

static void without_an_event_a_timer_is_used(void **state)
{
    (void)state;
    stage.event_error = EMFILE;
    gau_sampler_arm(&thread);
    assert_true(has_clock());
    assert_int_equal(thread.timer, TIMER);
    assert_int_equal(thread.clock, GAU_TRACE_CLOCK_TIMER);
    assert_int_equal(stage.unseen, 0);
}

static void a_thread_without_any_clock_is_counted_once_and_may_get_one_later(void **state)
{
    (void)state;
    stage.event_error = EMFILE;
    stage.timer_error = EAGAIN;
    gau_sampler_arm(&thread);
    gau_sampler_arm(&thread);
    assert_false(has_clock());
    assert_int_equal(thread.clock, GAU_TRACE_CLOCK_NONE);
    assert_int_equal(stage.unseen, 1);
    stage.event_error = 0;
    gau_sampler_arm(&thread);
    assert_true(has_clock());
    assert_int_equal(thread.clock, GAU_TRACE_CLOCK_PERF_SIGNAL);
}

/* Its descriptor is the program's own by now, and stays open. */
static void an_event_that_the_program_has_closed_is_replaced(void **state)
{
    (void)state;
    gau_sampler_arm(&thread);
    assert_false(gau_sampler_is_lost());
    gau_sampler_check(&thread);
    assert_int_equal(stage.events, 1);
    stage.closed = true;
    assert_true(gau_sampler_is_lost());
    gau_sampler_check(&thread);
    assert_int_equal(stage.events, 2);
    assert_int_equal(thread.fd, EVENT);
}

/* Timers are not inherited: their number may be that of another one. */
static void a_child_has_neither_the_event_nor_the_timer_of_its_parent(void **state)
{
    (void)state;
    gau_sampler_arm(&thread);
    gau_sampler_forget(&thread);
    assert_false(has_clock());
    stage.event_error = EMFILE;
    gau_sampler_arm(&thread);
    gau_sampler_forget(&thread);
    assert_int_equal(thread.timer, -1);
    assert_int_equal(stage.timers, 1);
}

static void once_given_up_no_thread_gets_a_clock(void **state)
{
    (void)state;
    gau_sampler_arm(&thread);
    gau_sampler_give_up(SIGPROF);
    assert_false(has_clock());
    assert_int_equal(thread.clock, GAU_TRACE_CLOCK_NONE);
    gau_sampler_start();
    assert_false(has_clock());
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(a_thread_has_no_clock_until_no_reason_is_left),
        TEST(a_thread_has_no_clock_until_all_calls_of_exec_have_failed),
        TEST(in_a_pause_no_clock_begins),
        TEST(threads_that_have_ended_get_no_clock),
        TEST(without_an_event_a_timer_is_used),
        TEST(a_thread_without_any_clock_is_counted_once_and_may_get_one_later),
        TEST(an_event_that_the_program_has_closed_is_replaced),
        TEST(a_child_has_neither_the_event_nor_the_timer_of_its_parent),
        TEST(once_given_up_no_thread_gets_a_clock),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
