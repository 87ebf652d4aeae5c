/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_PAGE_FILE_H
#define GAUDIT_TOOLS_COMMON_PAGE_FILE_H

#include <gaudit/error.h>

#include <stdbool.h>

/**
 * @file page_file.h
 * What stands in place of a result folder: a page of `gaudit report html`, which has the files of
 * its result, and the folder of an MPI job, which has the results of its ranks. A temporary folder
 * gets the files of the page, and the merged documents of the ranks.
 */

/**
 * Returns the folder with the files of a page; any other path as it is. The text lives as long as
 * the command, as does the folder. NULL: the page is damaged or has no files; see @p error.
 */
const char *gau_page_file_folder(const char *path, gau_error *error);

/** Does the same with an argument. False: see @p error. */
bool gau_page_file_replace(char **path, gau_error *error);

/** Returns whether a folder is of the page of a comparison, which has one result of B. */
bool gau_page_file_is_comparison(const char *folder);

#endif
