/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TESTS_SYSTEM_COUNTERS_H
#define GAUDIT_TESTS_SYSTEM_COUNTERS_H

/* What the scenes of the program "counters" have in common. */

/** The calls that come first: four. */
void prepare(void);

/** In a thread; 0: it has ended. */
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
