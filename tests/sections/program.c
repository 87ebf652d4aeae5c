/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/section.h>
#include <gaudit/session.h>

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * usage: program SCENE: a program with sections, which prints "done" and ends with status 7,
 * whether it is audited or not.
 */

static void solve(void)
{
    GAU_SECTION("solve", 2, "Solving");
    for (int i = 0; i < 10; i++) {
        GAU_SECTION("iterate", 3);
    }
}

/* --- threads -------------------------------------------------------------------------------- */

static void *solve_in_thread(void *unused)
{
    solve();
    return unused;
}

static void *exit_in_thread(void *unused)
{
    (void)unused;
    GAU_SECTION("exiting");
    puts("done");
    exit(7);
}

static atomic_int started;

static void *never_end(void *unused)
{
    (void)unused;
    solve();
    for (started++;;)
        solve();
    return NULL;
}

static void *be_cancelled(void *unused)
{
    (void)unused;
    GAU_SECTION("cancelled");
    started++;
    for (;;)
        pause();
    return NULL;
}

static void wait_until_started(int n)
{
    while (started < n)
        usleep(1000);
}

static pthread_t start(void *(*run)(void *), size_t stack_size)
{
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    if (stack_size)
        pthread_attr_setstacksize(&attributes, stack_size);
    if (pthread_create(&thread, &attributes, run, NULL) != 0)
        abort();
    pthread_attr_destroy(&attributes);
    return thread;
}

static void run_thread(void *(*run)(void *), size_t stack_size)
{
    pthread_join(start(run, stack_size), NULL);
}

/* --- scenes --------------------------------------------------------------------------------- */

static void scene_solve(void)
{
    solve();
}

static void scene_nothing(void)
{
}

static void scene_threads(void)
{
    for (int i = 0; i < 100; i++)
        run_thread(solve_in_thread, 0);
}

static void scene_small_stack(void)
{
    run_thread(solve_in_thread, 128 * 1024);
}

static void scene_exit(void)
{
    GAU_SECTION("solve");
    gau_section_begin("open");
    run_thread(exit_in_thread, 0);
}

/* They are in the middle of it when the program ends. */
static void scene_alive(void)
{
    for (int i = 0; i < 4; i++)
        start(never_end, 0);
    wait_until_started(4);
}

static void scene_cancel(void)
{
    const pthread_t thread = start(be_cancelled, 0);

    wait_until_started(1);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    solve();
}

/* Sections are no cancellation points, whatever auditors do there. */
static void *cancel_itself(void *unused)
{
    pthread_cancel(pthread_self());
    {
        GAU_SECTION("cancelling");
    }
    pthread_testcancel();
    return unused;
}

static void scene_cancel_itself(void)
{
    pthread_join(start(cancel_itself, 0), NULL);
}

/* The child goes on in its copy of the section, has threads and exits, without being audited. */
static void scene_fork(void)
{
    int status;
    pid_t child;

    solve();
    gau_section_begin("fork");
    child = fork();
    if (child == 0) {
        gau_section_end("fork");
        for (int i = 0; i < 100; i++)
            solve();
        run_thread(solve_in_thread, 0);
        exit(gau_session_snapshot(NULL) == GAU_ERR_STATE ? 9 : 8);
    }
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 9)
        puts("the child has failed");
    solve();
    gau_section_end("fork");
}

/* One that asks for a session has one of its own. */
static void scene_fork_session(void)
{
    solve();
    if (fork() == 0) {
        gau_error err = {0};

        if (!gau_session_open(NULL, &err))
            puts(err.message);
        solve();
        solve();
        exit(0);
    }
    wait(NULL);
}

static void scene_mismatch(void)
{
    gau_section_begin("first");
    gau_section_begin("second");
    gau_section_end("first");
    gau_section_end("third");
}

static void scene_vanish(void)
{
    char command[300];

    solve();
    snprintf(command, sizeof command, "rm -r %s", getenv("GAUDIT_RESULT"));
    if (system(command) != 0)
        puts("the folder was not there");
}

static void scene_kill(void)
{
    solve();
    raise(SIGKILL);
}

static void scene_close(void)
{
    solve();
    gau_session_close();
    solve();
}

static void scene_open(void)
{
    gau_error err = {0};

    if (!gau_session_open(NULL, &err))
        puts(err.message);
    solve();
}

static void scene_snapshot(void)
{
    gau_error err = {0};

    solve();
    if (gau_session_snapshot(&err) < 0)
        puts(err.message);
}

static void scene_chdir(void)
{
    solve();
    if (chdir("/") != 0)
        puts("cannot go away");
}

static bool is_late, is_closing, is_killed;

static void handle_exit(void)
{
    GAU_SECTION("handler");
    if (is_killed)
        raise(SIGKILL);
    if (is_closing) /* as programs do that check that all could be written */
        fclose(stderr);
}

__attribute__((__destructor__)) static void destroy(void)
{
    if (is_late) {
        GAU_SECTION("destructor");
    }
}

/* A handler that comes after all that are registered when the first section is reached. */
static void scene_late(void)
{
    is_late = true;
    atexit(handle_exit);
    solve();
}

static void scene_late_close(void)
{
    is_closing = true;
    scene_late();
}

static void scene_late_kill(void)
{
    is_killed = true;
    scene_late();
}

static const struct scene {
    const char *name;
    void (*run)(void);
} scenes[] = {
    {"solve", scene_solve},
    {"nothing", scene_nothing},
    {"threads", scene_threads},
    {"small_stack", scene_small_stack},
    {"exit", scene_exit},
    {"alive", scene_alive},
    {"cancel", scene_cancel},
    {"cancel_itself", scene_cancel_itself},
    {"fork", scene_fork},
    {"fork_session", scene_fork_session},
    {"mismatch", scene_mismatch},
    {"vanish", scene_vanish},
    {"kill", scene_kill},
    {"close", scene_close},
    {"open", scene_open},
    {"snapshot", scene_snapshot},
    {"chdir", scene_chdir},
    {"late", scene_late},
    {"late_close", scene_late_close},
    {"late_kill", scene_late_kill},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (argc == 2 && strcmp(argv[1], scenes[i].name) == 0) {
            scenes[i].run();
            puts("done");
            return 7;
        }
    return 1;
}
