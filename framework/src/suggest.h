/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SUGGEST_H
#define GAUDIT_SRC_SUGGEST_H

#include <gaudit/error.h>

/*
 * "did you mean": offer every known name, then ask. A name is near if a third of its letters at
 * the most must change (Damerau-Levenshtein distance, letter case counts a quarter).
 */
struct gau_suggest {
    const char *wanted;
    const char *best; /* borrowed; NULL if none is near */
    unsigned distance;
};

struct gau_suggest gau_suggest_for(const char *wanted);
void gau_suggest_offer(struct gau_suggest *suggest, const char *known);

/* Appends "; did you mean 'X'?" to the message if a near name was offered. */
void gau_suggest_append(const struct gau_suggest *suggest, gau_error *err);

#endif
