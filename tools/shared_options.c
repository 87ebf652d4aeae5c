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
