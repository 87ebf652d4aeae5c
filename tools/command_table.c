/* SPDX-License-Identifier: Apache-2.0 */
#include "errors/errors.h"
#include "tools/common/command_functions.h"
#include "tools/common/usage.h"

#include <string.h>

const struct gau_command *const gau_commands[] = {
    &gau_tool_run,     &gau_tool_profile,  &gau_tool_collect,  &gau_tool_check,
    &gau_tool_show,    &gau_tool_ab,       &gau_tool_gate,     &gau_tool_report,
    &gau_tool_history, &gau_tool_compare,  &gau_tool_accuracy, &gau_tool_merge,
    &gau_tool_export,  &gau_tool_list,     &gau_tool_describe, &gau_tool_new,
    &gau_tool_schema,  &gau_tool_manifest, &gau_tool_lint,     &gau_tool_info,
    &gau_tool_doctor,  &gau_tool_help,     &gau_tool_complete, NULL,
};

const struct gau_command *gau_command_of(const char *name)
{
    for (size_t i = 0; gau_commands[i]; i++)
        if (strcmp(gau_commands[i]->name, name) == 0)
            return gau_commands[i];
    return NULL;
}

void gau_command_offer_all(struct gau_suggest *suggest)
{
    for (size_t i = 0; gau_commands[i]; i++)
        if (gau_commands[i]->summary)
            gau_suggest_offer(suggest, gau_commands[i]->name);
}

const struct gau_command *gau_command_find(const char *name)
{
    const struct gau_command *const found = gau_command_of(name);
    struct gau_suggest suggest = gau_suggest_for(name);
    gau_error err = {0};

    if (found)
        return found;
    gau_command_offer_all(&suggest);
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "there is no command '%.*s'",
                  GAU_QUOTE(name));
    gau_suggest_append(&suggest, &err);
    gau_error_append(&err, " (see 'gaudit help')");
    gau_usage_failed(&err, GAU_EXIT_USAGE);
    return NULL;
}
