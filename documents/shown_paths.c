/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"

#include <string.h>

static const char *temporary; /* NULL: there is none */

void gau_result_set_temporary(const char *folder)
{
    temporary = folder;
}

/* Returns what follows "FOLDER/NUMBER/" at the text; NULL: it does not begin so. */
static const char *behind(const char *text)
{
    const size_t length = temporary ? strlen(temporary) : 0;
    const char *at = text + length;

    if (length == 0 || strncmp(text, temporary, length) != 0 || *at != '/')
        return NULL;
    at++;
    at += strspn(at, "0123456789");
    return *at == '/' ? at + 1 : NULL;
}

const char *gau_result_shown(const char *path)
{
    const char *const shown = behind(path);

    return shown ? shown : path;
}

/* Returns what follows a number; NULL: there is none. */
static const char *behind_number(const char *text)
{
    const size_t digits = strspn(text, "0123456789");

    return digits > 0 ? text + digits : NULL;
}

bool gau_result_is_process(const char *name)
{
    const bool is_rank = strncmp(name, "rank-", 5) == 0;
    const char *rest = NULL;

    if (is_rank || strncmp(name, "process-", 8) == 0)
        rest = behind_number(name + (is_rank ? 5 : 8));
    if (is_rank && rest && *rest == '-')
        rest = behind_number(rest + 1);
    return rest && *rest == '\0';
}

void gau_result_show_paths(char *text)
{
    char *to = text;

    while (*text) {
        const char *const shown = behind(text);

        if (shown)
            text += shown - text;
        *to++ = *text;
        text += *text != '\0';
    }
    *to = '\0';
}
