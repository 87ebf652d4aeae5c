/* SPDX-License-Identifier: Apache-2.0 */
/* usage: binned_samples FOLDER MOST: prints the samples of a page that may have at most so many,
 * with functions as they are. */
#include "report/html/page_samples.h"

#include <stdlib.h>

int main(int n, char **arguments)
{
    const struct gau_view_options options = {.inlines = "merge", .all_frames = true};
    gau_error error = {0};
    struct gau_page_samples *const samples =
        n == 3 ? gau_page_samples_read(arguments[1], &options,
                                       (uint32_t)strtoul(arguments[2], NULL, 10), &error)
               : NULL;

    if (!samples) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    gau_page_samples_write(samples, true, stdout);
    gau_page_samples_free(samples);
    return 0;
}
