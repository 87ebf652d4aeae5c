/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "call_chain.h"
#include "stack_observer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <string.h>
#include <ucontext.h>

/*
 * The processor stops after each instruction (the trap flag), so that a stack is taken at all
 * places of prologues, epilogues, stubs and of the C library.
 */
#ifdef __x86_64__

enum { TRAP = 0x100 };

static volatile sig_atomic_t stepping;

static void step(int signal, siginfo_t *info, void *context)
{
    ucontext_t *const interrupted = context;

    observer_handler(signal, info, context);
    if (!stepping)
        interrupted->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP;
}

static void begin_steps(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO};

    action.sa_sigaction = step;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTRAP, &action, NULL);
    stepping = 1;
    __asm__ volatile("sub $128, %%rsp\n\tpushfq\n\torq $0x100, (%%rsp)\n\tpopfq\n\tadd $128, %%rsp"
                     :
                     :
                     : "memory", "cc");
}

static void check(const char *what)
{
    observer_print(what, observer_seen());
    /* The tables of gcc 12 are wrong for one instruction of functions that align their stack. */
    assert_true(observer_is_good(observer_seen(), 999));
    assert_true(observer_seen()->samples > 1000);
    observer_detach();
}

static void stacks_are_complete_at_each_instruction(void **state)
{
    (void)state;
    observer_attach();
    begin_steps();
    for (uint64_t x = 0; x < 8; x++)
        chain_run(16 + (unsigned)x, x);
    stepping = 0;
    check("each instruction");
}

static void stacks_are_complete_while_the_loader_binds_a_name(void **state)
{
    uint64_t (*call)(chain_function *, unsigned, uint64_t);
    void *plugin;

    (void)state;
    plugin = dlopen(CHAIN_PLUGIN, RTLD_LAZY);
    assert_non_null(plugin);
    observer_attach();
    begin_steps();
    *(void **)&call = dlsym(plugin, "plugin_call");
    call(chain_run, 3, 1);
    stepping = 0;
    check("binding");
    dlclose(plugin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_are_complete_while_the_loader_binds_a_name),
        cmocka_unit_test(stacks_are_complete_at_each_instruction),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    return 77;
}
#endif
