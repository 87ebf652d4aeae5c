/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_samples.h"

#include <string.h>

/* Views that ask servers for debug information have symbols of their own. */
static struct gau_shared_samples *shared_of(const char *folder,
                                            const struct gau_view_options *options)
{
    struct gau_shared_samples *const shared = options->samples;

    return shared && !options->debuginfod && strcmp(shared->folder, folder) == 0 ? shared : NULL;
}

bool gau_shared_samples_take(struct gau_symbolized_samples *samples, const char *folder,
                             const struct gau_view_options *options, gau_error *error)
{
    struct gau_shared_samples *const shared = shared_of(folder, options);

    if (!shared || !shared->is_here)
        return gau_symbolized_samples_open(samples, folder, options->debuginfod, error);
    *samples = shared->samples;
    shared->samples = (struct gau_symbolized_samples){0};
    shared->is_here = false;
    return true;
}

void gau_shared_samples_give(struct gau_symbolized_samples *samples,
                             const struct gau_view_options *options)
{
    struct gau_shared_samples *const shared = shared_of(samples->folder, options);

    if (!shared || shared->is_here || samples->out_of_memory) {
        gau_symbolized_samples_clear(samples);
        return;
    }
    gau_hotspots_show(samples, (struct gau_hotspots_shown){0});
    shared->samples = *samples;
    shared->samples.folder = shared->folder;
    shared->is_here = true;
    *samples = (struct gau_symbolized_samples){0};
}

void gau_shared_samples_clear(struct gau_shared_samples *shared)
{
    gau_symbolized_samples_clear(&shared->samples);
    shared->is_here = false;
}
