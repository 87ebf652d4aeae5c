/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_H
#define GAUDIT_TOOLS_COMMANDS_H

#include "options.h"

/* The commands, in the order of `gaudit help`; ends with NULL. */
extern const struct gau_command *const gau_commands[];

/* NULL, and a complaint with the nearest name, if there is none. */
const struct gau_command *gau_command_find(const char *name);

void gau_commands_print(void);

#endif
