/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_REPORT_REQUEST_H
#define GAUDIT_TOOLS_COMMANDS_REPORT_REQUEST_H

#include "tools/common/shared_options.h"

#include "documents/views/views.h"
#include "report/hotspots/hotspots.h"
#include "report/timeline/timeline.h"

/*
 * What `gaudit report` is asked for.
 */

/* Kinds of views; each option and format lists those that accept it. */
enum gau_report_kind {
    GAU_REPORT_SAMPLES = 1,
    GAU_REPORT_DOCUMENTS = 2,
    GAU_REPORT_GRAPH = 4,
    GAU_REPORT_TIMELINE = 8,
    GAU_REPORT_CHART = 16,
    GAU_REPORT_TABLES = GAU_REPORT_SAMPLES | GAU_REPORT_DOCUMENTS | GAU_REPORT_GRAPH,
    GAU_REPORT_ALL = GAU_REPORT_TABLES | GAU_REPORT_TIMELINE | GAU_REPORT_CHART
};

/* Texts are borrowed from the arguments. */
struct gau_report_request {
    const struct gau_command *command; /* for messages */
    const char *name, *folder;         /* of the view, and of the result */
    const struct gau_hotspots_view *hot_view;
    unsigned kind; /* of the view */
    struct gau_view_options view;
    struct gau_timeline_sources logs;
    struct gau_argv filters;
    enum gau_table_format csv; /* GAU_TABLE_EXCEL with --excel */
    int format;                /* of all formats */
    const char *output;
    bool validate;
    size_t failed_checks;
};

extern const struct gau_option gau_report_options[];

/* Reads the arguments. Returns GAU_OPTIONS_READ, or an exit status. Its filters are freed in any
 * case. */
int gau_report_read(struct gau_report_request *request, const struct gau_command *command, int argc,
                    char **argv);

#endif
