/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_RUN_LIFECYCLE_H
#define GAUDIT_SRC_RUN_LIFECYCLE_H

#include "framework/src/job/app_state.h"

/*
 * The steps of all components. Later ones undo earlier ones.
 */

gau_status gau_lifecycle_initialize(struct gau_app *app, gau_error *err);
gau_status gau_lifecycle_start(struct gau_app *app, gau_error *err);
gau_status gau_lifecycle_stop(struct gau_app *app, gau_error *err);
void gau_lifecycle_merge(struct gau_app *app);

/* Also destroys them. */
gau_status gau_lifecycle_finalize(struct gau_app *app, gau_error *err);

/* What initialize made, without the steps in between: the end of a check. */
gau_status gau_lifecycle_destroy(struct gau_app *app, gau_error *err);
void gau_lifecycle_release(struct gau_app *app);

#endif
