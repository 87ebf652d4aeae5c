/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_PROFILE_LINES_H
#define GAUDIT_TOOLS_PROFILE_LINES_H

#include "../vtune.h"
#include "../words.h"

/*
 * The command lines of VTune. Two generations: `amplxe-cl` up to 2019, `vtune` since. What not
 * every release of a generation knows is used if the command lists it in its help.
 */

struct gau_profile_wish {
    const char *folder; /* of the result; NULL: VTune's result is made in the working directory */
    unsigned interval_ms;
    bool quiet;
    const struct gau_words *program;
};

/* The result is FOLDER/r@@@{at}, where VTune counts in place of @@@ and puts "hs" for {at}. */
void gau_profile_pattern(struct gau_words *words, const char *folder);

/*
 * VTune with the program under it. @p has_interval: it takes the interval; if not, it uses its own.
 */
void gau_profile_collect_line(struct gau_words *line, const struct gau_vtune *vtune,
                              const struct gau_profile_wish *wish, bool *has_interval);

/* Prints @p rows rows (0: all) of a result: by task type and function, or by task type alone. */
void gau_profile_report_line(struct gau_words *line, const struct gau_vtune *vtune,
                             const char *result, bool functions, unsigned rows);

#endif
