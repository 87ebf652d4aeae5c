/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_EVENT_REPLAY_H
#define GAUDIT_REPORT_EVENTS_EVENT_REPLAY_H

/** Returns the command that runs an event of a result again but for its number, with the properties
 * and auditors that the command of the run had; the caller frees it. NULL: a program has no such
 * command, it is not known, or there is no memory. */
char *gau_event_replay(const char *folder);

#endif
