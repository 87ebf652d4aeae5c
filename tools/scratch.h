/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_SCRATCH_H
#define GAUDIT_TOOLS_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A new folder for results that nobody asked to keep: gaudit-NAME-XXXXXX in $TMPDIR, else in /tmp.
 * False: see errno; @p path then is where it should have been, "" if that is too long.
 */
bool gau_scratch_make(char *path, size_t size, const char *name);

/* Removes it with all that is in it. False: see errno. */
bool gau_scratch_remove(const char *path);

#endif
