/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COLLECT_EXECUTABLE_H
#define GAUDIT_TOOLS_COLLECT_EXECUTABLE_H

#include <gaudit/error.h>

#include <limits.h>
#include <stdbool.h>

/* A program before it runs: its path, and whether the collector can be loaded into it. */

struct gau_program {
    char path[PATH_MAX];
    bool by_shell;                /* a text without an interpreter line */
    bool harmful;                 /* preloading would break it */
    char not_sampled_reason[160]; /* why the collector cannot be loaded, such as "it is ..."; "": it
                                     can */
};

/*
 * Finds a program as execvp() does, and inspects it and its interpreters. It is an error if it
 * cannot be run; *status is then GAU_CHILD_NOT_FOUND or GAU_CHILD_CANNOT_EXECUTE. Unreadable files
 * are assumed to be fine.
 */
gau_status gau_executable_inspect(struct gau_program *program, const char *name, int *status,
                                  gau_error *err);

/* Finds the first executable file of that name on the PATH. Returns 0 or an errno: that of a file
 * that cannot be executed, if there is one. */
int gau_program_find(char path[PATH_MAX], const char *name);

/* Intel VTune on the PATH: `vtune`, or `amplxe-cl` as before 2020. */
struct gau_vtune {
    char path[PATH_MAX]; /* of the command */
    bool is_amplxe;
};

bool gau_vtune_find(struct gau_vtune *vtune);

#endif
