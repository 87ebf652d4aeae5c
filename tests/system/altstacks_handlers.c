/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "altstacks.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

/* Handlers of the program: on which stack they run, and how they leave it. */

enum { STACK = 1 << 16 };

static char memory[STACK];
static const stack_t own = {.ss_sp = memory, .ss_size = STACK};

static bool is_on_own(const void *address)
{
    return (uintptr_t)address - (uintptr_t)memory < STACK;
}

/* On the stack of the caller, whose frames are not far. */
static char *volatile near;

static bool is_near(const char *address)
{
    return labs(address - near) < 1 << 16;
}

/* --- where they run ------------------------------------------------------------------------ */

static bool has_own;
static volatile sig_atomic_t runs, was_own, was_near, was_right;

static void note(int number, siginfo_t *info, void *context)
{
    const ucontext_t *const c = context;
    char here;

    runs++;
    was_own = is_on_own(&here);
    was_near = is_near(&here) && is_near((const char *)info) && is_near(context);
    was_right = info->si_signo == number && info->si_pid == getpid() &&
                sigismember(&c->uc_sigmask, number) == 0;
}

/* Numbers in registers of all kinds go on as they were. */
static double raise_amid_numbers(int number)
{
    double a = 1.25, b = 3.5, c = 7.75;

    for (int i = 0; i < 20; i++) {
        a = a * 1.5 - b;
        b = b + c / a;
        if (i == 10)
            raise(number);
        c = c - 0.25 * a;
    }
    return a + b + c;
}

static bool runs_near(int number, int flags)
{
    const struct sigaction action = {.sa_sigaction = note, .sa_flags = flags | SA_SIGINFO};
    const double wanted = raise_amid_numbers(0);
    sigset_t mask;
    char here;

    near = &here;
    sigaction(number, &action, NULL);
    runs = 0;
    for (int i = 0; i < 50; i++) {
        expect(raise_amid_numbers(number) == wanted, "numbers have changed");
        spin(0.2);
    }
    sigprocmask(SIG_BLOCK, NULL, &mask);
    expect(sigismember(&mask, number) == 0, "the signal is blocked behind its handler");
    expect(runs == 50, "the handler ran another number of times");
    expect(was_own == (flags == SA_ONSTACK && has_own), "the handler ran on another stack");
    expect(was_right, "the handler got something else");
    return was_near;
}

/* Without a stack of its own a program's handler may run on the collector's, but not those of the
 * signals that the collector takes. */
void scene_handlers(void)
{
    static const int numbers[] = {SIGPROF, SIGTRAP, SIGUSR1};
    bool prof, trap;

    for (int i = 0; i < 3; i++)
        expect(runs_near(numbers[i], 0), "the handler does not run where the signal came");
    prof = runs_near(SIGPROF, SA_ONSTACK);
    trap = runs_near(SIGTRAP, SA_ONSTACK);
    expect(prof || trap, "handlers do not run where the signal came");
    sigaltstack(&own, NULL);
    has_own = true;
    for (int i = 0; i < 3; i++)
        expect(!runs_near(numbers[i], SA_ONSTACK), "the handler runs where the signal came");
    for (int i = 0; i < 3; i++)
        expect(runs_near(numbers[i], SA_NODEFER), "the handler does not run where the signal came");
}

/* --- how they leave ------------------------------------------------------------------------ */

static sigjmp_buf back;

static void jump(int number)
{
    siglongjmp(back, number);
}

void scene_leaving(void)
{
    static const int numbers[] = {SIGPROF, SIGTRAP, SIGUSR1};
    volatile int jumps = 0;

    for (volatile int i = 0; i < 120; i++) {
        const int number = numbers[i % 3];

        if (i == 60)
            sigaltstack(&own, NULL);
        handle(number, jump, i % 2 ? SA_ONSTACK : 0);
        if (sigsetjmp(back, 1) == 0)
            raise(number);
        else
            jumps++;
        spin(0.2);
    }
    expect(jumps == 120, "a handler did not leave");
}

/* Two coroutines that a signal switches between, which leaves the handler unfinished. Where they
 * switch without it, it is blocked: it would save one of them as the other. Nothing switches to one
 * that has ended. */
static ucontext_t contexts[2];
static volatile sig_atomic_t current, switches, has_ended;

static void block(int how)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    sigprocmask(how, &set, NULL);
}

static void switch_over(int number)
{
    const int from = current;

    (void)number;
    switches++;
    if (has_ended)
        return;
    current = !from;
    swapcontext(&contexts[from], &contexts[!from]);
}

static void compute(void)
{
    const int self = current;

    while (switches < 60) {
        double x = 1;

        for (int i = 1; i < 20000; i++)
            x = x * 0.5 + (double)(i % 7) + self;
        expect(x > 3 && x < 12 + self, "a coroutine computed nonsense");
    }
    block(SIG_BLOCK);
    has_ended = 1;
    current = 0;
    setcontext(&contexts[0]);
}

static void switch_with(const stack_t *stack)
{
    static char other[1 << 17];
    const struct itimerval fast = {{0, 1000}, {0, 1000}}, none = {{0, 0}, {0, 0}};

    sigaltstack(stack, NULL);
    current = 1;
    has_ended = 0;
    switches = 0;
    getcontext(&contexts[1]);
    contexts[1].uc_stack.ss_sp = other;
    contexts[1].uc_stack.ss_size = sizeof other;
    makecontext(&contexts[1], compute, 0);
    handle(SIGPROF, switch_over, SA_RESTART);
    block(SIG_BLOCK);
    setitimer(ITIMER_PROF, &fast, NULL);
    swapcontext(&contexts[0], &contexts[1]);
    block(SIG_UNBLOCK);
    while (switches < 60)
        spin(0.5);
    spin(10); /* signals come after the coroutine has ended, too */
    setitimer(ITIMER_PROF, &none, NULL);
    handle(SIGPROF, SIG_IGN, 0);
    expect(switches >= 60, "too few switches");
}

void scene_switching(void)
{
    const stack_t none = {.ss_flags = SS_DISABLE};

    switch_with(&none);
    switch_with(&own);
}

/* --- stacks that are full ------------------------------------------------------------------ */

static volatile int floors, endless = 1;

__attribute__((noinline)) static int fall(int depth)
{
    volatile char room[1024];

    room[0] = room[1023] = (char)depth;
    floors++;
    return endless ? fall(depth + 1) + room[0] : 0;
}

void scene_overflow(void)
{
    const struct rlimit small = {1 << 20, 1 << 20};
    volatile int falls = 0;

    setrlimit(RLIMIT_STACK, &small);
    sigaltstack(&own, NULL);
    handle(SIGSEGV, jump, SA_ONSTACK);
    while (falls < 100) {
        if (sigsetjmp(back, 1) == 0)
            fall(0);
        falls++;
        spin(0.5);
    }
    expect(floors > 100, "nothing fell");
}

/* --- threads without a stack, but with handlers for one ------------------------------------- */

static void stay(int number)
{
    (void)number;
    spin(20);
}

static void nest(int number)
{
    static _Thread_local char private[1 << 15];
    const stack_t some = {.ss_sp = private, .ss_size = sizeof private};
    const stack_t none = {.ss_flags = SS_DISABLE};
    stack_t now;

    (void)number;
    expect(sigaltstack(NULL, &now) == 0 && now.ss_flags == SS_DISABLE && !now.ss_sp, "a stack");
    expect(sigaltstack(&some, NULL) == 0 && sigaltstack(&none, NULL) == 0, "cannot be set");
    raise(SIGUSR2);
    spin(20);
}

static void end_thread(int number)
{
    (void)number;
    pthread_exit(NULL);
}

static void *end_by_signal(void *unused)
{
    handle(SIGUSR2, stay, SA_ONSTACK);
    handle(SIGUSR1, nest, SA_ONSTACK);
    raise(SIGUSR1);
    handle(SIGUSR1, end_thread, SA_ONSTACK);
    raise(SIGUSR1);
    return unused;
}

void scene_on_ours(void)
{
    for (int i = 0; i < 8; i++) {
        pthread_t threads[2];

        for (int k = 0; k < 2; k++)
            expect(pthread_create(&threads[k], NULL, end_by_signal, NULL) == 0, "no thread");
        for (int k = 0; k < 2; k++)
            pthread_join(threads[k], NULL);
    }
}
