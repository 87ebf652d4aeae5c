/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* types in real_functions.h */
#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/sampling/signal_handler.h"

#include "tests/unit/test.h"

/* What the kernel has as actions for the signals of the clocks, and what the program sees. */

void gau_signal_handler_on_signal(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    (void)context;
}

const struct gau_real_functions *gau_real_functions(void)
{
    static const struct gau_real_functions functions = {.sigaction = sigaction};

    return &functions;
}

static void on_signal(int number)
{
    (void)number;
}

static int begin(void **state)
{
    const struct sigaction none = {.sa_handler = SIG_DFL};

    (void)state;
    gau_collection_state.pid = getpid();
    gau_signal_handler_restart();
    gau_signal_handler_release(SIGPROF);
    gau_signal_handler_release(SIGTRAP);
    if (sigaction(SIGPROF, &none, NULL) != 0 || sigaction(SIGTRAP, &none, NULL) != 0)
        return -1;
    return gau_signal_handler_take(SIGPROF) ? 0 : -1;
}

static struct sigaction of_kernel(int number)
{
    struct sigaction action;

    assert_int_equal(sigaction(number, NULL, &action), 0);
    return action;
}

static bool is_ours(int number)
{
    return of_kernel(number).sa_sigaction == gau_signal_handler_on_signal;
}

static void program_sets(void (*handler)(int))
{
    const struct sigaction action = {.sa_handler = handler};

    assert_int_equal(gau_signal_handler_swap(SIGPROF, &action, NULL), 0);
}

/* --- tests --------------------------------------------------------------------------------- */

static void a_signal_is_ours_until_it_is_released(void **state)
{
    (void)state;
    assert_true(gau_signal_handler_has(SIGPROF));
    assert_true(is_ours(SIGPROF));
    assert_true(gau_signal_handler_is_free(SIGPROF));
    assert_false(gau_signal_handler_has(SIGTRAP));
    assert_false(gau_signal_handler_has(SIGINT));
    assert_false(is_ours(SIGTRAP));
    program_sets(on_signal);
    assert_false(gau_signal_handler_is_free(SIGPROF));
    assert_true(gau_signal_handler_take(SIGPROF)); /* the second time it is already */
    assert_true(is_ours(SIGPROF));
    gau_signal_handler_release(SIGPROF);
    assert_ptr_equal(of_kernel(SIGPROF).sa_handler, on_signal);
    assert_false(gau_signal_handler_has(SIGPROF));
}

static void interrupted_calls_go_on_after_our_handler(void **state)
{
    const struct sigaction action = of_kernel(SIGPROF);

    (void)state;
    assert_true(action.sa_flags & SA_RESTART);
    assert_true(action.sa_flags & SA_ONSTACK);
    assert_true(action.sa_flags & SA_SIGINFO);
    assert_true(sigismember(&action.sa_mask, SIGTERM));
}

static void what_the_program_set_last_is_what_it_sees(void **state)
{
    struct sigaction old, now = {.sa_handler = on_signal, .sa_flags = SA_NODEFER};

    (void)state;
    program_sets(SIG_IGN);
    assert_int_equal(gau_signal_handler_swap(SIGPROF, &now, &now), 0); /* the same structure */
    assert_ptr_equal(now.sa_handler, SIG_IGN);
    assert_int_equal(gau_signal_handler_swap(SIGPROF, NULL, &old), 0);
    assert_ptr_equal(old.sa_handler, on_signal);
    assert_int_equal(old.sa_flags, SA_NODEFER);
    assert_true(is_ours(SIGPROF));
}

/* The next program ignores what this one did. */
static void what_is_ignored_is_so_until_the_last_exec_has_failed(void **state)
{
    (void)state;
    program_sets(SIG_IGN);
    gau_signal_handler_step_aside();
    gau_signal_handler_step_aside();
    assert_ptr_equal(of_kernel(SIGPROF).sa_handler, SIG_IGN);
    gau_signal_handler_come_back();
    assert_ptr_equal(of_kernel(SIGPROF).sa_handler, SIG_IGN);
    gau_signal_handler_come_back();
    assert_true(is_ours(SIGPROF));
    gau_signal_handler_come_back();
    gau_signal_handler_step_aside();
    assert_ptr_equal(of_kernel(SIGPROF).sa_handler, SIG_IGN);
}

static void what_is_not_ignored_stays_ours_at_exec(void **state)
{
    (void)state;
    program_sets(on_signal);
    gau_signal_handler_step_aside();
    assert_true(is_ours(SIGPROF));
}

/* The thread that calls exec() is not in the child. */
static void in_a_child_no_exec_is_in_progress(void **state)
{
    (void)state;
    program_sets(SIG_IGN);
    gau_signal_handler_step_aside();
    gau_signal_handler_restart();
    assert_true(is_ours(SIGPROF));
    gau_signal_handler_step_aside();
    gau_signal_handler_come_back();
    assert_true(is_ours(SIGPROF));
}

static void a_handler_that_was_set_past_us_is_noticed(void **state)
{
    const struct sigaction past = {.sa_handler = on_signal};

    (void)state;
    assert_int_equal(gau_signal_handler_lost(), 0);
    program_sets(SIG_IGN);
    gau_signal_handler_step_aside();
    assert_int_equal(gau_signal_handler_lost(), 0);
    gau_signal_handler_come_back();
    assert_int_equal(sigaction(SIGPROF, &past, NULL), 0);
    assert_int_equal(gau_signal_handler_lost(), SIGPROF);
    gau_signal_handler_step_aside(); /* and stays */
    assert_ptr_equal(of_kernel(SIGPROF).sa_handler, on_signal);
}

/* It shares our memory, but has actions of its own. */
static void a_child_of_vfork_changes_nothing_of_its_parent(void **state)
{
    struct sigaction action = {.sa_handler = SIG_IGN}, old;

    (void)state;
    program_sets(on_signal);
    gau_collection_state.pid = getppid();
    assert_int_equal(gau_signal_handler_swap(SIGPROF, &action, &old), 0);
    assert_ptr_equal(old.sa_handler, on_signal);
    assert_ptr_equal(of_kernel(SIGPROF).sa_handler, SIG_IGN);
    gau_signal_handler_come_back();
    gau_collection_state.pid = getpid();
    assert_int_equal(gau_signal_handler_swap(SIGPROF, NULL, &old), 0);
    assert_ptr_equal(old.sa_handler, on_signal);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(a_signal_is_ours_until_it_is_released),
        TEST(interrupted_calls_go_on_after_our_handler),
        TEST(what_the_program_set_last_is_what_it_sees),
        TEST(what_is_ignored_is_so_until_the_last_exec_has_failed),
        TEST(what_is_not_ignored_stays_ours_at_exec),
        TEST(in_a_child_no_exec_is_in_progress),
        TEST(a_handler_that_was_set_past_us_is_noticed),
        TEST(a_child_of_vfork_changes_nothing_of_its_parent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
