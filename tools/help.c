/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/help_topics.h"
#include "tools/man_page.h"

#include "errors/errors.h"
#include "tools/common/command_functions.h"
#include "tools/common/usage.h"

#include <stdio.h>
#include <string.h>

struct values {
    bool man;
};

static const struct gau_option options[] = {
    {GAU_FLAG(struct values, man, "man", "write the man page of the command, or of gaudit")},
    {0},
};

void gau_help_print(void)
{
    puts("usage: gaudit COMMAND [ARGUMENT...]\n"
         "\n"
         "Event processing with auditors: where an event loop spends its time.\n"
         "\n"
         "commands:");
    for (size_t i = 0; gau_commands[i]; i++)
        if (gau_commands[i]->summary)
            printf("  %-10s %s\n", gau_commands[i]->name, gau_commands[i]->summary);
    puts("\ntopics:");
    for (const struct gau_topic *topic = gau_topics; topic->name; topic++)
        printf("  %-12s %s\n", topic->name, topic->summary);
    puts("\n"
         "'gaudit help COMMAND' prints its options, 'gaudit help TOPIC' explains a topic;\n"
         "'gaudit' prints commands by task; 'gaudit --version' prints the version.");
}

static int unknown(const char *name)
{
    struct gau_suggest suggest = gau_suggest_for(name);
    gau_error err = {0};

    gau_command_offer_all(&suggest);
    for (const struct gau_topic *topic = gau_topics; topic->name; topic++)
        gau_suggest_offer(&suggest, topic->name);
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "there is no command or topic '%.*s'",
                  GAU_QUOTE(name));
    gau_suggest_append(&suggest, &err);
    gau_error_append(&err, " (see 'gaudit help')");
    return gau_usage_failed(&err, GAU_EXIT_USAGE);
}

static int help_on(const char *name)
{
    const struct gau_command *const command = gau_command_of(name);

    if (command) {
        gau_options_help(command);
        return GAU_EXIT_OK;
    }
    for (const struct gau_topic *topic = gau_topics; topic->name; topic++)
        if (strcmp(topic->name, name) == 0) {
            fputs(topic->text, stdout);
            return GAU_EXIT_OK;
        }
    return unknown(name);
}

static int man_page_of(const char *name)
{
    const struct gau_command *const command = gau_command_find(name);

    if (!command)
        return GAU_EXIT_USAGE;
    gau_man_page_command(stdout, command);
    return GAU_EXIT_OK;
}

static int help(int argc, char **argv)
{
    struct values values = {0};
    const int status = gau_options_read(&gau_tool_help, argc, argv, &values, NULL);

    if (status != GAU_OPTIONS_READ)
        return status;
    if (optind < argc)
        return values.man ? man_page_of(argv[optind]) : help_on(argv[optind]);
    if (values.man)
        gau_man_page(stdout);
    else
        gau_help_print();
    return GAU_EXIT_OK;
}

const struct gau_command gau_tool_help = {
    .name = "help",
    .summary = "prints the help of a command, or explains a topic",
    .usage = "[COMMAND|TOPIC] [OPTION...]",
    .about =
        "Prints the list of commands and topics, the help of a command, or a topic. Topics are\n"
        "in the man page gaudit.1, which --man writes without a command.\n",
    .options = options,
    .operand = "a command or topic",
    .most = 1,
    .run = help,
};
