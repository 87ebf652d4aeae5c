/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_REGIONS_REGION_BINS_H
#define GAUDIT_REPORT_REGIONS_REGION_BINS_H

#include "region_data.h"

#include <stdio.h>

/**
 * @file region_bins.h
 * Times of regions event by event, for pictures: neighbouring events are averaged where there are
 * many, and all but the largest regions are one area.
 */

enum {
    GAU_REGION_AREA_OTHERS = 8, /**< the areas before are the largest regions, in their order */
    GAU_REGION_AREA_UNATTRIBUTED,
    GAU_REGION_AREAS
};

/** Means over the events of a bin. They may be below 0: files of others have such times. */
struct gau_region_bin {
    uint64_t n; /**< events; 0: the rest is 0 */
    double areas_s[GAU_REGION_CHARGES][GAU_REGION_AREAS], unaccounted_s, wall_s;
};

struct gau_region_bins {
    const struct gau_region_data *data;
    uint64_t width; /**< of a bin, in numbers of events: the first has data->first and so many */
    size_t n;
    struct gau_region_bin *bins;
};

/** Reads the events of @p data again, into at most @p most bins: one for each number
 * if that is enough, unless most numbers have no event. The caller clears @p bins in any case. */
gau_status gau_region_bins_read(struct gau_region_bins *bins, struct gau_region_data *data,
                                size_t most, gau_error *error);

void gau_region_bins_clear(struct gau_region_bins *bins);

/** Whether the regions have something in the area. */
bool gau_region_has_area(const struct gau_region_data *data, int area);

/** The mean time of an area per event, and its name. */
double gau_region_area(const struct gau_region_data *data, enum gau_region_charge charge, int area,
                       const char **name);

/** Writes the bins as an object of JSON with an array for each column; doc/reference/page.md has
 * its format. */
void gau_region_bins_write(const struct gau_region_bins *bins, FILE *out);

#endif
