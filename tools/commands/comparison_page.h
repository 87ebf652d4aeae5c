/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_COMPARISON_PAGE_H
#define GAUDIT_TOOLS_COMMANDS_COMPARISON_PAGE_H

#include "report/comparison/tables/comparison_report.h"

/* Writes the page of a comparison that has been made, whose gate @p has_outcome; the text of the
 * document is then @p outcome, else NULL. Returns an exit status. */
int gau_comparison_page_put(const struct gau_comparison_request *request, const char *outcome,
                            const char *file);

#endif
