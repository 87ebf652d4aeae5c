/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pthread_setname_np() */
#include <gaudit/section.h>

#include <pthread.h>
#include <stddef.h>

/* A program with sections in four threads, again and again, which have names; its status is 7. */

enum { ROUNDS = 5, THREADS = 3, STEPS = 50 };

static void *work(void *open)
{
    for (int i = 0; i < STEPS; i++) {
        GAU_SECTION("step");
        {
            GAU_SECTION("inner");
        }
    }
    if (open)
        gau_section_begin("left open");
    return NULL;
}

static void *work_with_name(void *open)
{
    pthread_setname_np(pthread_self(), "track finder");
    return work(open);
}

int main(void)
{
    static int open;

    work(NULL);
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t threads[THREADS];

        for (int i = 0; i < THREADS; i++)
            if (pthread_create(&threads[i], NULL, work_with_name, i ? &open : NULL) != 0)
                return 1;
        work(NULL);
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
    }
    return 7;
}
