/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include "document.h"

#include <errno.h>
#include <string.h>

static void finish(FILE *out, bool written, const char *output, struct gau_view_error *error)
{
    if (!written || fflush(out) != 0)
        gau_view_fail(error, GAU_VIEW_FAILED, "%.*s: %s",
                      GAU_VIEW_QUOTE(output ? output : "standard output"), strerror(errno));
    if (out && output && fclose(out) != 0)
        gau_view_fail(error, GAU_VIEW_FAILED, "%.*s: %s", GAU_VIEW_QUOTE(output), strerror(errno));
}

void gau_output_put(const char *text, size_t size, const char *output, struct gau_view_error *error)
{
    FILE *const out = output ? fopen(output, "w") : stdout;

    finish(out, out && fwrite(text, 1, size, out) == size, output, error);
}

void gau_output_copy(FILE *from, const char *output, struct gau_view_error *error)
{
    FILE *const out = output ? fopen(output, "w") : stdout;
    char part[1 << 16];
    bool written = out != NULL;
    size_t size;

    rewind(from);
    while (written && (size = fread(part, 1, sizeof part, from)) > 0)
        written = fwrite(part, 1, size, out) == size;
    finish(out, written && !ferror(from), output, error);
}
