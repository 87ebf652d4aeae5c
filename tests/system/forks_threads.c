/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "forks.h"

#include "itt/itt.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Forks while threads do what the collector observes; children do it, too, except libraries: the
 * loader may be in the middle of something in them. */

static void *do_nothing(void *unused)
{
    return unused;
}

static void make_thread(void)
{
    pthread_t id;

    if (pthread_create(&id, NULL, do_nothing, NULL) == 0)
        pthread_join(id, NULL);
}

static void load_library(void)
{
    void *const library = dlopen("libresolv.so.2", RTLD_NOW);

    if (library)
        dlclose(library);
}

static void make_marks(void)
{
    static _Atomic unsigned last;
    char text[32];

    snprintf(text, sizeof text, "mark %u", last++ % 1000);
    gau_itt_task_begin(gau_itt_domain_create(text), gau_itt_string_create(text));
    gau_itt_task_end(gau_itt_domain_create(text));
}

static void block_clocks(void)
{
    sigset_t clocks, before;

    sigemptyset(&clocks);
    sigaddset(&clocks, SIGTRAP);
    sigaddset(&clocks, SIGPROF);
    pthread_sigmask(SIG_BLOCK, &clocks, &before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void (*const actions[])(void) = {load_library, make_thread, make_marks, block_clocks};
enum { ACTIONS = sizeof actions / sizeof *actions };

static void *repeat(void *action)
{
    for (;;)
        actions[*(const int *)action]();
    return NULL;
}

int scene_threads(const char *const *arguments)
{
    static const int numbers[ACTIONS] = {0, 1, 2, 3};
    const int forks = atoi(arguments[0]);
    pthread_t id;
    int good = 0;

    gau_itt_load();
    for (int i = 0; i < ACTIONS; i++)
        pthread_create(&id, NULL, repeat, (void *)(uintptr_t)&numbers[i]);
    for (int n = 0; n < forks; n++) {
        const pid_t child = fork();

        for (int i = 1; child == 0 && i < ACTIONS; i++)
            actions[i]();
        if (child == 0)
            _exit(0);
        good += status_of(child) == 0;
    }
    printf("%d of %d children\n", good, forks);
    fflush(stdout);
    _exit(0);
}
