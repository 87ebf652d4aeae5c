/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_REGIONS_REGION_VIEW_H
#define GAUDIT_REPORT_REGIONS_REGION_VIEW_H

#include "region_data.h"

#include "documents/view.h"

/**
 * @file region_view.h
 * What regions cost: tables of their times per event, by the rules by which time is charged to
 * them; or a picture.
 */
GAU_VIEW_DECLARATION(regions)

/** What the view writes of regions that were read. */
void gau_region_tables_write(const struct gau_region_data *data,
                             const struct gau_view_options *options, FILE *out, gau_error *error);

/** Writes the picture, as SVG, for which the events are read again. */
void gau_region_picture_draw(struct gau_region_data *data, FILE *out, gau_error *error);

#endif
