/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_CHILD_PROCESS_H
#define GAUDIT_TOOLS_COMMON_CHILD_PROCESS_H

#include "argument_list.h"

#include <gaudit/error.h>

#include <sys/resource.h>
#include <sys/types.h>

/* Runs programs for wrapper commands, as env(1) or timeout(1). */

/* Exit statuses of such commands, which otherwise return that of the program. */
enum { GAU_CHILD_FAILED = 125, GAU_CHILD_CANNOT_EXECUTE = 126, GAU_CHILD_NOT_FOUND = 127 };

struct gau_child {
    char **argv;      /* borrowed */
    const char *path; /* of the program; NULL: argv[0], searched for on the PATH. Borrowed */

    /* `prepare` is called in the new process before it becomes the program; false with errno if it
     * failed. `started` is called in this process after that. Both may be NULL. */
    bool (*prepare)(void *user);
    void (*started)(void *user);
    void *user;

    /* gau_child_run() fills in the outcome: */
    pid_t pid;
    int problem;        /* errno, if it could not be executed; -errno, if it was not prepared */
    int wait_status;    /* as of waitpid() */
    int status;         /* its exit status; 128 + N: signal N ended it; else one of those above */
    struct rusage used; /* by it, and by those of its children that it waited for */
};

/*
 * Runs a program with the environment, the streams and the process group of the caller, and waits
 * for its end; it is an error if it cannot be run. Meanwhile signals do not end us, since a report
 * is to follow, but are noted (gau_signals_came()). Signals of other processes are passed on; those
 * of the terminal reach the program anyway. If the program is stopped as by Ctrl-Z, we stop, too;
 * continuing us continues the program.
 */
gau_status gau_child_run(struct gau_child *child, gau_error *err);

/*
 * Returns the output of a program, at most 1 MiB, whatever its exit status; the caller frees the
 * text. NULL if it could not be run, or out of memory.
 */
char *gau_child_output(const struct gau_argv *words);

#endif
