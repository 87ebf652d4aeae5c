/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_REPORT_ARGUMENTS_H
#define GAUDIT_TOOLS_REPORT_ARGUMENTS_H

#include "tools/options.h"

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

struct gau_report_format {
    const char *name;
    unsigned views;
    enum gau_hot_format hot;
};

/* Texts are borrowed from the arguments. */
struct gau_report_wishes {
    const char *name, *folder; /* of the view, and of the result */
    const struct gau_hot_view *hot_view;
    unsigned kind; /* of the view */
    struct gau_view_options view;
    struct gau_hot_options hot;
    struct gau_timeline_options timeline;
    struct gau_words filters;
    enum gau_table_format csv; /* GAU_TABLE_EXCEL with --excel */
    const char *format_name;
    const struct gau_report_format *format;
    const char *time_filter, *output;
    bool check;
    size_t failed_checks;
};

extern const struct gau_option gau_report_options[];

/* Reads the arguments. Returns GAU_OPTIONS_READ or an exit status. Clear the wishes in any case. */
int gau_report_wishes_read(struct gau_report_wishes *wishes, int argc, char **argv);
void gau_report_wishes_clear(struct gau_report_wishes *wishes);

#endif
