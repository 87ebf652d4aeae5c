/* SPDX-License-Identifier: Apache-2.0 */
#include "captured_stderr.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static FILE *kept;
static int screen = -1;

void capture_stderr_begin(void)
{
    kept = tmpfile();
    screen = dup(STDERR_FILENO);
    if (!kept || screen < 0 || dup2(fileno(kept), STDERR_FILENO) < 0)
        abort();
}

const char *capture_stderr_end(void)
{
    static char text[4097];
    off_t size;
    ssize_t n;

    if (!kept)
        return text;
    fflush(stderr);
    dup2(screen, STDERR_FILENO);
    close(screen);
    size = lseek(fileno(kept), 0, SEEK_END);
    n = pread(fileno(kept), text, sizeof text - 1,
              size > (off_t)sizeof text - 1 ? size - (off_t)sizeof text + 1 : 0);
    text[n > 0 ? n : 0] = '\0';
    fclose(kept);
    kept = NULL;
    return text;
}
