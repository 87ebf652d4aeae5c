/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_PROFILE_VTUNE_LINES_H
#define GAUDIT_TOOLS_PROFILE_VTUNE_LINES_H

#include "profile.h"

/*
 * Command lines of VTune. Two generations: `amplxe-cl` up to 2019, `vtune` since. Features that not
 * every release has are used if the command's help lists them.
 */

/* Makes the line that collects @p program to @p result. @p has_interval becomes whether VTune
 * accepts the interval; if not, it uses its own. */
struct gau_argv gau_vtune_collect_line(const struct gau_profile *profile,
                                       const struct gau_vtune *vtune, const char *result,
                                       const struct gau_argv *program, bool *has_interval);

/* Makes the line that prints rows (0: all) by task type and function, or by task type. */
struct gau_argv gau_vtune_report_line(const struct gau_vtune *vtune, const char *result,
                                      bool functions, unsigned rows);

/* Makes the line that writes CPU times by task type to the file @p output; it is empty if this
 * release has no such report. */
struct gau_argv gau_vtune_csv_line(const struct gau_vtune *vtune, const char *result,
                                   const char *output);

/*
 * If the timer of the run saw events, makes that report in @p folder and, unless it is to be quiet,
 * prints the comparison of timer and samples. What fails is a warning. @p interval_s 0: VTune used
 * its own.
 */
void gau_vtune_compare(const struct gau_profile *profile, const struct gau_vtune *vtune,
                       const char *folder, const char *result, double interval_s);

/* Prints the command lines of that; @p gaudit is the path of gaudit. */
void gau_vtune_compare_print(const struct gau_profile *profile, const struct gau_vtune *vtune,
                             const char *folder, const char *result, const char *gaudit);

#endif
