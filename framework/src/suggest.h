/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SUGGEST_H
#define GAUDIT_SRC_SUGGEST_H

#include "table/suggest.h"

#include <gaudit/error.h>

/* Appends "; did you mean 'X'?" to the message if a near name was offered. */
static inline void gau_suggest_append(const struct gau_suggest *suggest, gau_error *err)
{
    if (suggest->best)
        gau_error_append(err, "; did you mean '%s'?", suggest->best);
}

#endif
