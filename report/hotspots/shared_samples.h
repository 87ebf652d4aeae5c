/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_SHARED_SAMPLES_H
#define GAUDIT_REPORT_HOTSPOTS_SHARED_SAMPLES_H

/**
 * @file shared_samples.h
 * Samples that several views of one folder use one after another, such as those of a page. The
 * first view opens them; symbols that one has asked for are known to the next.
 */

#include "symbolized_samples.h"

/** Owned by what asks for the views; {.folder} at first. */
struct gau_shared_samples {
    const char *folder;                    /* borrowed */
    struct gau_symbolized_samples samples; /* of it, while none of the views has them */
    bool is_here;
    bool no_timeline; /* the folder has none, nor lanes of samples: views of one are not asked */
};

/**
 * Gives a view the samples of a folder, with call stacks as they are: those of options->samples if
 * they are of this folder and no other view has them, else opened anew. False: see @p error; they
 * are then cleared. gau_shared_samples_give() ends it.
 */
bool gau_shared_samples_take(struct gau_symbolized_samples *samples, const char *folder,
                             const struct gau_view_options *options, gau_error *error);

/** Gives them back, or clears them if no further view can use them. */
void gau_shared_samples_give(struct gau_symbolized_samples *samples,
                             const struct gau_view_options *options);

void gau_shared_samples_clear(struct gau_shared_samples *shared);

#endif
