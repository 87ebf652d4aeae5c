/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_COMPARISON_OPTIONS_H
#define GAUDIT_TOOLS_COMMON_COMPARISON_OPTIONS_H

#include "shared_options.h"

#include "report/comparison/tables/comparison_report.h"

/* Common options of commands that compare results: what is shown, and where. */

struct gau_shown {
    struct gau_view_options view;
    struct gau_argv filters;
    const char *output;
};

/* Rows of options whose values have a struct gau_shown; @p tables is a text about the tables. */
/* clang-format off */
#define GAU_SHOWN_ROWS(type, member, tables)                                                       \
    {GAU_OPTION_FORMAT(type, member.view.format), .more = "; data formats hold one table"},        \
    {GAU_OPTION_EXCEL(type, member.view.format)},                                                  \
    {GAU_OPTION_TABLE(type, member.view.table), .more = tables},                                   \
    {GAU_OPTION_SORT(type, member.view.sort), .choices = gau_comparison_sorts,                     \
     .more = ": verdict (default), ratio, time, name"},                                            \
    {GAU_OPTION_FILTER(type, member.filters),                                                      \
     .more = "; keys: branch, task, function, module, verdict"},                                   \
    {GAU_OPTION_LIMIT(type, member.view.limit), .more = " (display formats: 20)"},                 \
    {GAU_OPTION_ALL(type, member.view.all), .more = ": short ones, and those beyond the limit"},    \
    {GAU_OPTION_WIDE(type, member.view.wide)},                                                     \
    {GAU_OPTION_COLOUR(type, member.view.colour)},                                                     \
    {GAU_OPTION_VERBOSE(type, member.view.verbose), .more = GAU_DETAILS_HELP},                     \
    {GAU_OPTION_OUTPUT_FILE(type, member.output)}
/* clang-format on */

/* Checks tables and filters before anything is read or run. Returns GAU_OPTIONS_READ or an exit
 * status. */
int gau_shown_check(const struct gau_command *command, const struct gau_shown *shown,
                    const char *const *tables);

/* Compares, and prints errors. gau_comparison_report() sets @p outcome. Returns an exit status. */
int gau_shown_report(enum gau_gate_outcome *outcome, const struct gau_comparison_request *request,
                     const struct gau_shown *shown);

#endif
