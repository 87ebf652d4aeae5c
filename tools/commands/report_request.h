/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_REPORT_REQUEST_H
#define GAUDIT_TOOLS_COMMANDS_REPORT_REQUEST_H

#include "tools/common/shared_options.h"

#include "view_list.h"

/* What `gaudit report` is asked for. */

struct gau_report_format {
    enum gau_table_format table;
    const struct gau_view_export *export; /* instead; or NULL */
};

/* Texts are borrowed from the arguments. */
struct gau_report_request {
    const struct gau_command *command; /* for messages */
    struct gau_view_request asked;
    const char *folder; /* its only path, if it is one */
    struct gau_view_options options;
    struct gau_argv filters;
    struct gau_report_format format;
    enum gau_table_format csv; /* GAU_TABLE_EXCEL with --excel */
    const char *output;
    bool list, validate;
    size_t failed_checks;
};

extern const struct gau_option gau_report_options[];

/* Reads the arguments. Returns GAU_OPTIONS_READ, or an exit status. Its filters are freed in any
 * case. */
int gau_report_read(struct gau_report_request *request, const struct gau_command *command, int argc,
                    char **argv);

#endif
