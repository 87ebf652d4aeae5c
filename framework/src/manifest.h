/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_MANIFEST_H
#define GAUDIT_SRC_MANIFEST_H

#include <gaudit/registry.h>

/*
 * Reads all files *.manifest of a folder, in the order of their names. A line is
 * KIND TAB CLASS TAB FILE TAB SUMMARY; FILE is relative to the folder. Classes that are known
 * already stay as they are. A folder that is not there is an error only if it is required.
 */
gau_status gau_manifest_scan(gau_registry *registry, const char *folder, bool required,
                             gau_error *err);

#endif
