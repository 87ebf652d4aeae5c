/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "suggest.h"

#include "table/table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- what an option takes ------------------------------------------------------------------ */

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
    if (option->choices && choice_of(option, text) < 0)
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
    struct gau_words *const words = to;

    (void)option;
    gau_words_add(words, "%s", text);
    return words->no_memory ? gau_fail(err, GAU_ERR_MEMORY, "no memory for the arguments") : GAU_OK;
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
        return choice == GAU_TABLE_CSV
                   ? GAU_OK
                   : gau_fail(err, GAU_ERR_USAGE, "with --excel it is csv alone");
    *format = (enum gau_table_format)choice;
    return GAU_OK;
}

gau_status gau_read_excel(void *to, const char *text, const struct gau_option *option,
                          gau_error *err)
{
    enum gau_table_format *const format = to;

    (void)text, (void)option;
    if (*format != GAU_TABLE_TEXT && *format != GAU_TABLE_CSV)
        return gau_fail(err, GAU_ERR_USAGE, "it is for csv alone");
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

gau_status gau_read_size(void *to, const char *text, const struct gau_option *option,
                         gau_error *err)
{
    uint64_t value;

    GAU_TRY(gau_read_number(&value, text, option, err));
    *(size_t *)to = (size_t)value;
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
