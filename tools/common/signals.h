/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_SIGNALS_H
#define GAUDIT_TOOLS_COMMON_SIGNALS_H

#include <signal.h>

/*
 * The signals that end us, for commands that run programs or must remove folders: SIGHUP, SIGINT,
 * SIGQUIT, SIGTERM and SIGPIPE, unless ignored, as under nohup.
 */

/* To be called at the beginning of main(). A limit of file sizes becomes a failed write with a
 * message instead of SIGXFSZ. A signal that is not held removes the temporary file of
 * gau_replace_begin() and the folder of gau_temp_folder_make() before it ends us. */
void gau_signals_begin(void);

/* Holds the signals pending until they are released as often. */
void gau_signals_hold(void);

/* Releases them; one that is pending then, and was not taken, ends us. */
void gau_signals_release(void);

/* Restores the state before the beginning and the first hold, in a new process, without cleanup. */
void gau_signals_restore(void);

/* Adds the signals that are held to @p set. */
void gau_signals_add(sigset_t *set);

/* Consumes and returns the last signal that came while they were held, which ends nothing; or 0. */
int gau_signals_came(void);

/* Notes a signal that was consumed by sigwait() elsewhere. */
void gau_signals_note(int number);

/* Consumes a pending signal without noting it. */
void gau_signals_drop(int number);

/* Replaces the handler @p from of the signals @p numbers by @p to; SIG_DFL: they end us. Ignored
 * signals, as by nohup, stay ignored. */
void gau_signals_replace(const int *numbers, size_t n, void (*from)(int), void (*to)(int));

#endif
