/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_CRASH_CRASH_H
#define GAUDIT_SRC_CRASH_CRASH_H

#include "framework/src/job/app_state.h"

/*
 * What a crash says: SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT get a handler where they have the
 * default action, or one of an MPI, which comes after it. It writes a line for each thread that is
 * in an event or a section, the one that crashed first, and run.json if there is a result folder.
 * Then the signal ends the process as without the handler. The environment variable
 * GAUDIT_CRASH_REPORT=0 prevents all of it.
 *
 * The handler allocates nothing and takes no lock. It reads what other threads change: a position
 * may be that of a moment ago.
 */

/* From now on crashes name the threads of @p app. Called in the thread that runs it: workers[0].
 * @p output: the file descriptor for the lines; negative: none. */
void gau_crash_begin(struct gau_app *app, int output);

/* Before @p app ends its record and is freed. The last application restores the actions where
 * they are still ours. Also without a begin. */
void gau_crash_end(struct gau_app *app);

/* A thread of the event loop begins and ends. It gets an alternate signal stack if it has none, so
 * that an overflow of its stack is reported, too. */
void gau_crash_enter_thread(struct gau_worker *w);
void gau_crash_leave_thread(struct gau_worker *w);

/* crash_report.c: lines begin with the rank of an MPI job; negative: with none. */
void gau_crash_name_rank(int rank);

/* crash_report.c: the lines, and run.json of each of the applications. Safe in a signal handler,
 * in one thread at a time. */
void gau_crash_report(const struct gau_app *apps, const char *signal, int output);

#endif
