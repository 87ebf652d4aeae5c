/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIVE_SCRIPT_PLAYER_H
#define TESTS_LIVE_SCRIPT_PLAYER_H

/*
 * Plays a run to the live print, under a clock that the script sets. A line of a script:
 *
 *     set NAME [VALUE]      TimeLimit, MemoryLimit, All, Several, Colour, Rewrites, Columns; first
 *     SECONDS begin TEXT    a section with this message begins
 *     SECONDS no_dots TEXT  the same without dots
 *     SECONDS count N TEXT  the same with a number behind the text
 *     SECONDS end MB        the innermost one ends; so much is resident
 *     SECONDS others TEXT   another program prints a line
 *     SECONDS stop          the program ends; nothing may follow
 *     thread N              of the sections from here on; 0 at first
 *     memory MB             resident at what begins from here on; 100 at first
 *
 * In a text, \NNN is a byte, in octal. # begins a comment. Updates run when they are due, and
 * at ends; what is due at the time of something else is so before it.
 */

/* What is printed, with \033 for an escape; malloc()ed. */
char *live_play(const char *script);

#endif
