/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMINGS_LABELS_H
#define GAUDIT_REPORT_TIMINGS_LABELS_H

#include "timings.h"

/**
 * What branches are called where there is little room: the end of the identifier, as much of it as
 * tells a branch from the others. @p out gets a text of malloc() for each of @p n; what is not
 * below the root @p whole begins with the name of its own. False: no memory, some are NULL.
 */
bool gau_labels_make(char **out, const struct gau_timing *const *branches, size_t n,
                     const char *whole);

#endif
