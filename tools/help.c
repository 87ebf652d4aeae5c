/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "tools.h"
#include "usage.h"

#include <stdio.h>

static const char help[] = "usage: gaudit help [COMMAND]\n"
                           "\n"
                           "Prints the list of commands, or the help of one.\n";

/* Every command can print its own help. */
static int help_on(const char *name)
{
    const struct gau_command *command = gau_command_find(name);
    char self[32], wish[] = "--help";
    char *argv[] = {self, wish, NULL};

    if (!command)
        return GAU_EXIT_USAGE;
    snprintf(self, sizeof self, "%s", name);
    optind = 0; /* starts getopt_long() anew */
    return command->run(2, argv);
}

int gau_tool_help(int argc, char **argv)
{
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};

    switch (gau_usage_option(argc, argv, "h", options)) {
    case -1: break;
    case 'h': fputs(help, stdout); return GAU_EXIT_OK;
    default: return GAU_EXIT_USAGE;
    }
    if (!gau_usage_operands(argc, argv, 0, 1, "a command"))
        return GAU_EXIT_USAGE;
    if (optind < argc)
        return help_on(argv[optind]);
    gau_commands_print();
    return GAU_EXIT_OK;
}
