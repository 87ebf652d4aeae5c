/* SPDX-License-Identifier: Apache-2.0 */
#include "quality.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

gau_status gau_quality_read(struct gau_quality *quality, const char *folder, gau_error *err)
{
    DIR *const entries = opendir(folder);
    struct gau_profile *profile;
    bool done;

    *quality = (struct gau_quality){0};
    if (!entries)
        return gau_fail(err, GAU_ERR_IO, "cannot read the folder '%.*s': %s", GAU_QUOTE(folder),
                        strerror(errno));
    closedir(entries);
    profile = gau_profile_read_totals(folder);
    done = profile && gau_quality_of(quality, profile);
    gau_profile_free(profile);
    return done ? GAU_OK : gau_fail(err, GAU_ERR_MEMORY, "no memory for the samples");
}
