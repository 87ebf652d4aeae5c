/* SPDX-License-Identifier: Apache-2.0 */
#include "errors/errors.h"
#include "tools/common/command_functions.h"
#include "tools/common/usage.h"

#include <stdio.h>
#include <string.h>

const struct gau_command *const gau_commands[] = {
    &gau_tool_run,
    &gau_tool_profile,
    &gau_tool_collect,
    &gau_tool_check,
    &gau_tool_show,
    &gau_tool_ab,
    &gau_tool_gate,
    &gau_tool_report,
    &gau_tool_history,
    &gau_tool_compare,
    &gau_tool_accuracy,
    &gau_tool_list,
    &gau_tool_describe,
    &gau_tool_schema,
    &gau_tool_manifest,
    &gau_tool_lint,
    &gau_tool_doctor,
    &gau_tool_help,
    NULL,
};

const struct gau_command *gau_command_find(const char *name)
{
    struct gau_suggest suggest = gau_suggest_for(name);
    gau_error err = {0};

    for (size_t i = 0; gau_commands[i]; i++) {
        if (strcmp(gau_commands[i]->name, name) == 0)
            return gau_commands[i];
        gau_suggest_offer(&suggest, gau_commands[i]->name);
    }
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "there is no command '%.*s'",
                  GAU_QUOTE(name));
    gau_suggest_append(&suggest, &err);
    fprintf(stderr, "gaudit: %s (see 'gaudit help')\n", err.message);
    return NULL;
}

void gau_commands_print(void)
{
    puts("usage: gaudit COMMAND [ARGUMENT...]\n"
         "\n"
         "Event processing with auditors: where an event loop spends its time.\n"
         "\n"
         "commands:");
    for (size_t i = 0; gau_commands[i]; i++)
        printf("  %-10s %s\n", gau_commands[i]->name, gau_commands[i]->summary);
    puts("\n"
         "'gaudit help COMMAND' prints its options; 'gaudit --version' prints the version.");
}

/* --- help ---------------------------------------------------------------------------------- */

static int help(int argc, char **argv)
{
    const int status = gau_options_read(&gau_tool_help, argc, argv, NULL, NULL);
    const struct gau_command *command;

    if (status != GAU_OPTIONS_READ)
        return status;
    if (optind == argc) {
        gau_commands_print();
        return GAU_EXIT_OK;
    }
    command = gau_command_find(argv[optind]);
    if (!command)
        return GAU_EXIT_USAGE;
    gau_options_help(command);
    return GAU_EXIT_OK;
}

const struct gau_command gau_tool_help = {
    .name = "help",
    .summary = "prints the help of a command",
    .usage = "[COMMAND]",
    .about = "Prints the list of commands, or the help of one.\n",
    .operand = "a command",
    .most = 1,
    .run = help,
};
