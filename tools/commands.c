/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"

#include "suggest.h"
#include "tools.h"
#include "usage.h"

#include <stdio.h>
#include <string.h>

const struct gau_command gau_commands[] = {
    {"run", "runs a job", gau_tool_run},
    {"profile", "runs a job under a profiler: time per branch and function", gau_tool_profile},
    {"collect", "samples any program: time per task and function", gau_tool_collect},
    {"check", "finds what is wrong with a job without running it", gau_tool_check},
    {"show", "the job with includes, constants and overrides resolved", gau_tool_show},
    {"ab", "runs a job with two settings by turns: what the second changes", gau_tool_ab},
    {"gate", "fails if a branch became slower: performance as a test", gau_tool_gate},
    {"report", "views of a result: where the time went, rates, a summary", gau_tool_report},
    {"history", "times and shares of branches over many results", gau_tool_history},
    {"compare", "timer against samples, or results with each other", gau_tool_compare},
    {"accuracy", "how well samples and timer agree at several numbers of events",
     gau_tool_accuracy},
    {"list", "the components that jobs can use", gau_tool_list},
    {"describe", "one component and its properties", gau_tool_describe},
    {"schema", "the RELAX NG schema of job options", gau_tool_schema},
    {"manifest", "writes the manifest of modules", gau_tool_manifest},
    {"lint", "checks how any program uses ITT", gau_tool_lint},
    {"doctor", "what this machine allows", gau_tool_doctor},
    {"help", "help on a command", gau_tool_help},
    {NULL, NULL, NULL},
};

const struct gau_command *gau_command_find(const char *name)
{
    struct gau_suggest suggest = gau_suggest_for(name);
    gau_error err = {0};

    for (const struct gau_command *command = gau_commands; command->name; command++) {
        if (strcmp(command->name, name) == 0)
            return command;
        gau_suggest_offer(&suggest, command->name);
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
    for (const struct gau_command *command = gau_commands; command->name; command++)
        printf("  %-10s %s\n", command->name, command->summary);
    puts("\n"
         "'gaudit help COMMAND' tells more; 'gaudit --version' prints the version.");
}
