/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_MAN_PAGE_H
#define GAUDIT_TOOLS_MAN_PAGE_H

#include "tools/common/command_options.h"

#include <stdio.h>

/* Man pages, in the language of groff, from the rows of commands. The first writes gaudit.1, with
 * the topics, the other gaudit-COMMAND.1. */
void gau_man_page(FILE *out);
void gau_man_page_command(FILE *out, const struct gau_command *command);

#endif
