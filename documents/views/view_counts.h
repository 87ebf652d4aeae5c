/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_VIEWS_VIEW_COUNTS_H
#define GAUDIT_DOCUMENTS_VIEWS_VIEW_COUNTS_H

#include "documents/branch_tree.h"

/* The decisions of branches, as they are in the document of a CountAuditor. */

enum { GAU_N_BRANCH_COUNTS = 6 };

struct gau_branch_counts {
    struct gau_tree tree; /* the counts i are those of node i */
    int64_t (*items)[GAU_N_BRANCH_COUNTS];
};

/* Reads a document, whose texts are borrowed. False: see the error of @p fields. To be cleared in
 * any case. */
bool gau_branch_counts_read(struct gau_branch_counts *out,
                            const struct gau_document_fields *fields);
void gau_branch_counts_clear(struct gau_branch_counts *branch_counts);

/* Returns whether the branch was executed; a decision that was reused is none. */
bool gau_branch_counts_ran(const struct gau_branch_counts *branch_counts, size_t node);

/* Returns the accepted part of the executions, in percent; NAN: there were none. */
double gau_branch_counts_rate(const struct gau_branch_counts *branch_counts, size_t node);

/* Returns the decimals that the errors of the rates allow: two digits of the smallest error. */
int gau_branch_counts_decimals(const struct gau_branch_counts *branch_counts);

#endif
