/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "collector/base/signal_safe_lock.h"

#include "tests/unit/test.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

static void handle(int signal)
{
    (void)signal;
}

static int set_handler(void **state)
{
    (void)state;
    return signal(SIGUSR1, handle) == SIG_ERR;
}

/* The signal stays pending: the sanitizer of threads calls handlers late. */
static bool is_pending(int signal)
{
    sigset_t pending;

    sigpending(&pending);
    return sigismember(&pending, signal);
}

static void signals_wait_until_the_lock_is_given_back(void **state)
{
    sigset_t now;

    (void)state;
    gau_lock_take(GAU_LOCK_SPANS);
    raise(SIGUSR1);
    assert_true(is_pending(SIGUSR1));
    gau_lock_release(GAU_LOCK_SPANS);
    assert_false(is_pending(SIGUSR1));
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    assert_false(sigismember(&now, SIGUSR1));
}

static void what_the_program_has_blocked_stays_blocked(void **state)
{
    sigset_t some, now;

    (void)state;
    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &some, NULL);
    gau_lock_take(GAU_LOCK_SPANS);
    gau_lock_release(GAU_LOCK_SPANS);
    pthread_sigmask(SIG_UNBLOCK, &some, &now);
    assert_true(sigismember(&now, SIGUSR1));
    assert_false(sigismember(&now, SIGUSR2));
}

/* Faults of the program are not hidden: blocked, they would end the process at once. */
static void signals_of_mistakes_are_not_blocked(void **state)
{
    static const int mistakes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS};
    sigset_t now;

    (void)state;
    gau_lock_take(GAU_LOCK_SPANS);
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    gau_lock_release(GAU_LOCK_SPANS);
    for (unsigned i = 0; i < COUNT_OF(mistakes); i++)
        assert_false(sigismember(&now, mistakes[i]));
    assert_true(sigismember(&now, SIGPROF));
    assert_true(sigismember(&now, SIGTRAP));
}

static void a_lock_that_was_taken_twice_is_given_back_twice(void **state)
{
    (void)state;
    assert_false(gau_lock_is_own(GAU_LOCK_SPANS));
    gau_lock_take(GAU_LOCK_SPANS);
    gau_lock_take(GAU_LOCK_SPANS);
    gau_lock_release(GAU_LOCK_SPANS);
    assert_true(gau_lock_is_own(GAU_LOCK_SPANS));
    raise(SIGUSR1);
    assert_true(is_pending(SIGUSR1));
    gau_lock_release(GAU_LOCK_SPANS);
    assert_false(gau_lock_is_own(GAU_LOCK_SPANS));
    assert_false(is_pending(SIGUSR1));
}

static void *be_cancelled(void *taken)
{
    int before;

    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    gau_lock_take(GAU_LOCK_SPANS);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    *(int *)taken = before;
    gau_lock_release(GAU_LOCK_SPANS);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before == PTHREAD_CANCEL_ENABLE ? taken : NULL;
}

static void a_thread_cannot_be_cancelled_while_it_has_the_lock(void **state)
{
    int inside = PTHREAD_CANCEL_ENABLE;
    pthread_t thread;
    void *result;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, be_cancelled, &inside), 0);
    pthread_join(thread, &result);
    assert_int_equal(inside, PTHREAD_CANCEL_DISABLE);
    assert_ptr_equal(result, &inside);
}

enum { THREADS = 4, TIMES = 2000 };
static unsigned sum;

static void *count(void *unused)
{
    for (unsigned i = 0; i < TIMES; i++) {
        unsigned before;

        gau_lock_take(GAU_LOCK_SPANS);
        before = sum;
        sched_yield();
        sum = before + 1;
        gau_lock_release(GAU_LOCK_SPANS);
    }
    return unused;
}

static void one_thread_has_it_at_a_time(void **state)
{
    pthread_t threads[THREADS];

    (void)state;
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, count, NULL), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(sum, THREADS * TIMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(signals_wait_until_the_lock_is_given_back, set_handler),
        cmocka_unit_test_setup(what_the_program_has_blocked_stays_blocked, set_handler),
        cmocka_unit_test(signals_of_mistakes_are_not_blocked),
        cmocka_unit_test_setup(a_lock_that_was_taken_twice_is_given_back_twice, set_handler),
        cmocka_unit_test(a_thread_cannot_be_cancelled_while_it_has_the_lock),
        cmocka_unit_test(one_thread_has_it_at_a_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
