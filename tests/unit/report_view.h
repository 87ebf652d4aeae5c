/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TESTS_UNIT_REPORT_VIEW_H
#define GAUDIT_TESTS_UNIT_REPORT_VIEW_H

#include "documents/view.h"

/* A view of one folder, as `gaudit report` writes it. */
static inline gau_status report_view(const struct gau_view *view, const char *folder,
                                     const struct gau_view_options *options, const char *output,
                                     gau_error *error)
{
    const struct gau_view_request request = {
        .view = view, .name = view->name, .paths = &folder, .path_count = 1, .options = options};

    return gau_view_report(&request, output, error);
}

#endif
