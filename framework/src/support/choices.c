/* SPDX-License-Identifier: Apache-2.0 */
#include "choices.h"

#include "errors/errors.h"

#include <stdio.h>
#include <string.h>

gau_status gau_boolean_read(bool *out, const char *front, const char *text, gau_error *err)
{
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        return gau_fail(err, GAU_ERR_SYNTAX, "%s'%.*s' is neither true nor false", front,
                        GAU_QUOTE(text));
    *out = text[0] == 't';
    return GAU_OK;
}

size_t gau_choices_text(const char *const *choices, char *text, size_t size)
{
    size_t used = 0;

    for (int i = 0; choices[i]; i++) {
        const bool room = used < size;

        used += (size_t)snprintf(room ? text + used : NULL, room ? size - used : 0, "%s%s",
                                 i ? ", " : "", choices[i]);
    }
    return used;
}

gau_status gau_choice_find(int *out, const char *const *choices, const char *front,
                           const char *text, gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(text);
    char all[256];

    for (int i = 0; choices[i]; i++) {
        if (strcmp(choices[i], text) == 0) {
            *out = i;
            return GAU_OK;
        }
        gau_suggest_offer(&suggest, choices[i]);
    }
    gau_choices_text(choices, all, sizeof all);
    return gau_suggest_fail(&suggest, err, GAU_ERR_RANGE, "%s'%.*s' is not one of: %s", front,
                            GAU_QUOTE(text), all);
}
