/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYSTEM_ALTSTACKS_H
#define TESTS_SYSTEM_ALTSTACKS_H

/* What the scenes of the program "altstacks" have in common. */

#include <stdbool.h>

/** Takes that much CPU time of the thread. */
void spin(double ms);

/** Prints "wrong: ..." if it is not true. */
void expect(bool is_true, const char *what);

/** Makes these the handler and the flags of a signal. */
void handle(int number, void (*handler)(int), int flags);

/* altstacks_handlers.c */
void scene_handlers(void);
void scene_leaving(void);
void scene_switching(void);
void scene_overflow(void);
void scene_on_ours(void);

#endif
