/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_REPORT_ARGUMENTS_H
#define GAUDIT_TOOLS_REPORT_ARGUMENTS_H

#include "tools/words.h"

#include "report/hotspots/hotspots.h"
#include "report/timeline/timeline.h"
#include "report/views/views.h"

/* The arguments of `gaudit report`: all options of all kinds of views. */

/* Kinds of views; an option and a format say which ones take them. */
enum gau_report_views {
    GAU_REPORT_SAMPLES = 1,
    GAU_REPORT_DOCUMENTS = 2,
    GAU_REPORT_GRAPH = 4,
    GAU_REPORT_TIMELINE = 8,
};

enum { GAU_REPORT_OPTIONS_MAX = 32 };

struct gau_report_format {
    const char *name;
    unsigned views;
    enum gau_hot_format hot;
};

/* Texts are borrowed from the arguments. */
struct gau_report_wishes {
    struct gau_view_options view;
    struct gau_hot_options hot;
    struct gau_timeline_options timeline;
    struct gau_words filters;
    const struct gau_report_format *format;
    const char *output;
    size_t failed_checks;
    bool given[GAU_REPORT_OPTIONS_MAX];
    bool help;
};

/* Prints the help; false: it could not be written. */
bool gau_report_help(void);

/* Reads the options; operands are from optind on. False: it has been said what is wrong. Clear the
 * wishes in any case. */
bool gau_report_wishes_read(struct gau_report_wishes *wishes, int argc, char **argv);
void gau_report_wishes_clear(struct gau_report_wishes *wishes);

/* False, and said: an option or the format is not for this kind of view. */
bool gau_report_wishes_suit(const struct gau_report_wishes *wishes, char **argv, unsigned view);

#endif
