/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_VIEWS_TIMES_H
#define GAUDIT_REPORT_VIEWS_TIMES_H

#include "views.h"

/*
 * A stretch of time, FROM:TO in seconds, such as "1.5:20", "5:" or ":5"; what is not given is 0
 * and INFINITY. Text that is none is an error of usage.
 */
bool gau_times_read(double *from_s, double *to_s, const char *text, struct gau_view_error *error);

#endif
