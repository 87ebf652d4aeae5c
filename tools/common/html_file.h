/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_HTML_FILE_H
#define GAUDIT_TOOLS_COMMON_HTML_FILE_H

#include "command_options.h"

/* const char * */
#define GAU_OPTION_HTML(type, member)                      \
    GAU_VALUE(type, member, "html", "FILE", gau_read_file, \
              "write a page for browsers to FILE, as 'gaudit report html'")

/* Has `gaudit report html` write the page of a result. Returns an exit status. */
int gau_html_file_write(const char *folder, const char *file);

#endif
