/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "ways.h"

#include <gaudit/event.h>
#include <gaudit/session.h>

#include <pthread.h>
#include <stdatomic.h>

/*
 * usage: crashing_program SCENE [WAY]: programs with sections that crash, see ways.h. With
 * "handler" it prints a line of its own, and ends with status 3.
 */

static const char *way = "pointer";
static atomic_int waiting;

static void run_thread(void *(*run)(void *))
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
}

static void scene_event(void)
{
    gau_event_begin(17);
    GAU_SECTION("fit");
    gau_section_begin("a \"quoted\\ name\n");
    crash(way);
}

static void scene_many(void)
{
    for (uint64_t number = 1; number < 600; number++) {
        gau_event_begin(number);
        gau_event_end(GAU_OK);
    }
    gau_event_begin(600);
    crash(way);
}

static void scene_section(void)
{
    GAU_SECTION("setup");
    GAU_SECTION("inner");

    crash(way);
}

static void scene_outside(void)
{
    {
        GAU_SECTION("setup");
    }
    crash(way);
}

static void *crash_here(void *unused)
{
    crash(way);
    return unused;
}

/* A thread without sections, beside one that has some. */
static void scene_bare(void)
{
    gau_event_begin(3);
    GAU_SECTION("fit");
    run_thread(crash_here);
}

static void *wait_in_event(void *unused)
{
    gau_event_begin(18);
    GAU_SECTION("wait");
    atomic_fetch_add(&waiting, 1);
    for (;;)
        pause();
    return unused;
}

static void scene_two(void)
{
    pthread_t thread;

    gau_event_begin(17);
    GAU_SECTION("fit");
    pthread_create(&thread, NULL, wait_in_event, NULL);
    while (atomic_load(&waiting) == 0)
        usleep(1000);
    crash(way);
}

/* At the same time: one line for the first, and one for the other. */
static void *crash_together(void *unused)
{
    GAU_SECTION("both");
    atomic_fetch_add(&waiting, 1);
    while (atomic_load(&waiting) < 2)
        continue;
    crash(way);
    return unused;
}

static void scene_together(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, crash_together, NULL);
    crash_together(NULL);
}

static void handle(int number)
{
    static const char text[] = "handled\n";

    (void)number;
    (void)!write(STDOUT_FILENO, text, sizeof text - 1);
    _exit(3);
}

static void scene_handler(void)
{
    signal(SIGSEGV, handle);
    scene_section();
}

static void scene_late_handler(void)
{
    GAU_SECTION("setup");
    signal(SIGSEGV, handle);
    crash(way);
}

static void scene_child(void)
{
    GAU_SECTION("setup");
    if (fork() == 0)
        crash(way);
    pause(); /* until SIGCHLD, which has a handler */
}

static void leave(int number)
{
    (void)number;
    _exit(3);
}

static void scene_closed(void)
{
    {
        GAU_SECTION("setup");
    }
    gau_session_close();
    crash(way);
}

/* What a program sees while it is audited, and after it. */
static void show_state(const char *when)
{
    struct sigaction action;
    stack_t stack;

    sigaction(SIGSEGV, NULL, &action);
    sigaltstack(NULL, &stack);
    printf("%s: %s action, %s stack\n", when, action.sa_handler == SIG_DFL ? "default" : "other",
           stack.ss_flags & SS_DISABLE ? "no"
           : stack.ss_size == 65536    ? "own"
                                       : "other");
}

static void show_states(void)
{
    show_state("before");
    {
        GAU_SECTION("setup");
    }
    show_state("audited");
    gau_session_close();
    show_state("closed");
    fflush(stdout);
    _exit(3);
}

static void scene_own_stack(void)
{
    static char memory[65536];
    const stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};

    sigaltstack(&stack, NULL);
    show_states();
}

static const struct scene {
    const char *name;
    void (*run)(void);
} scenes[] = {
    {"event", scene_event},
    {"many", scene_many},
    {"section", scene_section},
    {"outside", scene_outside},
    {"bare", scene_bare},
    {"two", scene_two},
    {"together", scene_together},
    {"handler", scene_handler},
    {"late_handler", scene_late_handler},
    {"child", scene_child},
    {"closed", scene_closed},
    {"states", show_states},
    {"own_stack", scene_own_stack},
};

int main(int argc, char **argv)
{
    if (argc > 2)
        way = argv[2];
    signal(SIGCHLD, leave);
    for (size_t i = 0; argc > 1 && i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(argv[1], scenes[i].name) == 0)
            scenes[i].run();
    return 1;
}
