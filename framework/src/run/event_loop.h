/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_RUN_EVENT_LOOP_H
#define GAUDIT_SRC_RUN_EVENT_LOOP_H

#include "framework/src/job/app_state.h"

/* The event loop of all workers. Fails with the failure of the smallest event, if any. */
gau_status gau_loop_run_all(struct gau_app *app, gau_error *err);

/* The worker of that event, afterwards. */
const struct gau_worker *gau_loop_failed(const struct gau_app *app);

/* The whole event loop of one worker, until there are no more events. */
void gau_loop_run(struct gau_worker *w);

/* execute_event.c: runs all members of the top level for the event in @p w->ctx. True: accepted. */
bool gau_execute_event(struct gau_worker *w);

#endif
