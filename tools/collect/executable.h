/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COLLECT_PROGRAM_H
#define GAUDIT_TOOLS_COLLECT_PROGRAM_H

#include <gaudit/error.h>

#include <limits.h>
#include <stdbool.h>

/*
 * A program before it runs: where it is, and whether the collector can be loaded into it.
 */

struct gau_program {
    char path[PATH_MAX];
    bool by_shell;       /* a text that names no interpreter */
    bool harmful;        /* what is preloaded would end it */
    char unsampled[160]; /* why the collector cannot be loaded, such as "it is ..."; "": it can */
};

/*
 * Finds a program as execvp() does, and looks into it and its interpreters. If it cannot be run,
 * that is an error, and *status is GAU_CHILD_NOT_FOUND or GAU_CHILD_CANNOT_EXECUTE. What cannot be
 * read is taken for good.
 */
gau_status gau_executable_inspect(struct gau_program *program, const char *name, int *status,
                                  gau_error *err);

/* The first of that name on the PATH that can be executed. 0; or the errno, that of one that cannot
 * be, if there is one. */
int gau_program_find(char path[PATH_MAX], const char *name);

/* Intel VTune on the PATH: `vtune`, or `amplxe-cl` as before 2020. */
struct gau_vtune {
    char path[PATH_MAX]; /* of the command */
    bool is_amplxe;
};

/* False: neither is there. */
bool gau_vtune_find(struct gau_vtune *vtune);

#endif
