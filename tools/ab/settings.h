/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_AB_SETTINGS_H
#define GAUDIT_TOOLS_AB_SETTINGS_H

#include "../words.h"

#include <gaudit/error.h>

/*
 * What one side of a comparison is to do differently: NAME.PROPERTY=VALUE as after -s, and
 * env:NAME=VALUE, with blanks between them. As in a shell, text between single or double quotes is
 * one piece, and a backslash, unless between single quotes, stands before a character that means
 * itself. "env:NAME=" takes the variable away.
 */

struct gau_ab_settings {
    const char *text;      /* as it was given; borrowed */
    struct gau_words sets; /* NAME.PROPERTY=VALUE */
    struct gau_words env;  /* NAME=VALUE */
};

gau_status gau_ab_settings_read(struct gau_ab_settings *out, const char *text, gau_error *err);
void gau_ab_settings_clear(struct gau_ab_settings *settings);

/* Changes the environment of this process. False: no memory. */
bool gau_ab_settings_apply(const struct gau_ab_settings *settings);

#endif
