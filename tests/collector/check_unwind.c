/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "call_chain.h"
#include "jit.h"
#include "stack_observer.h"

#include "collector/modules/loader_scan.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

/*
 * The main checks of test_unwind.c in a plain program, so that it can be built for other processors
 * and other C libraries.
 */

static int status;

static void raise_signal(unsigned kind)
{
    (void)kind;
    raise(SIGUSR1);
}

static void work(uint64_t times)
{
    for (uint64_t x = 0; x < times; x++)
        chain_run(5 + (unsigned)(x % 23), x);
}

static void begin(void)
{
    observer_attach();
    chain_leaf = raise_signal;
}

static void check(const char *what)
{
    chain_leaf = NULL;
    observer_print(what, observer_seen());
    if (!observer_is_good(observer_seen(), 999))
        status = 1;
    observer_detach();
}

static void *work_in_thread(void *unused)
{
    (void)unused;
    begin();
    work(300);
    check("thread");
    return NULL;
}

static void work_in_handler(int signal)
{
    (void)signal;
    chain_leaf = raise_signal;
    work(100);
}

static void raise_other(unsigned kind)
{
    if (kind == 0)
        raise(SIGUSR2);
}

static void check_handlers(void)
{
    struct sigaction action = {.sa_flags = SA_ONSTACK};
    stack_t stack = {.ss_size = 1 << 20};

    stack.ss_sp = malloc(stack.ss_size);
    sigaltstack(&stack, NULL);
    action.sa_handler = work_in_handler;
    sigaction(SIGUSR2, &action, NULL);
    observer_attach();
    chain_leaf = raise_other;
    chain_run(12, 1);
    check("alternate stack");
}

static ucontext_t outside, inside;

static void coroutine(void)
{
    work(100);
}

static void check_coroutine(void)
{
    begin();
    getcontext(&inside);
    inside.uc_stack.ss_size = 1 << 20;
    inside.uc_stack.ss_sp = malloc(inside.uc_stack.ss_size);
    inside.uc_link = &outside;
    makecontext(&inside, coroutine, 0);
    swapcontext(&outside, &inside);
    check("coroutine");
}

static void work_a_little(void)
{
    work(10);
}

/* Only frame pointers lead to its callers, and our functions keep them. */
static void check_jit(void)
{
    jit_function *const call = jit_make();

    if (!call)
        return;
    begin();
    for (int i = 0; i < 10; i++)
        call(work_a_little);
    if (observer_seen()->frames_by_frame_pointer < observer_seen()->samples)
        status = 1;
    check("code without tables");
}

int main(void)
{
    pthread_t thread;

    gau_loaded_modules_scan();
    observer_install(SIGUSR1, 0);
    begin();
    work(500);
    check("program");
    gau_loaded_modules_only_published = true;
    gau_loaded_modules_scan();
    begin();
    work(100);
    check("published modules");
    gau_loaded_modules_only_published = false;
    if (pthread_create(&thread, NULL, work_in_thread, NULL) == 0)
        pthread_join(thread, NULL);
    check_handlers();
    check_coroutine();
    check_jit();
    puts(status == 0 ? "checked all" : "some stacks are wrong");
    return status;
}
