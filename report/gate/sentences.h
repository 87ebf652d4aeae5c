/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_GATE_SENTENCES_H
#define GAUDIT_REPORT_GATE_SENTENCES_H

#include "decide.h"

#include "report/views/page.h"

/*
 * What a gate says to people beside the table of branches.
 */

/* What all branches have in common, and what cannot be judged. */
void gau_sentences_of_method(const struct gau_gate *gate, const struct gau_page *page, FILE *out);

/* Passed, or what failed and why. */
void gau_sentences_of_verdict(const struct gau_gate *gate, const struct gau_page *page, FILE *out);

#endif
