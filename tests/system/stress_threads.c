/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "stress.h"

#include "itt/itt.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Many threads, short ones, and such as outlive others. */

static void *live_shortly(void *unused)
{
    spin(1.5);
    return unused;
}

static void *live_not_at_all(void *unused)
{
    return unused;
}

/* @p n of them, ten at a time. */
static int in_tens(int n, void *(*function)(void *))
{
    pthread_t ids[10];

    for (int i = 0; i < n / 10; i++) {
        for (int k = 0; k < 10; k++)
            if (pthread_create(&ids[k], NULL, function, NULL) != 0)
                return 1;
        for (int k = 0; k < 10; k++)
            pthread_join(ids[k], NULL);
    }
    return 0;
}

int scene_threads(void)
{
    return in_tens(1000, live_shortly) ? 1 : say("threads", 1000);
}

int scene_crowd(void)
{
    return in_tens(5000, live_not_at_all) ? 1 : say("crowd", 5000);
}

static const char *const libraries[] = {"libm.so.6", "libz.so.1", "libcrypt.so.1",
                                        "libresolv.so.2"};

static void *open_and_close(void *data)
{
    const uint64_t end = clock_of(CLOCK_THREAD_CPUTIME_ID) + (uint64_t)(share_of_time * 3e8);
    unsigned n = (unsigned)(uintptr_t)data;

    while (clock_of(CLOCK_THREAD_CPUTIME_ID) < end) {
        void *const library = dlopen(libraries[n++ % 4], RTLD_NOW);

        if (library)
            dlclose(library);
    }
    return NULL;
}

int scene_loading(void)
{
    pthread_t ids[4];

    for (uintptr_t k = 0; k < 4; k++)
        if (pthread_create(&ids[k], NULL, open_and_close, (void *)k) != 0)
            return 1;
    for (int k = 0; k < 4; k++)
        pthread_join(ids[k], NULL);
    return say("loading", 4);
}

/* --- threads that outlive others ----------------------------------------------------------- */

/* Without preload the call brings the collector. */
static void *work_on(void *unused)
{
    gau_itt_load();
    spin(300);
    say("lingering", 1);
    return unused;
}

/* The program ends with its last thread. */
int scene_lingering(void)
{
    pthread_t worker;

    if (pthread_create(&worker, NULL, work_on, NULL) != 0)
        return 1;
    pthread_exit(NULL);
}

static atomic_bool over;

static void *last(void *unused)
{
    while (!over)
        spin(5);
    return unused;
}

/* Four threads, besides a thousand others. */
int scene_lasting(void)
{
    pthread_t ids[4];
    int failed;

    for (int k = 0; k < 4; k++)
        if (pthread_create(&ids[k], NULL, last, NULL) != 0)
            return 1;
    gau_itt_load();
    gau_itt_event_create("lasting");
    failed = in_tens(1000, live_shortly);
    over = true;
    for (int k = 0; k < 4; k++)
        pthread_join(ids[k], NULL);
    return failed ? 1 : say("lasting", 4);
}

/* --- threads without files ----------------------------------------------------------------- */

static void *work_shortly(void *unused)
{
    spin(80);
    return unused;
}

static pthread_barrier_t all_there;

static void *work_together(void *unused)
{
    pthread_barrier_wait(&all_there);
    return work_shortly(unused);
}

/* Whether the collector has its file. */
static bool has_trace(void)
{
    char link[64], path[4096];

    for (int fd = 3; fd < 1300; fd++) {
        ssize_t n;

        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        n = readlink(link, path, sizeof path);
        if (n > 4 && memcmp(path + n - 4, ".gtr", 4) == 0)
            return true;
    }
    return false;
}

/* Takes all the files there are, and then makes threads, which are there at the same time: a file
 * that the collector had open for a short time is enough for one of them. */
int scene_greedy(void)
{
    pthread_t ids[4];

    for (int tries = 0; tries < 1000 && !has_trace(); tries++)
        spin(10);
    pthread_barrier_init(&all_there, NULL, 4);
    while (open("/dev/null", O_RDONLY) >= 0)
        continue;
    for (int k = 0; k < 4; k++)
        if (pthread_create(&ids[k], NULL, work_together, NULL) != 0)
            return 1;
    for (int k = 0; k < 4; k++)
        pthread_join(ids[k], NULL);
    return say("greedy", 4);
}
