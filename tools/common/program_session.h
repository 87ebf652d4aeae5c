/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_PROGRAM_SESSION_H
#define GAUDIT_TOOLS_COMMON_PROGRAM_SESSION_H

#include <stdbool.h>

/* The session of a program with sections that runs under the collector. */

/* A timer and, for samples, ITT tasks. */
extern const char gau_program_session_auditors[];

/* Sets the environment of this process so that the session has these auditors, and its results join
 * those in @p folder. Auditors of the user stay; with @p mpi there is an MpiAuditor, too. Returns
 * false if out of memory. */
bool gau_program_session_set(const char *folder, bool mpi);

#endif
