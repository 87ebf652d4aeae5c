/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* gettid() */

#include <gaudit/background.h>
#include <gaudit/event.h>
#include <gaudit/section.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Threads that follow each other, so that they have the same worker. Prints the number of each, and
 * what it did. With a number: only so many sections with names of their own. */

static void *work(void *user)
{
    const int turn = *(const int *)user;

    if (turn % 3 == 0) {
        gau_background_begin("poll");
        gau_background_sub(GAU_WORK_TRANSFER, "message");
        gau_background_end();
    } else if (turn % 3 == 1) {
        GAU_SECTION("step");
    } else {
        gau_event_begin(0);
        gau_event_end(GAU_OK);
    }
    printf("thread %ld %s\n", (long)gettid(),
           ((const char *[]){"poll", "step", "Event"})[turn % 3]);
    return NULL;
}

static void open_sections(int count)
{
    char name[16];

    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "s%d", i);
        gau_section_begin(name);
        gau_section_end(name);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        open_sections(atoi(argv[1]));
        return 0;
    }
    for (int turn = 0; turn < 9; turn++) {
        pthread_t thread;

        if (pthread_create(&thread, NULL, work, &turn) != 0)
            return 1;
        pthread_join(thread, NULL);
    }
    return 0;
}
