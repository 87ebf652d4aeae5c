/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* vfork() */
#include "altstacks.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/*
 * usage: altstacks SCENE: what programs do with stacks and alternate signal stacks. It prints
 * "well", and whatever was wrong before it.
 */

static bool is_wrong;

static double cpu_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

__attribute__((noinline)) void spin(double ms)
{
    const double end = cpu_ms() + ms;
    volatile uint64_t x = 1;

    while (cpu_ms() < end)
        for (int i = 0; i < 1000; i++)
            x = x * 3 + 1;
}

void expect(bool is_true, const char *what)
{
    is_wrong |= !is_true;
    if (!is_true)
        printf("wrong: %s\n", what);
}

void handle(int number, void (*handler)(int), int flags)
{
    const struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

    sigaction(number, &action, NULL);
}

/* --- small stacks -------------------------------------------------------------------------- */

enum { PAINT = 0xAA, GUARD = 65536, SMALL = 4096, ROUNDS = 20 };

struct coroutine {
    ucontext_t home, own;
    unsigned char memory[GUARD + SMALL];
};

/* Without calls, which take more of the stack than there is. */
static void work(unsigned low, unsigned high)
{
    struct coroutine *const c = (struct coroutine *)((uintptr_t)high << 32 | low);
    volatile double x = 0;

    for (int round = 0; round < ROUNDS; round++) {
        for (long i = 0; i < 600000; i++)
            x = x + (double)i * 1e-9;
        swapcontext(&c->own, &c->home);
    }
}

/* A coroutine on a stack that has no room for a signal: nothing is written below it. */
static void *run_coroutine(void *unused)
{
    struct coroutine *const c = malloc(sizeof *c);
    volatile size_t overwritten = 0;

    memset(c->memory, PAINT, GUARD);
    getcontext(&c->own);
    c->own.uc_stack.ss_sp = c->memory + GUARD;
    c->own.uc_stack.ss_size = SMALL;
    c->own.uc_link = &c->home;
    makecontext(&c->own, (void (*)(void))work, 2, (unsigned)(uintptr_t)c,
                (unsigned)((uintptr_t)c >> 32));
    for (int round = 0; round < ROUNDS; round++)
        swapcontext(&c->home, &c->own);
    for (size_t i = 0; i < GUARD; i++)
        overwritten += c->memory[i] != PAINT;
    expect(overwritten == 0, "memory below a small stack was overwritten");
    free(c);
    return unused;
}

static void in_thread(void *(*function)(void *))
{
    pthread_t thread;

    expect(pthread_create(&thread, NULL, function, NULL) == 0, "no thread");
    pthread_join(thread, NULL);
}

static void small(void)
{
    run_coroutine(NULL);
    in_thread(run_coroutine);
}

/* --- sigaltstack() ------------------------------------------------------------------------- */

static char memory[1 << 16];

static bool has_none(void)
{
    stack_t now = {.ss_sp = memory, .ss_size = 1};

    return sigaltstack(NULL, &now) == 0 && now.ss_sp == NULL && now.ss_size == 0 &&
           now.ss_flags == SS_DISABLE;
}

static void on_own_stack(int number)
{
    const stack_t none = {.ss_flags = SS_DISABLE};
    stack_t now;

    (void)number;
    expect(sigaltstack(NULL, &now) == 0 && now.ss_flags == SS_ONSTACK, "not SS_ONSTACK");
    expect(sigaltstack(&none, NULL) == -1 && errno == EPERM, "not EPERM on the stack itself");
    expect((char *)&now > memory && (char *)&now < memory + sizeof memory, "on another stack");
}

/* The program sees its own stack, or none. */
static void *look_at_stacks(void *unused)
{
    const stack_t own = {.ss_sp = memory, .ss_size = sizeof memory};
    const stack_t none = {.ss_flags = SS_DISABLE};
    const stack_t tiny = {.ss_sp = memory, .ss_size = 100};
    const stack_t strange = {.ss_sp = memory, .ss_size = sizeof memory, .ss_flags = 77};
    stack_t before = own;

    expect(has_none(), "there is a stack at the beginning");
    expect(sigaltstack(&tiny, NULL) == -1 && errno == ENOMEM, "not ENOMEM");
    expect(sigaltstack(&strange, NULL) == -1 && errno == EINVAL, "not EINVAL");
    expect(has_none(), "there is a stack after mistakes");
    expect(sigaltstack(&own, &before) == 0 && before.ss_flags == SS_DISABLE && !before.ss_sp,
           "the stack before the first is not none");
    spin(5);
    handle(SIGUSR1, on_own_stack, SA_ONSTACK);
    raise(SIGUSR1);
    expect(sigaltstack(&none, &before) == 0 && before.ss_sp == memory &&
               before.ss_size == sizeof memory && before.ss_flags == 0,
           "the stack before is not what was set");
    expect(has_none(), "there is a stack after its end");
    expect(sigaltstack(&none, &before) == 0 && before.ss_flags == SS_DISABLE, "not none twice");
    spin(5);
    return unused;
}

static void check_child(pid_t child)
{
    int status = -1;

    expect(waitpid(child, &status, 0) == child && status == 0, "a child");
}

/* Children have the stacks of their parents. */
static void look_in_children(void)
{
    const stack_t own = {.ss_sp = memory, .ss_size = sizeof memory};
    pid_t child = fork();

    if (child == 0) {
        look_at_stacks(NULL);
        fflush(stdout);
        _exit(is_wrong);
    }
    check_child(child);
    child = vfork();
    if (child == 0)
        _exit(!has_none() || sigaltstack(&own, NULL) < 0 || has_none());
    check_child(child);
    expect(has_none(), "the child of vfork() has set the stack of its parent");
}

static void hidden(void)
{
    look_at_stacks(NULL);
    look_in_children();
    in_thread(look_at_stacks);
}

/* --- stacks of the program ----------------------------------------------------------------- */

/* How much of its own stack the program finds used, whose frames are as large as the kernel says.
 */
static void depth(void)
{
    const stack_t own = {.ss_sp = memory, .ss_size = sizeof memory};
    size_t clean = 0;

    memset(memory, PAINT, sizeof memory);
    sigaltstack(&own, NULL);
    spin(300);
    while (clean < sizeof memory && memory[clean] == (char)PAINT)
        clean++;
    fprintf(stderr, "%zu of %lu\n", sizeof memory - clean, getauxval(51 /* AT_MINSIGSTKSZ */));
}

/* The smallest stack that the kernel accepts is too small; then one that suffices. */
static void too_small(void)
{
    const stack_t least = {.ss_sp = memory, .ss_size = 2048};
    const stack_t own = {.ss_sp = memory, .ss_size = sizeof memory};

    if (sigaltstack(&least, NULL) < 0)
        return; /* the kernel knows itself that it is too small */
    spin(200);
    sigaltstack(&own, NULL);
    spin(200);
}

/* A sample that was due while the stack was changed must not come to the small one. */
static void exchanging(void)
{
    const stack_t least = {.ss_sp = memory, .ss_size = 2048};
    const stack_t own = {.ss_sp = memory, .ss_size = sizeof memory};
    const double end = cpu_ms() + 300;

    while (cpu_ms() < end) {
        expect(sigaltstack(&own, NULL) == 0, "a large stack");
        spin(0.2);
        if (sigaltstack(&least, NULL) < 0)
            return; /* the kernel knows itself that it is too small */
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*scene)(void);
    } scenes[] = {
        {"small", small},
        {"hidden", hidden},
        {"depth", depth},
        {"too_small", too_small},
        {"exchanging", exchanging},
        {"handlers", scene_handlers},
        {"leaving", scene_leaving},
        {"switching", scene_switching},
        {"overflow", scene_overflow},
        {"on_ours", scene_on_ours},
    };

    for (unsigned i = 0; argc > 1 && i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(argv[1], scenes[i].name) == 0) {
            scenes[i].scene();
            puts(is_wrong ? "not well" : "well");
            return is_wrong;
        }
    return 2;
}
