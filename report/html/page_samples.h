/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HTML_PAGE_SAMPLES_H
#define GAUDIT_REPORT_HTML_PAGE_SAMPLES_H

#include "documents/json_bytes.h"
#include "documents/view.h"

/**
 * @file page_samples.h
 * The samples of a result for a page: columns with a value for each sample, and what the values
 * are numbers of. They are in the order of threads, and of time in each, as errors are estimated.
 * doc/reference/page.md has the format.
 */

struct gau_page_samples;

/** How many samples a page has at most; it has bins instead of more. */
enum { GAU_PAGE_SAMPLES_MOST = 2000000 };

/**
 * Reads the samples of a folder, with functions as the options say, which are borrowed; they may
 * have the samples, too. More than @p most are joined in bins, see page_rows.h. NULL: there are
 * none, which is an error of usage, or they cannot be read; see @p error.
 */
struct gau_page_samples *gau_page_samples_read(const char *folder,
                                               const struct gau_view_options *options,
                                               uint32_t most, gau_error *error);
void gau_page_samples_free(struct gau_page_samples *samples);

/** Returns when their times begin, of CLOCK_MONOTONIC. */
uint64_t gau_page_samples_start(const struct gau_page_samples *samples);

/** Writes the object "samples"; @p has_columns: with the columns, else with their sizes. */
void gau_page_samples_write(const struct gau_page_samples *samples, bool has_columns, FILE *out);

/** Appends the columns one after another: of each value the difference to the one before it, as a
 * variable-length integer: twice the difference, or of a negative one twice its amount less 1. */
void gau_page_samples_put_columns(const struct gau_page_samples *samples,
                                  struct gau_json_bytes *bytes);

#endif
