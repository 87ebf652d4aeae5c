/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYSTEM_STRESS_H
#define TESTS_SYSTEM_STRESS_H

/* Common parts of the scenes of the program "stress". */

#include <stdint.h>
#include <sys/types.h>
#include <time.h>

uint64_t clock_of(clockid_t clock);

/** Of all CPU times below: 1, or less to be brief. */
extern double share_of_time;

/** Takes that much CPU time of the thread. */
void spin(double ms);

/** Prints a line; the status of a scene that went well. */
int say(const char *what, long number);

/** Waits for it: the exit status, or 1000 plus the signal. */
int status_of(pid_t child);

/* stress_signals.c */
int scene_waiting(void);
int scene_descriptor(void);
int scene_systemv(void);
int scene_breakpoint(void);

/* stress_exec.c */
int scene_replacing(void);
int scene_children(void);
int scene_execs(void);
int scene_missing(void);

/* stress_threads.c */
int scene_threads(void);
int scene_loading(void);
int scene_lingering(void);
int scene_crowd(void);
int scene_lasting(void);
int scene_greedy(void);

#endif
