/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HTML_PAGE_FOLDER_H
#define GAUDIT_REPORT_HTML_PAGE_FOLDER_H

#include <stdio.h>

/* Writes the members "result" and "folder" of the document of a page: of "dir/result/" the name is
 * "result". */
void gau_page_folder_write(const char *folder, FILE *out);

#endif
