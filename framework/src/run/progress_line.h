/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_RUN_PROGRESS_LINE_H
#define GAUDIT_SRC_RUN_PROGRESS_LINE_H

struct gau_app;

/*
 * The line on standard error that says how far a run is. Both do nothing where none is wanted.
 */

struct gau_progress;
struct gau_progress *gau_progress_start(const struct gau_app *app);
void gau_progress_stop(struct gau_progress *progress);

#endif
