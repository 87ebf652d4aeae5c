/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "tools.h"
#include "usage.h"

static int run(int argc, char **argv)
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
    .summary = "help on a command",
    .usage = "[COMMAND]",
    .about = "Prints the list of commands, or the help of one.\n",
    .operand = "a command",
    .most = 1,
    .run = run,
};
