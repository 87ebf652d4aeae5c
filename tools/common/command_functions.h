/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_COMMAND_FUNCTIONS_H
#define GAUDIT_TOOLS_COMMON_COMMAND_FUNCTIONS_H

#include "tools/common/command_options.h"

#include "table/suggest.h"

/*
 * The commands. Each reads its own arguments, argv[0] being its name, prints to standard output and
 * returns an exit status.
 */

extern const struct gau_command gau_tool_ab;
extern const struct gau_command gau_tool_accuracy;
extern const struct gau_command gau_tool_check;
extern const struct gau_command gau_tool_collect;
extern const struct gau_command gau_tool_compare;
extern const struct gau_command gau_tool_complete;
extern const struct gau_command gau_tool_describe;
extern const struct gau_command gau_tool_doctor;
extern const struct gau_command gau_tool_export;
extern const struct gau_command gau_tool_gate;
extern const struct gau_command gau_tool_help;
extern const struct gau_command gau_tool_history;
extern const struct gau_command gau_tool_info;
extern const struct gau_command gau_tool_lint;
extern const struct gau_command gau_tool_list;
extern const struct gau_command gau_tool_manifest;
extern const struct gau_command gau_tool_merge;
extern const struct gau_command gau_tool_new;
extern const struct gau_command gau_tool_profile;
extern const struct gau_command gau_tool_report;
extern const struct gau_command gau_tool_run;
extern const struct gau_command gau_tool_schema;
extern const struct gau_command gau_tool_show;

/* The commands, in the order of `gaudit help`, which lists those with a summary; ends with NULL. */
extern const struct gau_command *const gau_commands[];

/* Returns the command of that name; NULL if there is none. */
const struct gau_command *gau_command_of(const char *name);

/* The same, but prints an error with the nearest name if there is none. */
const struct gau_command *gau_command_find(const char *name);

/* Offers the names of all commands that the help lists. */
void gau_command_offer_all(struct gau_suggest *suggest);

/* Prints the list of commands and topics. */
void gau_help_print(void);

#endif
