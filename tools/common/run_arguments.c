/* SPDX-License-Identifier: Apache-2.0 */
#include "job_loading.h"
#include "usage.h"

#include "table/terminal.h"

#include <unistd.h> /* STDERR_FILENO */

struct gau_run_arguments gau_run_arguments_new(void)
{
    return (struct gau_run_arguments){.settings.progress = gau_terminal_is(STDERR_FILENO)};
}

void gau_run_arguments_clear(struct gau_run_arguments *a)
{
    gau_tool_overrides_clear(&a->changes);
}

int gau_run_arguments_end(struct gau_run_arguments *a, const struct gau_command *command,
                          char **argv)
{
    if (a->only && (a->settings.skip || a->settings.events))
        return gau_options_wrong(command, "--only does not go with --events or --skip");
    a->path = argv[optind];
    if (a->only) {
        a->settings.skip = a->only - 1;
        a->settings.events = 1;
    }
    a->settings.workers = (uint32_t)a->threads;
    if (a->quiet)
        a->settings.verbosity = -1;
    return GAU_OPTIONS_READ;
}
