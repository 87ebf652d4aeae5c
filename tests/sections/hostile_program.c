/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* gettid */
#include <gaudit/section.h>
#include <gaudit/session.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/*
 * usage: hostile_program SCENE [LIBRARY]: programs that are right, but where auditing could be in
 * the way. Each prints "done" and ends with status 7.
 */

static const char *library;

#define TWO_SECTIONS     \
    GAU_SECTION("work"); \
    GAU_SECTION("inner", 2, "")

static void work(void)
{
    TWO_SECTIONS;
}

static void *load(void *unused)
{
    if (!dlopen(library, RTLD_NOW))
        puts(dlerror());
    return unused;
}

static void scene_load(void)
{
    load(NULL);
    work();
}

static bool is_known(const char *section)
{
    double calls = 1;

    return gau_section_data(NULL, section, GAU_SECTION_CALLS, true, &calls, NULL) >= 0 &&
           calls == 0;
}

/* Sites are known as long as their module is loaded, reached or not. */
static void scene_unload(void)
{
    void *module;

    work();
    if (is_known("not reached"))
        puts("known before it is loaded");
    module = dlopen(library, RTLD_NOW);
    if (!module || !is_known("not reached"))
        puts("not known while it is loaded");
    if (module)
        dlclose(module);
    if (is_known("not reached"))
        puts("known after it was unloaded");
}

/* There the session is opened on another stack, by a thread that the loader does not let go on. */
static void scene_load_small(void)
{
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 * 1024);
    if (pthread_create(&thread, &attributes, load, NULL) != 0)
        abort();
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    work();
}

static atomic_int handled, foreign;
static pid_t own_thread;

static void handle(int signal)
{
    (void)signal;
    handled++;
    foreign += gettid() != own_thread;
}

/* Its only thread is the only one that handles its signals. */
static void scene_signals(void)
{
    const struct itimerval often = {{0, 50}, {0, 50}}, never = {0};

    own_thread = gettid();
    signal(SIGALRM, handle);
    setitimer(ITIMER_REAL, &often, NULL);
    work();
    while (handled < 20)
        work();
    setitimer(ITIMER_REAL, &never, NULL);
    if (foreign)
        printf("%d of %d signals in a foreign thread\n", foreign, handled);
}

/* With standard error closed, its file has that number. */
static void scene_file(void)
{
    const int file = open("data", O_CREAT | O_TRUNC | O_WRONLY, 0666);

    work();
    dprintf(file, "data\n");
    dprintf(file, "of %d\n", file);
    gau_section_end("of nothing");
}

static void open_session(void)
{
    gau_error err = {0};

    if (!gau_session_open(NULL, &err))
        puts(err.message);
}

static void *begun_early(void *unused)
{
    gau_section_begin("early");
    gau_section_begin("inner");
    open_session();
    work();
    gau_section_end(NULL);
    gau_section_end("early");
    gau_section_begin("across");
    return unused;
}

/* Sections that are open when sessions come and go. */
static void scene_across(void)
{
    begun_early(NULL);
    gau_session_close();
    gau_section_begin("between");
    open_session();
    gau_section_end("between");
    gau_section_end("across");
    work();
    gau_session_close();
}

/* ... and one end too many, which is none of these. */
static void scene_wrong(void)
{
    begun_early(NULL);
    gau_section_end("across");
    gau_section_end("across");
    gau_session_close();
}

static const struct scene {
    const char *name;
    void (*run)(void);
} scenes[] = {
    {"unload", scene_unload},   {"load", scene_load},   {"load_small", scene_load_small},
    {"signals", scene_signals}, {"file", scene_file},   {"work", work},
    {"across", scene_across},   {"wrong", scene_wrong},
};

int main(int argc, char **argv)
{
    library = argc > 2 ? argv[2] : NULL;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (argc > 1 && strcmp(argv[1], scenes[i].name) == 0) {
            scenes[i].run();
            puts("done");
            return 7;
        }
    return 1;
}
