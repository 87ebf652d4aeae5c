/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_REGIONS_REGION_READER_H
#define GAUDIT_REPORT_REGIONS_REGION_READER_H

#include "region_data.h"

/** Reads the regions of a result folder, or a file of k4Bench. @p name is that of the view, which
 * says which file of the folder: "regions" or "regions-NAME". The caller clears @p data in any
 * case. */
gau_status gau_region_data_read(struct gau_region_data *data, const char *path, const char *name,
                                gau_error *error);

/** Reads the events again. A file that has grown may have others, too. */
gau_status gau_region_data_again(struct gau_region_data *data, gau_region_take *take, void *user,
                                 gau_error *error);

#endif
