/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_RUN_RUN_JOB_H
#define GAUDIT_SRC_RUN_RUN_JOB_H

#include "framework/src/job/app_state.h"

/*
 * A run from beginning to end, and what sessions share with it.
 */

/* Initialize and the checks that follow. The exit status is set for its failure. */
gau_status gau_run_prepare(struct gau_app *app, gau_error *err);

/* context.c: the run is over, the length of a tick is known. */
void gau_app_end_clock(struct gau_app *app);

/* Warnings about what was repaired, dropped or ignored in a run. */
void gau_run_report(struct gau_app *app);

#endif
