/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_EVENT_REPLAY_H
#define GAUDIT_REPORT_EVENTS_EVENT_REPLAY_H

#include <stdbool.h>

/** Makes the command that runs an event of a result again but for its number, with the properties
 * and auditors that the command of the run had. It writes no file of k4Bench. @p document is that
 * of the auditor: "events" or "events-NAME". The caller frees @p begin. NULL: a program has no such
 * command, it is not known, or there is no memory. Returns whether the result is of a program. */
bool gau_event_replay(char **begin, const char *folder, const char *document);

#endif
