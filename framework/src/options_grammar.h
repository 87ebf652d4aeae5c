/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_OPTIONS_GRAMMAR_H
#define GAUDIT_SRC_OPTIONS_GRAMMAR_H

#include "options_reading.h"

/*
 * Which element may stand where, with which attributes.
 */

enum { GAU_MAX_ATTRIBUTES = 4 };

struct gau_rule {
    const char *element;
    unsigned parents; /* GAU_IN() of elements it may stand in; 0: it is the root */
    const char *attributes[GAU_MAX_ATTRIBUTES + 1]; /* ends with NULL */
    unsigned required;                              /* of these, one bit each */
};

#define GAU_IN(element) (1u << (element))

const struct gau_rule *gau_grammar_rule(enum gau_element element);

/* The element called name inside parent, which is NULL for the root. */
gau_status gau_grammar_element(enum gau_element *out, const struct gau_frame *parent,
                               const char *name, gau_error *err);

/* Which of the rule's attributes this is: its index there. */
gau_status gau_grammar_attribute(size_t *out, const struct gau_rule *rule,
                                 const struct gau_attribute *attribute, gau_error *err);

gau_status gau_grammar_boolean(bool *out, const char *attribute, const char *text, gau_error *err);
gau_status gau_grammar_mode(gau_mode *out, const char *text, gau_error *err);
gau_status gau_grammar_branches(uint32_t *out, const char *text, gau_error *err);

#endif
