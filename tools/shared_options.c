/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_options.h"

#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const gau_shared_formats[] = {
    [GAU_TABLE_TEXT] = "text",         [GAU_TABLE_CSV] = "csv",     [GAU_TABLE_JSON] = "json",
    [GAU_TABLE_MARKDOWN] = "markdown", [GAU_TABLE_LATEX] = "latex", NULL};
const char *const gau_shared_progress[] = {"auto", "on", "off", NULL};

/* A decimal number such as "2.5", in the unit behind it, or seconds. False: it is none. */
static bool read_time(const char *text, double *ns)
{
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"", 1e9}};
    const size_t length = strspn(text, "0123456789.");
    char *unit;
    const double value = strtod(text, &unit);

    if (length == 0 || text[0] == '.' || text[length - 1] == '.' || unit != text + length)
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(unit, units[i].name) == 0) {
            *ns = value * units[i].ns;
            return true;
        }
    return false;
}

gau_status gau_read_interval(void *to, const char *text, const struct gau_option *option,
                             gau_error *err)
{
    struct gau_interval *const interval = to;
    double ns;

    (void)option, (void)err;
    if (!read_time(text, &ns) || ns < 1e5 || ns > 1e9 || !strchr(text, 's'))
        return GAU_ERR_USAGE;
    *interval = (struct gau_interval){.text = text, .ns = (uint64_t)llround(ns)};
    return GAU_OK;
}

gau_status gau_read_seconds(void *to, const char *text, const struct gau_option *option,
                            gau_error *err)
{
    double ns;

    (void)option, (void)err;
    if (!read_time(text, &ns) || ns < 1e6 || ns > 1e15 || strchr(text, 's'))
        return GAU_ERR_USAGE;
    *(uint64_t *)to = (uint64_t)llround(ns);
    return GAU_OK;
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
        return gau_options_wrong(command,
                                 "'%.*s' is neither behind --baseline nor behind --candidate",
                                 GAU_QUOTE(folders[2].texts[0]));
    if (folders[0].count == 0 || folders[1].count == 0)
        return gau_options_wrong(command, "%s is missing",
                                 folders[0].count == 0 ? "--baseline" : "--candidate");
    return GAU_OPTIONS_READ;
}
