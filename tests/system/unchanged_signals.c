/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* vfork(), environ */
#include "unchanged.h"

#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const int clocks[] = {SIGTRAP, SIGPROF};
enum { CLOCKS = sizeof clocks / sizeof *clocks };

/* --- alternate stacks ---------------------------------------------------------------------- */

void scene_stack(void)
{
    stack_t *const bad = (stack_t *)(uintptr_t)8; /* NOLINT(performance-no-int-to-ptr) */
    static char memory[1 << 16];
    const stack_t own = {.ss_sp = memory, .ss_size = sizeof memory};
    const stack_t tiny = {.ss_sp = memory, .ss_size = 16};
    stack_t now;

    spin(100);
    print_result("set what cannot be read", sigaltstack(bad, NULL));
    print_result("ask where it cannot be written", sigaltstack(NULL, bad));
    print_result("set one that is too small", sigaltstack(&tiny, NULL));
    print_result("set, ask where it cannot be written", sigaltstack(&own, bad));
    print_result("ask", sigaltstack(NULL, &now));
    print_result("it is ours", now.ss_sp == memory && now.ss_size == sizeof memory);
    print_result("set none, ask", sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, &now));
    print_result("it was ours", now.ss_sp == memory && now.ss_size == sizeof memory);
    spin(100);
}

/* --- handlers that are used once ----------------------------------------------------------- */

static volatile sig_atomic_t came;

static void on_signal(int number)
{
    came = number;
}

static void look_at_action(int number)
{
    struct sigaction now;

    sigaction(number, NULL, &now);
    print_result("handled", now.sa_handler == on_signal);
    print_result("default", now.sa_handler == SIG_DFL);
    print_result("once", (now.sa_flags & (int)SA_RESETHAND) != 0);
    print_result("restarts", (now.sa_flags & SA_RESTART) != 0);
    print_result("blocks SIGUSR1", sigismember(&now.sa_mask, SIGUSR1));
    print_result("blocks itself", sigismember(&now.sa_mask, number));
}

void scene_once(void)
{
    spin(100);
    for (int i = 0; i < CLOCKS; i++) {
        struct sigaction action = {.sa_handler = on_signal,
                                   .sa_flags = (int)SA_RESETHAND | SA_RESTART};

        sigemptyset(&action.sa_mask);
        sigaddset(&action.sa_mask, SIGUSR1);
        sigaction(clocks[i], &action, NULL);
        look_at_action(clocks[i]);
        raise(clocks[i]);
        print_result("it came", came == clocks[i]);
        look_at_action(clocks[i]);
    }
    spin(100);
}

/* --- handlers that stay -------------------------------------------------------------------- */

static void look_from_handler(int number)
{
    sigset_t now;

    sigemptyset(&now);
    sigprocmask(SIG_BLOCK, NULL, &now);
    print_result("in the handler, itself is blocked", sigismember(&now, number));
    print_result("what the handler blocks", sigismember(&now, SIGUSR1));
    print_result("what the program had blocked", sigismember(&now, SIGUSR2));
    print_result("another", sigismember(&now, SIGHUP));
    came = number;
}

static void handle_with(int number, int flags)
{
    struct sigaction action = {.sa_handler = look_from_handler, .sa_flags = flags};

    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR1);
    sigaction(number, &action, NULL);
    look_at_action(number);
    came = 0;
    raise(number);
    print_result("it came", came == number);
}

void scene_handlers(void)
{
    sigset_t blocked, now;

    spin(100);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR2);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    for (int i = 0; i < CLOCKS; i++) {
        handle_with(clocks[i], 0);
        handle_with(clocks[i], SA_NODEFER | SA_RESTART);
        signal(clocks[i], on_signal);
        look_at_action(clocks[i]);
    }
    sigprocmask(SIG_BLOCK, NULL, &now);
    print_result("afterwards, SIGUSR1", sigismember(&now, SIGUSR1));
    print_result("SIGUSR2", sigismember(&now, SIGUSR2));
    spin(100);
}

/* --- masks --------------------------------------------------------------------------------- */

static void look_at_mask(const char *what)
{
    sigset_t now;
    int n = 0;

    sigemptyset(&now);
    sigprocmask(SIG_BLOCK, NULL, &now);
    for (int number = 1; number <= SIGRTMAX; number++)
        n += sigismember(&now, number) == 1;
    print_result(what, n);
}

static void *look_in_thread(void *unused)
{
    sigset_t none, before;

    (void)unused;
    look_at_mask("in a new thread");
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, &before);
    look_at_mask("in a new thread, none");
    print_result("it began with SIGTRAP", sigismember(&before, SIGTRAP));
    print_result("it began with SIGPROF", sigismember(&before, SIGPROF));
    return NULL;
}

static void look_in_others(void)
{
    pthread_t thread;
    pid_t child;

    pthread_create(&thread, NULL, look_in_thread, NULL);
    pthread_join(thread, NULL);
    child = fork();
    if (child == 0) {
        look_at_mask("in a child");
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

void scene_masks(void)
{
    sigset_t all, some, before, between;

    look_at_mask("at first");
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    look_at_mask("all");
    spin(100);
    look_in_others();
    sigprocmask(SIG_BLOCK, &all, &between);
    look_at_mask("all again");
    sigprocmask(SIG_SETMASK, &between, NULL);
    look_at_mask("restored once");
    sigemptyset(&some);
    sigaddset(&some, SIGPROF);
    sigprocmask(SIG_UNBLOCK, &some, &between);
    print_result("it had SIGPROF", sigismember(&between, SIGPROF));
    look_at_mask("without SIGPROF");
    sigprocmask(SIG_SETMASK, &before, &between);
    print_result("it had SIGTRAP", sigismember(&between, SIGTRAP));
    look_at_mask("restored");
    spin(100);
}

/* --- ignored signals ----------------------------------------------------------------------- */

static char own_path[] = "/proc/self/exe", own_name[] = "unchanged", show[] = "show";
static char *const arguments[] = {own_name, show, NULL};

void scene_show(void)
{
    for (int i = 0; i < CLOCKS; i++) {
        struct sigaction now;

        sigaction(clocks[i], NULL, &now);
        print_result("ignored", now.sa_handler == SIG_IGN);
    }
    spin(100);
}

static void wait_for(const char *what, pid_t child)
{
    int status = -1;

    waitpid(child, &status, 0);
    print_result(what, status);
}

void scene_ignored(void)
{
    char path[1024] = "";
    pid_t child;

    if (readlink(own_path, path, sizeof path - 1) < 0)
        return;
    spin(100);
    for (int i = 0; i < CLOCKS; i++)
        signal(clocks[i], SIG_IGN);
    print_result("an exec() that fails", execv("/nowhere", arguments));
    spin(100);
    child = fork();
    if (child == 0)
        execv(path, arguments);
    wait_for("fork()", child);
    child = vfork();
    if (child == 0) {
        execv(path, arguments);
        _exit(1);
    }
    wait_for("vfork()", child);
    if (posix_spawn(&child, path, NULL, NULL, arguments, environ) == 0)
        wait_for("posix_spawn()", child);
    raise(SIGTRAP);
    raise(SIGPROF);
    signal(SIGPROF, SIG_DFL);
    spin(100);
    execv(path, arguments);
}
