/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HTML_PAGE_REGIONS_H
#define GAUDIT_REPORT_HTML_PAGE_REGIONS_H

#include "errors/errors.h"

#include <stddef.h>

/** Neighbouring events are averaged if there are more. */
enum { GAU_PAGE_REGIONS_BINS = 400 };

/**
 * Returns a member of the object "views": times of regions event by event.
 * doc/reference/page.md has the format. NULL: there are none, which is an error of usage, or they
 * cannot be read; see @p error. The caller frees the text.
 */
char *gau_page_region_views(const char *folder, size_t *size, gau_error *error);

#endif
