/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SESSION_H
#define GAUDIT_SESSION_H

/**
 * @file session.h
 * Auditing of a process that has no gaudit event loop: auditors receive its sections.
 *
 * A process has at most one session. gau_session_open() opens it, or the first section if the
 * environment requests one:
 *
 *     GAUDIT_AUDITORS="TimerAuditor LivePrintAuditor:TimeLimit=2;All=true" ./solver
 *
 * Auditing never fails the program: an error is one warning on standard error, and the exit status
 * is the program's own. Set-uid programs are never audited. See doc/embedding.md.
 */

#include <gaudit/section.h>

GAU_BEGIN_DECLS

/**
 * Opens the session. @p options: a job file, of which modules and auditors are used; NULL: what the
 * environment names (GAUDIT_OPTIONS, a job file, or GAUDIT_AUDITORS, auditors separated by blanks),
 * else a TimerAuditor. With NULL, a session that the environment has opened already is the one
 * returned. NULL on failure, with the reason in @p err: the program runs on unaudited, and no
 * warning is written. Borrowed, until gau_session_close().
 */
GAU_API gau_session *gau_session_open(const char *options, gau_error *err);

/**
 * Ends all sections that are open, in all threads, and writes the results: documents into the
 * folder that GAUDIT_RESULT names, else tables to standard error. Called at exit if the program
 * does not. Does nothing without a session. After it a new one can be opened.
 */
GAU_API void gau_session_close(void);

/**
 * Writes, or prints, the results as of now; calls that are open are credited up to now. Only of
 * auditors that support snapshots. A TimeLogAuditor writes the entries of the calling thread to its
 * log, unless it is in a section; other threads do when their next outermost section ends.
 */
GAU_API gau_status gau_session_snapshot(gau_error *err);

GAU_END_DECLS

#endif
