/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_REGIONS_K4BENCH_REGION_ARRAYS_H
#define GAUDIT_REPORT_REGIONS_K4BENCH_REGION_ARRAYS_H

#include "region_data.h"

/**
 * @file k4bench_region_arrays.h
 * LABEL_regions.json of k4Bench, schema 1: accepted and refused as its own loader does. Event
 * number 0 is its warm-up.
 */

/** Adds all events to @p data, which has the row of "unattributed" alone. */
void gau_k4bench_regions_read(struct gau_region_data *data, const char *path, gau_error *error);

/** Takes them again. */
void gau_k4bench_regions_each(struct gau_region_data *data, gau_region_take *take, void *user,
                              gau_error *error);

#endif
