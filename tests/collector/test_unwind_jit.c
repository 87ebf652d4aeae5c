/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "collector/modules/modules.h"
#include "collector/unwind/unwind.h"

#include "call_chain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/*
 * Code that is made while the program runs has neither unwind tables nor, usually, a frame pointer.
 */

enum { DEPTH_MAX = 512 };

static struct gau_unwind_state *unwind;
static struct gau_unwind_result result;
static uint64_t pcs[DEPTH_MAX];

static void handle(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)info;
    gau_unwind(unwind, context, pcs, DEPTH_MAX, &result);
}

static void raise_signal(void)
{
    raise(SIGUSR1);
}

typedef void made_function(void (*called)(void));

/*
 * push rbp; mov rbp, 0x1122334455667788; mov rax, STALE; push rax; seven times push 0; call rdi;
 * add rsp, 64; pop rbp; ret
 *
 * The frame is filled: what others left there might be taken for callers, as @p stale shall be.
 */
static made_function *make(uint64_t stale)
{
    static const unsigned char code[] = {0x55, 0x48, 0xbd, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33,
                                         0x22, 0x11, 0x48, 0xb8, 0x00, 0x00, 0x00, 0x00, 0x00,
                                         0x00, 0x00, 0x00, 0x50, 0x6a, 0x00, 0x6a, 0x00, 0x6a,
                                         0x00, 0x6a, 0x00, 0x6a, 0x00, 0x6a, 0x00, 0x6a, 0x00,
                                         0xff, 0xd7, 0x48, 0x83, 0xc4, 0x40, 0x5d, 0xc3};
    union {
        void *memory;
        made_function *function;
    } made = {.memory =
                  mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)};

    assert_ptr_not_equal(made.memory, MAP_FAILED);
    memcpy(made.memory, code, sizeof code);
    memcpy((char *)made.memory + 13, &stale, sizeof stale);
    assert_int_equal(mprotect(made.memory, 4096, PROT_READ | PROT_EXEC), 0);
    return made.function;
}

static volatile int after;

__attribute__((noinline)) static void call_made(made_function *made)
{
    made(raise_signal);
    after++;
}

static bool is_in(uint64_t pc, uint64_t function, uint64_t size)
{
    return pc >= function && pc < function + size;
}

/* Where the made code is in the call stack. */
static uint32_t find_made(made_function *made)
{
    uint32_t i = 0;

    while (i < result.n && !is_in(pcs[i], (uint64_t)(uintptr_t)made, 4096))
        i++;
    return i;
}

/* In the order of the stack: the function that was called, made code, and its caller. */
static void code_made_at_run_time_has_a_caller_that_is_guessed(void **state)
{
    made_function *const made = make(0);
    uint32_t i;

    (void)state;
    after = 0;
    call_made(made);
    assert_int_equal(after, 1);
    i = find_made(made);
    assert_true(i + 1 < result.n);
    assert_true(is_in(pcs[i + 1], (uint64_t)(uintptr_t)call_made, 128));
    assert_true(result.frames_by_stack_scan > 0);
}

/* Stale: an address in a function whose frame would reach beyond the true caller. */
static void after_a_wrong_guess_the_caller_is_looked_for_where_the_guess_was(void **state)
{
    volatile uint64_t no_callers[2048];
    made_function *const made = make(chain_address_in_large_frame());
    uint32_t i;

    (void)state;
    for (unsigned word = 0; word < 2048; word++)
        no_callers[word] = 0x1001;
    call_made(made);
    assert_int_equal(no_callers[0], 0x1001);
    i = find_made(made);
    assert_true(i + 2 < result.n);
    assert_int_equal(pcs[i + 1], chain_address_in_large_frame() - 1);
    assert_true(is_in(pcs[i + 2], (uint64_t)(uintptr_t)call_made, 128));
}

static int prepare(void **state)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};

    (void)state;
    gau_loaded_modules_scan();
    unwind = calloc(1, gau_unwind_state_size());
    return unwind ? sigaction(SIGUSR1, &action, NULL) : -1;
}

static int clean_up(void **state)
{
    (void)state;
    free(unwind);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_made_at_run_time_has_a_caller_that_is_guessed),
        cmocka_unit_test(after_a_wrong_guess_the_caller_is_looked_for_where_the_guess_was),
    };

    return cmocka_run_group_tests(tests, prepare, clean_up);
}
