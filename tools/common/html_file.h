/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_HTML_FILE_H
#define GAUDIT_TOOLS_COMMON_HTML_FILE_H

#include "command_options.h"

/* const char * */
#define GAU_OPTION_HTML(type, member)                      \
    GAU_VALUE(type, member, "html", "FILE", gau_read_file, \
              "write the page of 'gaudit report html', of all that is in DIR, to FILE")

/* Has `gaudit report html` write the page of a result. Returns an exit status. */
int gau_html_file_write(const char *folder, const char *file);

#endif
