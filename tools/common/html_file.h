/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_HTML_FILE_H
#define GAUDIT_TOOLS_COMMON_HTML_FILE_H

#include "command_options.h"

/* const char * */
#define GAU_OPTION_HTML(type, member)                      \
    GAU_VALUE(type, member, "html", "FILE", gau_read_file, \
              "write a page for browsers to FILE, as 'gaudit report html'")

/* Says so if a page could not be written to @p file after the run; NULL: none is wanted. A file in
 * @p output, the folder of the result or NULL, is written when that is there. Returns
 * GAU_OPTIONS_READ or an exit status. */
int gau_html_file_check(const struct gau_command *command, const char *file, const char *output);

/* Has `gaudit report html` write the page of a result. Returns an exit status. */
int gau_html_file_write(const char *folder, const char *file);

#endif
