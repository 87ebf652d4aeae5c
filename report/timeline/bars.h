/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_BARS_H
#define GAUDIT_REPORT_TIMELINE_BARS_H

#include "walk.h"

/* Adds an entry to its row, if it is wanted and in time. False: no memory, see the error. */
bool gau_timeline_add_bar(struct gau_timeline *scene, const struct gau_timeline_visit *visit);

#endif
