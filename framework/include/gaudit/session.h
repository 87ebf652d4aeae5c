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

#include <gaudit/error.h>

GAU_BEGIN_DECLS

typedef struct gau_session gau_session;

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

/**
 * What a section has used so far, summed over all its branches. Self is without the
 * sections inside it, children is only these. Times are in seconds, ..._AVG per call, ..._PERCENT
 * of the total of the root; memory is the growth of the process in MB of 10^6 bytes, 0 without
 * TimerAuditor's Memory=true.
 */
typedef enum gau_section_metric {
    GAU_SECTION_SELF,
    GAU_SECTION_CHILDREN,
    GAU_SECTION_TOTAL,
    GAU_SECTION_SELF_AVG,
    GAU_SECTION_CHILDREN_AVG,
    GAU_SECTION_TOTAL_AVG,
    GAU_SECTION_SELF_PERCENT,
    GAU_SECTION_CHILDREN_PERCENT,
    GAU_SECTION_TOTAL_PERCENT,
    GAU_SECTION_SELF_MEMORY,
    GAU_SECTION_CHILDREN_MEMORY,
    GAU_SECTION_TOTAL_MEMORY,
    GAU_SECTION_CALLS
} gau_section_metric;

/**
 * @p name "Root" is the root. A section that has run only while it was not audited is 0; one that
 * no thread has reached yet is not known: an error if it @p must_exist, else 0. Needs a
 * TimerAuditor. @p session NULL: the one of the process.
 */
GAU_API GAU_MUST_CHECK gau_status gau_section_data(gau_session *session, const char *name,
                                                   gau_section_metric metric, bool must_exist,
                                                   double *value, gau_error *err);

GAU_END_DECLS

#endif
