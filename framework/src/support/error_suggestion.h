/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SUPPORT_ERROR_SUGGESTION_H
#define GAUDIT_SRC_SUPPORT_ERROR_SUGGESTION_H

#include "table/suggest.h"

#include <gaudit/error.h>

/* Appends "; did you mean 'X'?" to the message if a near name was offered. */
static inline void gau_suggest_append(const struct gau_suggest *suggest, gau_error *err)
{
    if (suggest->best)
        gau_error_append(err, "; did you mean '%s'?", suggest->best);
}

/* gau_fail() with that behind the message. */
#define gau_suggest_fail(suggest, err, status, ...)                   \
    (gau_error_set((err), (status), __FILE__, __LINE__, __VA_ARGS__), \
     gau_suggest_append((suggest), (err)), (status))

#endif
