/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SESSION_H
#define GAUDIT_SESSION_H

/**
 * @file session.h
 * Auditing a program that has no event loop of ours: it opens sections, auditors watch them.
 *
 * There is one session per process. It is opened by gau_session_open() or, without any call, by
 * the first section if the environment asks for it:
 *
 *     GAUDIT_AUDIT="TimerAuditor LivePrintAuditor:TimeLimit=2;All=true" ./solver
 *
 * Auditing never fails the program: what goes wrong is one warning on standard error, the program
 * runs on, and its exit status is its own. In set-uid programs nothing happens at all.
 * See doc/embedding.md.
 */

#include <gaudit/error.h>

GAU_BEGIN_DECLS

typedef struct gau_session gau_session;

/**
 * Opens the session. @p options: a job file, of which modules and auditors are used; NULL: what
 * the environment says (GAUDIT_OPTIONS, a job file, or GAUDIT_AUDIT, auditors separated by blanks),
 * else a TimerAuditor. With NULL, a session that the environment has opened already is
 * the one returned. NULL on failure, with the reason in @p err: the program runs on unaudited, and
 * no warning is written. Borrowed, until gau_session_close().
 */
GAU_API gau_session *gau_session_open(const char *options, gau_error *err);

/**
 * Ends all sections that are open, in all threads, and writes the results: documents into the
 * folder that GAUDIT_OUTPUT names, else tables to standard error. Called at exit if the program
 * does not. Does nothing without a session. After it a new one can be opened.
 */
GAU_API void gau_session_close(void);

/**
 * Writes, or prints, the results as of now; calls that are open are credited up to now. Only of
 * auditors that can tell before the end.
 */
GAU_API gau_status gau_session_snapshot(gau_error *err);

/**
 * What a section has used so far, summed over all places that it stands in. Self is without the
 * sections inside it, children is only these. Times are in seconds, ..._AVG per call, ..._PERCENT
 * of the total of the root; memory is the growth of the process in MB of 10^6 bytes, 0 without
 * TimerAuditor's Memory=true.
 */
typedef enum gau_section_kind {
    GAU_SELF,
    GAU_CHILDREN,
    GAU_TOTAL,
    GAU_SELF_AVG,
    GAU_CHILDREN_AVG,
    GAU_TOTAL_AVG,
    GAU_SELF_PERCENT,
    GAU_CHILDREN_PERCENT,
    GAU_TOTAL_PERCENT,
    GAU_SELF_MEMORY,
    GAU_CHILDREN_MEMORY,
    GAU_TOTAL_MEMORY,
    GAU_CALLS
} gau_section_kind;

/**
 * @p name "Root" is the root. A section that has run only when nobody listened is 0; one
 * that no thread has reached yet is not known: an error if it @p must_exist, else 0. Needs a
 * TimerAuditor. @p session NULL: the one of the process.
 */
GAU_API GAU_MUST_CHECK gau_status gau_section_data(gau_session *session, const char *name,
                                                   gau_section_kind kind, bool must_exist,
                                                   double *value, gau_error *err);

GAU_END_DECLS

#endif
