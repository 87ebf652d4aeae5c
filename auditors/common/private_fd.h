/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_DESCRIPTOR_H
#define GAUDIT_AUDITORS_DESCRIPTOR_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * A file descriptor of ours in a program that is not ours. It has a high number, so that the
 * program gets those that it would get without us, never one of the standard streams, and is not
 * inherited by other programs. The program may close it with all others, and use its number for
 * something else: whether it is ours still is seen from its file and from a mark on what is open
 * (the signal that would tell of input, F_SETSIG, which nobody asks to be sent).
 */

struct descriptor {
    int fd; /* -1: none */
    int mark;
    dev_t device;
    ino_t node;
};

#define DESCRIPTOR_NONE ((struct descriptor){.fd = -1})

/* Takes @p fd, which was just opened; -1: could not be. False: there is none, errno tells. */
bool gau_private_fd_take(struct descriptor *descriptor, int fd);

/* False as well if there is none. Leaves errno as it is. */
bool gau_private_fd_is_ours(const struct descriptor *descriptor);

/* Closes it if it is ours still; there is none then. */
void gau_private_fd_close(struct descriptor *descriptor);

#endif
