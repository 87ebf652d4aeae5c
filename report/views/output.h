/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_VIEWS_OUTPUT_H
#define GAUDIT_REPORT_VIEWS_OUTPUT_H

#include "views.h"

/**
 * Writes what a view has made, all of it at once, to the file @p output, which is replaced, or for
 * NULL to standard output: what cannot be shown leaves nothing behind.
 */
void gau_output_put(const char *text, size_t size, const char *output,
                    struct gau_view_error *error);

/** Likewise, for views that may be too large for the memory: all of the file @p from. */
void gau_output_copy(FILE *from, const char *output, struct gau_view_error *error);

#endif
