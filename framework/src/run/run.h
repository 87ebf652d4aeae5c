/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_RUN_RUN_H
#define GAUDIT_SRC_RUN_RUN_H

#include "framework/src/job/app.h"

/*
 * The parts of a run: the steps of all components, the event loop, and its report.
 */

/* run.c: initialize and the checks that follow. The exit status is set for its failure. */
gau_status gau_run_prepare(struct gau_app *app, gau_error *err);

/* context.c: the run is over, the length of a tick is known. */
void gau_app_end_clock(struct gau_app *app);

/* run.c: warnings about what was repaired, dropped or ignored in a run. */
void gau_run_report(struct gau_app *app);

/* lifecycle.c: the steps of all components. Later ones undo earlier ones. */
gau_status gau_lifecycle_initialize(struct gau_app *app, gau_error *err);
gau_status gau_lifecycle_start(struct gau_app *app, gau_error *err);
gau_status gau_lifecycle_stop(struct gau_app *app, gau_error *err);
void gau_lifecycle_merge(struct gau_app *app);
gau_status gau_lifecycle_finalize(struct gau_app *app, gau_error *err);
void gau_lifecycle_release(struct gau_app *app);

/* event_loop.c: all workers; afterwards the failure of the smallest event, if any, and its worker.
 */
gau_status gau_loop_run_all(struct gau_app *app, gau_error *err);
const struct gau_worker *gau_loop_failed(const struct gau_app *app);

/* progress_line.c */
struct gau_progress;
struct gau_progress *gau_progress_start(const struct gau_app *app);
void gau_progress_stop(struct gau_progress *progress);

/* event_loop.c: the whole event loop of one worker, until there are no more events. */
void gau_loop_run(struct gau_worker *w);

/* execute_event.c: runs all members of the top level for the event in @p w->ctx. True: accepted. */
bool gau_execute_event(struct gau_worker *w);

/* context.c: "gaudit: warning: ..." on standard error. */
void gau_warn(const char *format, ...) GAU_PRINTF(1, 2);

/* context.c: warns of an auditor that is left out. */
void gau_warn_of_left_out(const gau_error *why);

#endif
