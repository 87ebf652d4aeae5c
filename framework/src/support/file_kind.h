/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SUPPORT_FILE_KIND_H
#define GAUDIT_SRC_SUPPORT_FILE_KIND_H

#include <sys/stat.h>

/* "a FIFO" and the like, of what is no regular file and must not be opened: it could block. */
static inline const char *gau_file_kind(mode_t mode)
{
    if (S_ISDIR(mode))
        return "a directory";
    if (S_ISFIFO(mode))
        return "a FIFO";
    if (S_ISSOCK(mode))
        return "a socket";
    return S_ISCHR(mode) || S_ISBLK(mode) ? "a device" : "something else";
}

#endif
