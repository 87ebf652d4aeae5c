/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_TEMP_FOLDER_H
#define GAUDIT_TOOLS_COMMON_TEMP_FOLDER_H

#include <gaudit/error.h>

#include <stdbool.h>
#include <stddef.h>

/*
 * Temporary folders: this module owns everything that commands have in $TMPDIR, else in /tmp. There
 * is one at a time.
 */

/*
 * A new folder gaudit-NAME-XXXXXX, with a hidden file that marks it as gaudit's. A signal that ends
 * us removes it before (signals.h). Folders of killed commands of the same user, older than a day,
 * are removed now.
 */
gau_status gau_temp_folder_make(char *path, size_t size, const char *name, gau_error *err);

/* Removes the folder with its content, if there is one. Returns false with errno. */
bool gau_temp_folder_remove(void);

/* Removes it like gau_temp_folder_remove(), but is safe in signal handlers. */
void gau_temp_folder_abandon(void);

#endif
