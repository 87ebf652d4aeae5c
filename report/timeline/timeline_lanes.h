/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_TIMELINE_LANES_H
#define GAUDIT_REPORT_TIMELINE_TIMELINE_LANES_H

#include "timeline_files.h"

#include "documents/json_bytes.h"
#include "documents/view.h"

/**
 * @file timeline_lanes.h
 * What the picture of a timeline shows, as data: lanes, their rows, and a bar for each call.
 * doc/reference/timeline-data.md has the format.
 */

struct gau_timeline_lanes;

enum { GAU_TIMELINE_LANES_BARS = 200000 };

/**
 * Reads the sources, as the options say. Above @p most_bars, narrow bars are joined with near ones.
 * NULL: there are none, which is an error of usage, or they cannot be read; see @p error.
 */
struct gau_timeline_lanes *gau_timeline_lanes_read(const struct gau_timeline_sources *sources,
                                                   const struct gau_view_options *options,
                                                   size_t most_bars, gau_error *error);
void gau_timeline_lanes_free(struct gau_timeline_lanes *lanes);

/** Returns the zero of their times, of CLOCK_MONOTONIC; 0: not known. */
uint64_t gau_timeline_lanes_start(const struct gau_timeline_lanes *lanes);

/** Writes them as an object of JSON; @p has_columns: with the columns, else with their sizes. */
void gau_timeline_lanes_write(const struct gau_timeline_lanes *lanes, bool has_columns, FILE *out);

/** Appends the columns one after another, as gau_json_bytes_put_difference() has values. */
void gau_timeline_lanes_put_columns(const struct gau_timeline_lanes *lanes,
                                    struct gau_json_bytes *bytes);

#endif
