/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYSTEM_FORKS_H
#define TESTS_SYSTEM_FORKS_H

/* Common parts of the scenes of the program "forks". Each gets the arguments after its name. */

#include <stdint.h>
#include <sys/types.h>

/** Waits for it: the exit status, or 1000 plus the signal. */
int status_of(pid_t child);

/** Calls are restarted. */
void handle(int number, void (*handler)(int));

/** SIGALRM, until the program ends; 0: no more. */
void alarm_every(long us);

/** CPU time of the thread. */
uint64_t cpu_ns(void);

int scene_masks(const char *const *arguments);   /* forks_masks.c */
int scene_threads(const char *const *arguments); /* forks_threads.c */
int scene_vfork(const char *const *arguments);   /* forks_vfork.c */
int scene_pairs(const char *const *arguments);   /* forks_pairs.c */

#endif
