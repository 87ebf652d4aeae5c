/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_OPTIONS_OPENING_H
#define GAUDIT_SRC_OPTIONS_OPENING_H

#include "options_grammar.h"

/*
 * An element while it is being dealt with. All that is wrong in it is told, and what is in it is
 * read all the same.
 */

struct gau_opening {
    struct gau_reading *reading;
    enum gau_element element;
    const struct gau_rule *rule;
    const struct gau_frame *parent;       /* NULL for the root */
    const char *raw[GAU_MAX_ATTRIBUTES];  /* as written; NULL: not written */
    const char *text[GAU_MAX_ATTRIBUTES]; /* final; NULL: not written, or wrong */
    gau_place place;
};

/* Tells what is wrong, unless @p status is none. What grows with the job ends at its limit. */
bool gau_opening_right(struct gau_opening *opening, gau_status status);

/* Sorts the attributes, puts in constants and checks; false: one is wrong or missing. */
bool gau_opening_take(struct gau_opening *opening, const struct gau_attribute *attributes,
                      size_t n);

#endif
