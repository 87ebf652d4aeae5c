/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/event.h>
#include <gaudit/region.h>

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * usage: region_program SCENE: a program whose events have 3 steps in A, 2 in B and 1 in none.
 * "two": in two threads, events 1, 3, ... and 2, 4, ... of 200. "late": a region that is made in
 * event 100 of 200 has one step more from then on. "outside": 4 steps more outside of events.
 * "killed": ends by SIGKILL when 3000 of its events are written.
 */

static gau_volume a, b;

static void run_event(uint64_t number)
{
    gau_event_begin(number);
    gau_track_begin(1, 0, a);
    for (int i = 0; i < 3; i++)
        gau_step(1, a);
    gau_track_end(1);
    gau_track_begin(2, 1, a);
    gau_step(2, b);
    gau_step(2, b);
    gau_step(2, GAU_NO_VOLUME);
    gau_track_end(2);
}

static void run_events(uint64_t first, uint64_t last, uint64_t by)
{
    for (uint64_t number = first; number <= last; number += by) {
        run_event(number);
        gau_event_end(GAU_OK);
    }
}

static void *run_odd(void *unused)
{
    run_events(1, 200, 2);
    return unused;
}

static void two(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run_odd, NULL);
    run_events(2, 200, 2);
    pthread_join(thread, NULL);
}

static void late(void)
{
    gau_volume added;

    run_events(1, 99, 1);
    added = gau_volume_add(gau_region_register("late"), GAU_NO_VOLUME);
    for (uint64_t number = 100; number <= 200; number++) {
        run_event(number);
        gau_step(1, added);
        gau_event_end(GAU_OK);
    }
}

static void outside(void)
{
    gau_step(1, a);
    run_events(1, 10, 1);
    for (int i = 0; i < 3; i++)
        gau_step(1, b);
}

/* A block is full after 3500 events of 304 bytes. */
static void many(void)
{
    run_events(1, 9000, 1);
}

int main(int argc, char **argv)
{
    const char *const scene = argc > 1 ? argv[1] : "";

    a = gau_volume_add(gau_region_register("A"), GAU_NO_VOLUME);
    b = gau_volume_add(GAU_NO_REGION, gau_volume_add(gau_region_register("B"), GAU_NO_VOLUME));
    if (strcmp(scene, "two") == 0)
        two();
    else if (strcmp(scene, "late") == 0)
        late();
    else if (strcmp(scene, "outside") == 0)
        outside();
    else if (strcmp(scene, "many") == 0 || strcmp(scene, "killed") == 0)
        many();
    else
        run_events(1, 200, 1);
    if (strcmp(scene, "killed") == 0)
        raise(SIGKILL);
    return 0;
}
