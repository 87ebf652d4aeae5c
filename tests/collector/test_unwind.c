/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "call_chain.h"
#include "shadow_stack.h"
#include "stack_observer.h"

#include "collector/modules/loader_scan.h"
#include "collector/unwind/unwind.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static pthread_t target;
static atomic_bool kicking;

static void raise_signal(unsigned kind)
{
    (void)kind;
    raise(SIGUSR1);
}

/* Signals at times unrelated to the work of the thread. */
static void *kick(void *unused)
{
    uint64_t random = 88172645463325252;

    (void)unused;
    while (kicking) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        for (volatile unsigned i = 0; i < random % 4096; i++)
            ;
        pthread_kill(target, SIGUSR1);
    }
    return NULL;
}

static void work_until(uint64_t samples, unsigned depth)
{
    uint64_t x = 1;

    while (observer_seen()->samples < samples)
        x = chain_run(depth + (unsigned)(x % 5), x + 1);
}

static void work_while_kicked(uint64_t samples, unsigned depth)
{
    pthread_t kicker;

    target = pthread_self();
    kicking = true;
    assert_int_equal(pthread_create(&kicker, NULL, kick, NULL), 0);
    work_until(samples, depth);
    kicking = false;
    pthread_join(kicker, NULL);
}

static void check(const char *what, double per_mille)
{
    observer_print(what, observer_seen());
    assert_true(observer_is_good(observer_seen(), per_mille));
    observer_detach();
}

static void stacks_of_raised_signals_are_complete(void **state)
{
    (void)state;
    observer_attach();
    chain_leaf = raise_signal;
    for (uint64_t x = 0; x < 3000; x++)
        chain_run(5 + (unsigned)(x % 23), x);
    chain_leaf = NULL;
    check("raised", 1000);
}

static void stacks_at_random_moments_are_complete(void **state)
{
    (void)state;
    observer_attach();
    work_while_kicked(8000, 22);
    check("at random", 999);
}

static void stacks_are_complete_by_the_published_modules(void **state)
{
    (void)state;
    gau_loaded_modules_only_published = true;
    gau_loaded_modules_scan();
    observer_attach();
    work_while_kicked(2000, 22);
    check("published modules", 999);
    gau_loaded_modules_only_published = false;
}

static void a_timer_of_the_processor_time_takes_samples(void **state)
{
    const struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};

    (void)state;
    observer_attach();
    setitimer(ITIMER_PROF, &often, NULL);
    work_until(200, 20);
    setitimer(ITIMER_PROF, &never, NULL);
    check("timer", 990); /* one in 200 may be where compilers are wrong */
}

static void *work_on_small_stack(void *unused)
{
    (void)unused;
    observer_attach();
    chain_is_small = 1;
    work_while_kicked(2000, 4);
    chain_is_small = 0;
    check("small stack", 999);
    return NULL;
}

static void small_stacks_of_threads_are_read_to_their_beginning(void **state)
{
    pthread_t thread;
    pthread_attr_t attr;

    (void)state;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, SMALL_STACK);
    assert_int_equal(pthread_create(&thread, &attr, work_on_small_stack, NULL), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attr);
}

/* --- signals inside signals ---------------------------------------------------------------- */

static void work_in_handler(int signal)
{
    shadow_push((uint64_t)work_in_handler);
    if (signal == SIGUSR2)
        raise(SIGHUP);
    else
        chain_run(6, 3);
    shadow_pop();
}

static void handle(int signal, int flags)
{
    struct sigaction action = {.sa_flags = flags};

    action.sa_handler = work_in_handler;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, NULL);
}

static void raise_usr2(unsigned kind)
{
    static volatile sig_atomic_t inside;

    if (inside) {
        raise(SIGUSR1);
    } else if (kind == 0) {
        inside = 1;
        raise(SIGUSR2);
        inside = 0;
    }
}

static void work_in_handlers(const char *what, int flags)
{
    chain_is_small = 1;
    handle(SIGUSR2, flags);
    handle(SIGHUP, 0);
    observer_attach();
    chain_leaf = raise_usr2;
    for (uint64_t x = 0; x < 300; x++)
        chain_run(10, x);
    chain_leaf = NULL;
    chain_is_small = 0;
    check(what, 1000);
}

static void stacks_go_through_signals_that_interrupt_signals(void **state)
{
    (void)state;
    work_in_handlers("nested signals", 0);
}

#ifdef __x86_64__
enum { PCS = 64 };
static uint64_t pcs[PCS];
static struct gau_unwind_result taken;

static void take_stack(int signal, siginfo_t *info, void *context)
{
    static _Alignas(64) char state[1 << 20];

    (void)signal;
    (void)info;
    assert_true(gau_unwind_state_size() <= sizeof state);
    gau_unwind((void *)state, context, pcs, PCS, &taken);
}

static void raise_usr1(int signal)
{
    (void)signal;
    raise(SIGUSR1);
}

/* Where the kernel lets the handler of a signal return to. */
static uint64_t trampoline_of(int signal)
{
    struct {
        uint64_t handler, flags, restorer, mask;
    } action = {0};

    assert_int_equal(syscall(SYS_rt_sigaction, signal, NULL, &action, 8), 0);
    return action.restorer;
}

/* Nothing called it: the instruction before its first is that of another function. */
static void a_trampoline_is_where_it_begins(void **state)
{
    const struct sigaction observe = {.sa_sigaction = take_stack, .sa_flags = SA_SIGINFO};
    const struct sigaction interrupt = {.sa_handler = raise_usr1};
    struct sigaction usual;
    unsigned exact = 0, before = 0;

    (void)state;
    sigaction(SIGUSR1, &observe, &usual);
    sigaction(SIGUSR2, &interrupt, NULL);
    raise(SIGUSR2);
    sigaction(SIGUSR1, &usual, NULL);
    assert_true(taken.complete);
    for (uint32_t i = 0; i < taken.n; i++) {
        exact += pcs[i] == trampoline_of(SIGUSR2);
        before += pcs[i] == trampoline_of(SIGUSR2) - 1;
    }
    assert_int_equal(exact, 1);
    assert_int_equal(before, 0);
}
#endif

static void stacks_go_from_an_alternate_stack_to_the_interrupted_one(void **state)
{
    const size_t size = 1 << 18;
    void *const memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const stack_t alternate = {.ss_sp = memory, .ss_size = size}, none = {.ss_flags = SS_DISABLE};

    (void)state;
    sigaltstack(&alternate, NULL);
    work_in_handlers("alternate stack", SA_ONSTACK);
    sigaltstack(&none, NULL);
    munmap(memory, size);
}

/* --- coroutines ---------------------------------------------------------------------------- */

static ucontext_t outside, inside;

static void coroutine(void)
{
    chain_run(8, 5);
}

static void stacks_of_coroutines_are_complete(void **state)
{
    char *const memory = malloc(1 << 18);

    (void)state;
    observer_attach();
    chain_leaf = raise_signal;
    for (int i = 0; i < 500; i++) {
        getcontext(&inside);
        inside.uc_stack.ss_sp = memory;
        inside.uc_stack.ss_size = 1 << 18;
        inside.uc_link = &outside;
        makecontext(&inside, coroutine, 0);
        swapcontext(&outside, &inside);
        chain_run(4, 9);
    }
    chain_leaf = NULL;
    free(memory);
    check("coroutines", 1000);
}

static int load(void **state)
{
    void *const plugin = dlopen(CHAIN_PLUGIN, RTLD_LAZY);

    (void)state;
    observer_install(SIGUSR1, 0);
    observer_install(SIGPROF, SA_RESTART);
    if (!plugin)
        return -1;
    *(void **)&chain_plugin = dlsym(plugin, "plugin_call");
    return chain_plugin ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_of_raised_signals_are_complete),
        cmocka_unit_test(stacks_at_random_moments_are_complete),
        cmocka_unit_test(stacks_are_complete_by_the_published_modules),
        cmocka_unit_test(a_timer_of_the_processor_time_takes_samples),
        cmocka_unit_test(small_stacks_of_threads_are_read_to_their_beginning),
        cmocka_unit_test(stacks_go_through_signals_that_interrupt_signals),
#ifdef __x86_64__
        cmocka_unit_test(a_trampoline_is_where_it_begins),
#endif
        cmocka_unit_test(stacks_go_from_an_alternate_stack_to_the_interrupted_one),
        cmocka_unit_test(stacks_of_coroutines_are_complete),
    };

    return cmocka_run_group_tests(tests, load, NULL);
}
