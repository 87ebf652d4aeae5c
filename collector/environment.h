/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_ENVIRONMENT_H
#define GAUDIT_COLLECTOR_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The environment of a program that is about to be executed: where a preloaded collector would end
 * it, it must be without. No memory is allocated, since this may be the child of vfork().
 */

/* True if the program at @p path must not have the collector preloaded, as the environment says.
 * The first in a process is told. */
bool gau_environment_is_harmful(char *const *environment, const char *path);

/* Likewise of a file that is looked for on the PATH. */
bool gau_environment_is_harmful_on_path(char *const *environment, const char *file);

/* Bytes for a copy, and the copy, without the collector. */
size_t gau_environment_size(char *const *environment);
char *const *gau_environment_copy(void *memory, char *const *environment);

/* On the stack of the caller. */
#define GAU_ENVIRONMENT_WITHOUT_US(environment) \
    gau_environment_copy(alloca(gau_environment_size(environment)), environment)

#endif
