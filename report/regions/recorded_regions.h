/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_REGIONS_RECORDED_REGIONS_H
#define GAUDIT_REPORT_REGIONS_RECORDED_REGIONS_H

#include "region_data.h"

/**
 * @file recorded_regions.h
 * The file regions.gtr of a result folder, as RegionAuditor writes it; of an auditor with another
 * name it is regions-NAME.gtr. The first event of each worker is warm-up. Events that did not end
 * are left out.
 */

/** Adds all events to @p data, which has the row of "unattributed" alone. If there is no
 * regions.gtr, "regions" means the only regions-NAME.gtr. */
void gau_recorded_regions_read(struct gau_region_data *data, const char *folder, const char *name,
                               gau_error *error);

/** Reads them again. */
void gau_recorded_regions_each(struct gau_region_data *data, gau_region_take *take, void *user,
                               gau_error *error);

#endif
