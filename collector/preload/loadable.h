/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_LOADABLE_H
#define GAUDIT_COLLECTOR_LOADABLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether the collector can be loaded into a program, by what its file says before it runs. Without
 * memory and locks: exec() may come in the child of vfork(), and in signal handlers.
 */

enum gau_loadable {
    GAU_LOADABLE,         /* or no ELF file, or one that cannot be read */
    GAU_LOADABLE_IGNORED, /* what is preloaded is passed over: statically linked */
    GAU_LOADABLE_HARMFUL, /* what is preloaded must be taken out of the environment */
};

/* Of an open file. *reason, if it is not GAU_LOADABLE: such as "it is statically linked". */
enum gau_loadable gau_loadable_look(int file, const char **reason);

/* The same of the file at @p path, or of the interpreters that it names. */
enum gau_loadable gau_loadable_find(const char *path, const char **reason);

/* Of "#! /bin/sh -e": "/bin/sh". False: it names none. */
bool gau_loadable_interpreter(const char *line, char *path, size_t size);

#endif
