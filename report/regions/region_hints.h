/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_REGIONS_REGION_HINTS_H
#define GAUDIT_REPORT_REGIONS_REGION_HINTS_H

#include "region_data.h"

/** Adds notes that say how far the figures can be trusted. False: out of memory. */
bool gau_region_hints(struct gau_region_data *data);

#endif
