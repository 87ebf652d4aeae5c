/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SUPPORT_WRITE_ALL_H
#define GAUDIT_SRC_SUPPORT_WRITE_ALL_H

#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

/* Safe in a signal handler. False: not all of it could be written, see errno. */
static inline bool gau_write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(file, text, length);

        if (n < 0 && errno != EINTR)
            return false;
        text += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

#endif
