/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_H
#define GAUDIT_TOOLS_COMMANDS_H

/* The table of commands, in the order of `gaudit help`; ends with an empty name. */
struct gau_command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
};

extern const struct gau_command gau_commands[];

/* NULL, and a complaint with the nearest name, if there is none. */
const struct gau_command *gau_command_find(const char *name);

void gau_commands_print(void);

#endif
