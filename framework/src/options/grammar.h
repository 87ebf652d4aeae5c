/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_OPTIONS_GRAMMAR_H
#define GAUDIT_SRC_OPTIONS_GRAMMAR_H

#include "tree_builder.h"

/*
 * Which element is allowed where, with which attributes.
 */

enum { GAU_MAX_ATTRIBUTES = 5 };

struct gau_rule {
    const char *element;
    unsigned parents; /* GAU_IN() of elements that may contain it; 0: it is the root */
    const char *attributes[GAU_MAX_ATTRIBUTES + 1]; /* ends with NULL */
    unsigned required;                              /* of these, one bit each */
};

#define GAU_IN(element) (1u << (element))

/*
 * An element that is being read. All its errors are reported, and its content is read all the same.
 */
struct gau_opening {
    struct gau_tree_builder *reading;
    enum gau_element element;
    const struct gau_rule *rule;
    const struct gau_element_frame *parent; /* NULL for the root */
    const char *raw[GAU_MAX_ATTRIBUTES];    /* as written; NULL: not written */
    const char *text[GAU_MAX_ATTRIBUTES];   /* final; NULL: not written, or wrong */
    gau_source_location location;
};

/* Finds element and rule of @p name in the element that is open. */
gau_status gau_opening_find(struct gau_opening *opening, const char *name);

/* Sorts the attributes, puts in constants and checks; false: one is wrong or missing. */
bool gau_opening_take(struct gau_opening *opening, const struct gau_attribute *attributes,
                      size_t n);

/* Reports an error of @p status, if it is one. Lists that grow with the job end at their limit. */
bool gau_opening_right(struct gau_opening *opening, gau_status status);

gau_status gau_grammar_branches(uint32_t *out, const char *text, gau_error *err);
gau_status gau_grammar_level(uint8_t *out, const char *text, gau_error *err);

#endif
