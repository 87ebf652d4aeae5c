/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_SIGNALS_H
#define GAUDIT_TOOLS_SIGNALS_H

#include <signal.h>

/*
 * The signals that end us, for commands that run programs or have folders to remove: SIGHUP,
 * SIGINT, SIGQUIT, SIGTERM and SIGPIPE, but for those that are ignored, as under nohup.
 */

/* At the beginning of main(): a file that may not grow is a failed write, with a message, and no
 * SIGXFSZ; and a signal that is not held removes the unfinished file of gau_replace_begin() and
 * the folder of gau_temp_folder_make() before it ends us. */
void gau_signals_begin(void);

/* Until it is released as often, they wait. */
void gau_signals_hold(void);

/* What waits then, and was not taken, ends us. */
void gau_signals_release(void);

/* In a new process: as before the beginning and the first hold, and without what is to be done
 * before the end. */
void gau_signals_restore(void);

/* Adds those that are held. */
void gau_signals_add(sigset_t *set);

/* The last one that came while they were held; it is taken, and ends nothing. 0: none. */
int gau_signals_came(void);

/* That one was taken by others, who wait for it. */
void gau_signals_note(int number);

/* Takes a signal that waits; it is not noted. */
void gau_signals_drop(int number);

/* Those of the signals @p numbers that have the handler @p from get @p to; SIG_DFL: they end us.
 * What is ignored, as by nohup, stays ignored. */
void gau_signals_replace(const int *numbers, size_t n, void (*from)(int), void (*to)(int));

#endif
