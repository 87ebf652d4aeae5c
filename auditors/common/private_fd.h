/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_COMMON_PRIVATE_FD_H
#define GAUDIT_AUDITORS_COMMON_PRIVATE_FD_H

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>

/*
 * A file descriptor of gaudit in a program of the user. It has a high number, so that the program
 * gets the numbers that it would get without gaudit. It is never one of the standard streams, and
 * is not inherited. The program may close it with all others and reuse its number. To detect that,
 * we compare its file and a mark: the otherwise unused signal of F_SETSIG.
 */

struct descriptor {
    int fd; /* -1: none */
    int mark;
    dev_t device;
    ino_t node;
};

#define DESCRIPTOR_NONE ((struct descriptor){.fd = -1})

/* Owns @p fd, which was just opened; -1: that failed. False: there is none, see errno. */
bool gau_private_fd_take(struct descriptor *descriptor, int fd);

/* False as well if there is none. Leaves errno as it is. */
bool gau_private_fd_is_ours(const struct descriptor *descriptor);

/* Closes it if it is ours still; there is none then. */
void gau_private_fd_close(struct descriptor *descriptor);

/*
 * Around system calls in a hook, which is in the code of others: errno stays as it was, and the
 * thread cannot be cancelled there, or some auditors would miss the hook.
 */
struct gau_hook_calls {
    int error, cancelling;
};

static inline struct gau_hook_calls gau_hook_calls_begin(void)
{
    struct gau_hook_calls before = {.error = errno};

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before.cancelling);
    return before;
}

static inline void gau_hook_calls_end(struct gau_hook_calls before)
{
    pthread_setcancelstate(before.cancelling, NULL);
    errno = before.error;
}

#endif
