/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_SCRATCH_H
#define GAUDIT_TOOLS_SCRATCH_H

#include <gaudit/error.h>

#include <stdbool.h>
#include <stddef.h>

/*
 * Folders for what nobody asked to keep: the one owner of all that commands have in $TMPDIR, else
 * in /tmp. There is one at a time.
 */

/*
 * A new folder gaudit-NAME-XXXXXX, with a hidden file that marks it as ours. A signal that ends us
 * removes it before (signals.h). Those that were left by commands of the same user that came to a
 * sudden end, more than a day ago, are removed now.
 */
gau_status gau_temp_folder_make(char *path, size_t size, const char *name, gau_error *err);

/* Removes it with all that is in it; nothing, if there is none. False: see errno. */
bool gau_temp_folder_remove(void);

/* The same, for what ends us: a signal handler may call it. */
void gau_temp_folder_abandon(void);

#endif
