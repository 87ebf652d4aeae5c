/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_SUGGEST_H
#define GAUDIT_TABLE_SUGGEST_H

#include <stdbool.h>

/*
 * "did you mean": offer every known name, then look at the best. A name is near if a third of its
 * letters at the most must change (Damerau-Levenshtein distance, letter case counts a quarter), or
 * if it begins with the wanted one, of four letters or more.
 */
struct gau_suggest {
    const char *wanted;
    const char *best; /* borrowed; NULL if none is near */
    unsigned distance;
    bool by_words;
};

struct gau_suggest gau_suggest_for(const char *wanted);

/* Near are also names with all the words of the wanted one: MinPt for Min. */
struct gau_suggest gau_suggest_by_words(const char *wanted);
void gau_suggest_offer(struct gau_suggest *suggest, const char *known);

#endif
