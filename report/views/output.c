/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include "document.h"
#include "files/replace.h"

#include <errno.h>
#include <string.h>

static void tell(const char *output, int reason, struct gau_view_error *error)
{
    if (reason != 0)
        gau_view_fail(error, GAU_VIEW_FAILED, "%.*s: %s",
                      GAU_VIEW_QUOTE(output ? output : "standard output"),
                      gau_replace_reason(reason));
}

/* 0, or the errno. */
static int put(const char *text, size_t size, FILE *out)
{
    errno = 0;
    if (fwrite(text, 1, size, out) == size && fflush(out) == 0)
        return 0;
    return errno ? errno : EIO;
}

void gau_output_put(const char *text, size_t size, const char *output, struct gau_view_error *error)
{
    tell(output, output ? gau_replace_with(output, text, size) : put(text, size, stdout), error);
}

/* 0, or the errno. */
static int copy(FILE *from, FILE *out)
{
    char part[1 << 16];
    size_t size;
    int reason = 0;

    rewind(from);
    while (reason == 0 && (size = fread(part, 1, sizeof part, from)) > 0)
        reason = put(part, size, out);
    return reason == 0 && ferror(from) ? EIO : reason;
}

void gau_output_copy(FILE *from, const char *output, struct gau_view_error *error)
{
    struct gau_replacement file;
    int reason;

    if (output) {
        reason = gau_replace_begin(&file, output);
        if (reason == 0)
            reason = gau_replace_end(&file, copy(from, file.file));
    } else {
        reason = copy(from, stdout);
    }
    tell(output, reason, error);
}
