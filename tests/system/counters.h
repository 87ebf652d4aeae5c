/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYSTEM_COUNTERS_H
#define TESTS_SYSTEM_COUNTERS_H

#include <pthread.h>
#include <sys/types.h>

/* Common parts of the scenes of the program "counters". */

/** The calls that come first: four. */
void prepare(void);

/** A thread. The kernel lists it for a while after it has been joined; finish() waits for that,
 * too. */
struct worker {
    void *(*function)(void *);
    pthread_t thread;
    _Atomic pid_t tid;
};
int start(struct worker *worker, void *(*function)(void *));
int finish(struct worker *worker);

/** Both. 0: it has run. */
int run(void *(*function)(void *));

/** An exec() that fails: before it, the collector writes all that it knows. */
void write_all(void);

/* counters_samples.c: for programs that begin paused, with timers as clocks. */
int scene_dropped(void);
int scene_lost(void);
int scene_missed(void);
int scene_many(void);
int scene_deep(void);

#endif
