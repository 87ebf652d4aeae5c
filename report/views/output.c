/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include "document.h"

#include <errno.h>
#include <string.h>

void gau_output_put(const char *text, size_t size, const char *output, struct gau_view_error *error)
{
    FILE *const out = output ? fopen(output, "w") : stdout;
    bool written = false;

    if (out)
        written = fwrite(text, 1, size, out) == size && fflush(out) == 0;
    if (!written)
        gau_view_fail(error, GAU_VIEW_FAILED, "%.*s: %s",
                      GAU_VIEW_QUOTE(output ? output : "standard output"), strerror(errno));
    if (out && output && fclose(out) != 0)
        gau_view_fail(error, GAU_VIEW_FAILED, "%.*s: %s", GAU_VIEW_QUOTE(output), strerror(errno));
}
