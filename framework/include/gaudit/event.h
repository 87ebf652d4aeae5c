/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_EVENT_H
#define GAUDIT_EVENT_H

/**
 * @file event.h
 * Events of a program that has its own event loop, for the auditors of a session, see session.h:
 *
 *     gau_event_begin(number);
 *     ...                          // sections are below the root Event
 *     gau_event_end(accepted ? GAU_OK : GAU_REJECT);
 *
 * Auditors then work as in a job: the window of StartFromEventN and StopAtEventN, the slowest
 * event, warm-up, frames of ITT, entries of the time log. Each thread may have one event open, so
 * several threads process several events. What a thread does outside of its events is below
 * Program; a section that is open around an event contains its time, too.
 *
 * Costs nothing but a comparison where nothing is audited. In a job, whose events are the
 * framework's, both do nothing. Neither changes errno.
 */

#include <gaudit/error.h>

#include <stdint.h>

GAU_BEGIN_DECLS

/**
 * Begins an event in this thread. @p number: its number, from 1 to INT64_MAX (2^63 - 1), which may
 * come in any order and should be unique; 0 or a larger one, such as (uint64_t)-1: the next one
 * after the largest so far, 1 after INT64_MAX. An event that is open in this thread ends without a
 * decision, which is counted and reported once, with the results.
 */
GAU_API void gau_event_begin(uint64_t number);

/**
 * Ends the event of this thread, and the sections that were opened in it. @p decision: GAU_OK,
 * accepted; GAU_REJECT; or an error. Without an event it does nothing.
 */
GAU_API void gau_event_end(gau_status decision);

GAU_END_DECLS

#endif
