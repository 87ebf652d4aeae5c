/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_PRELOAD_LOADABLE_H
#define GAUDIT_COLLECTOR_PRELOAD_LOADABLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether the collector can be loaded into a program, according to its file. Uses no malloc() and
 * no locks: exec() may be called in the child of vfork(), and in signal handlers.
 */

enum gau_loadable {
    GAU_LOADABLE,         /* or no ELF file, or not readable */
    GAU_LOADABLE_IGNORED, /* preloading has no effect: statically linked */
    GAU_LOADABLE_HARMFUL, /* preloading would break it: to be removed from the environment */
};

/* For an open file. *reason, if not GAU_LOADABLE: such as "it is statically linked". */
enum gau_loadable gau_loadable_check(int file, const char **reason);

/* The same for the file at @p path, or its interpreters. */
enum gau_loadable gau_loadable_find(const char *path, const char **reason);

/* The interpreter: "/bin/sh" of "#! /bin/sh -e". False if there is none. */
bool gau_loadable_interpreter(const char *line, char *path, size_t size);

#endif
