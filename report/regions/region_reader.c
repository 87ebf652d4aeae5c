/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* S_ISDIR() */
#include "region_reader.h"

#include "k4bench_region_arrays.h"
#include "recorded_regions.h"
#include "region_hints.h"

#include <math.h>
#include <sys/stat.h>

gau_status gau_region_data_read(struct gau_region_data *data, const char *path, const char *name,
                                gau_error *error)
{
    struct stat status;

    *data = (struct gau_region_data){.step_ns = (double)NAN};
    data->is_k4bench = stat(path, &status) != 0 || !S_ISDIR(status.st_mode);
    data->charge = data->is_k4bench ? GAU_REGION_AT_LOCATION : GAU_REGION_OF_STEPS;
    if (gau_region_row_of(data, GAU_REGION_NONE, GAU_REGION_UNATTRIBUTED) == GAU_REGION_NO_ROW)
        return gau_fail_memory(error, "regions of '%.*s'", GAU_QUOTE(path));
    if (data->is_k4bench)
        gau_k4bench_regions_read(data, path, error);
    else
        gau_recorded_regions_read(data, path, name, error);
    if (error->status == GAU_OK && (!gau_region_data_finish(data) || !gau_region_hints(data)))
        gau_fail_memory(error, "regions of '%.*s'", GAU_QUOTE(path));
    return error->status;
}

gau_status gau_region_data_again(struct gau_region_data *data, gau_region_take *take, void *user,
                                 gau_error *error)
{
    if (data->is_k4bench)
        gau_k4bench_regions_each(data, take, user, error);
    else
        gau_recorded_regions_each(data, take, user, error);
    return error->status;
}
