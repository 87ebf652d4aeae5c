/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_options.h"

#include "errors/errors.h"
#include "usage.h"

#include "table/table.h"
#include "table/terminal.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- what an option accepts ---------------------------------------------------------------- */

static void takes_choices(const struct gau_option *option, const char *text, gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(text);

    for (size_t i = 0; option->choices[i]; i++) {
        gau_error_append(err, "%s%s",
                         i == 0                   ? ""
                         : option->choices[i + 1] ? ", "
                                                  : " or ",
                         option->choices[i]);
        gau_suggest_offer(&suggest, option->choices[i]);
    }
    gau_error_append(err, ", not '%.*s'", GAU_QUOTE(text));
    gau_suggest_append(&suggest, err);
}

void gau_option_takes(const struct gau_option *option, const char *text, gau_error *err)
{
    gau_error_set(err, GAU_ERR_USAGE, __FILE__, __LINE__, "--%s takes ", option->name);
    if (option->choices) {
        takes_choices(option, text, err);
        return;
    }
    if (option->takes)
        gau_error_append(err, "%s", option->takes);
    else if (option->read == gau_read_file)
        gau_error_append(err, "the path of a file");
    else if (option->most)
        gau_error_append(err, "a whole number from %" PRIu64 " to %" PRIu64, option->least,
                         option->most);
    else
        gau_error_append(err, "a whole number from %" PRIu64 " on", option->least);
    gau_error_append(err, ", not '%.*s'", GAU_QUOTE(text));
}

/* --- options without a value --------------------------------------------------------------- */

gau_status gau_read_flag(void *to, const char *text, const struct gau_option *option,
                         gau_error *err)
{
    (void)text, (void)option, (void)err;
    *(bool *)to = true;
    return GAU_OK;
}

gau_status gau_read_no(void *to, const char *text, const struct gau_option *option, gau_error *err)
{
    (void)text, (void)option, (void)err;
    *(bool *)to = false;
    return GAU_OK;
}

gau_status gau_read_more(void *to, const char *text, const struct gau_option *option,
                         gau_error *err)
{
    (void)text, (void)option, (void)err;
    ++*(int *)to;
    return GAU_OK;
}

/* --- texts --------------------------------------------------------------------------------- */

static int choice_of(const struct gau_option *option, const char *text)
{
    for (int i = 0; option->choices[i]; i++)
        if (strcmp(option->choices[i], text) == 0)
            return i;
    return -1;
}

gau_status gau_read_text(void *to, const char *text, const struct gau_option *option,
                         gau_error *err)
{
    (void)err;
    if (option->choices && choice_of(option, text) < 0 && !(option->optional && !*text))
        return GAU_ERR_USAGE;
    *(const char **)to = text;
    return GAU_OK;
}

gau_status gau_read_file(void *to, const char *text, const struct gau_option *option,
                         gau_error *err)
{
    return *text ? gau_read_text(to, text, option, err) : GAU_ERR_USAGE;
}

gau_status gau_read_words(void *to, const char *text, const struct gau_option *option,
                          gau_error *err)
{
    struct gau_argv *const words = to;

    (void)option;
    gau_argv_add(words, "%s", text);
    return words->out_of_memory ? gau_fail(err, GAU_ERR_MEMORY, "out of memory (arguments)")
                                : GAU_OK;
}

gau_status gau_read_choice(void *to, const char *text, const struct gau_option *option,
                           gau_error *err)
{
    const int choice = choice_of(option, text);

    (void)err;
    if (choice < 0)
        return GAU_ERR_USAGE;
    *(int *)to = choice;
    return GAU_OK;
}

gau_status gau_read_format(void *to, const char *text, const struct gau_option *option,
                           gau_error *err)
{
    enum gau_table_format *const format = to;
    const int choice = choice_of(option, text);

    if (choice < 0)
        return GAU_ERR_USAGE;
    if (*format == GAU_TABLE_EXCEL)
        return choice == GAU_TABLE_CSV ? GAU_OK : gau_fail(err, GAU_ERR_USAGE, "--excel needs csv");
    *format = (enum gau_table_format)choice;
    return GAU_OK;
}

gau_status gau_read_excel(void *to, const char *text, const struct gau_option *option,
                          gau_error *err)
{
    enum gau_table_format *const format = to;

    (void)text, (void)option;
    if (*format != GAU_TABLE_TEXT && *format != GAU_TABLE_CSV)
        return gau_fail(err, GAU_ERR_USAGE, "it needs --format csv");
    *format = GAU_TABLE_EXCEL;
    return GAU_OK;
}

/* --- numbers ------------------------------------------------------------------------------- */

gau_status gau_read_number(void *to, const char *text, const struct gau_option *option,
                           gau_error *err)
{
    unsigned long long value;
    char *rest;

    (void)err;
    errno = 0;
    value = strtoull(text, &rest, 10);
    if (text[0] < '0' || text[0] > '9' || *rest || errno || value < option->least ||
        (option->most && value > option->most))
        return GAU_ERR_USAGE;
    *(uint64_t *)to = value;
    return GAU_OK;
}

gau_status gau_read_real(void *to, const char *text, const struct gau_option *option,
                         gau_error *err)
{
    char *rest;
    double value;

    (void)err;
    errno = 0;
    value = strtod(text, &rest);
    if (rest == text || *rest || errno || !(value > option->above && value < option->below))
        return GAU_ERR_USAGE;
    *(double *)to = value;
    return GAU_OK;
}

/* --- of options that commands share -------------------------------------------------------- */

const char *const gau_shared_formats[] = {GAU_TABLE_FORMATS(GAU_TABLE_FORMAT_NAME) NULL};
const char *const gau_shared_colours[] = {"auto", "always", "never", NULL};
const char *const gau_shared_inlines[] = {"merge", "callers", "hide", NULL};
const char *const gau_shared_progress[] = {"auto", "on", "off", NULL};
const char *const gau_shared_profilers[] = {"auto", "builtin", "vtune", NULL};

/* Reads a decimal number such as "2.5", with a unit or in seconds. Returns false if it is none. */
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
    struct gau_sampling_interval *const interval = to;
    double ns;

    (void)option, (void)err;
    if (!read_time(text, &ns) || ns < 1e5 || ns > 1e9 || !strchr(text, 's'))
        return GAU_ERR_USAGE;
    *interval = (struct gau_sampling_interval){.text = text, .ns = (uint64_t)llround(ns)};
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
    *(bool *)to = choice == 1 || (choice == 0 && gau_terminal_is(STDERR_FILENO));
    return GAU_OK;
}

int gau_shared_check_sides(const struct gau_command *command, const struct gau_argv folders[3])
{
    if (folders[2].count > 0)
        return gau_options_wrong(command, "'%.*s': put folders after --baseline or --candidate",
                                 GAU_QUOTE(folders[2].texts[0]));
    if (folders[0].count == 0 || folders[1].count == 0)
        return gau_options_wrong(command, "%s is missing",
                                 folders[0].count == 0 ? "--baseline" : "--candidate");
    return GAU_OPTIONS_READ;
}

int gau_options_wrong(const struct gau_command *command, const char *format, ...)
{
    char text[1024];
    gau_error err = {0};
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "%s", text);
    return gau_usage_error(command->name, &err);
}
