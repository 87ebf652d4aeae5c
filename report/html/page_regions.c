/* SPDX-License-Identifier: Apache-2.0 */
#include "page_regions.h"

#include "report/regions/region_bins.h"
#include "report/regions/region_reader.h"

#include <stdlib.h>

static void write_bins(struct gau_region_data *data, FILE *out, gau_error *error)
{
    struct gau_region_bins bins;

    if (gau_region_bins_read(&bins, data, GAU_PAGE_REGIONS_BINS, error) == GAU_OK) {
        fputs("\"region_events\": ", out);
        gau_region_bins_write(&bins, out);
    }
    gau_region_bins_clear(&bins);
}

char *gau_page_region_views(const char *folder, size_t *size, gau_error *error)
{
    struct gau_region_data data;
    char *text = NULL;

    if (gau_region_data_read(&data, folder, "regions", error) == GAU_OK) {
        FILE *const out = open_memstream(&text, size);

        if (out)
            write_bins(&data, out, error);
        if (!out || fclose(out) != 0)
            gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(folder));
    }
    gau_region_data_clear(&data);
    if (error->status == GAU_OK)
        return text;
    free(text);
    return NULL;
}
