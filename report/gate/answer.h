/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_GATE_ANSWER_H
#define GAUDIT_REPORT_GATE_ANSWER_H

#include "origin.h"

/*
 * The answer of a gate: for people what was compared, the rows and the verdict in words, which
 * ends the text and begins the Markdown; for programs all rows.
 */
void gau_answer_write(const struct gau_gate *gate, const struct gau_notes *notes,
                      const struct gau_view_options *options, FILE *out,
                      struct gau_view_error *error);

#endif
