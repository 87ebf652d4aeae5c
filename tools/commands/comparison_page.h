/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_COMPARISON_PAGE_H
#define GAUDIT_TOOLS_COMMANDS_COMPARISON_PAGE_H

#include "report/comparison/tables/comparison_report.h"

#include "tools/common/command_options.h"

/* const char * */
#define GAU_OPTION_COMPARISON_PAGE(type, member)                                                   \
    GAU_VALUE(type, member, "html", "FILE", gau_read_file,                                         \
              "also write a page for browsers: that of 'gaudit report html' for the first result " \
              "of B, with the comparison")

/* Writes the page of a comparison that has been made, whose gate @p has_outcome; the text of the
 * document is then @p outcome, else NULL. Returns an exit status. */
int gau_comparison_page_put(const struct gau_comparison_request *request, const char *outcome,
                            const char *file);

#endif
