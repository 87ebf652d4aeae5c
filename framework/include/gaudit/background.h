/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_BACKGROUND_H
#define GAUDIT_BACKGROUND_H

/**
 * @file background.h
 * Background work: what threads do outside of events, such as waiting for messages, moving data or
 * writing files, item by item:
 *
 *     gau_background_begin("messages");
 *     while (next_message(&message)) {
 *         gau_background_sub(GAU_WORK_OPERATION, message.handler);
 *         handle(&message);
 *     }
 *     if (handled_any)
 *         gau_background_end();
 *     else
 *         gau_background_withdraw();
 *
 * An item is a branch below the root Background, a sub-item one below its item. Auditors see both
 * like any other branch, but an item only when it cannot be withdrawn any more: at its first
 * sub-item or section, or at its end. TraceAuditor records sub-items with Detail=2. The model is
 * the profile of background work of the Realm runtime.
 *
 * A thread whose first section or item is an item of background work does nothing else: it is not
 * below the root Program. In an event or a section, an item is a branch below that instead, since
 * its time is part of that. Costs nothing but a comparison where nothing is audited. Functions
 * leave errno alone.
 */

#include <gaudit/branch.h>

GAU_BEGIN_DECLS

/** Begins an item in this thread; one that is open ends, unless a section of it is. The name is
 * copied. */
GAU_API void gau_background_begin(const char *item);

/**
 * Begins a sub-item of the open item, whose kind is for exports; the sub-item before ends. @p name
 * NULL: only that. Without an item it does nothing.
 */
GAU_API void gau_background_sub(gau_work kind, const char *name);

/**
 * For a thread that a component has started, in that thread: its items are audited while the job or
 * session of the component is. Other threads begin a session with their first item, where the
 * environment asks for one, and would wait for one that is ending.
 */
GAU_API void gau_background_own_thread(void);

/** Ends the open item, with its sub-item. Without an item it does nothing. */
GAU_API void gau_background_end(void);

/**
 * Takes the open item back, which had nothing to do: auditors do not see it, and its time belongs
 * to what is around it. External work that was reported in it stays. An item that had sub-items,
 * sections or events had something to do: it ends as by gau_background_end().
 */
GAU_API void gau_background_withdraw(void);

GAU_END_DECLS

#endif
