/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_SUGGEST_H
#define GAUDIT_TABLE_SUGGEST_H

#include <stdbool.h>

/*
 * "did you mean": offer every known name, then read the best. A name is near if at most a third of
 * its letters must change (Damerau-Levenshtein distance, letter case counts a quarter). Also near
 * is a name that begins with the wanted one, of four letters or more.
 */
struct gau_suggest {
    const char *wanted;
    const char *best; /* borrowed; NULL if none is near */
    unsigned distance;
    bool by_words;
};

struct gau_suggest gau_suggest_for(const char *wanted);

/* As gau_suggest_for(), but names with all words of the wanted one are near: MinPt for Min. */
struct gau_suggest gau_suggest_by_words(const char *wanted);
void gau_suggest_offer(struct gau_suggest *suggest, const char *known);

#endif
