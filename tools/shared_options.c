/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_options.h"

#include "collect/collect.h"

#include <unistd.h>

const char *const gau_shared_formats[] = {"text", "csv", "json", "markdown", "latex", NULL};
const char *const gau_shared_progress[] = {"auto", "on", "off", NULL};

gau_status gau_read_interval(void *to, const char *text, const struct gau_option *option,
                             gau_error *err)
{
    struct gau_interval *const interval = to;

    (void)option, (void)err;
    interval->text = text;
    return gau_collect_interval(text, &interval->ns) ? GAU_OK : GAU_ERR_USAGE;
}

gau_status gau_read_progress(void *to, const char *text, const struct gau_option *option,
                             gau_error *err)
{
    int choice;

    GAU_TRY(gau_read_choice(&choice, text, option, err));
    *(bool *)to = choice == 1 || (choice == 0 && isatty(STDERR_FILENO));
    return GAU_OK;
}

int gau_shared_check_sides(const struct gau_command *command, const struct gau_words folders[3])
{
    if (folders[2].count > 0)
        return gau_options_wrong(command, "'%.*s' stands in front of --baseline and --candidate",
                                 GAU_QUOTE(folders[2].texts[0]));
    if (folders[0].count == 0 || folders[1].count == 0)
        return gau_options_wrong(command, "%s is missing",
                                 folders[0].count == 0 ? "--baseline" : "--candidate");
    return GAU_OPTIONS_READ;
}
