/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_CHILD_H
#define GAUDIT_TOOLS_CHILD_H

#include "argument_list.h"

#include <gaudit/error.h>

#include <sys/resource.h>
#include <sys/types.h>

/*
 * Runs programs for commands that stand between a program and its user, as env(1) or timeout(1) do.
 */

/* Exit statuses of such commands, which hand on that of the program otherwise. */
enum { GAU_CHILD_FAILED = 125, GAU_CHILD_CANNOT_EXECUTE = 126, GAU_CHILD_NOT_FOUND = 127 };

struct gau_child {
    char **argv;      /* borrowed */
    const char *path; /* of the program; NULL: argv[0], looked for on the PATH. Borrowed */

    /* Called in the new process before it becomes the program, where false says that errno stands
     * in the way; and in this process once it has. Both may be NULL. */
    bool (*prepare)(void *user);
    void (*started)(void *user);
    void *user;

    /* What came of it. */
    pid_t pid;
    int problem;        /* errno, if it could not be executed; -errno, if it was not prepared */
    int wait_status;    /* as of waitpid() */
    int status;         /* its exit status; 128 + N: signal N ended it; else one of those above */
    struct rusage used; /* by it, and by those of its children that it waited for */
};

/*
 * Runs a program with the environment, the streams and the process group of the caller, and waits
 * for its end; that it cannot be run is an error. Meanwhile signals end neither us nor the report
 * that is to follow, but are noted (gau_signals_came()): those that other processes send are passed
 * on, those of the terminal reach the program without that. If the program is stopped as by Ctrl-Z,
 * so are we, and the shell takes over; what continues us continues the program.
 */
gau_status gau_child_run(struct gau_child *child, gau_error *err);

/*
 * What a program prints, at most 1 MiB of it, whatever its exit status; the caller frees the text.
 * NULL: it could not be run, or there is no memory.
 */
char *gau_child_output(const struct gau_argv *words);

#endif
